"""Public events (wire form) as short sentences for log and screen reader, told from the viewer's chair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from game.card_words import card_label, suit_name

Event = dict[str, Any]
Names = Callable[[Any], str]

# kind of event -> (somebody did it, you did it); a kind that is not here says nothing by itself
SENTENCES: dict[str, tuple[Any, Any]] = {
    "dealt": (_("%(name)s deals and turns the %(card)s"), _("You deal and turn the %(card)s")),
    "turned": (_("The %(card)s turned up, the next one counts"),) * 2,
    "played": (_("%(name)s lays the %(card)s"), _("You lay the %(card)s")),
    "wish": (
        _("%(name)s lays the %(card)s and wishes %(suit)s"),
        _("You lay the %(card)s and wish %(suit)s"),
    ),
    "jumped": (_("%(name)s jumps in"), _("You jump in")),
    "drew": (
        ngettext_lazy("%(name)s draws a card", "%(name)s draws %(n)d cards", "n"),
        ngettext_lazy("You draw a card", "You draw %(n)d cards", "n"),
    ),
    "took": (
        ngettext_lazy("%(name)s takes a card", "%(name)s takes %(n)d cards", "n"),
        ngettext_lazy("You take a card", "You take %(n)d cards", "n"),
    ),
    "forgot": (
        ngettext_lazy("%(name)s forgot “Mau”: one card", "%(name)s forgot “Mau”: %(n)d cards", "n"),
        ngettext_lazy("You forgot “Mau”: one card", "You forgot “Mau”: %(n)d cards", "n"),
    ),
    "challenged": (
        ngettext_lazy("%(by)s caught %(name)s: one card", "%(by)s caught %(name)s: %(n)d cards", "n"),
        ngettext_lazy("%(by)s caught you: one card", "%(by)s caught you: %(n)d cards", "n"),
    ),
    "tried": (_("%(name)s tried the %(card)s"), _("You tried the %(card)s")),
    "passed": (_("%(name)s passes"), _("You pass")),
    "skipped": (_("%(name)s sits out"), _("You sit out")),
    "reversed": (_("The direction turns"),) * 2,
    "mau": (_("%(name)s says “Mau”"), _("You say “Mau”")),
    "mau-mau": (_("%(name)s says “Mau-Mau”"), _("You say “Mau-Mau”")),
    "renewed": (_("The pile becomes the new stock"),) * 2,
    "timeout": (_("Time is up for %(name)s"), _("Your time is up")),
    "wished": (_("%(name)s wishes %(suit)s"), _("You wish %(suit)s")),
    "out": (_("%(name)s is out"), _("You are out")),
    "stand-in": (_("A bot plays for %(name)s"), _("A bot plays for you")),
    "back": (_("%(name)s is back"), _("You are back")),
    "left": (_("%(name)s leaves"), _("You leave")),
    "joined": (_("%(name)s sits down"), _("You sit down")),
    "round-over": (_("%(name)s wins the round"), _("You win the round")),
    "match-over": (_("The match is over"),) * 2,
}


def log_line(event: Event, view: dict[str, Any]) -> str:
    """The sentence for one event, "" for events that say nothing by themselves."""
    sentences = SENTENCES.get(_kind(event))
    if sentences is None:
        return ""
    me = view.get("me")
    sentence = sentences[me is not None and _who(event) == me]
    return str(sentence % _facts(event, seat_names(view)))


def log_card(event: Event) -> str:
    """The card a line is about (`9H`), "" if none."""
    return str(event.get("card") or event.get("top") or "")[:2]


def seat_names(view: dict[str, Any]) -> Names:
    """A function from seat number to name."""
    by_seat = {seat["seat"]: seat["name"] for seat in view["seats"]}
    return lambda seat: str(by_seat.get(seat, "?"))


def _kind(event: Event) -> str:
    kind = str(event.get("e"))
    if kind == "played" and event.get("wish"):
        return "wish"
    if kind == "passed" and event.get("skip"):
        return "skipped"
    return str(event["what"]) if kind == "said" else kind


def _who(event: Event) -> Any:
    """The seat an event is about: the dealer of a deal, the winner of a round."""
    return event.get({"dealt": "dealer", "round-over": "winner"}.get(str(event.get("e")), "seat"))


def _facts(event: Event, names: Names) -> dict[str, Any]:
    card, suit = log_card(event), event.get("wish") or event.get("suit")
    return {
        "name": names(_who(event)),
        "by": names(event.get("by")),
        "n": int(event.get("n") or 0),
        "card": card_label(card) if card else "",
        "suit": suit_name(suit) if suit else "",
    }
