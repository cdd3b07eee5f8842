"""A finished simulation as its page shows it: figures, sentences, and the lengths of bars."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from content.lab import telling
from content.lab.figures import SECONDS_A_TURN, Bar, Figures, Share, figures
from content.lab.questions import ROUNDS
from content.lab.runs import BUDGET_MS
from content.models import LabRun

WIDE = 100.0
"""The width of a drawing, in its own units."""


class Length(NamedTuple):
    """Rounds of so many turns: the words, their share, and how long the bar is."""

    turns: str
    share: str
    width: str


class Place(NamedTuple):
    """What a place wins: the words, and where bar, interval and even share lie."""

    name: str
    share: str
    between: str
    width: str
    low: str
    high: str
    even: str


class Row(NamedTuple):
    """One line of the comparison; `usual` is what Mau-Mau has."""

    name: str
    here: str
    usual: str


def shown(run: LabRun, usual: LabRun | None) -> dict[str, Any]:
    """What the page says of a finished run, beside Mau-Mau's if that is finished, too, and another one."""
    try:
        found = figures(run.sums, run.players)
    except ValueError:
        return {"nothing": telling.nothing(run.rounds)}
    same = usual is None or usual.pk == run.pk
    other = None if usual is None or same or not (usual.finished and usual.rounds) else _told(usual)
    return {
        "found": found,
        "rows": rows(found, other),
        "compared": other is not None,
        "comparing": not same and usual is not None and usual.finished is None,
        "beside": telling.beside(found, other) if other else "",
        "length": telling.length(found),
        "minutes": telling.minutes(found, SECONDS_A_TURN),
        "lengths": lengths(found.bars),
        "renewing": telling.renewing(found),
        "first": telling.sitting_first(found),
        "places": places(found),
        "luck": telling.luck(found),
        "endless": telling.endless(found),
        "fewer": run.rounds < ROUNDS and run.spent >= BUDGET_MS,
        "broken": run.rounds < ROUNDS and run.spent < BUDGET_MS,
    }


def _told(run: LabRun) -> Figures | None:
    try:
        return figures(run.sums, run.players)
    except ValueError:
        return None


def rows(found: Figures, usual: Figures | None) -> list[Row]:
    """The figures in one table."""
    here, there = _column(found), _column(usual) if usual else []
    return [Row(name, said, there[at][1] if there else "") for at, (name, said) in enumerate(here)]


def _column(found: Figures) -> list[tuple[str, str]]:
    minutes = max(1, round(found.minutes))
    even = {"even": telling.exactly(found.even)}
    typical = _("%(low)s to %(high)s") % {"low": found.low, "high": found.high}
    return [
        (_("Turns in a round"), telling.decimal(found.turns)),
        (_("Eight rounds in ten"), typical),
        (_("With people"), ngettext("about %(n)d minute", "about %(n)d minutes", minutes) % {"n": minutes}),
        (_("Rounds with a new stock"), telling.percent(found.renewed)),
        (
            _("How often the first player wins (even: %(even)s)") % even,
            telling.percent(found.places[0].share) if found.places else "–",
        ),
        (
            _("How often one hard bot beats easy ones (even: %(even)s)") % even,
            telling.percent(found.hard.share) if found.hard else "–",
        ),
    ]


def lengths(bars: tuple[Bar, ...]) -> list[Length]:
    """The rounds by length; the longest bar is as wide as the drawing."""
    most = max(bar.share for bar in bars)
    return [
        Length(f"{bar.low}–{bar.high}", telling.percent(bar.share), _units(bar.share / most)) for bar in bars
    ]


def places(found: Figures) -> list[Place]:
    """The places from the first player on; twice the even share, or more, is as wide as the drawing."""
    most = max([2 * found.even, *(share.high for share in found.places)])
    return [_place(at, share, found.even, most) for at, share in enumerate(found.places)]


def _place(at: int, share: Share, even: float, most: float) -> Place:
    name = pgettext("seat", "first") if at == 0 else _("seat %(n)d") % {"n": at + 1}
    return Place(
        name, telling.percent(share.share), telling.between(share), _units(share.share / most),
        _units(share.low / most), _units(share.high / most), _units(even / most),
    )  # fmt: skip


def _units(share: float) -> str:
    """A length in the drawing's units, as SVG writes numbers."""
    return f"{WIDE * share:.1f}"
