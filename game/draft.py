"""A match on its way to the next version: a copy the referee works on, thrown away if it refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from game import engine, moments, names
from game.engine import EngineError, State, quote_name
from game.engine.actions import MOST_SEATS
from game.engine.state import in_match
from game.models import fresh_seat
from game.snapshot import Snapshot, Step

PAUSE_MS = 20_000
TRAIL = 60


class Refused(Exception):
    """The transition is not judged good; `code` says why, in kebab-case."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Draft:
    """A match on its way to the next version. `changed` may be set without any step (the due time moved).

    `here` says whether a guest is present, `wanting` which guests want a seat, with names, first come first.
    """

    before: Snapshot
    now: int
    seed: Callable[[], bytes]
    here: Callable[[int], bool]
    wanting: Callable[[], Sequence[tuple[int, str]]]
    state: State = field(init=False)
    ref: dict[str, Any] = field(init=False)
    steps: list[Step] = field(default_factory=list)
    changed: bool = False

    def __post_init__(self) -> None:
        self.state = engine.copy(self.before.state)
        self.ref = orjson.loads(orjson.dumps(self.before.ref))
        self.guests = list(self.before.guests)
        self.status = self.before.status
        self.next_match = self.before.next_match
        self.due_at, self.due_kind = self.before.due_at, self.before.due_kind

    @property
    def version(self) -> int:
        """The version the match has after the steps so far."""
        return self.before.version + len(self.steps)

    def humans(self) -> list[int]:
        """Seats whose human has not gone, as things stand in the draft."""
        seats = enumerate(self.guests)
        return [n for n, guest in seats if guest is not None and not self.ref["seats"][n]["gone"]]

    def players(self) -> list[int]:
        """Those of `humans` who will be dealt cards: neither removed nor knocked out."""
        return [n for n in self.humans() if in_match(self.state, n)]

    def present(self, seat: int) -> bool:
        """Is this seat's human there?"""
        guest = self.guests[seat]
        return guest is not None and self.here(guest)

    def note(self, seat: int | None, word: str, events: list[Any] | None = None) -> None:
        """One more step."""
        happened = tuple(events or ())
        public = tuple(event.wire(None) for event in happened)
        moments.notice(self.ref.setdefault("best", {}), public)
        self.steps.append(Step(self.version + 1, seat, word, public, happened))
        self.changed = True

    def sign(self, seat: int | None, action_id: str | None) -> int:
        """The action id goes with the step its answer names: the last one of the seat that spoke (a return
        may come before, a deal after). Returns that step's version."""
        own = [n for n, step in enumerate(self.steps) if step.seat == seat is not None]
        if not own:
            return self.version
        self.steps[own[-1]] = replace(self.steps[own[-1]], action_id=action_id)
        return self.steps[own[-1]].version

    def play(self, seat: int, word: str) -> None:
        """Let the engine do `word`; raises Refused with the engine's code."""
        try:
            events = engine.apply(self.state, seat, engine.parse_action(word))
        except EngineError as error:
            raise Refused(error.code) from error
        self.note(seat, word, events)
        self._after_round()

    def deal(self) -> None:
        """The next round, by a fair shuffle; the step's word is the record's round line."""
        self.seat_newcomers()
        seed = self.seed()
        events = engine.deal(self.state, seed)
        self.note(None, f"round {self.state.round_no} dealer={self.state.dealer} seed={seed.hex()}", events)
        self.ref["pause"] = None
        for seat in self.ref["seats"]:
            seat["ready"] = False
        self._after_round()

    def seat_newcomers(self) -> None:
        """Between rounds, who asked for a seat gets the lowest free number (RULES.md §11, `late_join`)."""
        if self.status != "play" or self.state.phase != "between" or not self.state.round_no:
            return
        if self.before.rules.late_join == "off" or self.before.solo:
            return
        for guest, name in self.wanting():
            if len(self.guests) == MOST_SEATS:
                return
            if guest in self.guests:  # one seat for each, also after leaving it
                continue
            self.play(len(self.guests), f"join {quote_name(self._free_name(name))}")
            self.guests.append(guest)
            self.ref["seats"].append(fresh_seat())

    def _free_name(self, name: str) -> str:
        return names.unique(name, [seat.name for seat in self.state.seats])

    def end(self) -> None:
        """Nothing is due any more."""
        self.status, self.due_at, self.due_kind = "over", None, ""
        self.changed = True

    def after(self) -> Snapshot:
        """The match as it will be once this draft is written."""
        return replace(
            self.before, version=self.version, state=self.state, ref=self.ref, status=self.status,
            due_at=self.due_at, due_kind=self.due_kind, next_match=self.next_match, guests=tuple(self.guests),
            trail=(self.before.trail + tuple(self.steps))[-TRAIL:], writes=self.before.writes + 1,
        )  # fmt: skip

    def _after_round(self) -> None:
        if self.state.phase == "over":
            self.end()
        elif self.state.phase == "between" and self.ref["pause"] is None and self._pause_ends():
            self.ref["pause"] = self.now + PAUSE_MS

    def _pause_ends(self) -> bool:
        """Alone against bots the next round waits for the player, unless he is out of the match."""
        return not self.before.solo or not self.players()
