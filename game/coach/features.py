"""What speaks for a word: facts of the position, read off what it leads to or off what all have seen.

`board.after` plays it under this rule set, so a seven that does nothing here never makes anybody take cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from game.bots.base import Log, Seen, this_round
from game.coach.board import After, View, after, board
from game.engine import card_name, parse_card
from game.engine.tables import SEVEN, SIX, WISH

FEW = 2  # with so many cards a seat is nearly out
FEW_HIDDEN = 3  # of a suit: others can hardly follow it

Facts = dict[str, Any]
Feature = tuple[float, Facts]
"""How much of it, and what a sentence needs to say so."""


class Case:
    """One decision: the position, what all have heard, and what each word leads to."""

    def __init__(self, view: View, log: Log) -> None:
        self.view, self.seen, self.log = view, Seen(view), log
        self.me: int = view["me"]
        self._after: dict[str, After] = {}

    def after(self, word: str) -> After:
        """What a word leads to, worked out once."""
        if word not in self._after:
            self._after[word] = after(self.view, word)
        return self._after[word]

    @cached_property
    def stacks(self) -> bool:
        """Whether what is due can be answered by the rank on top at all."""
        return any(self.seen.tables.answer[parse_card(self.view["top"])])

    @cached_property
    def hidden(self) -> Counter[str]:
        """Of each suit, how many cards are in other hands or in the stock."""
        unseen = board(self.view)
        hands = (hand for seat, hand in enumerate(unseen.hands) if seat != self.me)
        return Counter(card_name(card)[1] for cards in (*hands, unseen.stock) for card in cards)

    @cached_property
    def lays(self) -> set[str]:
        """The cards that may be laid now."""
        return {word[2:4] for word in self.seen.legal if word.startswith("p ")}

    def seat(self, number: int) -> dict[str, Any]:
        """A seat as the view has it."""
        return dict(self.view["seats"][number])

    def is_wish(self, card: str) -> bool:
        """Whether a card wishes here."""
        return self.seen.effect[card] == WISH

    def held(self, cards: Sequence[str], suit: str) -> int:
        """How many cards of a suit are among them, wish cards left out."""
        return sum(card[1] == suit and not self.is_wish(card) for card in cards)

    def could_not_follow(self, seat: int) -> set[str]:
        """The suits that `seat` was asked for in this round and drew, and has not laid since."""
        found: set[str] = set()
        asked = ""
        for event in this_round(self.log):
            kind, doer = event["e"], event.get("seat")
            if kind in ("dealt", "played", "jumped", "wished"):
                card = event.get("top") or event.get("card") or ""
                asked = event.get("wish") or event.get("suit") or card[1:]
                if doer == seat and card:
                    found.discard(card[1])
            elif kind == "drew" and doer == seat and not event.get("cause") and asked:
                found.add(asked)
        return found


# -- what speaks for laying something -----------------------------------------------------------------


def _wins(case: Case, one: After) -> Feature | None:
    return (1.0, {}) if one.ended and not one.rest and case.view["outs"] == [] else None


def _out(case: Case, one: After) -> Feature | None:
    return (1.0, {}) if one.out and not one.rest else None


def _open(case: Case, one: After) -> Feature | None:
    return (1.0, {}) if one.owes_answer else None


def _answer(case: Case, one: After) -> Feature | None:
    """What is due goes on to somebody else."""
    if not case.view["due"] or not one.due or one.turn in (None, case.me):
        return None
    return 1.0, {"seat": one.turn, "n": one.due}


def _pass_on(case: Case, one: After) -> Feature | None:
    """Sitting out goes on to somebody else."""
    if not case.view["skip"] or not one.skip or one.turn in (None, case.me):
        return None
    return 1.0, {"seat": one.turn}


def _only(case: Case, one: After) -> Feature | None:
    if len(case.lays) > 1 or len(one.laid) > 1 or one.wish:
        return None
    return 1.0, {"drawn": bool(case.view["drawn"])}


def _takes(case: Case, one: After, most: int) -> Feature | None:
    """Somebody with at most `most` cards has to take some, or to answer."""
    if not one.due or one.turn in (None, case.me) or case.view["due"]:
        return None
    left = case.seat(one.turn)["cards"]
    if left > most:
        return None
    stacks = any(case.seen.tables.answer[parse_card(one.top)])
    facts = {"seat": one.turn, "left": left, "n": one.due, "rank": one.top[0] if stacks else ""}
    return float(FEW + 1 - left if most == FEW else 1), facts


def _takes_soon_out(case: Case, one: After) -> Feature | None:
    return _takes(case, one, FEW)


def _sits(case: Case, one: After, most: int) -> Feature | None:
    """Somebody with at most `most` cards has to sit out, or (an open skip) to answer."""
    victims = [seat for seat in one.sits if seat != case.me]
    if one.skip and one.turn not in (None, case.me) and not case.view["skip"]:
        victims.append(one.turn)
    few = [seat for seat in victims if case.seat(seat)["cards"] <= most]
    if not few:
        return None
    seat = min(few, key=lambda other: case.seat(other)["cards"])
    left = case.seat(seat)["cards"]
    facts = {"seat": seat, "left": left, "open": bool(one.skip)}
    return float(FEW + 1 - left if most == FEW else 1), facts


def _sits_soon_out(case: Case, one: After) -> Feature | None:
    return _sits(case, one, FEW)


def _comes_back(case: Case, one: After) -> Feature | None:
    """The turn is the seat's own again at once."""
    if one.turn != case.me or one.ended or not one.rest:
        return None
    if one.again and not one.more:
        return None
    seats = [seat for seat in one.sits if seat != case.me]
    how = "again" if one.again else "turned" if one.turned else "sits" if seats else ""
    return 1.0, {"how": how, "seat": seats[0] if seats else None}


def _turns_away(case: Case, one: After) -> Feature | None:
    """Who is nearly out would have come next, and does not now that the direction has turned."""
    if not one.turned or one.turn in (None, case.me):
        return None
    spared = case.seen.next_seat(case.view["dir"])
    if spared["seat"] in (one.turn, case.me) or not 0 < spared["cards"] <= FEW:
        return None
    return 1.0, {"seat": spared["seat"], "left": spared["cards"]}


def _many(case: Case, one: After) -> Feature | None:
    return (float(len(one.laid)), {"n": len(one.laid)}) if len(one.laid) > 1 else None


def _keeps(case: Case, one: After) -> Feature | None:
    """The wish cards that stay in the hand."""
    kept = [card for card in one.rest if case.is_wish(card)]
    return (float(len(kept)), {"card": kept[0], "n": len(kept)}) if kept else None


def _keeps_power(case: Case, one: After) -> Feature | None:
    """The cards that make others take cards and stay in the hand."""
    kept = [card for card in one.rest if case.seen.effect[card] in (SEVEN, SIX)]
    if not kept or len(one.rest) < 2:  # a last card's effect may be none
        return None
    return float(len(kept)), {"card": kept[0], "n": len(kept)}


def _wish(case: Case, one: After) -> Feature | None:
    """How many of the suit wished with it are held."""
    n = case.held(one.rest, one.wish) if ":" in one.word or one.word[0] == "w" else 0
    return (float(n), {"suit": one.wish, "n": n}) if n else None


def _stuck(case: Case, one: After) -> Feature | None:
    """Who comes next could not follow this suit when it was asked for."""
    if one.turn in (None, case.me) or one.due or one.skip or not one.asked:
        return None
    if one.asked not in case.could_not_follow(one.turn):
        return None
    return 1.0, {"seat": one.turn, "suit": one.asked}


def _follows(case: Case, one: After) -> Feature | None:
    """Cards of the suit that lies on top then, to follow with oneself."""
    if one.wish or not one.laid:
        return None
    n = case.held(one.rest, one.asked)
    return (float(n), {"suit": one.asked, "n": n}) if n else None


def _rare(case: Case, one: After) -> Feature | None:
    """How few cards of the suit asked for are neither in the own hand nor in the pile."""
    if one.turn in (None, case.me) or one.due or one.skip or not one.asked:
        return None
    n = case.hidden[one.asked]
    return (float(FEW_HIDDEN + 1 - n), {"suit": one.asked, "n": n}) if n <= FEW_HIDDEN else None


def _points(case: Case, one: After) -> Feature | None:
    """Points that others would write down for it if somebody is out soon."""
    rules = case.seen.rules
    soon = [seat for seat in case.seen.holders if seat["seat"] != case.me and seat["cards"] <= FEW]
    if rules.match_end == "rounds:1" or rules.end_kind in ("wins", "most-wins") or not soon:
        return None
    points = sum(case.seen.points(card) for card in one.laid)
    seat = min(soon, key=lambda other: other["cards"])
    return float(points), {"n": points, "seat": seat["seat"], "left": seat["cards"]}


def _takes_any(case: Case, one: After) -> Feature | None:
    return _takes(case, one, 1000)


def _sits_any(case: Case, one: After) -> Feature | None:
    return _sits(case, one, 1000)


def _sheds(case: Case, one: After) -> Feature | None:
    """One card less, where the rival lays none."""
    return 1.0, {"n": len(one.rest)}


Look = Callable[[Case, After], "Feature | None"]

LAYS: dict[str, Look] = {
    "wins": _wins, "out": _out, "open": _open, "answer": _answer, "pass-on": _pass_on, "only": _only,
    "takes-soon": _takes_soon_out, "sits-soon": _sits_soon_out, "away": _turns_away, "back": _comes_back,
    "many": _many, "keeps": _keeps, "wish": _wish, "stuck": _stuck, "follows": _follows, "rare": _rare,
    "points": _points, "keeps-due": _keeps_power, "takes": _takes_any, "sits": _sits_any, "sheds": _sheds,
}  # fmt: skip
"""What can speak for laying something, in the order in which it is asked."""

STAYS: dict[str, Look] = {"keeps": _keeps, "keeps-due": _keeps_power}
"""And for drawing, taking or passing although something fits."""

WISHES: dict[str, Look] = {"wish": _wish, "stuck": _stuck, "rare": _rare}
"""And for the suit the dealer wishes."""


def features(case: Case, word: str) -> Iterator[tuple[str, Feature]]:
    """What speaks for a word, what weighs most first."""
    one = case.after(word)
    table = LAYS if one.laid else WISHES if word.startswith("w ") else STAYS
    for key, look in table.items():
        found = look(case, one)
        if found is not None:
            yield key, found
