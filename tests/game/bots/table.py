"""Whole matches of bots with every decision written down: who was asked, what it knew, what it said."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.bots import decide
from game.bots.master import Hurry
from game.engine import parse_rules
from game.simulate.table import Decide, Log, Table, View


@dataclass
class Step:
    """One decision: who was asked, what was known, and the answer."""

    seat: int
    strength: str
    view: dict[str, Any]
    log: list[dict[str, Any]]
    seed: int
    word: str | None


def at_once() -> bool:
    """For `hurry`: master has no time to search, so that a whole match is played in a moment."""
    return True


def play(rules: str, strengths: Sequence[str], seed: int, hurry: Hurry | None = None) -> Iterator[Step]:
    """Plays a whole match and yields each decision, also those to say nothing, once it was carried out."""
    steps: list[Step] = []
    players = [_noting(seat, name, hurry, steps) for seat, name in enumerate(strengths)]
    table = Table(parse_rules(rules), players, random.Random(seed))
    while table.state.phase != "over":
        table.play_round()
        assert not table.stopped, f"no end: {rules} {strengths} {seed}"
        yield from steps
        steps.clear()


def _noting(seat: int, strength: str, hurry: Hurry | None, steps: list[Step]) -> Decide:
    """The bot, writing down what it was asked; each decision has a chance of its own, known by its seed."""

    def choose(view: View, log: Log, rng: random.Random) -> str | None:
        chance = rng.getrandbits(32)
        known = copy.deepcopy(view), list(log)
        word = decide(strength, view, known[1], random.Random(chance), hurry)
        steps.append(Step(seat, strength, *known, chance, word))
        return word

    return choose
