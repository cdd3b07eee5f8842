"""What one viewer gets to see of a match: the view object, and the html fragments made of it.

`engine.view` and its two halves are the only source of cards, so nothing can leak that they do not show.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson
from django.template.loader import render_to_string
from django.utils.translation import override

from game import engine, public, render, table_text
from game.log_words import tell
from game.public import around, given_up, there
from game.refusal_text import Refusal
from game.slots import tight
from game.snapshot import Snapshot

View = dict[str, Any]


def table_view(match: Snapshot, seat: int | None, now: int, join: dict[str, bool] | None = None) -> View:
    """The engine's view with what the referee knows: clock, status, who is there, the log.

    `join`: what a spectator may do about a seat (`newcomers.offer`; None: nothing).
    """
    view = around(engine.view(match.state, seat), match, there(match, now))
    view.update(_times(match, now), log=match.log, join=join)
    if given_up(match):
        view["legal"] = []
    return view


def view_json(match: Snapshot, seat: int | None, now: int, join: dict[str, bool] | None = None) -> bytes:
    """The same as JSON, safe on the event loop: what everybody sees is written once for all viewers."""
    mine = public.own(match, seat) | _times(match, now)
    mine["join"] = join
    return b"%b,%b" % (public.of(match, now).json, orjson.dumps(mine)[1:])


def clock(match: Snapshot, now: int) -> dict[str, int | None]:
    """`left` and `of`: milliseconds left for the human on turn, of how many; null without a limit."""
    state, deadline = match.state, match.ref["deadline"]
    ticking = match.status == "play" and state.phase == "play" and deadline is not None
    if not ticking or state.turn is None or state.seats[state.turn].bot:
        return {"left": None, "of": None}
    of = int(match.rules.turn_seconds) * 1000
    return {"left": max(0, min(of, deadline - now)), "of": of}


def _times(match: Snapshot, now: int) -> dict[str, int | None]:
    between = match.status == "play" and match.state.phase == "between"
    pause = match.ref["pause"] if between else None
    return {**clock(match, now), "pause": None if pause is None else max(0, pause - now)}


def events_since(match: Snapshot, version: int, seat: int | None) -> list[dict[str, Any]]:
    """What happened after `version`, as this viewer may see it."""
    since = match.since(version)
    return [event for step in (match.trail if since is None else since) for event in step.wire(seat)]


def fragments(
    match: Snapshot, seat: int | None, lang: str, now: int, join: dict[str, bool] | None = None
) -> tuple[str, ...]:
    """The fragments of the table for this viewer, in order; safe on the event loop, and quick."""
    return render.fragments(public.of(match, now), seat, lang, _times(match, now), join)


def context(
    view: View, match_id: str, lang: str, wish: str = "", lay: str = "", tip: str = ""
) -> dict[str, Any]:
    """What the templates of the table are given; call it in the language it is for."""
    return {"view": view, "match_id": match_id, "lang": lang, "t": table_text.display(view, wish, lay, tip)}


def failed_try(match: Snapshot, seat: int | None, version: int, now: int) -> Refusal | None:
    """What became of the card this seat tried with `version`, None if it tried none. It has cost a card."""
    steps = (step for step in match.trail if step.version == version and step.seat == seat)
    event = next((event for step in steps for event in step.public if event["e"] == "tried"), None)
    if event is None:
        return None
    told = tell(event, table_view(match, seat, now))
    return Refusal(f"{told}.", told.rule)


def fresh(view: View, match_id: str, lang: str) -> tuple[str, ...]:
    """The fragments drawn anew as the page draws them: what `fragments` must be equal to."""
    with override(lang):
        return fragments_of(table_text.FRAGMENTS, context(view, match_id, lang))


def fragments_of(names: Iterable[str], shown: dict[str, Any]) -> tuple[str, ...]:
    """Templates in the active language, without the indentation between their tags."""
    return tuple(tight(render_to_string(name, shown)) for name in names)
