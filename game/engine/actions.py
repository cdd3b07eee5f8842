"""Actions and their words (NOTATION §2). Common ones are small integers, the others small tuples.

0–51 lay a card, 52–259 lay it with a wish, then the rest in blocks: see the constants.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote, unquote

from game.engine.cards import CARDS, NAMES, NO_SUIT, SUITS
from game.engine.errors import BadAction, NotThatCard

DECK = len(NAMES)
MOST_SEATS = 8
LAYS = DECK * 5
DRAW, PASS, MAU, MAU_MAU, TIMEOUT, LEAVE = range(LAYS, LAYS + 6)
WISH_0 = LEAVE + 1
CHALLENGE_0 = WISH_0 + 4
JUMP_0 = CHALLENGE_0 + MOST_SEATS
TRY_0 = JUMP_0 + DECK
STRENGTHS = ("easy", "normal", "hard", "master")


class Lay(NamedTuple):
    """Several cards laid at once: `cards` of one rank, or one card with its combination `under`."""

    cards: tuple[int, ...]
    wish: int = NO_SUIT
    under: tuple[int, ...] = ()


class Join(NamedTuple):
    """A newcomer called `name` sits down between rounds."""

    name: str


class BotTakes(NamedTuple):
    """A bot of this `strength` plays the seat from now on."""

    strength: str


class HumanTakes(NamedTuple):
    """The human called `name` plays the seat from now on."""

    name: str


Action = int | Lay | Join | BotTakes | HumanTakes


def lay_action(card: int, wish: int = NO_SUIT) -> int:
    """The action that lays `card`, wishing suit `wish`."""
    return card if wish == NO_SUIT else DECK + card * 4 + wish


CARD_LAID: tuple[int, ...] = tuple(range(DECK)) + tuple(card for card in range(DECK) for _ in range(4))
"""The card of a lay action."""
SUIT_WISHED: tuple[int, ...] = (NO_SUIT,) * DECK + tuple(suit for _ in range(DECK) for suit in range(4))
"""The suit a lay action wishes, or NO_SUIT."""

WORDS: tuple[str, ...] = (
    *(f"p {name}" for name in NAMES),
    *(f"p {name}:{suit}" for name in NAMES for suit in SUITS),
    *("d", "-", "m", "mm", "t", "leave"),
    *(f"w {suit}" for suit in SUITS),
    *(f"c {seat}" for seat in range(MOST_SEATS)),
    *(f"j {name}" for name in NAMES),
    *(f"x {name}" for name in NAMES),
)
_BAD_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")
_SIMPLE: dict[str, int] = {word: number for number, word in enumerate(WORDS)}


def parse_action(word: str) -> Action:
    """The action a word of NOTATION §2 means, without the seat; raises BadAction for any other text."""
    simple = _SIMPLE.get(word)
    if simple is not None:
        return simple
    verb, _, rest = word.partition(" ")
    if verb == "p" and rest:
        return _parse_lay(rest)
    if verb == "join" and rest:
        return Join(_name(rest))
    if verb == "human" and rest:
        return HumanTakes(_name(rest))
    if verb == "bot" and rest in STRENGTHS:
        return BotTakes(rest)
    raise BadAction()


def unquote_name(text: str) -> str:
    """The name that `quote_name` wrote as `text`; raises ValueError for what it cannot have written."""
    if not text or any(c in "|:#" or c.isspace() for c in text) or _BAD_ESCAPE.search(text):
        raise ValueError(f"not a name: {text[:40]!r}")
    return unquote(text, errors="strict")


def _name(text: str) -> str:
    try:
        return unquote_name(text)
    except ValueError:
        raise BadAction() from None


def _parse_lay(text: str) -> Lay:
    if text.endswith(")"):
        card, _, under = text[:-1].partition("(")
        if under == "*":
            raise NotThatCard("combination-missing")
        return Lay((_card(card),), NO_SUIT, tuple(_card(name) for name in under.split("+")))
    head, colon, suit = text.partition(":")
    if colon and suit not in tuple(SUITS):
        raise BadAction()
    cards = tuple(_card(name) for name in head.split("+"))
    if len(cards) < 2:
        raise BadAction()
    return Lay(cards, SUITS.index(suit) if colon else NO_SUIT)


def _card(name: str) -> int:
    try:
        return CARDS[name]
    except KeyError:
        raise BadAction() from None


def quote_name(name: str) -> str:
    """A name as it stands in a record: `:`, `|`, `%`, `#` and blanks percent-encoded."""
    return "".join(quote(c) if c in ":|%#" or c.isspace() else c for c in name)


def action_word(action: Action) -> str:
    """The word of `action`; `parse_action` reads it back."""
    if isinstance(action, int):
        return WORDS[action]
    if isinstance(action, Lay):
        if action.under:
            return f"p {NAMES[action.cards[0]]}({'+'.join(NAMES[c] for c in action.under)})"
        wish = "" if action.wish == NO_SUIT else ":" + SUITS[action.wish]
        return "p " + "+".join(NAMES[c] for c in action.cards) + wish
    if isinstance(action, Join):
        return "join " + quote_name(action.name)
    if isinstance(action, HumanTakes):
        return "human " + quote_name(action.name)
    return "bot " + action.strength
