"""Lanes: a few workers, a line before them that is never long, and what to do when a worker is lost."""

from __future__ import annotations

import atexit
import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from queue import Full, PriorityQueue
from threading import Lock, Thread
from typing import Any

import orjson
from django.conf import settings

from game import metrics
from game.thinking import Busy, Failed
from game.thinking.process import COMMAND, Lost, Worker

log = logging.getLogger(__name__)

FORGIVEN = 2
"""Lost workers in a row after which the lane rests, longer each time."""
REST_S = 1.0
LONGEST_REST_S = 60.0
DOUBLINGS = 6
STOP_S = 1.0

_LAST = 9
_numbers = count()


@dataclass(order=True)
class _Task:
    rank: int
    number: int
    job: str = field(compare=False)
    payload: dict[str, Any] = field(compare=False)
    future: Future[dict[str, Any]] = field(compare=False)


_END = _Task(-1, 0, "", {}, Future())
"""Tells a thread to end."""


class Lane:
    """At most `size` workers, and `most` jobs that wait for them; each job may take `limit_s`.

    Jobs named in `first` pass the others. Threads and workers begin when there is something to do.
    """

    def __init__(
        self, name: str, size: int, most: int, limit_s: float, nice: int,
        first: Sequence[str] = (), command: Sequence[str] = COMMAND,
    ) -> None:  # fmt: skip
        self.name, self._size, self._limit_s, self._nice = name, size, limit_s, nice
        self._first, self._command = first, command
        self._queue: PriorityQueue[_Task] = PriorityQueue(most)
        self._lock = Lock()
        self._workers: list[tuple[Thread, Worker]] = []
        self._unfinished = 0
        self._lost = 0
        self._rests_until = 0.0
        self._stopped = False
        metrics.queue.labels(name).set_function(self._queue.qsize)

    @property
    def well(self) -> bool:
        """False after too many workers were lost in a row, until one answers."""
        return self._lost <= FORGIVEN

    def room(self) -> int:
        """How many of the first jobs may be added until one waits for each worker; none while it rests."""
        return 0 if self._closed() else max(0, self._size - self._first_waiting())

    def ask(self, job: str, payload: dict[str, Any]) -> Future[dict[str, Any]]:
        """See `game.thinking.ask`."""
        if self._closed():
            raise Busy
        rank = self._first.index(job) if job in self._first else _LAST
        task = _Task(rank, next(_numbers), job, payload, Future())
        with self._lock:
            if self._stopped:
                raise Busy
            try:
                self._queue.put_nowait(task)
            except Full:
                raise Busy from None
            self._unfinished += 1
            if len(self._workers) < min(self._size, self._unfinished):
                self._start()
        return task.future

    def stop(self) -> None:
        """End threads and workers; jobs that were not done fail."""
        with self._lock:
            self._stopped = True
            workers, self._workers = self._workers, []
        while not self._queue.empty():
            task = self._queue.get()
            if task.future.set_running_or_notify_cancel():
                task.future.set_exception(Failed("stopped"))
        for _, worker in workers:
            worker.close()
        for _ in workers:
            self._queue.put(_END)
        for thread, _ in workers:
            thread.join(STOP_S)

    def _closed(self) -> bool:
        return self._stopped or not self._size or time.monotonic() < self._rests_until

    def _first_waiting(self) -> int:
        """Jobs that pass all others, and still want to be begun."""
        with self._queue.mutex:
            return sum(task.rank == 0 and not task.future.cancelled() for task in self._queue.queue)

    def _start(self) -> None:
        worker = Worker(self._nice, self._command)
        thread = Thread(target=self._run, args=(worker,), name=f"{self.name}-thinker", daemon=True)
        self._workers.append((thread, worker))
        thread.start()

    def _run(self, worker: Worker) -> None:
        while (task := self._queue.get()) is not _END:
            if task.future.set_running_or_notify_cancel():
                self._settle(task, worker)
            with self._lock:
                self._unfinished -= 1
        worker.end()

    def _settle(self, task: _Task, worker: Worker) -> None:
        """Every future gets an answer or an error, whatever happens here."""
        begun = time.monotonic()
        try:
            answer = orjson.loads(self._answer(task, worker))
            if "error" in answer:
                log.error("a job failed", extra={"kind": task.job, "what": answer["error"]})
                raise Failed(answer["error"])
            done = answer["done"]
        except Failed as failed:
            task.future.set_exception(failed)
        except Exception as error:
            log.exception("a job could not be done")
            task.future.set_exception(Failed(type(error).__name__))
        else:
            metrics.thinking_seconds.labels(task.job).observe(time.monotonic() - begun)
            task.future.set_result(done)

    def _answer(self, task: _Task, worker: Worker) -> bytes:
        """The worker's line; if it died, which may have been before it was asked, that of a new one."""
        line = orjson.dumps({"job": task.job, "payload": task.payload})
        for attempt in (1, 2):
            try:
                answer = worker.ask(line, self._limit_s)
            except (Lost, OSError) as error:
                why = error.why if isinstance(error, Lost) else "no-start"
                self._note_loss(task.job, why)
                if self._stopped or attempt == 2 or why != "died":
                    raise Failed(why) from None
            else:
                self._lost = 0
                return answer
        raise AssertionError("the second attempt returns or raises")

    def _note_loss(self, job: str, why: str) -> None:
        if self._stopped:
            return
        self._lost += 1
        metrics.thinkers_lost.labels(why).inc()
        log.warning("a thinking process was lost", extra={"kind": job, "why": why})
        if self._lost > FORGIVEN:
            rest = min(LONGEST_REST_S, REST_S * 2.0 ** min(self._lost - FORGIVEN - 1, DOUBLINGS))
            self._rests_until = time.monotonic() + rest


LANES = {
    "quick": Lane(
        "quick", size=settings.THINKERS, most=8 * settings.THINKERS, limit_s=5, nice=5,
        first=("decide", "weigh"),
    ),
    "patient": Lane("patient", size=min(1, settings.THINKERS), most=8, limit_s=300, nice=15),
}  # fmt: skip


def _stop_all() -> None:
    for lane in LANES.values():
        lane.stop()


atexit.register(_stop_all)
