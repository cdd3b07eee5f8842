"""Public events (wire form) as short sentences for the log and the screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.card_words import card_label, suit_name

Event = dict[str, Any]
Names = Callable[[Any], str]


def log_line(event: Event, view: dict[str, Any]) -> str:
    """The sentence for one event, "" for events that say nothing by themselves."""
    names = seat_names(view)
    writer = WRITERS.get(str(event.get("e")))
    return writer(event, names) if writer else ""


def log_card(event: Event) -> str:
    """The card a line is about (`9H`), "" if none."""
    return str(event.get("card") or event.get("top") or "")[:2]


def seat_names(view: dict[str, Any]) -> Names:
    """A function from seat number to name."""
    by_seat = {seat["seat"]: seat["name"] for seat in view["seats"]}
    return lambda seat: str(by_seat.get(seat, "?"))


def _count(singular: str, plural: str, event: Event, names: Names) -> str:
    number = int(event.get("n") or 0)
    return ngettext(singular, plural, number) % {"name": names(event.get("seat")), "n": number}


def _dealt(event: Event, names: Names) -> str:
    deal = _("%(name)s deals") % {"name": names(event.get("dealer"))}
    top = event.get("top")
    return f"{deal}, {card_label(top)}" if top else deal


def _played(event: Event, names: Names) -> str:
    facts = {"name": names(event["seat"]), "card": card_label(event["card"])}
    if event.get("wish") in ("C", "S", "H", "D"):
        return _("%(name)s lays %(card)s and wishes %(suit)s") % {**facts, "suit": suit_name(event["wish"])}
    return _("%(name)s lays %(card)s") % facts


def _drew(event: Event, names: Names) -> str:
    return _count("%(name)s draws a card", "%(name)s draws %(n)d cards", event, names)


def _took(event: Event, names: Names) -> str:
    return _count("%(name)s takes a card", "%(name)s takes %(n)d cards", event, names)


def _said(event: Event, names: Names) -> str:
    word = event.get("what") or event.get("word") or event.get("said")
    facts = {"name": names(event.get("seat"))}
    return _("%(name)s says “Mau-Mau”") % facts if word in ("mau-mau", "mm") else _("%(name)s says “Mau”") % facts


def _forgot(event: Event, names: Names) -> str:
    return _count("%(name)s forgot “Mau”: one card", "%(name)s forgot “Mau”: %(n)d cards", event, names)


def _challenged(event: Event, names: Names) -> str:
    return _("%(by)s caught %(name)s") % {"by": names(event.get("by")), "name": names(event.get("seat"))}


def _reversed(event: Event, names: Names) -> str:
    return _("The direction turns")


def _renewed(event: Event, names: Names) -> str:
    return _("The pile becomes the new stock")


def _turned(event: Event, names: Names) -> str:
    return _("%(card)s turned up, the next one counts") % {"card": card_label(event["card"])}


def _wished(event: Event, names: Names) -> str:
    return _("%(name)s wishes %(suit)s") % {"name": names(event["seat"]), "suit": suit_name(event["suit"])}


def _jumped(event: Event, names: Names) -> str:
    return _("%(name)s jumps in with %(card)s") % {"name": names(event["seat"]), "card": card_label(event["card"])}


def _tried(event: Event, names: Names) -> str:
    return _("%(name)s tried %(card)s") % {"name": names(event["seat"]), "card": card_label(event["card"])}


def _round_over(event: Event, names: Names) -> str:
    winner = event.get("winner")
    return _("The round is over") if winner is None else _("%(name)s wins the round") % {"name": names(winner)}


def _match_over(event: Event, names: Names) -> str:
    return _("The match is over")


def _plain(sentence: Callable[[], str]) -> Callable[[Event, Names], str]:
    return lambda event, names: sentence() % {"name": event.get("name") or names(event.get("seat"))}


WRITERS: dict[str, Callable[[Event, Names], str]] = {
    "dealt": _dealt,
    "turned": _turned,
    "played": _played,
    "jumped": _jumped,
    "drew": _drew,
    "took": _took,
    "passed": _plain(lambda: _("%(name)s passes")),
    "skipped": _plain(lambda: _("%(name)s sits out")),
    "reversed": _reversed,
    "said": _said,
    "forgot": _forgot,
    "challenged": _challenged,
    "renewed": _renewed,
    "timeout": _plain(lambda: _("Time is up for %(name)s")),
    "wished": _wished,
    "tried": _tried,
    "out": _plain(lambda: _("%(name)s is out")),
    "stand-in": _plain(lambda: _("A bot plays for %(name)s")),
    "back": _plain(lambda: _("%(name)s is back")),
    "left": _plain(lambda: _("%(name)s leaves")),
    "joined": _plain(lambda: _("%(name)s sits down")),
    "round-over": _round_over,
    "match-over": _match_over,
}
