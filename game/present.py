"""What one viewer gets to see of a match: the view object, and the html fragments made of it.

`engine.view` is the only source of cards here, so nothing can leak that it does not show.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import override

from game import engine, table_text
from game.draft import PAUSE_MS
from game.hub import presence
from game.log_words import tell
from game.refusal_text import Refusal
from game.snapshot import Snapshot

MEMO_MS = 1_000
MEMO_SIZE = 2_000
_INDENT = re.compile(r">\s*\n\s*<")

View = dict[str, Any]


def table_view(match: Snapshot, seat: int | None, now: int, join: dict[str, bool] | None = None) -> View:
    """The engine's view with what the referee knows: clock, status, who is there, the log.

    `join`: what a spectator may do about a seat (`newcomers.joining`).
    """
    view: View = engine.view(match.state, seat)
    between = match.status == "play" and match.state.phase == "between"
    pause = match.ref["pause"] if between else None
    view.update(
        v=match.version, **clock(match, now), status=match.status, solo=match.solo, room=match.room,
        next=match.next_match, ready=[facts["ready"] for facts in match.ref["seats"]],
        pause=None if pause is None else max(0, pause - now), pause_of=PAUSE_MS, log=match.log,
        join=join,
    )  # fmt: skip
    if match.status == "over" and match.state.phase != "over":  # given up or left: nothing more to do here
        view.update(state="match-over", turn=None, legal=[])
    new = _newcomers(match)
    for shown in view["seats"]:
        shown.update(_person(match, shown["seat"], now), new=shown["seat"] in new)
    return view


def clock(match: Snapshot, now: int) -> dict[str, int | None]:
    """`left` and `of`: milliseconds left for the human on turn, of how many; null without a limit."""
    state, deadline = match.state, match.ref["deadline"]
    ticking = match.status == "play" and state.phase == "play" and deadline is not None
    if not ticking or state.turn is None or state.seats[state.turn].bot:
        return {"left": None, "of": None}
    of = int(match.rules.turn_seconds) * 1000
    return {"left": max(0, min(of, deadline - now)), "of": of}


def events_since(match: Snapshot, version: int, seat: int | None) -> list[dict[str, Any]]:
    """What happened after `version`, as this viewer may see it."""
    return [event for step in match.trail if step.version > version for event in step.wire(seat)]


def fragments(
    match: Snapshot, seat: int | None, lang: str, now: int, join: dict[str, bool] | None = None
) -> tuple[str, ...]:
    """The fragments of the table for this viewer, in order; kept for a moment and shared."""
    key = (match.id, match.version, match.status, seat, lang, there(match, now), *(join or {}).values())
    kept = _memo.get(key, now)
    if kept is None:
        kept = _render(table_view(match, seat, now, join), match.id, lang)
        _memo.put(key, kept, now)
    return kept


def context(view: View, match_id: str, lang: str, wish: str = "", lay: str = "") -> dict[str, Any]:
    """What the templates of the table are given; call it in the language it is for."""
    return {"view": view, "match_id": match_id, "lang": lang, "t": table_text.display(view, wish, lay)}


def failed_try(match: Snapshot, seat: int | None, version: int, now: int) -> Refusal | None:
    """What became of the card this seat tried with `version`, None if it tried none. It has cost a card."""
    steps = (step for step in match.trail if step.version == version and step.seat == seat)
    event = next((event for step in steps for event in step.public if event["e"] == "tried"), None)
    if event is None:
        return None
    told = tell(event, table_view(match, seat, now))
    return Refusal(f"{told}.", told.rule)


def _render(view: View, match_id: str, lang: str) -> tuple[str, ...]:
    with override(lang):
        return fragments_of(table_text.FRAGMENTS, context(view, match_id, lang))


def fragments_of(names: Iterable[str], shown: dict[str, Any]) -> tuple[str, ...]:
    """Templates in the active language, without the indentation between their tags (a fifth of the bytes)."""
    return tuple(_INDENT.sub("><", render_to_string(name, shown).strip()) for name in names)


def _newcomers(match: Snapshot) -> set[int]:
    """Seats taken in this pause: they were dealt no cards yet."""
    found: set[int] = set()
    for step in reversed(match.trail):
        if step.kind == "round":
            break
        if step.kind == "join" and step.seat is not None:
            found.add(step.seat)
    return found


def _person(match: Snapshot, seat: int, now: int) -> dict[str, bool]:
    facts = match.ref["seats"][seat]
    return {"stand_in": facts["stand_in"], "gone": facts["gone"], "present": _present(match, seat, now)}


def there(match: Snapshot, now: int) -> tuple[bool, ...]:
    """Which seats' people are there now; no version counts this."""
    return tuple(_present(match, seat, now) for seat in range(len(match.guests)))


def _present(match: Snapshot, seat: int, now: int) -> bool:
    """Bots are always there."""
    guest = match.guests[seat]
    return guest is None or presence.present(match.topic, str(guest), now)


class _Memo:
    """Rendered fragments for a second: long enough for everybody who looks at the same version."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Any, ...], tuple[int, tuple[str, ...]]] = OrderedDict()

    def get(self, key: tuple[Any, ...], now: int) -> tuple[str, ...] | None:
        made, html = self._kept.get(key, (0, ()))
        return html if 0 <= now - made < MEMO_MS else None

    def put(self, key: tuple[Any, ...], html: tuple[str, ...], now: int) -> None:
        with self._lock:
            self._kept[key] = (now, html)
            self._kept.move_to_end(key)
            while len(self._kept) > MEMO_SIZE:
                self._kept.popitem(last=False)


_memo = _Memo()
