"""Points, wins, places and the end of a match (RULES §10, §11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.engine.cards import sorted_names
from game.engine.events import Event, MatchOver, RoundOver
from game.engine.state import BETWEEN, OVER, State, in_match, members

Log = list[Event] | None
"""Where events go; None where nobody asks for them (search)."""


class Outcome(NamedTuple):
    """How a match ended: the winners (several share) and why.

    Reasons: `rounds`, `wins`, `most-wins`, `limit`, `knockout` as in `match_end`; `left` when only
    one seat stayed.
    """

    winners: list[int]
    reason: str


def hand_points(state: State, hand: Iterable[int]) -> int:
    """What `hand` costs under this rule set."""
    points = state.tables.points
    return sum([points[card] for card in hand])


def end_round(state: State, winner: int, log: Log, double: bool = False) -> None:
    """Scores the round for `winner` and ends the match if that was it. Cards stay as they lie."""
    points = [0 if seat == winner else hand_points(state, hand) for seat, hand in enumerate(state.hands)]
    state.scores = [score + more for score, more in zip(state.scores, points, strict=True)]
    state.wins[winner] += 2 if double else 1
    state.history.append(points)
    state.winner_of_round = winner
    if not state.outs:
        state.outs = [winner]
    state.turn, state.phase = None, BETWEEN
    if log is not None:
        hands = [sorted_names(hand) for hand in state.hands]
        log.append(RoundOver(winner, points, state.wins[:], hands, double))
    if state.rules.end_kind == "knockout":
        _knock_out(state)
    if _reached(state):
        end_match(state, state.rules.end_kind, log)


def end_round_for_first_out(state: State, log: Log) -> None:
    """Under `play_on`: the first one out that is still in the match has won the round."""
    winner = next(seat for seat in state.outs if not state.seats[seat].removed)
    end_round(state, winner, log, bool(state.doubled >> winner & 1))


def _knock_out(state: State) -> None:
    for seat in members(state):
        if state.scores[seat] > state.rules.end_number:
            state.knocked_out[seat] = state.round_no


def _reached(state: State) -> bool:
    """Whether `match_end` says that the round just scored was the last."""
    kind, number, seats = state.rules.end_kind, state.rules.end_number, members(state)
    if kind in ("rounds", "most-wins"):
        return state.round_no >= number
    if kind == "wins":
        return any(state.wins[seat] >= number for seat in seats)
    if kind == "limit":
        return any(state.scores[seat] > number for seat in seats)
    return len(seats) < 2


def end_match(state: State, reason: str, log: Log) -> None:
    """The match is over, for `reason` of `Outcome`."""
    state.phase, state.turn, state.reason = OVER, None, reason
    if log is not None:
        ranked = places(state)
        winners = [seat for seat, place in enumerate(ranked) if place == 1]
        log.append(MatchOver(ranked, winners, reason, [sorted_names(hand) for hand in state.hands]))


def _rank_key(state: State, seat: int) -> tuple[int, int]:
    """Sorts the better seat first; equal keys share a place."""
    kind, score = state.rules.end_kind, state.scores[seat]
    if kind in ("wins", "most-wins"):
        return -state.wins[seat], score
    if kind == "knockout":
        out_after = state.knocked_out[seat]
        return (-out_after if out_after else -state.round_no - 1), score
    if state.rules.match_end == "rounds:1" and state.history:
        outs = state.outs
        return (outs.index(seat) if seat in outs else len(outs)), score
    return 0, score


def places(state: State) -> list[int]:
    """The place of each seat by the scores so far; equal ones share it (1, 2, 2, 4), removed seats have 0."""
    keys = {seat: _rank_key(state, seat) for seat, who in enumerate(state.seats) if not who.removed}
    return [
        1 + sum(other < keys[seat] for other in keys.values()) if seat in keys else 0
        for seat in range(len(state.seats))
    ]


def outcome(state: State) -> Outcome | None:
    """How the match ended, None while it goes on."""
    if state.phase != OVER:
        return None
    return Outcome([seat for seat, place in enumerate(places(state)) if place == 1], state.reason)


def newcomer_score(state: State) -> tuple[int, int]:
    """Points and wins of who joins now: the highest points and the fewest wins of those in."""
    seats = [seat for seat in range(len(state.seats)) if in_match(state, seat)]
    return max(state.scores[seat] for seat in seats), min(state.wins[seat] for seat in seats)
