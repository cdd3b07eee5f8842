"""A match as its audience sees it: frames made once for all who see the same, from memory alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from game import metrics, newcomers, present, protocol, public, reactions, repair, store
from game.audience import Audience
from game.snapshot import Snapshot
from game.threads import in_thread

FRAME_MS = 500
"""Frames are shared for so long: the time left in them is as old at most."""
THERE_MS = 250

_MADE, _KEPT = metrics.renders.labels("made"), metrics.renders.labels("kept")


class Viewer(NamedTuple):
    """All that a frame depends on but the match. `since` None: a snapshot; `lang` "": the JSON format;
    `join`: what `newcomers.offer` says, as a tuple; `shown`: the hashes of the fragments on the page."""

    since: int | None
    seat: int | None
    lang: str
    join: tuple[bool, bool] | None
    shown: tuple[int, ...]


class Picture(NamedTuple):
    """A frame ready to be sent, the hashes of its page's fragments, and who was there."""

    text: str
    shown: tuple[int, ...]
    there: tuple[bool, ...]


class Scene(Audience):
    """The audience of a match. `asking`: the guests who ask for a seat."""

    __slots__ = (
        "_began", "_kept", "_made", "_match", "_pictures", "_there", "_wanted", "asking", "match_id",
    )  # fmt: skip

    def __init__(self, match: Snapshot, room: str, said: int, asking: frozenset[int]) -> None:
        super().__init__(match.topic, room, match.version, said)
        self.match_id, self.asking = match.id, asking
        self._match: Snapshot | None = None
        self._began = self._wanted = self._made = self._kept = 0
        self._pictures: dict[Viewer, Picture] = {}
        self._there: tuple[int, tuple[bool, ...]] = (0, ())

    @property
    def late_join(self) -> bool:  # type: ignore[override]
        """May spectators ask for a seat here?"""
        match = store.kept(self.match_id)
        return match is not None and newcomers.late_join(match)

    def moved(self, version: int) -> None:
        """The row is at `version`; what another process has written is read once for all."""
        if store.kept(self.match_id, version) is not None:
            super().moved(version)
        elif version > max(self.newest, self._wanted):
            fetching, self._wanted = self._wanted > self.newest, version
            if not fetching:
                self.do(self._fetch())

    async def _fetch(self) -> None:
        """Read the row until it is as new as was last heard."""
        try:
            while self._wanted > self.newest:
                wanted = self._wanted
                match = await in_thread(store.at_least, self.match_id, wanted)
                super().moved(max(match.version, wanted))
        finally:
            self._wanted = 0

    def asked(self, guest_id: int) -> None:
        """Somebody asked for a seat, or takes that back."""
        self.do(self._ask())

    async def _ask(self) -> None:
        found = await in_thread(repair.asking, [self.topic])
        self.wish(found[self.topic])

    def wish(self, asking: frozenset[int]) -> None:
        """Who asks for a seat now: their windows show it."""
        changed, self.asking = self.asking ^ asking, asking
        match = store.kept(self.match_id) if changed else None
        for guest_id in changed if match is not None else ():
            if match is not None and newcomers.may_ask(match, guest_id):
                for socket in self.of(guest_id):
                    socket.renew()

    def tidy(self) -> None:
        """Idle matches keep no frames."""
        self._pictures, self._match = {}, None
        _MADE.inc(self._made)  # counted here and not frame by frame: that would cost more than the frames
        _KEPT.inc(self._kept)
        self._made = self._kept = 0

    def there(self, match: Snapshot, now: int) -> tuple[bool, ...]:
        """Which seats' people are there; a quarter of a second old at most."""
        if not 0 <= now - self._there[0] < THERE_MS or len(self._there[1]) != len(match.guests):
            self._there = now, public.there(match, now)
        return self._there[1]

    def picture(self, match: Snapshot, viewer: Viewer, now: int) -> Picture:
        """The frame of this viewer."""
        if match is not self._match or not 0 <= now - self._began < FRAME_MS:
            self._match, self._began, self._pictures = match, now, {}
        known = self._pictures.get(viewer)
        if known is None:
            self._made += 1
            known = self._pictures[viewer] = self._paint(match, viewer, now)
        else:
            self._kept += 1
        return known

    def _paint(self, match: Snapshot, viewer: Viewer, now: int) -> Picture:
        join = None if viewer.join is None else dict(zip(("open", "asked"), viewer.join, strict=True))
        frame: dict[str, Any] = {"t": "snapshot", "v": match.version, **present.clock(match, now)}
        if viewer.since is not None:
            events = present.events_since(match, viewer.since, viewer.seat)[-protocol.MAX_EVENTS :]
            frame.update({"t": "view", "from": viewer.since, "events": events})
            if viewer.lang and (says := reactions.shown_since(match, viewer.since, viewer.lang)):
                frame["says"] = says
        shown: tuple[int, ...] = ()
        if viewer.lang:
            parts = present.fragments(match, viewer.seat, viewer.lang, now, join)
            shown = tuple(map(hash, parts))
            whole = viewer.since is None
            frame["html"] = "".join(part for part in parts if whole or hash(part) not in viewer.shown)
        else:
            frame["view"] = orjson.Fragment(present.view_json(match, viewer.seat, now, join))
        return Picture(protocol.write(frame), shown, self.there(match, now))
