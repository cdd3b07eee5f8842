"""Has the lab's runs computed: one thread of this process, chunk by chunk, while there is anything to do.

The rounds themselves are played in a process of their own (`game.thinking`), in the lane for patient people.
Whoever looks at a run that nobody works on wakes the thread, so no restart leaves one lying.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Lock, Thread
from typing import Any

from django.db import connections

from content.lab import runs
from content.lab.questions import Question
from content.models import LabRun
from game.clock import now_ms, steady_ms
from game.simulate import rounds as simulated
from game.thinking import Busy, ask, offered

CHUNK = 50
"""Rounds at a time: even and odd ones alike, and done in a few seconds by any rules."""
LOOK_S = 5.0
"""So often a lease is renewed while a chunk is computed."""
PAUSE_S = 1.0
"""Before the lane is asked again that was full, or had failed."""

Asking = Callable[[dict[str, Any]], Future[dict[str, Any]]]

log = logging.getLogger(__name__)


def wake() -> None:
    """See to it that somebody works, if there is work; returns at once.

    A process without workers takes no lease: it would hold it for ever, before one that has some.
    """
    if offered() and not working.running and runs.idle(now_ms()):
        working.start()


def work(asking: Asking | None = None) -> None:
    """Every run of the queue, one after another, until none is left or another process works on them."""
    while (run := runs.take(now_ms())) is not None:
        try:
            _finish(run, asking or _patient)
        except Exception:
            log.exception("a chunk of the lab went wrong")
            runs.failed(run, now_ms())
            _pause.wait(PAUSE_S)


def _finish(run: LabRun, asking: Asking) -> None:
    while run.finished is None:
        began = steady_ms()
        found = _awaited(run, asking)
        if found is None:
            return
        sums = simulated.add(run.sums, found) if run.sums else found
        spent = run.spent + steady_ms() - began
        if not runs.keep(run, sums, run.rounds + CHUNK, spent, now_ms()):
            return


def _awaited(run: LabRun, asking: Asking) -> dict[str, Any] | None:
    """The next chunk's sums; None if another process has taken the run over."""
    while (answer := _begun(run, asking)) is None:
        _pause.wait(PAUSE_S)
        if not runs.renew(run, now_ms()):
            return None
    while True:
        try:
            return answer.result(LOOK_S)
        except TimeoutError:
            if answer.done():
                raise
            if not runs.renew(run, now_ms()):
                answer.cancel()
                return None


def _begun(run: LabRun, asking: Asking) -> Future[dict[str, Any]] | None:
    try:
        return asking(_job(run))
    except Busy:
        return None


def _job(run: LabRun) -> dict[str, Any]:
    seed = Question(run.rules, run.players, run.version).seed
    return {"rules": run.rules, "seats": run.players, "seed": seed, "first": run.rounds, "rounds": CHUNK}


def _patient(job: dict[str, Any]) -> Future[dict[str, Any]]:
    return ask("rounds", job, lane="patient")


class Working:
    """The thread, there while it has something to do."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thread: Thread | None = None

    @property
    def running(self) -> bool:
        """Whether it works at the moment."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Begin, unless it works already."""
        with self._lock:
            if not self.running:
                self._thread = Thread(target=_run, name="lab", daemon=True)
                self._thread.start()

    def wait(self) -> None:
        """Until there is nothing left to do."""
        if self._thread is not None:
            self._thread.join()


def _run() -> None:
    try:
        work()
    except Exception:
        log.exception("the lab stopped working")
    finally:
        connections.close_all()


_pause = Event()
working = Working()
