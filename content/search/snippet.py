"""The few words of a place that show why it was found."""

from __future__ import annotations

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from content.search.index import Index
from content.search.words import WORD, stem

LENGTH = 190
LEAD = 40
"""So many characters before the first hit stay, if the text does not begin sooner."""
SHORT = 60
"""A first sentence as short as that is the answer (“No.”), and always shown."""
FIRST = re.compile(rf".{{1,{SHORT}}}?[.!?](?= )")


def snippet(index: Index, text: str, stems: frozenset[str]) -> SafeString:
    """A short first sentence, then the part with most of the words looked for, each marked."""
    hits = [found.span() for found in WORD.finditer(text) if _is_hit(index, found[0], stems)]
    start = _start(text, _best(hits))
    first = _first(text)
    if start <= first + 1:
        first = start = 0
    end = _end(text, start, LENGTH - first)
    pieces = [_marked(text, 0, first, hits), " " if first else "", "… " if start else ""]
    pieces += [_marked(text, start, end, hits), " …" if end < len(text) else ""]
    return mark_safe("".join(pieces))  # noqa: S308  escaped piece by piece


def _first(text: str) -> int:
    """Where the first sentence ends, if it is short; 0 if it is not."""
    found = FIRST.match(text)
    return found.end() if found else 0


def _marked(text: str, at: int, end: int, hits: list[tuple[int, int]]) -> str:
    pieces = []
    for begins, ends in hits:
        if at <= begins and ends <= end:
            pieces += [escape(text[at:begins]), "<mark>", escape(text[begins:ends]), "</mark>"]
            at = ends
    return "".join([*pieces, escape(text[at:end])])


def _is_hit(index: Index, word: str, stems: frozenset[str]) -> bool:
    small = word.casefold()
    return stem(small, index.language) in stems or not stems.isdisjoint(index.parts.get(small, ()))


def _best(hits: list[tuple[int, int]]) -> int:
    """Where the hits stand closest."""

    def near(at: int) -> int:
        return sum(at <= begins < at + LENGTH - LEAD for begins, _ in hits)

    return max((begins for begins, _ in hits), key=near, default=0)


def _start(text: str, hit: int) -> int:
    """The sentence of the hit, if it begins near enough, else the word before."""
    if hit <= LEAD * 2:
        return 0
    sentence = max(text.rfind(mark, hit - LEAD * 2, hit) for mark in (". ", "? ", ": "))
    return sentence + 2 if sentence >= 0 else text.rfind(" ", 0, hit - LEAD) + 1


def _end(text: str, start: int, length: int) -> int:
    if len(text) <= start + length:
        return len(text)
    space = text.rfind(" ", start, start + length)
    return space if space > start else start + length
