"""Hard: plans its hand to the end, counts the cards that are gone and remembers who could not follow."""

from __future__ import annotations

import random

from game.bots.base import Log, Play, Seen, View, by_plan
from game.bots.infer import Memory
from game.bots.plan import Plan
from game.engine.tables import ADD_SKIP, OPEN_SKIP, REVERSE, SEVEN, SIX, SKIP

CHALLENGES = 0.9
THREAT = {1: 1.0, 2: 0.45, 3: 0.2}  # how near a seat with so many cards is to going out


def choose(view: View, log: Log, rng: random.Random) -> str | None:
    """The word a hard bot says."""
    seen = Seen(view)
    # Whoever can lay does: measured, holding a card back costs more than it brings.
    return by_plan(seen, rng, lambda: Thought(seen, log).worth, challenge=CHALLENGES, jump=1.0)


class Thought:
    """One decision: the plan for the own hand against what the others are about to do; unit: own turns."""

    def __init__(self, seen: Seen, log: Log) -> None:
        self.seen = seen
        self.plan = Plan(seen)
        self.memory = Memory(seen, log)
        self.pressure = max((_threat(s) for s in seen.holders if s["seat"] != seen.me), default=0.0)

    def worth(self, play: Play) -> float:
        """Higher is better; minus the turns still needed, corrected by what the play does to the others."""
        rest = tuple(sorted(self.seen.rest(play)))
        if not rest:
            return 100.0
        worth = -self.plan.after(rest, play.top, play.wish, self.plan.depth)
        worth += self._against_next(play)
        worth += self._points_weight() * sum(self.seen.points(c) for c in play.cards) / 10
        return worth

    def _against_next(self, play: Play) -> float:
        seen = self.seen
        effect = seen.effect[play.top]
        turn = -1 if effect == REVERSE and len(play.cards) % 2 and len(seen.holders) > 2 else 1
        victim = seen.next_seat(seen.view["dir"] * turn)
        threat = _threat(victim)
        if effect in (SEVEN, SIX):
            return 0.1 + 1.6 * threat
        if effect in (SKIP, OPEN_SKIP, ADD_SKIP):
            return 1.4 * threat if len(seen.holders) > 2 else 0.0
        follow = self.memory.can_follow(victim, play.suit, play.top[0])
        return -follow * (0.3 + 1.5 * threat)

    def _points_weight(self) -> float:
        """How much a point counts: more in matches of several rounds, more when somebody is nearly out."""
        if self.seen.rules.end_kind in ("wins", "most-wins") or self.seen.rules.match_end == "rounds:1":
            return 0.05 * self.pressure
        return 0.1 + 0.4 * self.pressure


def _threat(seat: dict[str, int]) -> float:
    return THREAT.get(seat["cards"], 0.05)
