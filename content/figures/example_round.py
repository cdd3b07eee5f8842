"""The example round: every turn as a step one can go to, and all of them as a list."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from content.figures import Args, Where, figure
from content.lessons.example import NAMES, Ply, Round, example
from content.lessons.telling import Scene, fitting_words, scene, told


class Step(NamedTuple):
    """One moment of the round: `number` from 1, what lies there, what fits, what then happened."""

    number: int
    title: str
    scene: Scene
    fits: SafeString
    happened: list[str]


@figure("example-round", live=True)
def example_round(args: Args, where: Where) -> SafeString:
    """The step `?ply=N`, the first one if there is none of that number, and the list of all."""
    steps = _steps(get_language() or where.language)
    asked = where.query.get("ply", "")
    known = asked in {str(step.number) for step in steps}
    context = {
        "steps": steps,
        "shown": steps[int(asked) - 1] if known else steps[0],
        "unknown": bool(asked) and not known,
        "count": len(steps),
        "path": where.path,
    }
    return render_to_string("content/_example_round.html", context)


@cache
def _steps(language: str) -> list[Step]:
    """All steps in the active language, which `language` names."""
    played = example()
    steps = [_step(number, ply, played) for number, ply in enumerate(played.plies, 1)]
    return [*steps, _last(len(steps) + 1, played)]


def _step(number: int, ply: Ply, played: Round) -> Step:
    happened = told(ply.events, ply.before, None)
    if number == 1:
        happened = [*told(played.dealt, ply.before, None), *happened]
    title = _("%(name)s’s turn") % {"name": NAMES[ply.seat]}
    there = scene(ply.before, NAMES, range(len(NAMES)))
    return Step(number, title, there, fitting_words(ply.before), happened)


def _last(number: int, played: Round) -> Step:
    """The end: nobody is on turn, the hands that are left are counted."""
    points = played.end.history[-1]
    lines = [
        _("%(name)s counts %(n)d.") % {"name": name, "n": count}
        for name, count in zip(NAMES, points, strict=True)
        if count
    ]
    return Step(number, _("The end"), scene(played.end, NAMES, range(len(NAMES))), SafeString(), lines)
