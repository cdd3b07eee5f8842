"""Master: tries every play in many deals of the hidden cards that agree with all it has seen.

The worlds come from `worlds`, each is played to its end by `rollout`, and `values` says what that end is
worth. All plays meet the same worlds; after each stage the worse half is dropped, so that most of the effort
goes into telling the best ones apart (sequential halving).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil, log2, sqrt

from game.bots.base import Log, Play, Seen, View, announce, optional
from game.bots.hard import CHALLENGES, Thought
from game.bots.rollout import moods, play_out, play_to_the_end
from game.bots.worlds import Worlds
from game.engine import State, copy, parse_action, step
from game.engine.actions import Action
from game.engine.tables import WISH

ROLLOUTS = 600
"""Rounds played to their end for one decision, over all its plays."""
WORK = 8_000
"""Turns played in rollouts after which no further world is begun: what bounds its time, without a clock.

A turn takes some 5 µs, and twice as long where legality needs more than a look-up.
"""
A_DEAL = 6
"""The work of dealing a world and copying it, in turns."""
HOARD = 8
"""With so many cards it never draws instead of laying. With fewer it may, to keep the better card: measured
heads-up that is 3 wins more in 100. Without a bound two hoarders share out the pack and play on for ever."""
MOST_PLAYS = 24
"""So many plays are tried; a hand full of combinations has hundreds, of which hard picks these."""
FEWEST = 8
"""Worlds a play is tried in before it may be dropped."""
CLEAR = 3.0
"""The search ends early when the best is so many standard errors ahead of the next."""
AT_A_TIME = 32
"""Worlds dealt together, so that the likely ones among them can be kept."""

Hurry = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal word and what master thinks of it.

    `worth`: the expected result for this seat, 0 to 1, which master maximises. `chance`: the share of
    sampled rounds it won. `points`: mean penalty points it was left with. `worlds`: how many were sampled.
    """

    word: str
    worth: float
    chance: float
    points: float
    worlds: int


@dataclass(slots=True)
class Candidate:
    """A word, the actions that follow from it before others act, and what came of it in each world so far."""

    word: str
    actions: tuple[Action, ...]
    results: list[float] = field(default_factory=list)
    won: int = 0
    points: int = 0

    @property
    def worth(self) -> float:
        """The mean result."""
        return sum(self.results) / len(self.results) if self.results else 0.0


def choose(view: View, log: Log, rng: random.Random, hurry: Hurry | None = None) -> str | None:
    """The word a master bot says; words that are not its turn's own are decided without search."""
    seen = Seen(view)
    word = optional(seen, rng, challenge=CHALLENGES, late_mau=1.0, jump=1.0)
    if word or not seen.on_turn:
        return word
    candidates = plays_of(seen, log)
    if len(candidates) > 1:
        candidates = Search(view, log, rng, hurry).rank(candidates, ROLLOUTS)
    return candidates[0].word if candidates else None


def weigh(
    view: View, log: Log, rng: random.Random, hurry: Hurry | None = None, effort: float = 1.0
) -> list[Weighed]:
    """All words of the seat on turn, best first, [] when it has none; more `effort`, more worlds.

    A play that leaves one card is weighed as it would go, said "Mau" or not; the word "m" (or "mm") stands
    for itself with the best play after it.
    """
    seen = Seen(view)
    if not seen.on_turn:
        return []
    candidates = plays_of(seen, silent=True)
    search = Search(view, log, rng, hurry, to_the_end=True)
    search.left *= 2 * effort  # rounds are played to their end here
    worlds = max(FEWEST, round(ROLLOUTS * effort / max(1, len(candidates))))
    search.try_all(candidates, worlds)
    best: dict[str, Candidate] = {}
    for one in sorted(candidates, key=lambda c: -c.worth):
        best.setdefault(one.word, one)
    return [_weighed(one) for one in best.values()]


def _weighed(one: Candidate) -> Weighed:
    count = max(1, len(one.results))
    return Weighed(one.word, one.worth, one.won / count, one.points / count, len(one.results))


def plays_of(seen: Seen, log: Log = (), *, silent: bool = False) -> list[Candidate]:
    """What the seat on turn can do, each with the call that belongs to it; `silent`: also without it, and
    everything."""
    found: list[Candidate] = []
    for play in seen.plays if silent else _best(seen, log):
        left = len(seen.hand) - len(play.cards)
        call, action = announce(seen, left), parse_action(play.word)
        if call:
            after = action if left else parse_action(play.word.partition(":")[0])  # said, it is out: no wish
            found.append(Candidate(call, (parse_action(call), after)))
        if silent or (not call and _useful(seen, play)):
            found.append(Candidate(play.word, (action,)))
    idle = "d-" if silent or not found or len(seen.hand) < HOARD else "-"
    others = [Candidate(word, (parse_action(word),)) for word in seen.legal if word[0] in "w" + idle]
    return found + others  # of equal ones the first is taken


def _best(seen: Seen, log: Log) -> list[Play]:
    """The plays worth a search, in the order they are listed."""
    if len(seen.plays) <= MOST_PLAYS:
        return seen.plays
    worth = Thought(seen, log).worth
    kept = sorted(seen.plays, key=worth, reverse=True)[:MOST_PLAYS]
    return [play for play in seen.plays if play in kept]


def _useful(seen: Seen, play: Play) -> bool:
    """Whether a wish may serve: one for a suit the seat does not hold does not, if it holds another."""
    if play.wish is None:
        return True
    suits = {card[1] for card in seen.rest(play) if seen.effect[card] != WISH}
    return not suits or play.wish in suits


class Search:
    """Plays candidates out in shared worlds."""

    def __init__(
        self, view: View, log: Log, rng: random.Random, hurry: Hurry | None, *, to_the_end: bool = False
    ) -> None:
        self.me: int = view["me"]
        self.play = play_to_the_end if to_the_end else play_out
        self.rng, self.hurry = rng, hurry
        self.worlds = Worlds(view, log, rng)
        self.seats = sum(s["cards"] > 0 for s in view["seats"])
        self.late = False
        self.left = WORK / (2 if self.worlds.base.tables.careful else 1)

    def rank(self, candidates: list[Candidate], rollouts: int) -> list[Candidate]:
        """The candidates that were left last, best first; `rollouts` in all."""
        stages = max(1, ceil(log2(len(candidates))))
        alive = candidates
        for _ in range(stages):
            self.try_all(alive, max(FEWEST, rollouts // (stages * len(alive))))
            alive.sort(key=lambda c: -c.worth)
            if self.late or _clear(alive):
                break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
        return alive

    def try_all(self, candidates: list[Candidate], count: int) -> None:
        """Tries each candidate in `count` more worlds, the same for all; fewer when there is a hurry."""
        for world in self._some(count):
            liking = moods(world.tables, self.seats, self.rng)
            for one in candidates:
                self._try(one, copy(world), liking)
            self.left -= A_DEAL
            if self.left < 0 or (self.hurry is not None and self.hurry()):
                self.late = True
                return

    def _some(self, count: int) -> Iterator[State]:
        while count > 0:
            size = min(count, 1 if self.hurry is not None and self.hurry() else AT_A_TIME)
            yield from self.worlds.some(size)
            count -= size

    def _try(self, one: Candidate, state: State, liking: tuple[float, ...]) -> None:
        for action in one.actions:
            step(state, self.me, action)
        rounds, turns = len(state.history), state.turn_no
        one.results.append(self.play(state, self.me, liking))
        self.left -= 1 + state.turn_no - turns
        one.won += state.winner_of_round == self.me
        one.points += state.history[-1][self.me] if len(state.history) > rounds else 0


def _clear(ranked: list[Candidate]) -> bool:
    """Whether the best is ahead beyond doubt, world by world."""
    first, second = ranked[0].results, ranked[1].results
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    mean, count = sum(gaps) / len(gaps), len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / count
    return count >= 2 * FEWEST and mean > CLEAR * sqrt(spread / count)
