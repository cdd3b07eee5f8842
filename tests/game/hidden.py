"""The same table with other hidden cards: nothing that is open to all has changed."""

from __future__ import annotations

import random

from game import engine
from game.engine import State
from game.engine.cards import NO_CARD


def dealt_anew(state: State, rng: random.Random) -> State:
    """A copy in which all cards in hands and in the stock have changed places by chance."""
    other = engine.copy(state)
    hidden = [card for hand in other.hands for card in hand] + other.stock
    rng.shuffle(hidden)
    other.hands = [[hidden.pop() for _ in hand] for hand in other.hands]
    other.stock = hidden
    if other.drawn != NO_CARD and other.turn is not None:
        other.drawn = other.hands[other.turn][-1]
    return other
