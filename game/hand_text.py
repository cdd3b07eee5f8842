"""The own hand: what a tap on a card says, and the sheets that ask more before it does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from game.card_words import SUITS, card_label, hand_order, rank_name, suit_name
from game.coach.board import cards_of
from game.engine import combinations, parse_card
from game.engine.tables import tables
from game.plate_text import Standing
from game.table_parts import Button, CardSet, Choice, HandCard

SETS_SHOWN = 24  # of the combinations; the others stand under "all"


@dataclass
class Hand(Standing):
    """The viewer's cards, and the sheets a tap on one opens (`wish`, `lay`: the way without scripts).
    `tip`: the word the coach advises."""

    @cached_property
    def hand(self) -> list[HandCard]:
        """The own cards by suit and rank; twins of a second pack are numbered."""
        seen: dict[str, int] = {}
        cards = []
        for name in sorted(self.view.get("hand") or [], key=hand_order):
            seen[name] = seen.get(name, 0) + 1
            cards.append(self._hand_card(name, seen[name]))
        return cards

    @property
    def held(self) -> int:
        """How many they are."""
        return len(self.hand)

    def _hand_card(self, name: str, copy: int) -> HandCard:
        lays = [word for word in self.legal if word.startswith(f"p {name}")]
        jumps = f"j {name}" in self.legal and not lays
        mates = self._mates(name, bool(lays))
        wish = self._may_wish(name, lays)
        open_to_all = self.strict or not (self.my_turn or jumps)
        return HandCard(
            name=name,
            copy=copy,
            verb="j" if jumps else "x" if self.trying and not lays else "p",
            state="" if open_to_all else "jump" if jumps else "lay" if lays else "no",
            playable=bool(lays or jumps) and not self.strict,
            off=self.my_turn and not lays and not self.strict,
            dead=not self.my_turn if self.strict else not (lays or jumps),
            wish=wish,
            fresh=copy == 1 and name == self.view.get("drawn"),
            ask=bool(mates) or self._has_sets(name, lays) or (self.trying and wish),
            mates=mates,
            ends=bool(mates) and self._goes_out(len(mates) + 1),
            tip=cards_of(self.tip).count(name) >= copy,
        )

    def _may_wish(self, name: str, lays: list[str]) -> bool:
        """Whether a suit is asked for; while trying for every wish card, so that the sheet tells nothing."""
        if self.trying:
            return name[0] == self.rules.wish_rank and not self._goes_out(1)
        return any(":" in word for word in lays)

    def _mates(self, name: str, lays: bool) -> tuple[str, ...]:
        """The cards that may go along with this one (`equal_cards`)."""
        if self.rules.equal_cards == "off" or self.view.get("drawn") or self._combines(name):
            return ()
        if not (lays or self.trying):
            return ()
        others = sorted(self.view["hand"], key=hand_order)
        others.remove(name)
        return tuple(other for other in others if other[0] == name[0])

    def _has_sets(self, name: str, lays: list[str]) -> bool:
        if not self._combines(name):
            return False
        return f"p {name}(*)" in lays or (self.trying and bool(combinations(self.view["hand"], name)))

    def _combines(self, name: str) -> bool:
        return self.rules.combos == "on" and name[0] in "234"

    def _goes_out(self, laid: int) -> bool:
        """Whether so many cards are the whole hand, and its player is out with them and wishes nothing."""
        said = self.rules.mau_mau != "2" or "mau-mau" in self.view.get("said", [])
        return len(self.view["hand"]) == laid and said

    # the sheets without scripts
    def _asking(self) -> HandCard | None:
        return next((card for card in self.hand if card.ask and card.name == self.lay), None)

    @cached_property
    def choice(self) -> Choice | None:
        """The sheet for the card of `lay`: cards of its rank to add, or its combinations."""
        card = self._asking()
        if card is None or not (card.mates or self._combines(card.name)):
            return None
        sets = [] if card.mates else self._sets(card)
        label = _("the %(card)s") % {"card": card_label(card.name)}
        mates = [(name, capfirst(card_label(name))) for name in card.mates]
        rank = capfirst(rank_name(card.name[0]))
        return Choice(card.name, label, rank, card.word, mates, sets[:SETS_SHOWN], sets[SETS_SHOWN:])

    def _sets(self, card: HandCard) -> list[CardSet]:
        """All combinations in the hand, those worth most points first."""
        points = tables(self.rules).points
        sets = []
        for word in combinations(self.view["hand"], card.name):
            names = sorted(word[word.index("(") + 1 : -1].split("+"), key=lambda name: hand_order(name)[::-1])
            worth = sum(points[parse_card(name)] for name in names)
            label = ", ".join(card_label(name) for name in names)
            sets.append(CardSet(word if card.word[0] == "p" else card.word, names, label, worth))
        return sorted(sets, key=lambda one: -one.points)

    @cached_property
    def wish_cards(self) -> list[str]:
        """The cards to wish with (the way without scripts), [] where there is nothing to wish."""
        card = self._asking()
        if card is not None and card.wish and not card.mates:
            return [card.name]
        names, held = self.wish.split("+"), list(self.view.get("hand") or [])
        if not all(name in held and name[0] == names[0][0] for name in names):
            return []
        return names if any(word.startswith(f"p {names[0]}:") for word in self.legal) else []

    @property
    def wish_buttons(self) -> list[Button]:
        """The four suits for those cards, else []."""
        if not self.wish_cards or not self.my_turn:
            return []
        fits = f"p {self.wish_cards[0]}:C" in self.legal
        lay = f"p {'+'.join(self.wish_cards)}"
        words = [f"{lay}:{suit}" if fits else f"x {self.wish_cards[0]}" for suit in SUITS]
        return [replace(button, word=word, key="") for button, word in zip(self.suits, words, strict=True)]

    @property
    def wish_card_label(self) -> str:
        """The card to wish with, in words: the one that will lie on top."""
        return _("the %(card)s") % {"card": card_label(self.wish_cards[-1])} if self.wish_buttons else ""

    @property
    def suits(self) -> list[Button]:
        """The four suits in the order of the keys 1–4."""
        keys = enumerate(SUITS, 1)
        return [Button(suit, capfirst(suit_name(suit)), str(key), suit=suit) for key, suit in keys]
