"""A state from its moves, for rows whose state another version of the code has written.

While old and new code run side by side, or after going back to older code, `engine.load` may meet a format it
does not know. The moves are words of the record format and mean the same for ever, so they lead to the state.
Every format keeps two things as they are: the line of rules in its own column, and `seats`, a list of
`[name, strength or null, removed]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game import engine
from game.engine import RuleSet, Seat, State
from game.models import Move
from game.record import VERBS, Step, first_seats


def state_of(row_state: dict[str, Any], rules: RuleSet, match_id: str, version: int) -> State:
    """What `engine.load` gives, or else what the moves up to `version` lead to."""
    try:
        return engine.load(row_state)
    except ValueError:
        moves = Move.objects.filter(match_id=match_id, version__lte=version).order_by("version")
        steps = [Step(seat, word) for seat, word in moves.values_list("seat", "word")]
        return from_steps(rules, [Seat(*seat) for seat in row_state["seats"]], steps)


def from_steps(rules: RuleSet, seats: Sequence[Seat], steps: Iterable[Step]) -> State:
    """The state after these steps, for a match whose seats are `seats` now."""
    steps = list(steps)
    state = engine.new_match(rules, first_seats(seats, steps))
    for step in steps:
        if step.verb == "round":
            engine.deal(state, bytes.fromhex(step.word.rpartition("=")[2]))
        elif step.seat is not None and step.verb in VERBS and not _only_noted(state, step):
            engine.apply(state, step.seat, engine.parse_action(step.word))
    return state


def _only_noted(state: State, step: Step) -> bool:
    """Who leaves when the match is over changes nothing any more."""
    return step.verb == "leave" and bool(state.phase == "over")
