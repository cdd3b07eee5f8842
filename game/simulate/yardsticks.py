"""Two yardsticks to measure bots by. They are frozen: a change here makes every older figure worthless.

**random** says "Mau" when it can, and else any word of its legal list, each as likely as the others: it draws
with a card in its hand that fits as often as it lays that card, and wishes any suit. A combination card is
one word; which of its combinations is laid is even chance too. Out of turn, saying nothing is one more word.

**greedy** says "Mau" when it can and lays what fits, each card as likely as the others, but a wish card only
if nothing else fits; it wishes the suit it has most of (of equally long ones the first in the order C S H D,
the wish card itself not counted). It challenges and jumps in whenever it may. It never lays equal cards
together, and remembers nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.engine import combinations
from game.engine.cards import SUITS
from game.simulate.table import Log, View

SAYINGS = ("m", "mm")


def random_player(view: View, log: Log, rng: random.Random) -> str | None:
    """A word of the legal list by even chance, see above."""
    legal: list[str] = view["legal"]
    said = _saying(legal)
    if said:
        return said
    if view["turn"] == view["me"]:
        return _full(rng.choice(legal), view["hand"], rng)
    return rng.choice([*legal, None])


def greedy_player(view: View, log: Log, rng: random.Random) -> str | None:
    """Lays what fits, keeps wish cards, wishes its longest suit, see above."""
    legal: list[str] = view["legal"]
    said = _saying(legal) or next((word for word in legal if word[0] in "cj"), None)
    if said or view["turn"] != view["me"]:
        return said
    if legal[0][0] == "w":
        return f"w {_longest(view['hand'])}"
    lays = [word for word in legal if word[0] == "p"]
    if not lays:
        return legal[0]
    plain = [word for word in lays if ":" not in word]
    if plain:
        return _full(rng.choice(plain), view["hand"], rng)
    card = rng.choice(lays)[2:4]
    rest = list(view["hand"])
    rest.remove(card)
    return f"p {card}:{_longest(rest)}"


def _saying(legal: Sequence[str]) -> str | None:
    return next((word for word in SAYINGS if word in legal), None)


def _full(word: str, hand: Sequence[str], rng: random.Random) -> str:
    """The word with one of its combinations, where it stands for all of them."""
    return rng.choice(combinations(hand, word[2:4])) if word.endswith("(*)") else word


def _longest(cards: Sequence[str]) -> str:
    return max(SUITS, key=lambda suit: sum(card[1] == suit for card in cards))
