"""The sheet after a round and after a match: places, points, the cards left, and how it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.card_words import hand_order
from game.engine import RuleSet
from game.faces import face_of
from game.log_words import rules_of
from game.moment_text import Told, moments
from game.points_text import Points, points_by_round
from game.score_text import Aim, Score
from game.table_parts import initial

View = dict[str, Any]
LAST = 99  # sorts behind every place


@dataclass(frozen=True)
class Row:
    """One seat in the ranking; `points` of this round (None: not dealt in), `score` in the match, `cards`
    left in the hand, `note`: what else is to be said. `face`: the drawing of a bot, "" for a person.
    `me`: the viewer's, unless the name says so already."""

    place: int | None
    seat: int
    name: str
    initial: str
    face: str
    me: bool
    won: bool
    cards: list[str]
    points: int | None
    score: Score | None
    out: bool
    note: str
    ready: bool


@dataclass(frozen=True)
class Result:
    """The whole sheet. `final`: the match is over; `pause`: ms to the next deal, None if it waits."""

    title: str
    rows: list[Row]
    final: bool
    with_scores: bool
    pause: int | None
    can_go_on: bool
    waiting: bool
    points: Points | None
    moments: list[Told]

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
        title=match_title(view) if final else round_title(view),
        rows=ranked(view, final),
        final=final,
        with_scores=with_scores(view, _aim(view)),
        pause=view.get("pause"),
        can_go_on=seated and not final and not waiting,
        waiting=waiting and not final,
        points=points_by_round(view) if final else None,
        moments=moments(view) if final else [],
    )


def with_scores(view: View, aim: Aim) -> bool:
    """Whether the sheet shows how all stand in the match."""
    return len(view.get("history") or []) > 1 or aim.counts_wins


def _aim(view: View) -> Aim:
    return Aim(rules_of(view["rules"]))


def ranked(view: View, final: bool) -> list[Row]:
    """The seats in their order, equal ones with the same place: of the match, or of the round just played."""
    seats = [seat for seat in view["seats"] if not seat.get("removed")]
    winners = set((view.get("outcome") or {}).get("winners") or []) if final else {view.get("winner")}
    keys = {seat["seat"]: _round_key(view, seat) for seat in seats}
    rows = []
    for seat in seats:
        key = keys[seat["seat"]]
        place = seat.get("place") if final else 1 + sum(other < key for other in keys.values())
        rows.append(_row(view, seat, place, winners))
    return sorted(rows, key=lambda row: (row.place or LAST, row.seat))


def _round_key(view: View, seat: dict[str, Any]) -> tuple[int, int]:
    """Who was out earlier, then who has fewer points; who was not dealt in comes last."""
    number = seat["seat"]
    outs = view.get("outs") or [view.get("winner")]
    if not _dealt_in(view, seat):
        return LAST, 0
    return (outs.index(number) if number in outs else len(outs)), _points(view, number)


def _dealt_in(view: View, seat: dict[str, Any]) -> bool:
    if seat.get("new"):
        return False
    number, hands = seat["seat"], view.get("hands") or []
    holds = number < len(hands) and bool(hands[number])
    return holds or bool(seat.get("in_match", True)) or number == view.get("winner")


def _points(view: View, number: int) -> int:
    history = view.get("history") or []
    return int(history[-1][number]) if history and number < len(history[-1]) else 0


def _row(view: View, seat: dict[str, Any], place: int | None, winners: set[Any]) -> Row:
    number, aim = seat["seat"], _aim(view)
    hands = view.get("hands") or []
    return Row(
        place=place,
        seat=number,
        name=seat["name"],
        initial=initial(seat["name"]),
        face=face_of(seat["name"]) if seat["bot"] and not _stands_in(seat) else "",
        me=number == view.get("me") and seat["name"] != _("You"),
        won=number in winners,
        cards=sorted(hands[number], key=hand_order) if number < len(hands) else [],
        points=_points(view, number) if _dealt_in(view, seat) else None,
        score=aim.score(seat),
        out=not seat.get("in_match", True),
        note=_note(view, seat, aim),
        ready=_is_ready(view.get("ready") or [], number),
    )


def _stands_in(seat: dict[str, Any]) -> bool:
    """The score is a person's, whoever played at last."""
    return bool(seat.get("stand_in") or seat.get("gone"))


def _note(view: View, seat: dict[str, Any], aim: Aim) -> str:
    """What stands below a name: the word the winner went out with, being out of the match or near it."""
    if view["state"] == "match-over":
        return _called(view, aim.rules) if seat["seat"] == view.get("winner") else ""
    if not seat.get("in_match", True):
        return _("out of the match")
    if seat.get("new"):
        return _("plays from the next round")
    if seat["seat"] == view.get("winner"):
        return _called(view, aim.rules) or _("hand empty")
    if aim.near(seat["score"]):
        return _("near the limit of %(n)d") % {"n": aim.number}
    return ""


def _called(view: View, rules: RuleSet) -> str:
    """What the winner of the round called, where it counts twice or the family calls it so."""
    told = [event for event in view.get("log") or [] if event.get("e") == "round-over"]
    double = bool(told and told[-1].get("double"))
    if rules.combos == "on":
        return _("“Mau-Mau”, counts twice") if double else _("“Mau”")
    return _("hand empty, counts twice") if double else ""


def _is_ready(ready: list[Any], number: int) -> bool:
    """`ready` lists one truth per seat."""
    return number < len(ready) and bool(ready[number])


def _seat(view: View, number: int) -> dict[str, Any]:
    return next((seat for seat in view["seats"] if seat["seat"] == number), {})


def round_title(view: View) -> str:
    """Who has won the round."""
    winner = view.get("winner")
    if winner is None:
        return _("The round is over")
    if winner == view.get("me"):
        return _("You win the round")
    return _("%(name)s wins the round") % {"name": _seat(view, winner)["name"]}


def match_title(view: View) -> str:
    """Who has won the match."""
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
