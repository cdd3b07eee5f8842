"""Cards as small integers: ``card = rank * 4 + suit``; names only at the edges (NOTATION §1)."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "CSHD"

NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARDS: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
RANK_OF: tuple[int, ...] = tuple(card // 4 for card in range(len(NAMES)))
SUIT_OF: tuple[int, ...] = tuple(card % 4 for card in range(len(NAMES)))

NO_CARD = -1
NO_SUIT = -1
ANY_SUIT = 4
"""The wish after a wish card under ``start_card=free``: the first player may lay any card."""


def parse_card(name: str) -> int:
    """The card called `name` ("9H"); raises ValueError for anything else."""
    try:
        return CARDS[name]
    except KeyError:
        raise ValueError(f"not a card: {name!r}") from None


def card_name(card: int) -> str:
    """The name of `card`, rank then suit: "9H"."""
    return NAMES[card]


def names(cards: Iterable[int]) -> list[str]:
    """The names of `cards` in their order."""
    return [NAMES[card] for card in cards]


def sorted_names(cards: Iterable[int]) -> list[str]:
    """The names of `cards`, sorted as strings: the order that tells nothing about drawing."""
    return sorted([NAMES[card] for card in cards])


def pack(lowest: str, packs: int) -> list[int]:
    """One or two unshuffled packs from rank `lowest` to the ace, in the order of NOTATION §4."""
    first = RANKS.index(lowest)
    one = [rank * 4 + suit for suit in range(4) for rank in range(first, len(RANKS))]
    return one * packs
