"""Pieces of html with open places: a template draws each once, and every viewer's words are filled in.

A piece is drawn from nothing but its arguments, so what is kept for them is right for them. The language is
always the first of the arguments, and the one that is active while the piece is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import override

P = ParamSpec("P")
T = TypeVar("T")

OPEN, OPEN_PIECE, SHUT = "\uf8f0", "\uf8f1", "\uf8f2"  # for private use: no template and no word has them
_PLACE = re.compile(f"<{OPEN_PIECE}(\\w+){SHUT}>|{OPEN}(\\w+){SHUT}")
_INDENT = re.compile(r">\s*\n\s*<")

MEMOS: dict[str, Any] = {}
"""All that is kept, by name: functions with `cache_info()` and `cache_clear()`."""


class Slot(SafeString):
    """An open place in what a template draws: filled in later with a text or with html that is ready."""

    @property
    def drawn(self) -> Slot:
        """In place of a card's name: the place of its drawing."""
        name = self[1:-1]
        return piece(f"{name}_drawn")


def slot(name: str) -> Any:
    """The place of a word or a number; it may stand wherever the template says `{{ … }}`."""
    return Slot(f"{OPEN}{name}{SHUT}")


def piece(name: str) -> Slot:
    """The place of ready html; it looks like an element, so that the blanks around it go too."""
    return Slot(f"<{OPEN_PIECE}{name}{SHUT}>")


def tight(html: str) -> str:
    """Without the indentation between tags (a fifth of the bytes)."""
    return _INDENT.sub("><", html.strip())


def draw(template: str, **context: Any) -> str:
    """What the template draws in the active language, as a format: `%(name)s` for each open place."""
    html = tight(render_to_string(template, context)).replace("%", "%%")
    return _PLACE.sub(lambda found: f"%({found[1] or found[2]})s", html)


def kept(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function of its arguments alone gives, the language among them if it matters."""

    def keep(made: Callable[P, T]) -> Callable[P, T]:
        MEMOS[made.__name__.strip("_")] = found = lru_cache(size)(made)
        return cast(Callable[P, T], found)

    return keep


def by_language(size: int) -> Callable[[Callable[P, T]], Callable[Concatenate[str, P], T]]:
    """Keep what a function of its arguments gives in a language, which is the new first argument."""

    def keep(made: Callable[P, T]) -> Callable[Concatenate[str, P], T]:
        def in_language(lang: str, *args: P.args, **named: P.kwargs) -> T:
            with override(lang):
                return made(*args, **named)

        in_language.__name__ = made.__name__
        return cast(Callable[Concatenate[str, P], T], kept(size)(in_language))

    return keep


def said(size: int) -> Callable[[Callable[P, str]], Callable[Concatenate[str, P], str]]:
    """The same for a text, ready to be filled in: escaped."""

    def keep(made: Callable[P, str]) -> Callable[Concatenate[str, P], str]:
        def escaped(*args: P.args, **named: P.kwargs) -> str:
            return str(escape(made(*args, **named)))

        escaped.__name__ = made.__name__
        return by_language(size)(escaped)

    return keep


@kept(8_192)
def ready(text: str) -> str:
    """A name or another text as html."""
    return str(escape(text))
