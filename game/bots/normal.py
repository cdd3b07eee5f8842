"""Normal: plays with a plan. Keeps its wish cards, steers to its long suit, slows down who is nearly out."""

from __future__ import annotations

import random
from functools import partial

from game.bots.base import Log, Play, Seen, View, by_plan
from game.bots.stake import point_stake
from game.engine.tables import ADD_SKIP, OPEN_SKIP, SEVEN, SIX, SKIP, WISH

CHALLENGES = 0.6
SLOWING = frozenset({SEVEN, SIX, SKIP, OPEN_SKIP, ADD_SKIP})


def choose(view: View, log: Log, rng: random.Random) -> str | None:
    """The word a normal bot says; it looks at the table only, not back at the log."""
    seen = Seen(view)
    return by_plan(seen, rng, lambda: partial(_worth, seen), challenge=CHALLENGES, jump=0.7)


def _worth(seen: Seen, play: Play) -> float:
    """How much a play helps the plan; one point is about one card of the same suit left to follow with."""
    rest = seen.rest(play)
    if not rest:
        return 100.0
    effect = seen.effect[play.top]
    follow = sum(card[1] == play.suit for card in rest) + 0.5 * sum(card[0] == play.top[0] for card in rest)
    worth = follow + 2.0 * len(play.cards) + _points_count(seen) * seen.points(play.top)
    if effect == WISH and len(rest) > 1:
        worth -= 4.0
    if effect in SLOWING:
        nearly_out = seen.next_seat(seen.view["dir"])["cards"] <= 2
        worth += 3.0 if nearly_out or len(seen.holders) == 2 else -0.5
    return worth


def _points_count(seen: Seen) -> float:
    """What a point laid is worth: a little at any time, more when points may decide the match now."""
    return 0.05 * max(1.0, point_stake(seen))
