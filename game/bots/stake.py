"""What the end of the match makes of points: how much it matters to get rid of expensive cards."""

from __future__ import annotations

from game.bots.base import Seen

COUNTED = frozenset({"rounds", "limit", "knockout"})  # ends at which points decide, rounds:1 apart
A_ROUND = 20  # points a seat may well collect in the round it is in
DECISIVE = 3.0  # a point counts so many times as much when it may decide the match in this very round


def point_stake(seen: Seen) -> float:
    """How much points count: 0 where only winning rounds does, 1 usually, more when this round decides.

    Under `limit` and `knockout` that is when the own hand would carry this seat over the limit, under
    `limit` also when another seat is so near it that the match may end now; else in the last round.
    """
    rules = seen.rules
    if rules.end_kind not in COUNTED or rules.match_end == "rounds:1":
        return 0.0
    return DECISIVE if _may_decide(seen) else 1.0


def _may_decide(seen: Seen) -> bool:
    rules = seen.rules
    if rules.end_kind == "rounds":
        return int(seen.view["round"]) >= rules.end_number
    left = {seat["seat"]: rules.end_number - seat["score"] for seat in seen.view["seats"] if seat["in_match"]}
    if sum(map(seen.points, seen.hand)) > left[seen.me]:
        return True
    return rules.end_kind == "limit" and min(left.values()) < A_ROUND
