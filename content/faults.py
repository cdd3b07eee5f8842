"""What is wrong in a text, said in the reader's language: an editor may write the text of another one."""

from __future__ import annotations

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy


class Fault(Exception):
    """A thing that a text names and that is not there.

    `message` is a msgid with `{names}`, translated when it is read and not when it is raised: a text is
    rendered in its own language, and its faults are told in the editor's.
    """

    def __init__(self, message: str, **names: object) -> None:
        super().__init__(format_lazy(gettext_lazy(message), **names))
