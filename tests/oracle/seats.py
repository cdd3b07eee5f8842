"""RULES.md §11 and §13: seats that leave, join, or change hands. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.effects import go_on
from tests.oracle.scoring import end_round, first_out, stop

if TYPE_CHECKING:
    from tests.oracle.match import Match

STRENGTHS = ("easy", "normal", "hard", "master")


def may_change(m: Match, seat: int) -> bool:
    """Whether the seat may leave or change hands; one that is knocked out may, too."""
    return m.state != "match-over" and 0 <= seat < len(m.names) and seat not in m.removed


def may_join(m: Match, seat: int) -> bool:
    """§11: before a round, on the lowest free seat number (at most 8 seats)."""
    return m.state == "round-over" and m.rules["late_join"] == "on" and seat == len(m.names) and seat < 8


def join(m: Match, name: str) -> None:
    """With the highest points and fewest wins of those in."""
    seats = m.seats_in_match()
    m.names.append(name)
    m.scores.append(max(m.scores[seat] for seat in seats))
    m.wins.append(min(m.wins[seat] for seat in seats))


def leave(m: Match, seat: int) -> None:
    if m.rules["leavers"] == "bot":
        return  # §13: only who plays changes
    m.removed.add(seat)
    m.stock.extend(sorted(m.hands.get(seat, [])))
    m.hands[seat] = []
    if len(m.seats_in_match()) == 1:
        stop(m)
        m.state = "match-over"  # the round is not scored
        return
    if m.state != "play":
        return
    if m.window == seat:
        m.window = None
    m.owed.pop(seat, None)
    if seat in m.empty:
        m.empty.remove(seat)
    if seat not in m.in_round:
        return
    m.in_round.remove(seat)
    if len(m.in_round) == 1:  # play_on: one seat still holds cards
        end_round(m, first_out(m))
    elif m.turn == seat:
        if m.dealer_wishes:
            m.dealer_wishes = False
            m.wish = "*"
        go_on(m, seat)
