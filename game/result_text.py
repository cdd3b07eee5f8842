"""The sheet after a round and after a match: places, points, the cards left, and how it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.card_words import hand_order

View = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One seat in the ranking; `points` of this round, `total` of all rounds, `cards` left in the hand.
    `me`: the viewer's, unless the name says so already."""

    place: int | None
    seat: int
    name: str
    initial: str
    me: bool
    won: bool
    cards: list[str]
    points: int
    total: int
    wins: int
    ready: bool


@dataclass(frozen=True)
class Result:
    """The whole sheet. `final`: the match is over; `pause`: ms to the next deal, None if it waits."""

    title: str
    rows: list[Row]
    final: bool
    several_rounds: bool
    pause: int | None
    can_go_on: bool
    waiting: bool

    @property
    def pause_seconds(self) -> int | None:
        """Whole seconds of the pause."""
        return None if self.pause is None else -(-self.pause // 1000)


def result(view: View) -> Result:
    """The sheet for a view whose round is over."""
    final = view["state"] == "match-over"
    me = view.get("me")
    ready = view.get("ready") or []
    seated = me is not None and not _seat(view, me).get("gone") and not _seat(view, me).get("removed")
    waiting = me is not None and seated and _is_ready(ready, me)
    return Result(
        title=_match_title(view) if final else _round_title(view),
        rows=_rows(view, final),
        final=final,
        several_rounds=len(view.get("history") or []) > 1,
        pause=view.get("pause"),
        can_go_on=seated and not final and not waiting,
        waiting=waiting and not final,
    )


def _rows(view: View, final: bool) -> list[Row]:
    seats = [seat for seat in view["seats"] if not seat.get("removed")]
    winners = set((view.get("outcome") or {}).get("winners") or []) if final else {view.get("winner")}
    rows = [_row(view, seat, winners) for seat in seats]
    if final:
        return sorted(rows, key=lambda row: (row.place or 99, row.seat))
    return sorted(rows, key=lambda row: (not row.won, row.points, row.seat))


def _row(view: View, seat: dict[str, Any], winners: set[Any]) -> Row:
    number = seat["seat"]
    history, hands = view.get("history") or [], view.get("hands") or []
    return Row(
        place=seat.get("place"),
        seat=number,
        name=seat["name"],
        initial=seat["name"].removeprefix("Bot ").strip()[:1].upper() or "?",
        me=number == view.get("me") and seat["name"] != _("You"),
        won=number in winners,
        cards=sorted(hands[number], key=hand_order) if number < len(hands) else [],
        points=history[-1][number] if history and number < len(history[-1]) else 0,
        total=seat["score"],
        wins=seat["wins"],
        ready=_is_ready(view.get("ready") or [], number),
    )


def _is_ready(ready: list[Any], number: int) -> bool:
    """`ready` lists one truth per seat."""
    return number < len(ready) and bool(ready[number])


def _seat(view: View, number: int) -> dict[str, Any]:
    return next((seat for seat in view["seats"] if seat["seat"] == number), {})


def _round_title(view: View) -> str:
    winner = view.get("winner")
    if winner is None:
        return _("The round is over")
    if winner == view.get("me"):
        return _("You win the round")
    return _("%(name)s wins the round") % {"name": _seat(view, winner)["name"]}


def _match_title(view: View) -> str:
    winners = (view.get("outcome") or {}).get("winners") or []
    names = [_seat(view, winner)["name"] for winner in winners]
    if not names:
        return _("The match is over")
    if winners == [view.get("me")]:
        return _("You win the match")
    if len(names) == 1:
        return _("%(name)s wins the match") % {"name": names[0]}
    joined = _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}
    return ngettext("%(names)s shares the win", "%(names)s share the win", len(names)) % {"names": joined}
