"""A small table for one question: three people, known cards, and moves that the engine judges.

Seat 0 is the reader. Ben sits on the left and is next, Cleo on the right and was on turn before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from game.engine import (
    EngineError,
    RuleSet,
    State,
    apply,
    copy,
    full_pack,
    legal_words,
    members,
    parse_action,
    parse_card,
    parse_position,
    rules_text,
    why_not,
)
from game.engine.events import Event
from game.engine.state import PLAY
from game.engine.tables import tables

YOU, BEN, CLEO = range(3)
NAMES = ("", "Ben", "Cleo", "Dana", "Emil", "Fine", "Gero", "Hanna")
CARDS_OF_OTHERS = ("QC", "KD", "9D")
"""None of them does anything for its owner unless a situation says so."""


class Table:
    """A round in progress; `events` are what has happened since the last `forget`."""

    def __init__(self, state: State, hand: Sequence[str]) -> None:
        self.state = state
        self.events: list[Event] = []
        self.hand = tuple(hand)

    @property
    def rules(self) -> RuleSet:
        """The rules of this table."""
        return self.state.rules

    @property
    def playing(self) -> bool:
        """Whether the round goes on."""
        return self.state.phase == PLAY

    def play(self, seat: int, *words: str) -> Table:
        """Plays actions that are legal here; raises EngineError for others."""
        for word in words:
            self.events += apply(self.state, seat, parse_action(word))
        return self

    def may(self, seat: int, word: str) -> bool:
        """Whether the engine takes this action now."""
        try:
            return why_not(self.state, seat, parse_action(word)) is None
        except EngineError:
            return False

    def lay_word(self, seat: int, card: str, wish: str = "H") -> str:
        """The word that lays `card`: with a wish where it owes one."""
        return next((word for word in (f"p {card}", f"p {card}:{wish}") if self.may(seat, word)), f"p {card}")

    def lay(self, seat: int, card: str, wish: str = "H") -> Table:
        """Lays a card, after saying what has to be said for it."""
        for call in ("m", "mm"):
            if self.may(seat, call):
                self.play(seat, call)
        return self.play(seat, self.lay_word(seat, card, wish))

    def forget(self) -> Table:
        """What has happened so far is known; only what comes now is told."""
        self.events = []
        return self

    def open_cards(self) -> Table:
        """The same moment where the table shows what fits (`strict=off`): readers see every card."""
        other = self.split()
        other.state.rules = replace(self.rules, strict="off")
        other.state.tables = tables(other.state.rules)
        return other

    def split(self) -> Table:
        """Another course of things from here on."""
        other = Table(copy(self.state), self.hand)
        other.events = self.events[:]
        return other

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now, in words of the notation."""
        return legal_words(self.state, seat)

    def stock(self, *names: str) -> Table:
        """Puts cards on the stock, the first named is drawn first."""
        self.state.stock += [parse_card(name) for name in reversed(names)]
        return self

    def empty(self, under: Sequence[str] = ()) -> Table:
        """No stock is left, and under the top card lie only these."""
        self.state.stock = []
        self.state.pile = [*(parse_card(name) for name in under), self.state.pile[-1]]
        return self


def table(
    rules: RuleSet, top: str, hand: Sequence[str], *others: Sequence[str], turn: int = YOU, **open_: object
) -> Table:
    """A table with `top` on the pile; the `others` hold what is given, two of them plain cards if nothing is.

    `open_` is what a position may add: `wish="H"`, `due=2`, `drawn="9C"`.
    """
    hands = [hand, *(others or (CARDS_OF_OTHERS, ("TS", "QS", "KS")))]
    more = " ".join(f"{key}={value}" for key, value in open_.items())
    counts = ",".join(str(len(cards)) for cards in hands)
    state = parse_position(
        f"top={top} hand={'.'.join(hand)} hands={counts} turn={turn} {more} rules={rules_text(rules)}"
    )
    _hand_out(state, [[parse_card(name) for name in cards] for cards in hands])
    state.seats = tuple(replace(state.seats[seat], name=NAMES[seat]) for seat in members(state))
    return Table(state, hand)


def _hand_out(state: State, hands: list[list[int]]) -> None:
    """Gives every seat its known cards; the rest of the pack is the stock."""
    left = Counter(full_pack(state.rules, len(hands)))
    left.subtract([*state.pile, *(card for hand in hands for card in hand)])
    state.hands = hands
    state.stock = list(left.elements())
