"""The guided first round: a moment of it, what one may do there, what a good choice is and why."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from content.figures import Args, Where, figure
from content.lessons import counsel
from content.lessons.guided import DEALS, NAME, YOU, Moment, moment
from content.lessons.telling import fitting_words, scene, shown, told
from game.card_words import SUITS, card_label
from game.engine import legal_words
from game.refusal_text import way_on

TROUBLE = {
    "deal": gettext_lazy("There is no such round. Here is the first one."),
    "long": gettext_lazy("This address is too long for a round. Here is as much of it as can be played."),
    "junk": gettext_lazy(
        "The address says something that is no move. Here is the last moment that makes sense."
    ),
}


@figure("first-round", live=True)
def first_round(args: Args, where: Where) -> SafeString:
    """The moment of `?deal=N&moves=…`."""
    now = moment(where.query.get("deal", ""), where.query.get("moves", ""))
    names = (capfirst(_("you")), NAME)
    context: dict[str, object] = {
        "now": now,
        "trouble": str(TROUBLE.get(now.trouble, "")) or now.reason,
        "told": told((event for event in now.events if event.kind != "round-over"), now.state, YOU),
        "scene": scene(now.state, names, (0, 1) if now.over else (0,), lambda card: _to(where, now, card)),
        "again": _address(where, now.deal % len(DEALS) + 1, ()),
        "same": _address(where, now.deal, ()),
        "back": _address(where, now.deal, now.moves[:-1]) if now.moves else "",
    }
    context |= _end(now) if now.over else _turn(where, now)
    return render_to_string("content/_first_round.html", context)


def _to(where: Where, now: Moment, move: str) -> str:
    """The address of the same round with one move more, "" where no more are taken."""
    return "" if now.full else _address(where, now.deal, (*now.moves, move))


def _address(where: Where, deal: int, moves: tuple[str, ...]) -> str:
    return f"{where.path}?deal={deal}&moves={'.'.join(moves)}#table"


def _turn(where: Where, now: Moment) -> dict[str, object]:
    """What the reader can do, beside the cards: buttons, or the four suits of a wish."""
    legal = legal_words(now.state, YOU)
    words = {"m": _("Say “Mau”"), "d": _draw(now), "-": _("Pass")}
    return {
        "fits": fitting_words(now.state),
        "way_on": way_on(now.state, YOU),
        "advice": counsel.counsel(now.state),
        "buttons": [(_to(where, now, word), label) for word, label in words.items() if word in legal],
        "cancel": _address(where, now.deal, now.moves),
        "wish_card": card_label(now.wishing) if now.wishing else "",
        "suits": [(_to(where, now, now.wishing + suit), *shown(suit)) for suit in SUITS],
    }


def _draw(now: Moment) -> str:
    if not now.state.due:
        return _("Draw a card")
    return ngettext("Take %(n)d card", "Take %(n)d cards", now.state.due) % {"n": now.state.due}


def _end(now: Moment) -> dict[str, object]:
    """Who won, and what the other one counts."""
    points = now.state.history[-1]
    return {"won": now.state.winner_of_round == YOU, "points": max(points), "name": NAME}
