"""Cards, suits and ranks in words, for French and German decks (names as in NOTATION §1)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

SUITS = "CSHD"
RANKS = "23456789TJQKA"

SUIT_NAMES: dict[str, dict[str, Any]] = {
    "french": {
        "C": pgettext_lazy("suit", "clubs"),
        "S": pgettext_lazy("suit", "spades"),
        "H": pgettext_lazy("suit", "hearts"),
        "D": pgettext_lazy("suit", "diamonds"),
    },
    "german": {
        "C": pgettext_lazy("suit", "acorns"),
        "S": pgettext_lazy("suit", "leaves"),
        "H": pgettext_lazy("suit", "hearts"),
        "D": pgettext_lazy("suit", "bells"),
    },
}

RANK_NAMES: dict[str, Any] = {
    "2": pgettext_lazy("rank", "two"),
    "3": pgettext_lazy("rank", "three"),
    "4": pgettext_lazy("rank", "four"),
    "5": pgettext_lazy("rank", "five"),
    "6": pgettext_lazy("rank", "six"),
    "7": pgettext_lazy("rank", "seven"),
    "8": pgettext_lazy("rank", "eight"),
    "9": pgettext_lazy("rank", "nine"),
    "T": pgettext_lazy("rank", "ten"),
    "J": pgettext_lazy("rank", "jack"),
    "Q": pgettext_lazy("rank", "queen"),
    "K": pgettext_lazy("rank", "king"),
    "A": pgettext_lazy("rank", "ace"),
}
GERMAN_RANK_NAMES: dict[str, Any] = {"J": pgettext_lazy("rank", "under"), "Q": pgettext_lazy("rank", "over")}


def suit_name(suit: str, deck: str = "french") -> str:
    """The suit of a letter `C S H D` in words, as within a sentence."""
    return str(SUIT_NAMES[deck][suit])


def rank_name(rank: str, deck: str = "french") -> str:
    """The rank of a letter in words; German decks have Unter and Ober."""
    if deck == "german" and rank in GERMAN_RANK_NAMES:
        return str(GERMAN_RANK_NAMES[rank])
    return str(RANK_NAMES[rank])


def card_label(name: str, deck: str = "french") -> str:
    """A card in a sentence: `9H` is "Herz Neun" or "nine of hearts"."""
    return _("%(rank)s of %(suit)s") % {"suit": suit_name(name[1], deck), "rank": rank_name(name[0], deck)}


def symbol(name: str) -> str:
    """The id of a card's drawing in the deck files: `TD` is `d10`."""
    return name[1].lower() + ("10" if name[0] == "T" else name[0])


def hand_order(name: str) -> tuple[int, int]:
    """Sort key of a hand: suit, then rank."""
    return SUITS.index(name[1]), RANKS.index(name[0])
