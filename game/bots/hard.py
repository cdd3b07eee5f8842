"""Hard: plans its hand to the end, counts the cards that are gone and remembers who could not follow."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game.bots.base import Log, Play, Seen, View, by_plan
from game.bots.infer import Memory
from game.bots.plan import Plan
from game.bots.stake import point_stake
from game.engine.tables import ADD_SKIP, AGAIN, OPEN_SKIP, PLAIN, REVERSE, SEVEN, SIX, SKIP, WISH

CHALLENGES = 0.9
OUT = 1000.0  # more than anything else a play can be worth
STUCK = 20.0  # the last card is one the hand may not go out on: a draw at least before the end
THREAT = {1: 1.0, 2: 0.45, 3: 0.2}  # how near a seat with so many cards is to going out
DUES = frozenset({SEVEN, SIX})
SKIPS = frozenset({SKIP, OPEN_SKIP, ADD_SKIP})


@dataclass(frozen=True, slots=True)
class Weights:
    """What each thing is worth, in hundredths of the chance to win the round.

    Measured, see docs/bots.md, but for `points_staked` and STUCK, which are chosen by hand.
    """

    turn: float  # a turn less that the own hand still needs
    turn_hurried: float  # the same while somebody has one card
    deny: float  # the next seat surely cannot follow
    deny_threat: float  # more of it by how near that seat is to going out (0 to 1)
    deny_last: float  # and more still if that is its last card
    deny_others: float  # each other seat cannot follow, by how near it is
    due: float  # a seven or six laid: they are better kept …
    due_threat: float  # … for the seat that is nearly out
    skip: float  # an eight or skipping ace laid: likewise
    wish: float  # a wish card laid: it fits when nothing else does
    wish_hurried: float  # the same while somebody has one card: no time to keep it
    wish_last_but_one: float  # the same as the last card but one: it is the best last card
    last_fits: float  # the last card fits what lies on top
    last_special: float  # the last card does something
    last_two_fit: float  # one of the last two cards fits
    scarce: float  # none of the suit is left among the cards not seen
    kept: float  # each wish card kept
    points: float  # ten points laid, if the round is all that counts
    points_staked: float  # ten points laid, times what the match makes of points


DUEL = Weights(
    turn=1.9, turn_hurried=1.2, deny=14.5, deny_threat=16.6, deny_last=30.1, deny_others=0.0,
    due=-20.0, due_threat=22.0, skip=-12.9, wish=-12.3, wish_hurried=-3.4, wish_last_but_one=-9.9,
    last_fits=14.1, last_special=-2.7, last_two_fit=4.2, scarce=6.9, kept=1.1, points=1.0, points_staked=2.0,
)  # fmt: skip
"""Two seats hold cards: an eight brings the turn straight back, which the plan for the hand knows."""

TABLE = Weights(
    turn=2.4, turn_hurried=2.8, deny=10.1, deny_threat=12.1, deny_last=13.8, deny_others=2.9,
    due=-12.1, due_threat=9.8, skip=-8.6, wish=-9.7, wish_hurried=-2.4, wish_last_but_one=-9.8,
    last_fits=8.4, last_special=4.4, last_two_fit=0.8, scarce=2.9, kept=0.9, points=0.9, points_staked=2.0,
)  # fmt: skip
"""More seats hold cards: much happens before the next own turn."""


def choose(view: View, log: Log, rng: random.Random) -> str | None:
    """The word a hard bot says."""
    seen = Seen(view)
    # Whoever can lay does: measured, holding a card back costs a third of the chance to win.
    return by_plan(seen, rng, lambda: Thought(seen, log).worth, challenge=CHALLENGES, jump=1.0)


class Thought:
    """One decision: the plan for the own hand against what the others are about to do."""

    def __init__(self, seen: Seen, log: Log) -> None:
        self.seen = seen
        self.plan = Plan(seen)
        self.memory = Memory(seen, log)
        self.others = [seat for seat in seen.holders if seat["seat"] != seen.me]
        self.duel = len(self.others) < 2
        self.weights = DUEL if self.duel else TABLE
        self.hurried = any(seat["cards"] == 1 for seat in self.others)
        self.stake = point_stake(seen)

    def worth(self, play: Play) -> float:
        """Higher is better: hundredths of the chance to win the round, and what points the match counts."""
        rest = self.seen.rest(play)
        if not rest:
            return OUT + self._points(play)
        return self._for_me(play, rest) + self._against_others(play) + self._points(play)

    def _for_me(self, play: Play, rest: Sequence[str]) -> float:
        """The own hand after the play: how long it still needs, and what it is good for."""
        w, effect = self.weights, self.seen.effect
        turns = self.plan.after(tuple(sorted(rest)), play.top, play.wish, self.plan.depth)
        worth = -(w.turn_hurried if self.hurried else w.turn) * turns
        worth += w.kept * sum(effect[card] == WISH for card in rest)
        if effect[play.top] == WISH:
            worth += w.wish_hurried if self.hurried else w.wish
            worth += w.wish_last_but_one * (len(rest) == 1 and self.seen.rules.wish_finish != "forbidden")
        fits = any(effect[c] != WISH and (c[1] == play.suit or c[0] == play.top[0]) for c in rest)
        if len(rest) == 1 and not self.seen.may_end(rest[0]):
            worth -= STUCK
        elif len(rest) == 1:
            worth += w.last_fits * fits + w.last_special * (effect[rest[0]] != PLAIN)
        elif len(rest) == 2:
            worth += w.last_two_fit * fits
        return worth

    def _against_others(self, play: Play) -> float:
        """What the play does to the seats that come next, one after the other."""
        w, effect = self.weights, self.seen.effect[play.top]
        turned = -1 if effect == REVERSE and len(play.cards) % 2 and not self.duel else 1
        victim = self.seen.next_seat(self.seen.view["dir"] * turned)
        worth = -w.scarce * self._share_unseen(play.suit)
        for seat in self.others:
            if seat is not victim:
                worth -= w.deny_others * _threat(seat) * self._follows(seat, play)
        if effect in DUES:
            return worth + w.due + w.due_threat * _threat(victim)
        if effect in SKIPS:
            return worth + w.skip
        if effect == AGAIN or (effect == REVERSE and self.duel):
            return worth
        denied: float = w.deny + w.deny_threat * _threat(victim) + w.deny_last * (victim["cards"] == 1)
        return worth - denied * self._follows(victim, play)

    def _follows(self, seat: dict[str, Any], play: Play) -> float:
        """The chance that a seat can lay on the play."""
        return self.memory.can_follow(seat, play.suit, play.top[0])

    def _share_unseen(self, suit: str) -> float:
        """The share of a suit (without wish cards) among the cards not seen."""
        return self._unseen_by_suit.get(suit, 0) / max(1, sum(self.memory.unseen.values()))

    @cached_property
    def _unseen_by_suit(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for card, n in self.memory.unseen.items():
            if self.seen.effect[card] != WISH:
                found[card[1]] = found.get(card[1], 0) + n
        return found

    def _points(self, play: Play) -> float:
        w = self.weights
        laid = sum(map(self.seen.points, play.cards))
        return (w.points + w.points_staked * self.stake) * laid / 10


def _threat(seat: dict[str, Any]) -> float:
    return THREAT.get(seat["cards"], 0.05)
