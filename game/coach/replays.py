"""A recorded match once more, from one seat: what it saw whenever it decided, and what it did.

Pure: steps in, decisions out. Nothing a seat could not know leaves this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from game import engine
from game.bots.base import Seen
from game.engine import Seat, State, parse_rules
from game.engine.events import Forgot

LOG = 200
"""So many of the last events a seat remembers, as bots do (`game.server_words.LOG_FOR_BOTS`)."""

DECIDED = frozenset(("p", "d", "-", "w"))
Log = list[dict[str, Any]]


@dataclass(frozen=True)
class Decision:
    """One word of a seat's person, `said` by now, and what it saw before it. `turn`: which of its turns in
    the round, from 1; `forgot`: cards it drew because a call was missing."""

    view: dict[str, Any]
    log: Log
    word: str
    turn: int
    forgot: int


def decisions(
    rules: str, seats: list[list[Any]], steps: Iterable[list[Any]], seat: int
) -> Iterator[Decision]:
    """What `seat` decided itself: no stand-in, no time that ran out, and only where it had a choice.

    `seats`: who began, as `[name, strength or null, removed]`; `steps`: `[seat, word]` in their order, the
    seat null for a `round` line.
    """
    state = engine.new_match(parse_rules(rules), [Seat(*one) for one in seats])
    log: Log = []
    turns: list[int] = []
    for who, word in steps:
        verb = word.partition(" ")[0]
        if state.phase == "over":
            return
        if who is None:
            happened = engine.deal(state, bytes.fromhex(word.rpartition("=")[2]))
            turns = []
        else:
            decided = _decided(state, who, seat, verb)
            view = engine.view(state, seat) if decided else {}
            happened = engine.apply(state, who, engine.parse_action(word))
            if decided:
                turns = _counted(turns, view["turn_no"])
                forgot = sum(e.n for e in happened if isinstance(e, Forgot) and e.seat == seat)
                if forgot or has_choice(view):
                    yield Decision(view, log[-LOG:], word, len(turns), forgot)
        log += [event.wire(seat) for event in happened]


def _decided(state: State, who: int, seat: int, verb: str) -> bool:
    return who == seat and verb in DECIDED and state.turn == seat and state.seats[seat].bot is None


def _counted(turns: list[int], number: int) -> list[int]:
    return turns if number in turns else [*turns, number]


def has_choice(view: dict[str, Any]) -> bool:
    """Whether there were at least two things to do."""
    seen = Seen(view)
    return len({play.word for play in seen.plays} | (set(seen.legal) & {"d", "-", *WISHES})) > 1


WISHES = frozenset(f"w {suit}" for suit in "CSHD")
