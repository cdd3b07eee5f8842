"""What the public log says about hidden cards, slot by slot: read once, then dealt from many times.

A *slot* is one hidden card of a hand, from its coming to its going. A *mask* has bit `card` set for every
card a slot may still be. Whoever draws had nothing that fits: that narrows every slot held at the time, and
none that came later. Cards seen in the pile when the stock was renewed were in no hand; what came from the
new stock is one of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from game.bots.base import Log, this_round
from game.engine.cards import ANY_SUIT, CARDS, NO_SUIT, SUITS
from game.engine.tables import ADD_SKIP, OPEN_SKIP, SEVEN, SIX, WISH, Row, Tables

ALL = (1 << len(CARDS)) - 1
PLAYED, GOT, LACKS = range(3)


class Fact(NamedTuple):
    """One thing the log says about the hand of `seat`."""

    what: int
    """PLAYED: `cards` left the hand. GOT: so many `slots` came. LACKS: those held are not in `mask`."""
    seat: int
    cards: tuple[int, ...] = ()
    slots: int = 0
    mask: int = ALL
    """GOT: what the new slots may be."""
    row: Row = ()
    """PLAYED: what fitted at the time; empty where the lay was not the seat's free choice."""
    wish: int = NO_SUIT
    fresh: bool = False
    """PLAYED: the card just drawn. LACKS: only the slot that came last."""
    sure: bool = True
    """LACKS: by the rules, not only because nobody would do otherwise."""


class Reader:
    """Walks through a round and notes its facts; `twins`: every card exists twice."""

    def __init__(self, tables: Tables, log: Log, *, twins: bool) -> None:
        self.tables, self.twins = tables, twins
        self.row: Row = tables.nothing
        self.top = -1
        self.pile: list[int] | None = None
        """The whole pile while it is known; None where the log begins later."""
        self.buried: list[int] = []
        """Starting cards under the stock, the one lying deepest last."""
        self.renewed = False
        self.came = ALL
        """What comes from the stock at present."""
        self.drawn_by = -1
        self.timed_out = False
        self.facts: list[Fact] = []
        for event in this_round(log):
            self._read(event)

    def _read(self, event: dict[str, Any]) -> None:
        reader = _READERS.get(event["e"])
        if reader:
            reader(self, event)
        if event["e"] not in ("said", "renewed"):
            self.timed_out = event["e"] == "timeout"

    def _dealt(self, event: dict[str, Any]) -> None:
        self.pile = [CARDS[name] for name in event.get("pile", [event["top"]])]
        self.top = CARDS[event["top"]]
        self.row = self.tables.fit[self.top]
        if event.get("counts"):
            self._effect(self.top, ANY_SUIT if self.tables.effect[self.top] == WISH else NO_SUIT)

    def _turned(self, event: dict[str, Any]) -> None:
        if event["how"] == "buried":
            self.buried.append(CARDS[event["card"]])

    def _effect(self, card: int, wish: int) -> None:
        """What fits on `card`."""
        effect, tables = self.tables.effect[card], self.tables
        self.top = card
        if wish != NO_SUIT:
            self.row = tables.wished[wish]
        elif effect in (SEVEN, SIX):
            self.row = tables.answer[card]
        elif effect in (OPEN_SKIP, ADD_SKIP):
            self.row = tables.eights
        else:
            self.row = tables.fit[card]

    def _played(self, event: dict[str, Any]) -> None:
        seat, top = event["seat"], CARDS[event["card"]]
        cards = tuple(CARDS[name] for name in event.get("cards", [event["card"]]))
        under = tuple(CARDS[name] for name in event.get("under", ()))
        wish = SUITS.index(event["wish"]) if event.get("wish") else NO_SUIT
        fresh = self.drawn_by == seat
        free = not fresh and not under and len(cards) == 1
        row = self.row if free else ()
        self.facts.append(Fact(PLAYED, seat, (*cards, *under), row=row, wish=wish, fresh=fresh))
        if self.pile is not None:
            self.pile[:0] = under
            self.pile += cards
        self.drawn_by = -1
        self._effect(top, wish)

    def _jumped(self, event: dict[str, Any]) -> None:
        self._played({**event, "wish": None})
        self.facts[-1] = self.facts[-1]._replace(row=())

    def _wished(self, event: dict[str, Any]) -> None:
        self.row = self.tables.wished[SUITS.index(event["suit"])]

    def _lacks(self, seat: int, *, sure: bool, fresh: bool = False) -> None:
        mask = mask_of(self.row)
        if mask:
            self.facts.append(Fact(LACKS, seat, mask=mask, sure=sure, fresh=fresh))

    def _drew(self, event: dict[str, Any]) -> None:
        seat, count, why = event["seat"], int(event["n"]), event.get("cause", "")
        if why != "bare" and not self.timed_out:
            self._lacks(seat, sure=why == "again" or not self.tables.draw_anyway)
        self._got(seat, count - 1, self.came & ~mask_of(self.row) if count > 1 else self.came)
        self._got(seat, 1 if count else 0, self.came)
        self.drawn_by = -1 if self.timed_out or why or self.tables.draw_ends else seat
        if why == "bare":
            self.row = self.tables.fit[self.top]
        self._stock_flows(event)

    def _took(self, event: dict[str, Any]) -> None:
        if not self.timed_out and not event.get("last"):
            self._lacks(event["seat"], sure=False)
        self._got(event["seat"], int(event["n"]), self.came)
        self.row = self.tables.fit[self.top]
        self._stock_flows(event)

    def _penalty(self, event: dict[str, Any]) -> None:
        """Forgotten calls, and cards tried (those come back, and are known from then on)."""
        self._got(event["seat"], int(event["n"]), self.came)
        if event["e"] == "tried":
            self.facts.append(Fact(PLAYED, event["seat"], (CARDS[event["card"]],)))
            self.facts.append(Fact(GOT, event["seat"], slots=1, mask=1 << CARDS[event["card"]]))
        self._stock_flows(event)

    def _passed(self, event: dict[str, Any]) -> None:
        if event["skip"]:
            self._lacks(event["seat"], sure=False)
            self.row = self.tables.fit[self.top]
        elif self.drawn_by == event["seat"] and not self.timed_out:
            self._lacks(event["seat"], sure=False, fresh=True)
        self.drawn_by = -1

    def _got(self, seat: int, count: int, mask: int) -> None:
        if count > 0:
            self.facts.append(Fact(GOT, seat, slots=count, mask=mask))

    def _renewed(self, event: dict[str, Any]) -> None:
        """The pile but its top card becomes the stock: in no hand now, and all that can be drawn later."""
        self.came, self.renewed = ALL, True  # the cards of the draw it was needed for may be older
        if self.pile is None or self.twins:
            self.pile = None if self.pile is None else self.pile[-1:]
            return
        old = sum(1 << card for card in self.pile[:-1])
        self.facts.append(Fact(LACKS, -1, mask=old))
        self.pile = self.pile[-1:]
        self._next_came = old

    _next_came: int | None = None

    def _stock_flows(self, event: dict[str, Any]) -> None:
        """From the draw after a renewal on, only cards of the new stock come."""
        if self._next_came is not None:
            self.came, self._next_came = self._next_came, None

    def _left(self, event: dict[str, Any]) -> None:
        """A removed seat's cards lie under the stock: no renewal says any more what can come."""
        if event["removed"]:
            self.came, self.pile, self.buried = ALL, None, []
            self.facts = [fact for fact in self.facts if fact.seat != event["seat"]]


_READERS = {
    "dealt": Reader._dealt, "turned": Reader._turned, "played": Reader._played, "jumped": Reader._jumped,
    "wished": Reader._wished, "drew": Reader._drew, "took": Reader._took, "forgot": Reader._penalty,
    "challenged": Reader._penalty, "tried": Reader._penalty, "passed": Reader._passed,
    "renewed": Reader._renewed, "left": Reader._left,
}  # fmt: skip


def mask_of(row: Row) -> int:
    """The cards a row lets fit, as a mask."""
    return sum(1 << card for card, acts in enumerate(row) if acts)
