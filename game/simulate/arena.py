"""Bots against bots: many games with the seats shuffled, the chance of each from the seed and its number.

So a contest comes out the same however its games are cut into chunks and spread over processes. Nothing here
asks a clock: whoever wants decision times gives two.

Who wins: a round, who goes out first; a match, who has place 1 at its end. Seats that share place 1 have an
equal part of the win each. A game stopped at `table.MOST_STEPS` words has no winner; it counts as a game and
is told.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from game.bots import STRENGTHS, decide
from game.engine import parse_rules
from game.simulate.numbers import quantile, time_class, wilson
from game.simulate.table import Decide, Log, Result, View, play_match, play_round
from game.simulate.yardsticks import greedy_player, random_player

PLAYERS: dict[str, Decide] = {
    "random": random_player,
    "greedy": greedy_player,
    **{name: partial(decide, name) for name in STRENGTHS},
}
"""Everybody that can be asked to play."""

PARTS = 840
"""Into so many parts a win is divided: one to eight can share it without a rest."""

Clock = Callable[[], int]
Clocks = tuple[Clock, Clock]
"""What tells nanoseconds of the wall's clock and of this process's own work."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: `sides` are names of `PLAYERS`, one for each seat; equal ones are told as one side.

    `match`: whole matches instead of one round each.
    """

    rules: str
    sides: tuple[str, ...]
    games: int
    seed: int
    match: bool = False


@dataclass(slots=True)
class Side:
    """What one side has come to. `parts` of wins (`PARTS` each), points of all its seats.

    `wall`, `cpu`: how many decisions took a time of each class; those with a choice on turn are counted.
    """

    seats: int = 0
    parts: int = 0
    points: int = 0
    wall: dict[int, int] = field(default_factory=dict)
    cpu: dict[int, int] = field(default_factory=dict)

    def add(self, other: Side) -> None:
        """What the other has come to counts here too."""
        self.parts += other.parts
        self.points += other.points
        for mine, theirs in ((self.wall, other.wall), (self.cpu, other.cpu)):
            for number, count in theirs.items():
                mine[number] = mine.get(number, 0) + count


@dataclass(slots=True)
class Score:
    """What a contest, or a chunk of it, has come to."""

    sides: dict[str, Side]
    games: int = 0
    stopped: int = 0
    rounds: int = 0
    turns: int = 0

    def add(self, other: Score) -> None:
        """The other chunk's games count here too."""
        for name, side in other.sides.items():
            self.sides[name].add(side)
        self.games += other.games
        self.stopped += other.stopped
        self.rounds += other.rounds
        self.turns += other.turns


def blank(contest: Contest) -> Score:
    """Nothing played yet."""
    return Score({name: Side(contest.sides.count(name)) for name in dict.fromkeys(contest.sides)})


def chunks(contest: Contest, size: int) -> Iterator[tuple[int, int]]:
    """The games from the first of each chunk to the one after its last."""
    return ((first, min(first + size, contest.games)) for first in range(0, contest.games, size))


def play(contest: Contest, span: tuple[int, int] | None = None, clocks: Clocks | None = None) -> Score:
    """The games from `span[0]` up to but not `span[1]`, all without it; a function of its arguments."""
    score = blank(contest)
    for number in range(*(span or (0, contest.games))):
        _count(score, *play_one(contest, number, score, clocks))
    return score


def play_one(
    contest: Contest, number: int, score: Score | None = None, clocks: Clocks | None = None
) -> tuple[list[str], Result]:
    """Game `number`: who sat where, and what came of it."""
    rng = random.Random(f"{contest.seed}:{number}")
    order = list(contest.sides)
    rng.shuffle(order)
    players = [PLAYERS[name] for name in order]
    if score is not None and clocks is not None:
        players = [_timed(PLAYERS[name], score.sides[name], clocks) for name in order]
    game = play_match if contest.match else play_round
    try:
        return order, game(_rules(contest.rules), players, rng)
    except Exception as error:
        error.add_note(f"in game {number} of {contest}, seats {' '.join(order)}")
        raise


_rules = lru_cache(maxsize=16)(parse_rules)


def _timed(player: Decide, side: Side, clocks: Clocks) -> Decide:
    """The player, its decisions that are a choice on turn measured."""
    wall, cpu = clocks

    def choose(view: View, log: Log, rng: random.Random) -> str | None:
        if view["turn"] != view["me"] or len(view["legal"]) < 2:
            return player(view, log, rng)
        work, begun = cpu(), wall()
        word = player(view, log, rng)
        for counted, took in ((side.wall, wall() - begun), (side.cpu, cpu() - work)):
            number = time_class(took)
            counted[number] = counted.get(number, 0) + 1
        return word

    return choose


def _count(score: Score, order: list[str], result: Result) -> None:
    score.games += 1
    score.stopped += result.stopped
    score.rounds += result.rounds
    score.turns += result.turns
    for seat in result.winners:
        score.sides[order[seat]].parts += PARTS // len(result.winners)
    for name, points in zip(order, result.points, strict=True):
        score.sides[name].points += points


def figures(score: Score) -> dict[str, Any]:
    """A contest's result, JSON-ready: shares from 0 to 1, points a seat and game, times in seconds."""
    seats = sum(side.seats for side in score.sides.values())
    return {
        "games": score.games,
        "stopped": score.stopped,
        "rounds": score.rounds,
        "turns": score.turns,
        "sides": {name: _side_figures(side, score.games, seats) for name, side in score.sides.items()},
    }


def _side_figures(side: Side, games: int, seats: int) -> dict[str, Any]:
    low, high = wilson(side.parts / PARTS, games)
    return {
        "seats": side.seats,
        "even": round(side.seats / seats, 6),
        "wins": round(side.parts / PARTS, 6),
        "share": round(side.parts / PARTS / games, 6) if games else None,
        "low": low,
        "high": high,
        "points": round(side.points / (games * side.seats), 4) if games else None,
    }


def times(score: Score) -> dict[str, dict[str, float | int | None]]:
    """Decision times by side, in seconds: median and 99th percentile, of the wall's clock and of work."""
    return {
        name: {
            "decisions": sum(side.wall.values()),
            "wall_median": quantile(side.wall, 0.5),
            "wall_p99": quantile(side.wall, 0.99),
            "cpu_median": quantile(side.cpu, 0.5),
            "cpu_p99": quantile(side.cpu, 0.99),
        }
        for name, side in score.sides.items()
    }
