"""The best moments of a match in words: a title that says what happened, and a line with who and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from game.card_words import card_label, suit_name
from game.rulebook.words import cards, number

View = dict[str, Any]

RANKS: dict[str, Any] = {
    "2": pgettext_lazy("ranks", "twos"),
    "3": pgettext_lazy("ranks", "threes"),
    "4": pgettext_lazy("ranks", "fours"),
    "5": pgettext_lazy("ranks", "fives"),
    "6": pgettext_lazy("ranks", "sixes"),
    "7": pgettext_lazy("ranks", "sevens"),
    "8": pgettext_lazy("ranks", "eights"),
    "9": pgettext_lazy("ranks", "nines"),
    "T": pgettext_lazy("ranks", "tens"),
    "J": pgettext_lazy("ranks", "jacks"),
    "Q": pgettext_lazy("ranks", "queens"),
    "K": pgettext_lazy("ranks", "kings"),
    "A": pgettext_lazy("ranks", "aces"),
}


@dataclass(frozen=True)
class Told:
    """A moment as the sheet shows it. No name is a subject there: somebody may be called "You"."""

    title: str
    line: str
    cards: list[str]


def moments(view: View) -> list[Told]:
    """What the sheet tells at the end of a match, in the active language."""
    names = {seat["seat"]: seat["name"] for seat in view["seats"]}
    rounds = len(view.get("history") or [])
    return [_told(one, names, rounds > 1) for one in view.get("best") or []]


def _told(one: dict[str, Any], names: dict[int, str], with_round: bool) -> Told:
    parts = [_who(one, names)]
    if with_round:
        parts.append(_("Round %(n)s") % {"n": one["round"]})
    return Told(capfirst(_title(one)), " · ".join(parts), one["cards"])


def _title(one: dict[str, Any]) -> str:
    """What happened."""
    what, lain, n = one["what"], one["cards"], one["n"]
    if what in ("chain", "alike"):
        many = len(lain) if what == "chain" else n
        return _("%(n)s %(ranks)s in a row") % {"n": number(many), "ranks": RANKS[lain[0][0]]}
    if what == "took":
        return _("%(cards)s at once") % {"cards": cards(n)}
    if what == "wished":
        return _("%(suit)s wished, won with %(suit)s") % {"suit": suit_name(lain[0][1])}
    if what == "peak":
        return _("From %(n)s cards to none") % {"n": number(n)}
    if what == "finish":
        if n > 1:
            return _("Home with %(cards)s at once") % {"cards": cards(n)}
        return _("Home with the %(card)s") % {"card": card_label(lain[0])}
    titles = {
        "last": _("Even the last card counts"),
        "challenged": _("“Mau” forgotten, and noticed"),
        "forgot": _("“Mau” forgotten"),
        "double": _("The last card counts twice"),
        "dry": _("Won without drawing a card"),
        "turned": _("From the last place to the first"),
    }
    return titles[what]


def _who(one: dict[str, Any], names: dict[int, str]) -> str:
    """Whom it happened to, and what that meant."""
    name, what, n = names[one["seat"]], one["what"], one["n"]
    if what in ("chain", "last"):
        return _("%(name)s: %(cards)s at once") % {"name": name, "cards": cards(n)}
    if what == "challenged":
        noticed = {"name": name, "cards": cards(n), "by": names.get(one["by"], "?")}
        return pgettext("moment", "%(name)s: %(cards)s more. Wide awake: %(by)s") % noticed
    if what == "forgot" and n:
        return pgettext("moment", "%(name)s: %(cards)s more") % {"name": name, "cards": cards(n)}
    if what == "alike":
        return pgettext("moment", "the last one: %(name)s") % {"name": name}
    return str(name)
