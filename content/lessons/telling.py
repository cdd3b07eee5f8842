"""What happened and what a table shows, in the game's own sentences and the deck of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from content.deck import card, plain_card, suit_sign
from content.inline import written_card
from game.card_words import hand_order, suit_name
from game.engine import State, card_name, rules_text
from game.engine.cards import SUITS
from game.engine.events import Event
from game.engine.legality import fitting
from game.engine.state import PLAY
from game.log_words import log_line
from game.rulebook.words import both

Address = Callable[[str], str]
"""Where a tap on a card leads, "" for nowhere."""


class Shown(NamedTuple):
    """A card of a hand: its picture, its name, whether it fits (None: nobody asks), where a tap leads."""

    picture: SafeString
    words: SafeString
    fits: bool | None
    url: str


class Hand(NamedTuple):
    """One seat: open cards, or backs where `cards` is empty. `turn`: it is on turn."""

    name: str
    cards: list[Shown]
    held: int
    turn: bool
    open: bool
    backs: SafeString


class Scene(NamedTuple):
    """A moment at the table: top card, what is open, the stock, the hands."""

    top: SafeString
    top_words: SafeString
    wish: str
    wish_letter: str
    wish_sign: SafeString
    open: str
    stock: int
    coming: list[SafeString]
    hands: list[Hand]


def scene(
    state: State,
    names: Sequence[str],
    open_seats: Iterable[int],
    address: Address | None = None,
    coming: int = 0,
) -> Scene:
    """What lies there now: `address` links the cards of seat 0, `coming` cards of the stock are shown."""
    seats, shown = range(len(state.seats)), set(open_seats)
    wish = SUITS[state.wish] if 0 <= state.wish < len(SUITS) else ""
    return Scene(
        card(card_name(state.top)),
        written_card(card_name(state.top)),
        suit_name(wish) if wish else "",
        wish.lower(),
        suit_sign(wish) if wish else SafeString(),
        _open(state),
        len(state.stock),
        [card(card_name(one)) for one in state.stock[::-1][:coming]],
        [_hand(state, seat, names[seat], seat in shown, address if seat == 0 else None) for seat in seats],
    )


def _hand(state: State, seat: int, name: str, is_open: bool, address: Address | None) -> Hand:
    turn = state.phase == PLAY and state.turn == seat
    fit = set(fitting(state, seat)) if turn else set()
    cards = sorted(state.hands[seat], key=lambda one: hand_order(card_name(one))) if is_open else []
    shown = [
        Shown(
            card(card_name(one)),
            written_card(card_name(one)),
            one in fit if turn else None,
            address(card_name(one)) if address and turn else "",
        )
        for one in cards
    ]
    held = len(state.hands[seat])
    backs = SafeString() if is_open else mark_safe(plain_card("b-red") * held)  # noqa: S308  pictures
    return Hand(name, shown, held, turn, is_open, backs)


def _open(state: State) -> str:
    """What the seat on turn has to answer, in words."""
    if state.due:
        return ngettext("%(n)d card due", "%(n)d cards due", state.due) % {"n": state.due}
    return _("Sit out") if state.skip else ""


def shown(suit: str) -> tuple[str, SafeString, str]:
    """A suit to choose: its letter in small, its sign and its name."""
    return suit.lower(), suit_sign(suit), capfirst(suit_name(suit))


def fitting_words(state: State) -> SafeString:
    """Which cards of the seat on turn fit, or that none does."""
    assert state.turn is not None
    found = sorted((card_name(one) for one in fitting(state, state.turn)), key=hand_order)
    if not found:
        return mark_safe(_("Nothing fits."))  # noqa: S308  our own words
    words = _("What fits: %(cards)s.") % {"cards": both([str(written_card(name)) for name in found])}
    return mark_safe(words)  # noqa: S308  cards written by ourselves


def told(events: Iterable[Event], state: State, me: int | None) -> list[str]:
    """The events as sentences; `me` is called you. What is dealt and who says nothing is left out."""
    seats = [{"seat": seat, "name": one.name} for seat, one in enumerate(state.seats)]
    view = {"me": me, "seats": seats, "rules": rules_text(state.rules)}
    lines = (log_line(event.wire(me), view) for event in events if event.kind not in UNTOLD)
    return [f"{capfirst(line)}." for line in lines if line]


UNTOLD = frozenset({"unsaid", "match-over", "out"})


def sentences(lines: Iterable[str]) -> SafeString:
    """Sentences one after the other."""
    return format_html_join(" ", "{}", ((line,) for line in lines))
