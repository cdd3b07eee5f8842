"""What rules are like to play, by simulation: sums over rounds that can be made in chunks and added.

Round i depends on nothing but the rules, the seats, the seed and i. At even numbers everybody is *normal*:
that table tells length, renewals and what sitting first is worth. At odd numbers one *hard* sits among *easy*
ones: how much more often than by even chance it wins tells how much the rules leave to skill.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from game.engine import parse_rules
from game.simulate import numbers
from game.simulate.arena import PLAYERS
from game.simulate.table import Result, play_round

MOST_STEPS = 3_000
"""Words after which a round is stopped; rounds that end by themselves stay far below."""

BUCKET = 5
"""Turns in one class of the histogram."""


def run(job: dict[str, Any]) -> dict[str, Any]:
    """The sums of `{"rules", "seats", "seed", "first", "rounds"}`: JSON in, JSON out.

    `rules` is a rule text, `first` the number of the first round (0 if it is missing). For the keys of
    `even` and `mixed` see `blank`. Raises RuleError, KeyError or BadDeal for a job that is none.
    """
    rules, seats, first = _rules(job["rules"]), int(job["seats"]), int(job.get("first", 0))
    sums = {"even": blank(seats), "mixed": blank(seats)}
    for number in range(first, first + int(job["rounds"])):
        rng = random.Random(f"{job['seed']}:{number}")
        mixed = number % 2 == 1
        names = ["hard", *["easy"] * (seats - 1)] if mixed else ["normal"] * seats
        rng.shuffle(names)
        result = play_round(rules, [PLAYERS[name] for name in names], rng, MOST_STEPS)
        _count(sums["mixed" if mixed else "even"], result, names)
    return sums


def add(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """The sums of both chunks together."""
    found: dict[str, Any] = numbers.add(a, b)
    return found


def blank(seats: int) -> dict[str, Any]:
    """No round yet. Everything but `rounds` and `stopped` counts rounds that were not stopped alone.

    `turns_sq`, `points_sq` are sums of squares; `turns_hist` counts rounds by `BUCKET` turns (the key is
    where a class begins); `renewed` rounds with at least one renewal of the stock; `points` what all hands
    cost at the end. Lists go by place, 0 being left of the dealer: `wins` rounds won, `hard_at` rounds in
    which the hard one sat there, `hard_wins_by_place` those of them it won, `hard_wins` their sum.
    """
    names = ("rounds", "stopped", "turns", "turns_sq", "words", "renewals", "renewed", "points", "points_sq")
    lists = ("wins", "hard_at", "hard_wins_by_place")
    return {
        **dict.fromkeys(names, 0), "hard_wins": 0, "turns_hist": {}, **{name: [0] * seats for name in lists},
    }  # fmt: skip


def _count(sums: dict[str, Any], result: Result, names: list[str]) -> None:
    sums["rounds"] += 1
    if result.stopped:
        sums["stopped"] += 1
        return
    points = sum(result.points)
    for name, value in (
        ("turns", result.turns), ("turns_sq", result.turns**2), ("words", result.words),
        ("renewals", result.renewals), ("renewed", int(result.renewals > 0)),
        ("points", points), ("points_sq", points**2),
    ):  # fmt: skip
        sums[name] += value
    bucket = str(result.turns // BUCKET * BUCKET)
    sums["turns_hist"][bucket] = sums["turns_hist"].get(bucket, 0) + 1
    _count_places(sums, result, names)


def _count_places(sums: dict[str, Any], result: Result, names: list[str]) -> None:
    winner = (result.winners[0] - result.first) % len(names)
    sums["wins"][winner] += 1
    if "hard" in names:
        place = (names.index("hard") - result.first) % len(names)
        sums["hard_at"][place] += 1
        sums["hard_wins_by_place"][place] += winner == place
        sums["hard_wins"] += winner == place


_rules = lru_cache(maxsize=16)(parse_rules)
