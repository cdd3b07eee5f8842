"""What time changes at tables, also while nobody looks: each second the ticker asks here (WIRE.md §3, §4).

Two queries find the few tables where something is due; those are settled one by one, under their lock. So it
does no harm if ten tickers ask.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from game.clock import steady_ms
from game.hub import hub, writing
from game.models import Match

from .codes import QUARANTINE_MS
from .models import Lobby, Member
from .room import HOST_ABSENT_MS, TOUCH_EVERY_MS, LobbyError, absent_ms, settled, topic

ABANDONED_MS = 24 * 60 * 60 * 1000
"""A table nobody touched for a day is closed."""
ONE_MORE_HOUR_MS = 60 * 60 * 1000
"""For tables whose day ended while the server was away."""
CLOSE_EVERY_MS = 60_000
SHARE = 50
"""Looking takes one part in so many of the ticker's time at the most, however many tables there are."""
SLICE_MS = 200
"""So long tables are settled at a time: if a thousand go away at once, bots elsewhere do not wait for it."""

log = logging.getLogger(__name__)


class Upkeep:
    """The job, and when it is to be done again."""

    def __init__(self) -> None:
        self._rests_until = 0
        self._close_at = 0

    def __call__(self, now: int) -> None:
        """Settle the tables where time has changed something; now and then close the abandoned ones."""
        begun = steady_ms()
        if begun < self._rests_until:
            return
        due = list({*_with_news(now), *_with_a_finished_match(now)})
        self._rests_until = steady_ms() + (steady_ms() - begun) * SHARE
        _settle_some(due, now)
        if begun >= self._close_at:
            self._close_at = begun + CLOSE_EVERY_MS
            close_abandoned(now)


def _settle_some(due: list[str], now: int) -> None:
    """As many as there is time for, in any order; the others come next second."""
    end = steady_ms() + SLICE_MS
    for lobby_id in due:
        if steady_ms() > end:
            return
        try:
            settled(lobby_id, now)
        except LobbyError:
            continue
        except Exception:  # this table must not keep the others waiting
            log.exception("what time changes at a table could not be written")


def close_abandoned(now: int) -> None:
    """Closes tables nobody touched for a day, and frees the codes of those closed a day ago."""
    closed_long_ago = Lobby.objects.filter(status=Lobby.Status.CLOSED, touched__lt=now - QUARANTINE_MS)
    open_still = Lobby.objects.filter(touched__lt=now - ABANDONED_MS).exclude(status=Lobby.Status.CLOSED)
    with writing:
        closed_long_ago.exclude(code=None).update(code=None)
        closed = list(open_still.values_list("pk", "version"))
        open_still.update(status=Lobby.Status.CLOSED, touched=now)
    hub.announce_all((topic(pk), version + 1) for pk, version in closed)


def after_a_gap(now: int, jumped: bool) -> None:
    """No table is abandoned because the clock was set; one that would be because the server was away gets
    another hour."""
    tables = Lobby.objects.exclude(status=Lobby.Status.CLOSED)
    overdue = now - ABANDONED_MS
    with writing:
        if jumped:
            tables.update(touched=now)
        else:
            tables.filter(touched__lt=overdue).update(touched=overdue + ONE_MORE_HOUR_MS)


def _live(now: int) -> QuerySet[Lobby]:
    """Tables that are not closed; those untouched for a day are about to be."""
    return Lobby.objects.filter(touched__gte=now - ABANDONED_MS).exclude(status=Lobby.Status.CLOSED)


def _with_a_finished_match(now: int) -> list[str]:
    unfinished = Match.objects.filter(pk=OuterRef("match")).exclude(status=Match.Status.OVER)
    playing = _live(now).filter(~Exists(unfinished), status=Lobby.Status.PLAYING)
    return list(playing.values_list("pk", flat=True))


def _with_news(now: int) -> Iterator[str]:
    """Tables where somebody is away who was not, or back, or where the host right passes on."""
    for lobby_id, people in groupby(_people(now), key=itemgetter(0)):
        if _news(list(people), now):
            yield lobby_id


def _people(now: int) -> Iterable[tuple[Any, ...]]:
    """Everybody at tables where somebody is thought to be. Where all are away nothing changes until one is
    back, and then he looks."""
    somebody = Member.objects.filter(guest__isnull=False, kicked=False, away=False).values("lobby")
    at_tables = Member.objects.filter(lobby__in=_live(now), guest__isnull=False, kicked=False)
    columns = ("lobby_id", "guest_id", "away", "lobby__host_id", "lobby__match", "lobby__touched")
    return at_tables.filter(lobby__in=somebody).order_by("lobby_id").values_list(*columns)


def _news(people: list[tuple[Any, ...]], now: int) -> bool:
    lobby_id, _, _, host, match, touched = people[0]
    absent = {guest: absent_ms(lobby_id, match, guest, now) for _, guest, *_ in people}
    if any((absent[guest] > 0) != away for _, guest, away, *_ in people):
        return True
    present = [guest for guest, ms in absent.items() if ms == 0]
    headless = host not in absent or absent[host] >= HOST_ABSENT_MS
    return bool(present) and (headless or now - touched > TOUCH_EVERY_MS)
