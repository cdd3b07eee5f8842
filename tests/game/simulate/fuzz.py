"""Bots of all strengths under any rules: rounds that hang on a seed and a number, to be played again."""

from __future__ import annotations

import random
from functools import partial

from game.bots import STRENGTHS, decide
from game.engine import FIELDS, rules_text
from game.simulate.table import Decide, Log, Table, View
from game.simulate.yardsticks import random_player
from tests.game.engine.wild import any_rules

ROUNDS = 3
"""At most so many of a match are played: the last ones are where its end is near."""


def at_once() -> bool:
    """Master has no time: it answers from the few worlds it looks at in any case."""
    return True


def odd_player(view: View, log: Log, rng: random.Random) -> str | None:
    """Any legal word, a draw only if chance says so three times: two that draw at will play for ever."""
    words = [random_player(view, log, rng) for _ in range(3)]
    return next((word for word in words if word != "d"), words[0])


PLAYERS: dict[str, Decide] = {
    **{name: partial(decide, name, hurry=at_once) for name in STRENGTHS},
    "odd": odd_player,  # brings positions about that no bot plays for
}
OFTEN = {"easy": 4, "normal": 4, "hard": 2, "odd": 1}
MASTERS = 10
"""In one of so many matches a master sits down: it takes a hundred times as long as all others."""


def play(seed: int, number: int) -> int:
    """Match `number`: random rules, two to eight seats, some rounds; returns how many were played.

    What goes wrong is raised with what is needed to see it again.
    """
    rng = random.Random(f"{seed}:{number}")
    rules = any_rules(rng, rng.choice((3, len(FIELDS))))
    names = rng.choices(list(OFTEN), list(OFTEN.values()), k=rng.randint(2, 8))
    if not number % MASTERS:
        names[0] = "master"
    table = Table(rules, [PLAYERS[name] for name in names], rng)
    try:
        while table.state.phase != "over" and table.state.round_no < ROUNDS:
            table.play_round()
            assert not table.stopped, f"no end after {table.words} words"
    except Exception as error:
        error.add_note(f"play({seed}, {number}): {rules_text(rules)}, round {table.state.round_no}, {names}")
        raise
    return table.state.round_no


def play_some(seed: int, span: tuple[int, int]) -> int:
    """The matches from the first to before the last; returns how many rounds those were."""
    return sum(play(seed, number) for number in range(*span))
