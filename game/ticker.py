"""Plays what is due (WIRE.md §3, docs/time.md): turns that ran out, bots, pauses, rest. A thread per process.

Two or ten tickers are harmless: rows are leased, and the version check decides. `tick(now)` does all that
belongs to a second and then one round; the thread does rounds in between as well.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterable, Iterator
from threading import Event, Thread

from django.db import Error, connection, connections

from game import alarm, gaps, lease, metrics, server_words, writer
from game.batch import Nack
from game.clock import clock, now_ms, steady_ms
from game.hub import presence
from game.lease import Due
from game.resting import Watch, deserted
from game.server_words import Plan
from game.slow_lane import SlowLane
from game.store import NoMatch
from game.thinking.ahead import Ahead, note_unsearched

HEARTBEAT_MS = 1_000
SILENCE_MS = 3_000
AT_ONCE = 100
"""Matches played in one round; if more are due, the next round follows at once."""
THINK_MS = 50
"""After so much thinking what is decided is committed before others are asked."""
NAP_MS = 20
"""Between rounds, so that what falls due a little later is played together."""

log = logging.getLogger(__name__)
last_tick_ms: int | None = None
"""When the ticker last finished a round (by the steady clock), for /readyz; None: never."""

jobs: list[Callable[[int], None]] = []
"""Called with the time each second: what time changes in other apps. Must be harmless ten times over."""
blind: list[Callable[[], bool]] = []
"""While one of them says so, this process cannot know who is at the others: it takes nobody for absent."""

_chance = random.SystemRandom()
_watch = Watch()
_thread: Thread | None = None
_stopping = Event()

clock.on_jump(presence.shift)


# -- the thread -----------------------------------------------------------------------------------


def start() -> None:
    """Start the ticker of this process, once."""
    global _thread
    if _thread is not None and _thread.is_alive():
        return
    _stopping.clear()
    presence.start(now_ms())
    _thread = Thread(target=_run, name="ticker", daemon=True)
    _thread.start()


def stop() -> None:
    """End the ticker and wait for it."""
    global _thread
    _stopping.set()
    alarm.ring_at(0)
    if _thread is not None:
        _thread.join()
        _thread = None


def _run() -> None:
    rounds = _Rounds()
    while not _stopping.is_set():
        try:
            wait = rounds.next()
        except Exception as error:
            _failed("the ticker stumbled and goes on", error)
            wait = HEARTBEAT_MS
        if wait > 0 and not _stopping.is_set():
            time.sleep(NAP_MS / 1000)
            alarm.sleep(wait - NAP_MS)
    _slow_lane.stop()
    connections.close_all()


class _Rounds:
    """What the thread remembers from one round to the next."""

    def __init__(self) -> None:
        self._jumps = clock.jumps
        self._second = steady_ms() - HEARTBEAT_MS
        self._first = True

    def next(self) -> int:
        """One round; returns the milliseconds until the next one (0: more is due)."""
        now, steady, jumps = now_ms(), steady_ms(), clock.jumps
        jumped = jumps != self._jumps or (self._first and gaps.clock_is_behind(now))
        ago = steady - self._second
        if ago < HEARTBEAT_MS and not jumped:
            return min(play(now), HEARTBEAT_MS - ago)
        if ago > SILENCE_MS:  # this process stood still: it has not seen who was here
            presence.start(now)
        wait = tick(now, jumped)
        self._second, self._jumps, self._first = steady, jumps, False
        return wait


# -- one second -------------------------------------------------------------------------------------


def tick(now: int, jumped: bool = False) -> int:
    """What belongs to this second, and then a round; returns the milliseconds until the next look."""
    _mind_the_gap(now, jumped)
    if any(cannot_see() for cannot_see in blind):
        presence.start(now)
    for job in (_rest, *jobs):
        try:
            job(now)
        except Exception as error:  # it is tried again next second, and stops nothing else
            _failed("the ticker failed at what it does each second", error)
    presence.prune(now)
    return play(now)


def _mind_the_gap(now: int, jumped: bool) -> None:
    """The beat comes last: while it is old, any other ticker sees the gap too, and times nobody out."""
    if jumped:
        _watch.forget()
        gaps.start_all_anew(now)
    elif gaps.silent_ms(now) > SILENCE_MS:
        presence.start(now)
        gaps.give_grace(now)
    gaps.beat(now, jumped)


def _rest(now: int) -> None:
    """Where nobody has been for a minute the clocks stop, also when nothing falls due there."""
    deserted_now = [server_words.rest(match) for match in _watch.deserted(now)]
    if deserted_now:
        writer.commit_all(deserted_now, now)


def _failed(what: str, error: Exception) -> None:
    """After an error of the database the next attempt begins with a fresh connection."""
    log.error(what, exc_info=error)
    metrics.ticker_errors.inc()
    if isinstance(error, Error) and not connection.in_atomic_block:
        connections.close_all()


# -- one round --------------------------------------------------------------------------------------


def play(now: int) -> int:
    """Play what is due at `now`, the oldest first, and have searched what masters say next; returns the
    milliseconds until the next look."""
    global last_tick_ms
    dues, first = _ahead.ripe(now), lease.first_due(now)
    if first is not None and first <= now:
        taken = lease.take(now, AT_ONCE)
        note_unsearched(taken)
        dues = sorted([*dues, *taken])
    if dues:
        _play(_slow_lane.keep_slow(dues), now)
        first = lease.first_due(now)
    near = _ahead.begin(now, _chance)
    last_tick_ms = steady_ms()
    looks = [at - now for at in (first, near, _ahead.first()) if at is not None]
    return max(0, min([HEARTBEAT_MS, *looks]))


def _play(dues: Iterable[Due], now: int) -> None:
    """Think and commit, in batches. What fails keeps its lease and is tried again when that ends."""
    begun = steady_ms()
    for batch in _batches(dues, now):
        _say([plan for _, plan in batch], now)
        for due, _ in batch:
            late = now + steady_ms() - begun - due.at
            metrics.ticker_late_seconds.labels(due.kind).observe(late / 1000)


def _batches(dues: Iterable[Due], now: int) -> Iterator[list[tuple[Due, Plan]]]:
    batch: list[tuple[Due, Plan]] = []
    begun = steady_ms()
    for due in dues:
        plan = _plan(due, now)
        if plan:
            batch.append((due, plan))
        if steady_ms() - begun > THINK_MS:
            yield batch
            batch, begun = [], steady_ms()
    yield batch


def _plan(due: Due, now: int) -> Plan:
    """What is to be said there; nothing if it is no longer due, or if thinking about it fails."""
    begun = steady_ms()
    try:
        match = due.match()
        if match is None:
            return []
        if deserted(match, now):
            return [server_words.rest(match)]
        return server_words.plan(match, _chance, due.word)
    except NoMatch:
        return []
    except Exception as error:
        _failed("what is due in a match could not be played", error)
        return []
    finally:
        _slow_lane.note(due, steady_ms() - begun)


def _say(plans: list[Plan], now: int) -> None:
    """Commit the first word of each plan; where it is refused, the next one."""
    while plans:
        answers = writer.commit_all([plan[0] for plan in plans], now)
        refused = []
        for plan, answer in zip(plans, answers, strict=True):
            if isinstance(answer, Nack) and answer.code != "stale":
                log.error("a word of the server's was refused: %s", answer.code)
                refused.append(plan[1:])
        plans = [plan for plan in refused if plan]


def _play_slow(due: Due) -> None:
    now = now_ms()
    _say([plan for plan in [_plan(due, now)] if plan], now)


_slow_lane = SlowLane(_play_slow)
_ahead = Ahead()
