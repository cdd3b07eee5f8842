"""What a rules sheet consists of: plain data in one language, ready to be shown anywhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Clause:
    """One rule in one or a few sentences; `id` is the anchor that refusals and the log link to."""

    id: str
    text: str


@dataclass(frozen=True)
class Example:
    """A position and what the engine says about it.

    `hand` holds each card's name and whether it may be laid; without `top` nothing is to be laid (points).
    `wish` is a suit, "*" for any, or ""; `text` says everything in words, verdict included.
    """

    caption: str
    top: str
    hand: tuple[tuple[str, bool], ...]
    wish: str
    due: int
    skip: int
    text: str


@dataclass(frozen=True)
class Section:
    """Clauses that belong together under a heading, and examples for them."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class Sheet:
    """All rules of a rule set; `short` is the game in three sentences, `code` the rule set's short code."""

    name: str
    code: str
    short: str
    sections: tuple[Section, ...]
