"""RULES.md §11: the places at the end of a match. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.oracle.match import Match


def places(m: Match) -> list[int]:
    """1 for the best; equal ones share the place (1, 2, 2, 4); a removed seat is not ranked and has 0."""
    ranked = [seat for seat in range(len(m.names)) if seat not in m.removed]
    found = []
    for seat in range(len(m.names)):
        if seat in m.removed:
            found.append(0)
        else:
            found.append(1 + sum(1 for other in ranked if worth(m, other) < worth(m, seat)))
    return found


def worth(m: Match, seat: int) -> tuple[int, int]:
    """The smaller, the better."""
    kind = m.rules["match_end"].split(":")[0]
    if kind in ("wins", "most-wins"):
        return (-m.wins[seat], m.scores[seat])
    if kind == "knockout":
        return (-m.knocked_out.get(seat, 1_000_000), m.scores[seat])
    if m.rules["match_end"] == "rounds:1" and m.ended_rounds == 1:
        place = m.outs.index(seat) if seat in m.outs else 100
        return (place, m.scores[seat])
    return (0, m.scores[seat])
