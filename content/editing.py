"""Correcting a page: what an editor's text is compared with, and what is wrong in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from content import markdown, texts
from content.inline import TextError
from content.models import PARTS, Page
from content.texts import Text

DIGEST = 16
PAGE_LINK = re.compile(r"\(page:([\w-]+)#([\w-]+)\)")


class Line(NamedTuple):
    """One line of a comparison; `kind` is `+`, `-`, `@` or a blank."""

    kind: str
    words: str


def compared(old: str, new: str) -> list[Line]:
    """What was taken out of `old` and put into `new`, with two lines around it."""
    lines = list(unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm=""))[2:]
    return [Line("@", "…") if line[0] == "@" else Line(line[0], line[1:]) for line in lines]


def source(text: Text) -> str:
    """The parts of a text that can be replaced, in one piece."""
    return "\n".join(str(getattr(text, part)) for part in PARTS)


def written(page: Page, language: str) -> Text:
    """The file's text with what the row puts in its place (published or not)."""
    parts = {part: words for part in PARTS if (words := page.part(part, language))}
    return texts.with_parts(texts.file_text(page.key, language), parts)


def covered(page: Page, language: str) -> str:
    """Those parts of the file's text that the row replaces, in one piece."""
    file = texts.file_text(page.key, language)
    return "\n".join(str(getattr(file, part)) for part in PARTS if page.part(part, language))


def is_old(page: Page, language: str) -> bool:
    """Whether the file says something else now where the override replaced it."""
    return str(getattr(page, f"replaced_{language}")) != covered(page, language)


def is_broken(page: Page, language: str) -> bool:
    """Whether the override names something that is gone by now; then readers see the file's text."""
    return page.replaces(language) and bool(markdown.render(written(page, language)).problems)


class Sheet(NamedTuple):
    """What stands beside the editor's text in one language."""

    language: str
    name: str
    address: str
    file: Text
    old: bool
    broken: bool
    since: list[Line]
    own: list[Line]


def sheets(page: Page) -> list[Sheet]:
    """One for each language: the file's text, how it has changed since, how the editor's text differs."""
    return [_sheet(page, code, name) for code, name in settings.LANGUAGES]


def _sheet(page: Page, language: str, name: str) -> Sheet:
    file = texts.file_text(page.key, language)
    old = is_old(page, language)
    since = compared(getattr(page, f"replaced_{language}"), covered(page, language)) if old else []
    own = compared(source(file), source(written(page, language)))
    address = f"/{language}/{texts.address(page.key, language)}/"
    return Sheet(language, name, address, file, old, is_broken(page, language), since, own)


def faults(text: Text) -> Iterator[TextError]:
    """Everything in a text that cannot be shown or would break a link, with its line."""
    body = markdown.render(text)
    yield from body.problems
    for number, line in enumerate(text.body.splitlines(), 1):
        for key, anchor in PAGE_LINK.findall(line):
            if key in texts.pages() and anchor not in _anchors(key, text):
                yield TextError(
                    number, _("the page %(page)s has no place #%(anchor)s") % {"page": key, "anchor": anchor}
                )
    kept = {heading.anchor for heading in body.headings}
    for heading in markdown.render(texts.file_text(text.key, text.language)).headings:
        if heading.anchor not in kept:
            gone = _("Links lead to the heading {#%(anchor)s}; it must stay.") % {"anchor": heading.anchor}
            yield TextError(0, gone)


def _anchors(key: str, text: Text) -> set[str]:
    there = text if key == text.key else texts.text(key, text.language)
    pieces = (piece for piece in markdown.render(there).pieces if isinstance(piece, str))
    return set(re.findall(r'\bid="([^"]+)"', "".join(pieces)))


def digest(file: Text) -> str:
    """Tells one file's text from another."""
    return mark(source(file))


def mark(words: str) -> str:
    """A short word of `DIGEST` letters that other words do not have."""
    return hashlib.sha256(words.encode()).hexdigest()[:DIGEST]


def said(fault: TextError, words: str) -> str:
    """A fault as a sentence, with its line as it was written."""
    lines = words.splitlines()
    if not 0 < fault.line <= len(lines):
        return str(fault)
    return _("Line %(line)s: %(fault)s. It says: %(words)s") % {
        "line": fault.line,
        "fault": fault,
        "words": lines[fault.line - 1].strip()[:80],
    }
