"""Whether an advice is true, by the whole state: every word is played for real, every card is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from game import engine
from game.coach.reasons import Advice
from game.engine import State, card_name, parse_action
from game.engine.events import Event

Facts = dict[str, Any]
SPECIAL = {"7": 2, "6": 1}


def played(state: State, seat: int, advice: Advice) -> tuple[State, list[Event]]:
    """The state after the advised word, what has to be called before called."""
    after, happened = engine.copy(state), []
    for call in ("m", "mm"):
        left = len(state.hands[seat]) - laid(advice.word)
        due = {1: "m", 0: "mm"}.get(left) == call and advice.word[0] == "p"
        if due and engine.why_not(after, seat, parse_action(call)) is None:
            happened += engine.apply(after, seat, parse_action(call))
    return after, [*happened, *engine.apply(after, seat, parse_action(advice.word))]


def laid(word: str) -> int:
    """How many cards a word lays."""
    return word.count("+") + 1 + word.count("(") if word.startswith("p ") else 0


class Truth:
    """An advice and the table it was given at; `holds` asserts that its reason is so."""

    def __init__(self, state: State, seat: int, advice: Advice, heard: list[Facts]) -> None:
        self.before, self.seat, self.advice, self.heard = state, seat, advice, heard
        self.facts = advice.facts
        self.after, self.happened = played(state, seat, advice)
        self.hand = [card_name(card) for card in self.after.hands[seat]]

    def holds(self) -> None:
        """Raises AssertionError where the sentence says what is not so."""
        check: Callable[[], None] = getattr(self, "_" + self.advice.key.replace("-", "_"))
        check()

    def _cards(self, seat: int) -> int:
        return len(self.before.hands[seat])

    def _skipped(self) -> list[int]:
        return [event.seat for event in self.happened if event.kind == "skipped"]

    def _fitting(self, state: State) -> list[str]:
        names = {card_name(card) for card in state.hands[self.seat]}
        words = engine.legal_words(state, self.seat)
        return sorted({word[2:4] for word in words if word.startswith("p ")} & names)

    def _effect_draws(self, card: str) -> bool:
        rules = self.before.rules
        return (card[0] == "7" and rules.seven != "off") or (card[0] == "6" and rules.six == "stack")

    # the last card
    def _wins(self) -> None:
        assert self.after.phase != "play" and self.after.winner_of_round == self.seat
        assert not self.before.outs, "somebody was out before"

    def _out(self) -> None:
        assert self.seat in self.after.outs and not self.after.hands[self.seat]

    def _open(self) -> None:
        assert self.seat in self.after.bare and self.after.phase == "play"

    # due and open
    def _answer(self) -> None:
        assert self.before.due and self.after.due == self.facts["n"]
        assert self.after.turn == self.facts["seat"] != self.seat

    def _pass_on(self) -> None:
        assert self.before.skip and self.after.skip and self.after.turn == self.facts["seat"] != self.seat

    def _only(self) -> None:
        assert len(self._fitting(self.before)) == 1
        if self.facts["drawn"]:
            assert card_name(self.before.drawn) == self._fitting(self.before)[0]

    # the others
    def _takes(self) -> None:
        taker, rank = self.facts["seat"], self.facts["rank"]
        assert self.after.turn == taker != self.seat and self.after.due == self.facts["n"] > 0
        assert self._cards(taker) == self.facts["left"]
        every = [card for card in range(52) if self.after.row[card]]
        assert {card_name(card)[0] for card in every} == ({rank} if rank else set())

    def _takes_soon(self) -> None:
        self._takes()
        assert self.facts["left"] <= 2

    def _sits(self) -> None:
        seat = self.facts["seat"]
        assert seat != self.seat and self._cards(seat) == self.facts["left"]
        if self.facts["open"]:
            assert self.after.skip and self.after.turn == seat
        else:
            assert seat in self._skipped()

    def _sits_soon(self) -> None:
        self._sits()
        assert self.facts["left"] <= 2

    def _away(self) -> None:
        assert self.after.dir == -self.before.dir and self.after.turn not in (self.facts["seat"], self.seat)
        circle = self.before.after if self.before.dir > 0 else self.before.before
        next_one = circle[self.seat]
        while self.before.owes[next_one]:
            next_one = circle[next_one]
        assert next_one == self.facts["seat"] and self._cards(next_one) == self.facts["left"] <= 2

    def _back(self) -> None:
        assert self.after.phase == "play" and self.after.turn == self.seat
        how = self.facts["how"]
        if how == "again":
            assert self.after.again and self._fitting(self.after)
        elif how == "turned":
            assert any(event.kind == "reversed" for event in self.happened)
        elif how == "sits":
            assert self.facts["seat"] in self._skipped()

    def _stuck(self) -> None:
        seat, suit = self.facts["seat"], self.facts["suit"]
        assert self.after.turn == seat
        asked, drew = "", False
        for event in self.heard:
            if event["e"] == "dealt":
                asked, drew = event["top"][1], False
            if event["e"] in ("played", "jumped"):
                asked = event.get("wish") or event["card"][1]
                drew = drew and not (event["seat"] == seat and event["card"][1] == suit)
            if event["e"] == "wished":
                asked = event["suit"]
            if event["e"] == "drew" and event["seat"] == seat and not event["cause"] and asked == suit:
                drew = True
        assert drew
        wish = "CSHD"[self.after.wish] if 0 <= self.after.wish < 4 else card_name(self.after.top)[1]
        assert wish == suit

    # the own hand
    def _many(self) -> None:
        assert self._cards(self.seat) - len(self.hand) == self.facts["n"] > 1

    def _keeps(self) -> None:
        wish_rank = self.before.rules.wish_rank
        assert self.facts["card"] in self.hand and self.facts["card"][0] == wish_rank
        assert sum(card[0] == wish_rank for card in self._known()) == self.facts["n"]

    def _keeps_due(self) -> None:
        assert self.facts["card"] in self.hand and self._effect_draws(self.facts["card"])
        assert sum(self._effect_draws(card) for card in self._known()) == self.facts["n"]

    def _known(self) -> list[str]:
        """The hand afterwards, but for cards that are only drawn by the word."""
        before, after = (Counter(state.hands[self.seat]) for state in (self.before, self.after))
        return [card_name(card) for card in (before & after).elements()]

    def _of_suit(self) -> int:
        wish_rank = self.before.rules.wish_rank
        return sum(card[1] == self.facts["suit"] and card[0] != wish_rank for card in self.hand)

    def _wish(self) -> None:
        assert "CSHD"[self.after.wish] == self.facts["suit"]
        assert self._of_suit() == self.facts["n"] > 0

    def _follows(self) -> None:
        assert self._of_suit() == self.facts["n"] > 0 and card_name(self.after.top)[1] == self.facts["suit"]

    def _rare(self) -> None:
        assert self.after.turn != self.seat and not self.after.due and not self.after.skip
        hands = [hand for seat, hand in enumerate(self.before.hands) if seat != self.seat]
        hidden = [card_name(card)[1] for cards in (*hands, self.before.stock) for card in cards]
        assert hidden.count(self.facts["suit"]) == self.facts["n"] <= 3
        wish = "CSHD"[self.after.wish] if 0 <= self.after.wish < 4 else card_name(self.after.top)[1]
        assert wish == self.facts["suit"]

    def _points(self) -> None:
        tables = self.before.tables
        gone = self.before.hands[self.seat][:]
        for card in self.after.hands[self.seat]:
            gone.remove(card)
        assert sum(tables.points[card] for card in gone) == self.facts["n"]
        assert self._cards(self.facts["seat"]) == self.facts["left"] <= 2

    def _sheds(self) -> None:
        assert len(self.hand) < self._cards(self.seat)

    def _tried(self) -> None:
        """Says only that it was weighed."""

    # nothing to lay
    def _due(self) -> None:
        assert self.before.due and not self._fitting(self.before)
        rank = self.facts["rank"]
        answers = {card_name(card)[0] for card in range(52) if self.before.row[card]}
        assert answers == ({rank} if rank else set())
        assert not any(card_name(card)[0] == rank for card in self.before.hands[self.seat])

    def _no_eight(self) -> None:
        assert self.before.skip
        assert not any(card_name(card)[0] == "8" for card in self.before.hands[self.seat])

    def _misfit(self) -> None:
        assert card_name(self.before.drawn) == self.facts["card"] and not self._fitting(self.before)

    def _empty(self) -> None:
        assert not self._fitting(self.before) and not self.before.stock and len(self.before.pile) == 1

    def _again_none(self) -> None:
        assert self.before.again and not self._fitting(self.before)

    def _bare(self) -> None:
        assert not self.before.hands[self.seat] and self.seat in self.before.bare

    def _none(self) -> None:
        assert not self._fitting(self.before) and not self.before.due and not self.before.skip
        assert card_name(self.before.top) == self.facts["top"]
        assert engine.view(self.before, self.seat)["wish"] == (self.facts["wish"] or None)

    # calling
    def _mau(self) -> None:
        after = engine.copy(self.after)
        engine.apply(after, self.seat, parse_action(self.facts["then"]))
        assert self._cards(self.seat) - laid(self.facts["then"]) == 1

    def _mau_mau(self) -> None:
        assert self._cards(self.seat) == laid(self.facts["then"])

    def _late(self) -> None:
        assert self.before.window == self.seat

    def _challenge(self) -> None:
        assert self.before.window == self.facts["seat"] and self._cards(self.facts["seat"]) == 1
