"""Group commit: all transitions that wait are judged and written in one transaction (docs/no-move-lost.md).

`commit` is for threads, `commit_soon` for the event loop. Whoever holds `hub.writing` writes for all who
wait: a thread that comes to commit, or the one writer thread that serves the event loops. The order is
always commit, memory, announcement, answer.
"""

from __future__ import annotations

import logging
import time
from asyncio import AbstractEventLoop, get_running_loop
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event, Lock, Thread

from django.db import connection, connections

from game import metrics
from game.batch import Answer, Hearer, Job, alone, together_or_alone
from game.clock import now_ms
from game.hub import writing
from game.snapshot import Transition
from game.store import NoMatch
from game.talk import ServiceError

MOST_AT_ONCE = 256
"""Transitions in one transaction; more wait for the next one."""
SLOW_S = 1.0
"""A commit that takes longer is worth a line in the log."""

log = logging.getLogger(__name__)


_waiting: deque[Job] = deque()
_began: float | None = None
"""When the batch under way began, by the steady clock."""


# -- for threads ------------------------------------------------------------------------------------


def commit(wanted: Transition, now: int | None = None) -> Answer:
    """Judge and write one transition, with all that waits; an action id seen before gets its first answer.

    Raises NoMatch, and what the database raises: then nothing was acknowledged. Inside a transaction of the
    caller it is written at once and announced when that one commits.
    """
    job = Job(wanted, now_ms() if now is None else now)
    _see_through([job])
    if job.error is not None:
        raise job.error
    assert job.answer is not None
    return job.answer


def commit_all(wanted: Sequence[Transition], now: int | None = None) -> list[Answer | None]:
    """Many transitions as one batch, answers in their order; None where one could not be done (it is logged
    unless its match is gone)."""
    moment = now_ms() if now is None else now
    jobs = [Job(one, moment) for one in wanted]
    _see_through(jobs)
    for job in jobs:
        _log_failure(job)
    return [job.answer for job in jobs]


def _see_through(jobs: list[Job]) -> None:
    if connection.in_atomic_block:
        with writing:
            for job in jobs:
                alone(job)
        return
    _waiting.extend(jobs)
    with writing:
        while not all(job.settled for job in jobs):
            _write(_take())


def _take() -> list[Job]:
    return [_waiting.popleft() for _ in range(min(len(_waiting), MOST_AT_ONCE))]


# -- for event loops --------------------------------------------------------------------------------


class _Thread:
    """The thread that writes for the event loops; it begins with the first job."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._bell = Event()
        self._stopping = False
        self._thread: Thread | None = None

    def ring(self) -> None:
        """There is something to write."""
        self._bell.set()
        if self._thread is None:
            self._start()

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._stopping = False
                self._thread = Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end and give the database connection back."""
        with self._lock:
            thread, self._stopping = self._thread, True
            self._bell.set()
            if thread is not None:
                thread.join()
            self._thread = None

    def _run(self) -> None:
        while not (self._stopping and not _waiting):
            self._bell.wait()
            self._bell.clear()
            while _waiting:
                with writing:
                    _write(_take())
        connections.close_all()


_thread = _Thread()
stop = _thread.stop


def commit_soon(wanted: Transition, answer: Hearer) -> None:
    """From an event loop: `answer` is called there once it is known and committed, with the next batch.

    It gets None if the outcome is unknown or the match is gone; then nothing may be acknowledged.
    """
    _waiting.append(Job(wanted, now_ms(), hear=(get_running_loop(), answer)))
    _thread.ring()


def waiting() -> int:
    """How many transitions wait for their transaction."""
    return len(_waiting)


def oldest_wait() -> float:
    """Seconds since what waits longest has come, or the batch under way has begun; 0 if there is neither."""
    waits = [_began] if _began is not None else []
    with suppress(IndexError):
        waits.append(_waiting[0].since)
    return time.monotonic() - min(waits) if waits else 0.0


def drain(seconds: float) -> bool:
    """Wait until nothing waits any more and nobody writes; False if that took longer."""
    end = time.monotonic() + seconds
    while _waiting and time.monotonic() < end:
        _thread.ring()
        time.sleep(0.01)
    if not writing.acquire(timeout=max(0.0, end - time.monotonic())):
        return False
    writing.release()
    return not _waiting


# -- one batch --------------------------------------------------------------------------------------


def _write(jobs: list[Job]) -> None:
    """Judge and write these jobs, together if that goes well, else one by one; then tell the event loops."""
    global _began
    if not jobs:
        return
    metrics.batch_size.observe(len(jobs))
    _began = time.monotonic()
    try:
        together_or_alone(jobs)
    finally:
        taken, _began = time.monotonic() - _began, None
        for job in jobs:
            if not job.settled:  # an interrupt: nobody may wait for ever
                job.settle(None, ServiceError("busy"))
    metrics.commit_seconds.observe(taken)
    if taken > SLOW_S:
        log.warning("slow commit", extra={"seconds": round(taken, 2), "size": len(jobs)})
    _tell(job for job in jobs if job.hear)


def _tell(jobs: Iterable[Job]) -> None:
    """Hand the answers to the event loops they are for, each with one wake-up."""
    by_loop: dict[AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        assert job.hear is not None
        _log_failure(job)
        by_loop.setdefault(job.hear[0], []).append(job)
    for loop, answered in by_loop.items():
        try:
            loop.call_soon_threadsafe(partial(_hear, answered))
        except RuntimeError:  # the loop has ended, and its clients will ask again
            continue


def _hear(jobs: list[Job]) -> None:
    """One hearer's mistake must not leave the others without their answers."""
    for job in jobs:
        try:
            assert job.hear is not None
            job.hear[1](job.answer)
        except Exception:
            log.exception("an answer could not be given")


def _log_failure(job: Job) -> None:
    if job.error is not None and not isinstance(job.error, NoMatch):
        log.error("a transition could not be written", exc_info=job.error)


