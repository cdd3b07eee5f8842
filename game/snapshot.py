"""A match at one version, what happened up to it, and the wish to move it on: values that never change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from django.utils.functional import cached_property

from game.engine import RuleSet, State

LOG_LINES = 30
RECENT = 8
"""Steps in which a repeated action id is looked for; older ones are found in their rows."""


@dataclass(frozen=True)
class Step:
    """What happened from one version to the next. `events` are known in the process that judged it;
    `public`, what a spectator may see, is stored, and `action_id`, by which its seat asked for it."""

    version: int
    seat: int | None
    word: str
    public: tuple[dict[str, Any], ...]
    events: tuple[Any, ...] = ()
    action_id: str | None = None

    @property
    def kind(self) -> str:
        """The word without its arguments."""
        return self.word.split(" ", 1)[0]

    @cached_property
    def json(self) -> tuple[bytes, ...]:
        """The public events as lines of the log, ready to be sent; all later logs share them."""
        return tuple([orjson.dumps({**event, "v": self.version}) for event in self.public])

    def wire(self, seat: int | None) -> list[dict[str, Any]]:
        """The events as this viewer may see them."""
        if seat is None or not self.events:
            return list(self.public)
        return [event.wire(seat) for event in self.events]


@dataclass(frozen=True)
class Snapshot:
    """A match at one version, as its row says. Never changed: a draft is made of it."""

    id: str
    version: int
    state: State
    ref: dict[str, Any]
    rules: RuleSet
    solo: bool
    host_id: int | None
    room: str
    lang: str
    status: str
    due_at: int | None
    due_kind: str
    next_match: str
    guests: tuple[int | None, ...]
    trail: tuple[Step, ...] = ()
    writes: int = 0

    @property
    def topic(self) -> str:
        """Where changes of this match are announced and presence is kept."""
        return f"match:{self.id}"

    @cached_property
    def log(self) -> list[dict[str, Any]]:
        """The last public events; `v` is the version each came with. Nobody may change them."""
        return [orjson.loads(line) for line in self.log_json]

    @property
    def log_json(self) -> list[bytes]:
        """The lines of the log, each as JSON."""
        lines: list[bytes] = []
        for step in reversed(self.trail):
            lines.extend(reversed(step.json))
            if len(lines) >= LOG_LINES:
                break
        return lines[:LOG_LINES][::-1]

    def since(self, version: int) -> tuple[Step, ...] | None:
        """What happened after `version`, None if that is too long ago to be remembered."""
        missed = self.version - version
        if missed > len(self.trail):
            return None
        return self.trail[len(self.trail) - missed :] if missed > 0 else ()

    def seat_of(self, guest_id: int | None) -> int | None:
        """The seat of a guest, also after he left it; None for everybody else."""
        return self.guests.index(guest_id) if guest_id is not None and guest_id in self.guests else None

    def answered(self, seat: int | None, action_id: str | None) -> int | None:
        """The version this action id of the seat was acknowledged with, if that was a moment ago."""
        if action_id is not None:
            for step in self.trail[-RECENT:]:
                if step.action_id == action_id and step.seat == seat:
                    return step.version
        return None

    def gone(self, seat: int) -> bool:
        """Has this seat's human left or been sent away?"""
        return bool(self.ref["seats"][seat]["gone"])

    def humans(self) -> list[int]:
        """Seats whose human has not gone, whoever plays them just now."""
        return [n for n, guest in enumerate(self.guests) if guest is not None and not self.gone(n)]


@dataclass(frozen=True)
class Transition:
    """A wish to move a match. `v` is the version it was made on (None: judged at any);
    `by_bot`: the server speaks for a seat that a bot plays."""

    match_id: str
    word: str
    seat: int | None = None
    v: int | None = None
    action_id: str | None = None
    by_bot: bool = False

    @property
    def kind(self) -> str:
        """The word without its arguments."""
        return self.word.split(" ", 1)[0]
