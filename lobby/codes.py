"""Six-digit table codes, to be said aloud and typed on a phone. Pure: callers say what is taken."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

LENGTH = 6
QUARANTINE_MS = 24 * 60 * 60 * 1000
"""How long a closed table keeps its code, so that nobody lands at a stranger's table by an old one."""

_TRIES = 1000
_SEPARATORS = " -.\u00a0\u202f\t"


class NoCodeLeft(RuntimeError):
    """Nearly all codes are taken: the site is full."""


def new_code(taken: Callable[[str], bool], rng: random.Random | None = None) -> str:
    """A code nobody holds, not guessable from the ones before (`rng` only for tests)."""
    source = rng or random.SystemRandom()
    for _ in range(_TRIES):
        code = f"{source.randrange(10**LENGTH):0{LENGTH}d}"
        if not taken(code):
            return code
    raise NoCodeLeft


def tidy(text: str) -> str | None:
    """What somebody typed ("482 913", "482-913", other scripts' digits) as six plain digits, else None."""
    digits: list[str] = []
    for char in text.strip():
        if char in _SEPARATORS:
            continue
        value = unicodedata.digit(char, None)
        if value is None or len(digits) == LENGTH:
            return None
        digits.append(str(value))
    return "".join(digits) if len(digits) == LENGTH else None
