"""A review as a page shows it: each turn as the seat saw it, what was done, what would have been better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.call_words import call
from game.card_words import SUITS, card_label, hand_order, suit_name
from game.coach.board import View, cards_of
from game.coach.reasons import Advice
from game.coach.sentences import did, odds, to_do, why
from game.log_words import rules_of

Found = dict[str, Any]


@dataclass(frozen=True)
class Card:
    """A card of the hand: its name, its words, and what became of it: "played", "better", both or ""."""

    name: str
    label: str
    mark: str


@dataclass(frozen=True)
class Turn:
    """One turn worth a thought. `others`: name and number of cards of each; `open`: what stood there, in
    words; `better`, `chances` "" where a call was missing: `did` says that."""

    title: str
    top: str
    top_label: str
    wish: str
    open: str
    hand: list[Card]
    others: list[tuple[str, str]]
    did: str
    better: str
    chances: str


def turns(found: Found) -> list[Turn]:
    """The turns of a review, in the active language."""
    return [_turn(one) for one in found["found"]]


def summary(found: Found) -> str:
    """How much was looked at and whether anything better was found there.

    What hard would have done too is not weighed, so it never says that nothing was better.
    """
    n = int(found["turns"])
    if not n:
        return _("There was no turn in which you chose between several things yourself.")
    looked = ngettext(
        "You had a choice in %(n)d turn of this match.", "You had a choice in %(n)d turns of this match.", n
    ) % {"n": n}
    if found["found"]:
        verdict = _(
            "Here something else would have been better, judged by nothing but what you could know then."
        )
    else:
        verdict = _("Nothing was found that would have been better beyond doubt. Well played.")
    return f"{looked} {verdict}"


def _turn(one: Found) -> Turn:
    view: View = one["view"]
    advice = None if one["forgot"] else Advice(**one["advice"])
    better = chances = ""
    if advice is not None:
        facts = {"what": to_do(advice.word, view), "why": why(advice, view)}
        better = capfirst(_("%(what)s: %(why)s") % facts) + "."
        figures = odds(one["better"], one["played"])
        chances = _("You would have won the round in about %(better)s instead of %(played)s.") % {
            "better": figures[0], "played": figures[1],
        }  # fmt: skip
    return Turn(
        title=_("Round %(n)s, your turn %(turn)s") % {"n": view["round"], "turn": one["turn"]},
        top=view["top"] or "",
        top_label=capfirst(card_label(view["top"])) if view["top"] else "",
        wish=view["wish"] if view["wish"] in tuple(SUITS) else "",
        open=_open(view),
        hand=_hand(view, cards_of(one["word"]), cards_of(advice.word) if advice else ()),
        others=_others(view),
        did=_did(one, view),
        better=better,
        chances=chances,
    )


def _did(one: Found, view: View) -> str:
    told = capfirst(did(one["word"], view))
    if not one["forgot"]:
        return f"{told}."
    return ngettext(
        "%(did)s without saying “%(call)s”. That cost you a card.",
        "%(did)s without saying “%(call)s”. That cost you %(n)d cards.",
        one["forgot"],
    ) % {"did": told, "call": call(rules_of(view["rules"])), "n": one["forgot"]}


def _open(view: View) -> str:
    """What there was to answer, in words; "" if nothing."""
    if view["due"]:
        return ngettext("%(n)d card due", "%(n)d cards due", view["due"]) % {"n": view["due"]}
    if view["skip"]:
        return _("Sit out, or lay an eight")
    if view["wish"] in tuple(SUITS):
        return _("%(suit)s wished") % {"suit": capfirst(suit_name(view["wish"]))}
    return _("Drawn: %(card)s") % {"card": card_label(view["drawn"])} if view["drawn"] else ""


def _hand(view: View, played: tuple[str, ...], better: tuple[str, ...]) -> list[Card]:
    """The own cards; of twins only one is marked."""
    marks = {"played": list(played), "better": list(better)}
    cards = []
    for name in sorted(view["hand"], key=hand_order):
        found = [mark for mark, names in marks.items() if name in names]
        for mark in found:
            marks[mark].remove(name)
        cards.append(Card(name, _label(name, found), " ".join(found)))
    return cards


def _label(name: str, marks: list[str]) -> str:
    words = {"played": _("played"), "better": _("better")}
    return ", ".join([capfirst(card_label(name)), *(words[mark] for mark in marks)])


def _others(view: View) -> list[tuple[str, str]]:
    """In the order of play from the own seat on, clockwise."""
    seats = [one for one in view["seats"] if one["in_match"] and not one["removed"]]
    start = next((n for n, one in enumerate(seats) if one["seat"] == view["me"]), 0)
    turned = seats[start + 1 :] + seats[:start]
    return [(one["name"], _count(one["cards"])) for one in turned]


def _count(n: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}
