"""RULES.md §10 and §11: the end of a round and of a match. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.cards import points

if TYPE_CHECKING:
    from tests.oracle.match import Match


def end_round(m: Match, winner: int) -> None:
    stop(m)
    for seat in m.dealt_in:
        if seat in m.removed or seat in m.outs or seat == winner:
            continue
        m.scores[seat] += points(m.rules, m.hands[seat])
    double = m.rules["wish_finish"] == "double" and winner in m.out_on_wish_card
    m.wins[winner] += 2 if double else 1
    m.ended_rounds += 1
    if winner not in m.outs:
        m.outs.append(winner)
    m.state = "match-over" if match_is_over(m) else "round-over"


def first_out(m: Match) -> int:
    """play_on: the first one out wins; of those still in the match."""
    return next(seat for seat in m.outs if seat not in m.removed)


def stop(m: Match) -> None:
    """Nobody is on turn any more."""
    m.turn = None
    m.window = None
    m.empty = []
    m.dealer_wishes = False
    m.new_turn_flags()


def match_is_over(m: Match) -> bool:
    kind, number = m.rules["match_end"].split(":")
    n = int(number)
    seats = m.seats_in_match()
    if kind in ("rounds", "most-wins"):
        return m.rounds >= n
    if kind == "wins":
        return any(m.wins[seat] >= n for seat in seats)
    if kind == "limit":
        return any(m.scores[seat] > n for seat in seats)
    for seat in seats:
        if m.scores[seat] > n:
            m.knocked_out[seat] = m.rounds
    return len(m.seats_in_match()) <= 1
