"""The points of a whole match as a table: who stands where, round by round, and in all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from game.log_words import rules_of
from game.score_text import Aim

View = dict[str, Any]
SHOWN_ROUNDS = 6
"""The last rounds have a column each; what lies before them stands in one."""


@dataclass(frozen=True)
class Cell:
    """The points of a seat in a round; `won`: it won it."""

    text: str
    won: bool = False


@dataclass(frozen=True)
class Points:
    """The table: of each column of rounds its head, brief and in words; that of the last one; the rows."""

    heads: list[tuple[str, str]]
    total: str
    rows: list[PointsRow]


@dataclass(frozen=True)
class PointsRow:
    """One seat. `mine`: the viewer's; `me`: that must be said, for the name does not."""

    seat: int
    place: int
    name: str
    mine: bool
    me: bool
    won: bool
    out: bool
    cells: list[Cell]
    total: str


def points_by_round(view: View) -> Points | None:
    """The table for the end of a match; None where one round was all of it."""
    history = view.get("history") or []
    if len(history) < 2:
        return None
    aim = Aim(rules_of(view["rules"]))
    seats = [seat for seat in view["seats"] if not seat.get("removed") and seat.get("place")]
    rows = [_row(view, seat, aim) for seat in sorted(seats, key=lambda seat: (seat["place"], seat["seat"]))]
    return Points(_heads(len(history)), _("Wins") if aim.counts_wins else _("In all"), rows)


def _heads(rounds: int) -> list[tuple[str, str]]:
    first = max(0, rounds - SHOWN_ROUNDS)
    heads = [(str(n), _("Round %(n)s") % {"n": n}) for n in range(first + 1, rounds + 1)]
    if first:
        earlier = {"first": 1, "last": first}
        heads.insert(0, (f"1–{first}", _("Rounds %(first)s to %(last)s") % earlier))
    return heads


def _row(view: View, seat: dict[str, Any], aim: Aim) -> PointsRow:
    number, history = seat["seat"], view["history"]
    mine = number == view.get("me")
    first = max(0, len(history) - SHOWN_ROUNDS)
    cells = [_cell(view, number, n) for n in range(first, len(history))]
    if first:
        cells.insert(0, Cell(str(sum(points[number] for points in history[:first]))))
    return PointsRow(
        seat=number,
        place=seat["place"],
        name=seat["name"],
        mine=mine,
        me=mine and seat["name"] != _("You"),
        won=number in ((view.get("outcome") or {}).get("winners") or []),
        out=not seat.get("in_match", True),
        cells=cells,
        total=_total(seat, aim),
    )


def _cell(view: View, number: int, n: int) -> Cell:
    """Who was dealt no cards has no points either: knocked out before, or not there yet."""
    points, noted = view["history"][n][number], view.get("rounds") or []
    if not noted:
        return Cell(str(points), points == 0)
    if number not in noted[n]["in"]:
        return Cell("–")
    return Cell(str(points), number == noted[n]["winner"])


def _total(seat: dict[str, Any], aim: Aim) -> str:
    if not aim.counts_wins:
        return str(seat["score"])
    score = aim.score(seat)
    return score.text if score else ""
