"""The round that the page about a whole round shows: three bots from one seed, made by the engine."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from game.bots import decide
from game.engine import PRESETS, Seat, State, apply, copy, deal, new_match, parse_action, view
from game.engine.events import Event
from game.engine.state import PLAY

NAMES = ("Anna", "Ben", "Cleo")
SEED = 2333
"""Chosen so that the round has a seven answered, an eight, a wish, a draw, “Mau” and a going out."""
STRENGTH = "normal"
MOST = 100
"""Turns; no round of the chosen seed comes near."""


class Ply(NamedTuple):
    """A turn: who had it, how things stood before, and all that happened until the next one."""

    seat: int
    before: State
    events: tuple[Event, ...]


class Round(NamedTuple):
    """A round from the deal to the points; `dealt` is what happened before the first turn."""

    dealt: tuple[Event, ...]
    plies: tuple[Ply, ...]
    end: State


@cache
def example(seed: int = SEED) -> Round:
    """The round of a seed; the same every time."""
    state = new_match(PRESETS["mau-mau"], [Seat(name, STRENGTH) for name in NAMES])
    rng = random.Random(seed)
    dealt = tuple(deal(state, seed.to_bytes(32, "big")))
    plies: list[Ply] = []
    while state.phase == PLAY and len(plies) < MOST:
        plies.append(_turn(state, rng))
    return Round(dealt, tuple(plies), state)


def _turn(state: State, rng: random.Random) -> Ply:
    """Plays one whole turn."""
    before, seat, number = copy(state), state.turn, state.turn_no
    assert seat is not None
    events: list[Event] = []
    while state.phase == PLAY and (state.turn, state.turn_no) == (seat, number):
        word = decide(STRENGTH, view(state, seat), [], rng)
        assert word is not None, "who is on turn acts"
        events += apply(state, seat, parse_action(word))
    return Ply(seat, before, tuple(events))
