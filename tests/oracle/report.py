"""NOTATION §2: the JSON object of `replay --json`. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.legal import legal_words

if TYPE_CHECKING:
    from tests.oracle.match import Match


def state_line(m: Match, line: int) -> dict[str, object]:
    hands = [sorted(m.hands.get(seat, [])) for seat in range(len(m.names))]
    return {
        "line": line,
        "turn": m.turn,
        "hands": hands,
        "top": m.discard[-1] if m.discard else None,
        "discard": len(m.discard),
        "stock": len(m.stock),
        "wish": m.wish,
        "due": m.due,
        "skip": m.skip,
        "dir": m.direction,
        "legal": legal_words(m),
        "scores": list(m.scores),
        "wins": list(m.wins),
        "state": m.state,
    }
