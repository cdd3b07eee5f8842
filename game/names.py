"""Names people choose: cleaned, measured in what the eye sees, made unique at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

MIN_LENGTH = 2
MAX_LENGTH = 20
MAX_MARKS = 3
_ZWJ = "\u200d"
_KEPT_JOINERS = (_ZWJ, "\ufe0f")


class NameRefused(ValueError):
    """A name that cannot be used; `code` is name-empty, name-too-short or name-too-long."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean(name: str) -> str:
    """The name as it will be shown; raises NameRefused.

    Controls, bidirectional and zero-width characters go (they could turn a whole line of the
    table around, or make two names look alike); runs of blanks become one.
    """
    raw = unicodedata.normalize("NFC", str(name))
    tidy = few_marks(" ".join("".join(_visible(raw)).split()))
    tidy = tidy.strip(_ZWJ + "\ufe0f ")
    size = length(tidy)
    if not any(unicodedata.category(char)[0] in "LNPS" for char in tidy):
        raise NameRefused("name-empty")
    if size < MIN_LENGTH:
        raise NameRefused("name-too-short")
    if size > MAX_LENGTH:
        raise NameRefused("name-too-long")
    return tidy


def unique(name: str, taken: Iterable[str]) -> str:
    """`name`, or "name (2)", "name (3)" … if somebody at the table has it (whatever the case)."""
    used = {other.casefold() for other in taken}
    if name.casefold() not in used:
        return name
    number = 2
    while f"{name} ({number})".casefold() in used:
        number += 1
    return f"{name} ({number})"


def length(text: str) -> int:
    """Graphemes, near enough: marks, joined emoji, skin tones and flags count with what they belong to."""
    count = 0
    joined = flag_open = False
    for char in text:
        is_flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        extends = _extends(char) or joined or (is_flag and flag_open)
        count += not extends
        flag_open = is_flag and not flag_open
        joined = char == _ZWJ
    return count


def few_marks(text: str) -> str:
    """Of marks stacked on one character only the first few, so that the text keeps to its line."""
    kept, marks = [], 0
    for char in text:
        if char not in _KEPT_JOINERS:
            marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def _extends(char: str) -> bool:
    tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    return tone or char in _KEPT_JOINERS or unicodedata.category(char) in ("Mn", "Me", "Mc")


def _visible(text: str) -> Iterable[str]:
    """Characters that may stay."""
    previous = ""
    for char in text:
        category = unicodedata.category(char)
        if char.isspace():
            yield " "
        elif char in _KEPT_JOINERS:
            # joins emoji; between letters it would only be an invisible difference
            if unicodedata.category(previous or "a") in ("So", "Sk", "Mn"):
                yield char
        elif category[0] != "C" and char not in "\u115f\u1160\u3164\uffa0\u2800":
            yield char
        previous = char
