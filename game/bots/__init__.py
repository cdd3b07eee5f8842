"""Bots: players that know what a person in their seat knows, and nothing else.

>>> from game.bots import STRENGTHS
>>> STRENGTHS
('easy', 'normal', 'hard', 'master')
"""

from __future__ import annotations

import random

from game.bots import easy, hard, master, normal
from game.bots.base import Log, Player, View
from game.bots.master import Hurry

_PLAYERS: dict[str, Player] = {"easy": easy.choose, "normal": normal.choose, "hard": hard.choose}

STRENGTHS: tuple[str, ...] = (*_PLAYERS, "master")


def decide(strength: str, view: View, log: Log, rng: random.Random, hurry: Hurry | None = None) -> str | None:
    """The word (NOTATION §2) a bot of this strength says in the seat of `view`, or None to let others act.

    A function of its arguments alone: `view` is `game.engine.view(state, seat)`, `log` the wire events that
    seat has seen (oldest first, any number of them), `rng` the bot's own chance. None comes only when the
    seat has nothing it must do: not on turn it declines a jump-in or a challenge, or it has no legal word.
    Only master searches: without `hurry` a fixed number of worlds, so the same arguments give the same word;
    with it until `hurry()` is true. Raises KeyError for a strength that does not exist.
    """
    if strength == "master":
        return master.choose(view, log, rng, hurry)
    return _PLAYERS[strength](view, log, rng)
