"""What all viewers of a match see at one version, made once and shared: the public view and its bytes.

Everything here is read by many, so nobody may change it. `present.table_view` is the same for one viewer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import orjson
from django.utils.functional import cached_property

from game import engine, moments
from game.draft import PAUSE_MS
from game.hub import presence
from game.snapshot import LOG_LINES, Snapshot, Step

KEPT = 256
View = dict[str, Any]
Frozen = tuple[tuple[str, Any], ...]

TOLD = (
    "e", "card", "top", "n", "due", "wish", "suit", "cause", "why", "what", "double", "again", "counts",
    "skip", "place", "under", "cards",
)  # fmt: skip
"""What a line of the log may depend on, besides who did it to whom."""


@dataclass(slots=True)
class Said:
    """An event as a line of the log tells it: its version, who did it, with whom, and `what`, hashable.
    `lines`: what `render` has made of it, by language."""

    version: int
    who: int | None
    by: int | None
    what: Frozen
    lines: dict[str, Any] = field(default_factory=dict)


def there(match: Snapshot, now: int) -> tuple[bool, ...]:
    """Which seats' people are there now, bots always; no version counts this."""
    topic, guests = match.topic, match.guests
    return tuple([guest is None or presence.present(topic, str(guest), now) for guest in guests])


def around(view: View, match: Snapshot, present: tuple[bool, ...]) -> View:
    """Adds to a view of the engine what the referee knows and everybody sees, but the log."""
    ref = match.ref["seats"]
    view.update(
        v=match.version, status=match.status, solo=match.solo, room=match.room, next=match.next_match,
        ready=[facts["ready"] for facts in ref], pause_of=PAUSE_MS,
    )  # fmt: skip
    if given_up(match):
        view.update(state="match-over", turn=None)
    new = _newcomers(match)
    if view["state"] == "match-over":
        best = match.ref.get("best") or {}
        winners = (view["outcome"] or {}).get("winners") or []
        view["best"] = moments.told(best, view["history"], winners, match.rules)
        view["rounds"] = moments.rounds(best, view["history"])
    for n, shown in enumerate(view["seats"]):
        facts = ref[n]
        shown.update(stand_in=facts["stand_in"], gone=facts["gone"], present=present[n], new=n in new)
    return view


def given_up(match: Snapshot) -> bool:
    """Over by the referee, not by the game: given up or left, there is nothing more to do here."""
    return match.status == "over" and match.state.phase != "over"


def _newcomers(match: Snapshot) -> set[int]:
    """Seats taken in this pause: they were dealt no cards yet."""
    found: set[int] = set()
    if match.state.phase == "play":  # a deal came after whoever came
        return found
    for step in reversed(match.trail):
        if step.word.startswith("round "):
            break
        if step.kind == "join" and step.seat is not None:
            found.add(step.seat)
    return found


Told = tuple[Step, list[Said]]


class Public:
    """One snapshot as everybody sees it, with the people who are there."""

    def __init__(self, match: Snapshot, present: tuple[bool, ...], before: Public | None) -> None:
        self.match = match
        self.present = present
        self.view = around(engine.public_view(match.state), match, present)
        self.shown: dict[str, Any] = {}
        """By language: what `render` makes of it."""
        self._told: dict[int, Told] = before._told if before is not None else {}

    @cached_property
    def logged(self) -> View:
        """The view with its log."""
        return self.view | {"log": self.match.log}

    @cached_property
    def json(self) -> bytes:
        """The view with its log as JSON, without what is a viewer's own, and open at its end."""
        return b'%b,"log":[%b]' % (orjson.dumps(self.view)[:-1], b",".join(self.match.log_json))

    def events(self) -> Iterator[Said]:
        """The log, what happened last first. A step is looked at once and known again at the next version."""
        before, left = self._told, LOG_LINES
        self._told = {}
        for step in reversed(self.match.trail):
            told = before.get(id(step))
            if told is None or told[0] is not step:
                told = step, _in_order([_said(event, step.version) for event in step.public])
            self._told[id(step)] = told
            events = told[1]
            if len(events) > left:
                events = _in_order([_said(event, step.version) for event in step.public[-left:]])
            yield from reversed(events)
            left -= len(events)
            if left <= 0:
                return


def of(match: Snapshot, now: int) -> Public:
    """The shared part of this very snapshot."""
    present = there(match, now)
    kept = _kept.get(match.id)
    if kept is not None and kept.match is match and kept.present == present:
        return kept
    made = Public(match, present, kept)
    with _lock:
        _kept[match.id] = made
        _kept.move_to_end(match.id)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def own(match: Snapshot, seat: int | None) -> View:
    """What is this viewer's alone."""
    mine = engine.private_view(match.state, seat)
    if given_up(match):
        mine["legal"] = []
    return mine


def _said(event: View, version: int) -> Said:
    kind = event["e"]
    names = TOLD if kind == "played" else TOLD[:-1]
    what = tuple([(name, _hashable(event[name])) for name in names if name in event])
    who = {"dealt": "dealer", "round-over": "winner"}.get(kind, "seat")
    return Said(version, event.get(who), event.get("by"), what)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _in_order(events: list[Said]) -> list[Said]:
    """Special starting cards lay there before the one that the deal ended with."""
    return sorted(events, key=lambda one: one.what[0][1] != "turned") if len(events) > 1 else events


_kept: OrderedDict[str, Public] = OrderedDict()
_lock = Lock()


def forget() -> None:
    """As in a new process."""
    with _lock:
        _kept.clear()
