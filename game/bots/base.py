"""What every bot shares: reading the view, listing its plays, and what is decided before the cards count."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from game.engine import RuleSet, combinations, parse_card, parse_rules
from game.engine.cards import NAMES, SUITS
from game.engine.tables import WISH, tables

View = dict[str, Any]
Log = Sequence[dict[str, Any]]
Player = Callable[[View, Log, random.Random], "str | None"]

rules_of = lru_cache(maxsize=256)(parse_rules)


@dataclass(frozen=True, slots=True)
class Play:
    """One way to lay: the word, the card on top afterwards, every card that leaves the hand, and the wish."""

    word: str
    top: str
    cards: tuple[str, ...]
    wish: str | None

    @property
    def suit(self) -> str:
        """The suit the next seat has to follow."""
        return self.wish or self.top[1]


FEW_ON_THE_TABLE = 3
KEEPS = 0.25  # how often the card just drawn is kept then

Judge = Callable[[], Callable[[Play], Any]]


class Seen:
    """A seat's view with the questions bots ask of it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules: RuleSet = rules_of(view["rules"])
        self.tables = tables(self.rules)
        self.effect = _effects(self.rules)  # by card name: what it does, a constant of game.engine.tables
        self.me: int = view["me"]
        self.hand: list[str] = view["hand"]
        self.legal: list[str] = view["legal"]
        self.on_turn: bool = view["turn"] == self.me

    @cached_property
    def holders(self) -> list[dict[str, Any]]:
        """The seats that still take turns this round, in seat order."""
        return [s for s in self.view["seats"] if s["seat"] == self.me or (s["in_match"] and s["cards"] > 0)]

    def next_seat(self, direction: int) -> dict[str, Any]:
        """The seat after this one in `direction` (1 clockwise); seats owing turns are passed over."""
        here = next(i for i, s in enumerate(self.holders) if s["seat"] == self.me)
        ring = [self.holders[(here + direction * k) % len(self.holders)] for k in range(1, len(self.holders))]
        return next((s for s in ring if not s["owes"]), ring[0] if ring else self.holders[here])

    def points(self, card: str) -> int:
        """What a card costs whoever holds it at the end."""
        return self.tables.points[parse_card(card)]

    def fits_anywhere(self, card: str) -> bool:
        """A wish card that may be laid on (nearly) any other."""
        return self.effect[card] == WISH and self.rules.wish_fits != "match"

    def may_end(self, card: str) -> bool:
        """Whether a hand may go out on this card, alone: not on a wish or combination card that is barred."""
        barred = self.effect[card] == WISH and self.rules.wish_finish == "forbidden"
        return not barred and not self.tables.combo[parse_card(card)]

    def rest(self, play: Play) -> list[str]:
        """The hand after a play."""
        left = list(self.hand)
        for card in play.cards:
            left.remove(card)
        return left

    @cached_property
    def plays(self) -> list[Play]:
        """Every play worth a thought: all listed ones, combinations filled in, equal cards put together."""
        found = [play for word in self.legal if word.startswith("p ") for play in self._read(word[2:])]
        if self.rules.equal_cards == "on" and not self.view["drawn"]:
            found += [more for play in found for more in self._equals(play)]
        return found

    def _read(self, text: str) -> Iterator[Play]:
        card, _, wish = text.partition(":")
        if not card.endswith("(*)"):
            yield Play(f"p {text}", card, (card,), wish or None)
            return
        card = card[:2]
        for word in combinations(self.hand, card):
            yield Play(word, card, (card, *word[5:-1].split("+")), None)

    def _equals(self, play: Play) -> Iterator[Play]:
        """The play together with all other cards of its rank, each of them on top once."""
        if len(play.cards) > 1 or self.tables.combo[parse_card(play.top)]:
            return
        others = sorted(self.hand)
        others.remove(play.top)
        same = [card for card in others if card[0] == play.top[0]]
        if not same or (self.effect[play.top] == WISH and len(same) == len(others)):
            return
        for last in sorted(set(same)):
            middle = list(same)
            middle.remove(last)
            cards = (play.top, *middle, last)
            wish = f":{play.wish}" if play.wish else ""
            yield Play(f"p {'+'.join(cards)}{wish}", last, cards, play.wish)


@lru_cache(maxsize=256)
def _effects(rules: RuleSet) -> dict[str, int]:
    return dict(zip(NAMES, tables(rules).effect, strict=True))


def this_round(log: Log) -> Log:
    """The events since the last deal; all of them if the log begins later."""
    deals = [i for i, event in enumerate(log) if event["e"] == "dealt"]
    return log[deals[-1] :] if deals else log


def longest_suit(cards: Sequence[str]) -> str:
    """The suit most cards have; of equally long ones the first in the order C S H D."""
    return max(SUITS, key=lambda suit: sum(card[1] == suit for card in cards))


def optional(seen: Seen, rng: random.Random, *, challenge: float, late_mau: float, jump: float) -> str | None:
    """A late "Mau", a challenge or a jump-in, each taken with its probability; None: none of them now."""
    if seen.view["mau_open"] == seen.me and "m" in seen.legal and rng.random() < late_mau:
        return "m"
    chances = {"c": challenge, "j": jump}
    return next((word for word in seen.legal if rng.random() < chances.get(word[0], 0.0)), None)


def announce(seen: Seen, left: int) -> str | None:
    """The call due before a play that leaves `left` cards, if it still has to be said."""
    call = {1: "m", 0: "mm"}.get(left)
    return call if call in seen.legal else None


def without_a_play(seen: Seen) -> str | None:
    """Draw, take, sit out or pass: the one of these that is legal."""
    return next((word for word in ("d", "-") if word in seen.legal), None)


def _may_go_in_circles(seen: Seen) -> bool:
    """With nearly all cards in hands, two who always lay what they drew can do so for ever (RULES.md §5)."""
    few = seen.view["stock"] + seen.view["discard"] <= FEW_ON_THE_TABLE
    return few and bool(seen.view["drawn"]) and "-" in seen.legal


def by_plan(seen: Seen, rng: random.Random, judge: Judge, *, challenge: float, jump: float) -> str | None:
    """What a bot with a plan says: an optional word, else the play it holds most of, announced if it must be.

    `judge` is asked once there is something to lay; it gives the worth of a play, higher is better.
    """
    word = optional(seen, rng, challenge=challenge, late_mau=1.0, jump=jump)
    if word or not seen.on_turn:
        return word
    if any(w.startswith("w ") for w in seen.legal):
        return f"w {longest_suit(seen.hand)}"
    if not seen.plays or (_may_go_in_circles(seen) and rng.random() < KEEPS):
        return without_a_play(seen)
    worth = judge()
    play = max(seen.plays, key=lambda p: (worth(p), p.word))
    return announce(seen, len(seen.hand) - len(play.cards)) or play.word
