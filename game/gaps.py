"""Holes in time: nobody ticked for a while, or the clock was set. Neither may time anybody out (WIRE.md §3).

All of it may be done by ten tickers one after the other: it only ever gives time.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet

from game import writer
from game.clock import JUMP_MS
from game.hub import writing
from game.models import Heartbeat, Match
from game.referee import KEPT_MS
from game.snapshot import Transition

TURNS = ("turn", "challenge", "jump")
"""What may be due while a turn's deadline runs."""
ONE_MORE_HOUR_MS = 3_600_000
"""For resting matches whose day ended while nobody could come back."""

told_of_gap: list[Callable[[int, bool], None]] = []
"""Other apps: called with the time and whether the clock was set (else nobody ticked for a while)."""


def silent_ms(now: int) -> int:
    """For how long no ticker has ticked, anywhere; 0 if none ever did."""
    beat = Heartbeat.objects.filter(pk=1).first()
    return 0 if beat is None else now - beat.at


def clock_is_behind(now: int) -> bool:
    """Is the last tick in the future? Then the clock was set back while no ticker ran here."""
    return silent_ms(now) < -JUMP_MS


def beat(now: int, jumped: bool = False) -> None:
    """Tell all tickers that one ticks. Clocks of several machines differ a little: the foremost counts."""
    row = Heartbeat.objects.filter(pk=1)
    with writing:  # our own writer would keep the database's lock for long
        if not (row if jumped else row.filter(at__lt=now)).update(at=now):
            Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})


def give_grace(now: int) -> None:
    """Nobody could play: turns that ran out meanwhile get a little more time, resting matches an hour."""
    _say_in(now, "grace", Match.objects.filter(status=Match.Status.PLAY, due_at__lte=now, due_kind__in=TURNS))
    with writing:
        _resting().filter(due_at__lte=now).update(due_at=now + ONE_MORE_HOUR_MS)
    for tell in told_of_gap:
        tell(now, False)


def start_all_anew(now: int) -> None:
    """The clock was set: whatever runs begins again with its full time. So nothing is early after a jump
    forward, and nothing an hour late after one back."""
    _say_in(now, "anew", Match.objects.filter(status=Match.Status.PLAY, due_at__isnull=False))
    with writing:
        _resting().update(due_at=now + KEPT_MS, claimed_until=0)
    for tell in told_of_gap:
        tell(now, True)


def _resting() -> QuerySet[Match]:
    return Match.objects.filter(status=Match.Status.REST, due_at__isnull=False)


def _say_in(now: int, word: str, matches: QuerySet[Match]) -> None:
    ids = matches.order_by("due_at").values_list("pk", flat=True)
    writer.commit_all([Transition(match_id, word) for match_id in ids], now)
