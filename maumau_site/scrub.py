"""Takes out of log lines what says who did what: ids, tokens, addresses, and whatever an error quotes.

Names and chat lines cannot be recognised, so the messages of exceptions are not printed at all, but for a few
types of errors whose messages speak of the machine. Messages of libraries lose everything variable.
"""

from __future__ import annotations

import re
import secrets
import traceback
from hashlib import blake2s
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError

OURS = ("game", "lobby", "content", "maumau_site")
ROOT = Path(__file__).resolve().parent.parent
DEEPEST = 12
"""Frames of one exception that are printed: the innermost ones of ours, and where it happened."""
CHAIN = 5
"""Exceptions of which one was caused by the other that are printed."""
LONGEST = 300

_salt = secrets.token_bytes(16)  # new at each start: the same id has the same mark in one run, and only there

# Paths go before ids (a path may hold a code or a name), addresses after both.
_PATHS = re.compile(r"(?<![\w.])/(?:de|en|ws|j|r|admin|static)/[^\s\"'<>]*|\?[^\s\"'<>]*")
_IDS = re.compile(r"\b[0-9a-f]{32}\b")
_TOKENS = re.compile(r"[\w-]{22,}(?![\w.(])")
_ADDRESSES = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?|\[?(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:])\]?"
)
_QUOTED = re.compile(r"'.*'|\".*\"|“.*”")
_VARIABLE = re.compile(r"<.*>|\(.*\)|\[.*\]|'.*'|\".*\"")
_FRAME = re.compile(r'^\s*File "([^"]+)", line (\d+), in (.+)$', re.MULTILINE)
_LAST = re.compile(r"^([A-Za-z_][\w.]*)(?::.*)?$", re.MULTILINE)


def ours(logger: str) -> bool:
    """Whether the messages of this logger were written here, in fixed words."""
    return logger.partition(".")[0] in OURS


def mark(match: re.Match[str]) -> str:
    """Six hex digits in place of an id, so that lines of one table can be found together."""
    return "#" + blake2s(match[0].encode(), key=_salt, digest_size=3).hexdigest()


def own(message: str) -> str:
    """A message of ours: what is quoted, paths, tokens and addresses go; an id becomes its mark."""
    text = _QUOTED.sub("…", " ".join(message.split()))
    text = _PATHS.sub("<path>", text)
    text = _IDS.sub(mark, text)
    text = _TOKENS.sub("<token>", text)
    return _ADDRESSES.sub("<address>", text)[:LONGEST]


def foreign(message: str) -> str:
    """A message of a library: its first words, as far as they are always the same."""
    if message.startswith("Traceback"):
        return "Traceback"
    first = _VARIABLE.sub("…", message.strip().partition("\n")[0])
    return own(first.partition(": ")[0])


def printed_trace(message: str) -> list[str]:
    """The places and the type in a traceback that a library wrote into its message."""
    if "Traceback (most recent call last)" not in message:
        return []
    return _worth([_Frame(*found) for found in _FRAME.findall(message)]) + _LAST.findall(message)[-1:]


def trace(error: BaseException) -> list[str]:
    """The exception and its causes, outermost first: the type, then where; no values."""
    lines: list[str] = []
    following: BaseException | None = error
    for _ in range(CHAIN):
        if following is None:
            break
        lines.append(("caused by " if lines else "") + named(following))
        lines += places(following.__traceback__)
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return lines


def named(error: BaseException) -> str:
    """The type of an exception; with its message only where that speaks of the machine."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, OSError) and error.strerror:
        return f"{name}: {error.strerror}"
    if isinstance(error, OperationalError | ImproperlyConfigured):
        return f"{name}: {own(str(error).partition(chr(10))[0])}"
    return name


def places(start: TracebackType | None) -> list[str]:
    """Where an exception passed, innermost last."""
    return _worth([_Frame(one.filename, str(one.lineno), one.name) for one in traceback.extract_tb(start)])


class _Frame(NamedTuple):
    file: str
    line: str
    function: str

    def is_ours(self) -> bool:
        path = Path(self.file)
        return path.is_relative_to(ROOT) and "site-packages" not in path.parts

    def __str__(self) -> str:
        parts = Path(self.file).parts
        if self.is_ours():
            cut = len(ROOT.parts)
        else:
            cut = parts.index("site-packages") + 1 if "site-packages" in parts else -2
        return f"{'/'.join(parts[cut:])}:{self.line} {self.function}"


def _worth(frames: list[_Frame]) -> list[str]:
    """Our frames and the innermost one: what a library called in between says little."""
    return [str(frame) for frame in frames if frame is frames[-1] or frame.is_ours()][-DEEPEST:]
