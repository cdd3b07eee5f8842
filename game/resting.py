"""Which matches nobody is at any more (WIRE.md §3): each is looked at only when it could be so far."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from game import store
from game.hub import presence
from game.models import Match
from game.snapshot import Snapshot
from game.store import NoMatch

ABSENT_MS = 60_000
SCAN_MS = 10_000
"""How often matches that are new to this process are looked for; fresh ones have a minute anyway."""
LOOK_AT_ONCE = 200
"""Matches looked at in one pass; the others come next second."""

log = logging.getLogger(__name__)


def deserted(match: Snapshot, now: int) -> bool:
    """Nobody who could still play has been here for a minute. Where every human has gone for good, bots
    play on to the end, and nobody is missed."""
    whos = _whos(match)
    return match.status == "play" and bool(whos) and presence.absent_ms(match.topic, whos, now) >= ABSENT_MS


def _whos(match: Snapshot) -> list[str]:
    return [str(match.guests[seat]) for seat in match.humans()]


class Watch:
    """Matches being played, and when each may be deserted at the earliest: signs of life only put it off."""

    def __init__(self) -> None:
        self._earliest: dict[str, int] = {}
        self._scanned: int | None = None

    def deserted(self, now: int) -> Iterator[Snapshot]:
        """Those that are deserted now."""
        self._scan(now)
        for match_id in [one for one, at in self._earliest.items() if at <= now][:LOOK_AT_ONCE]:
            self._earliest[match_id] = now + ABSENT_MS
            match = _playing(match_id)
            if match is None:
                continue
            self._earliest[match_id] = _earliest(match, now)
            if deserted(match, now):
                yield match

    def forget(self) -> None:
        """As in a new process, or after the clock was set."""
        self._earliest.clear()
        self._scanned = None

    def _scan(self, now: int) -> None:
        if self._scanned is not None and 0 <= now - self._scanned < SCAN_MS:
            return
        self._scanned = now
        first = now + max(0, ABSENT_MS - presence.absent_ms("", (), now))  # by the start of this process
        playing = Match.objects.filter(due_at__isnull=False, status=Match.Status.PLAY)
        ids = playing.values_list("pk", flat=True)
        self._earliest = {match_id: self._earliest.get(match_id, first) for match_id in ids}


def _playing(match_id: str) -> Snapshot | None:
    try:
        match = store.current(match_id)
    except NoMatch:
        return None
    except Exception:
        log.exception("a match could not be read")
        return None
    return match if match.status == "play" else None


def _earliest(match: Snapshot, now: int) -> int:
    """Before this it cannot be deserted, whatever happens."""
    return now + max(ABSENT_MS - presence.absent_ms(match.topic, _whos(match), now), 1_000)
