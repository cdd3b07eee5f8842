"""A bot that once took very long thinks in a thread of its own from then on: no other table waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from threading import Lock, Thread

from django.db import connections

from game.lease import Due

log = logging.getLogger(__name__)

SLOW_MS = 500
MOST = 1_000
STOP_SECONDS = 2


class SlowLane:
    """Matches known to be slow, and the thread that `play`s them one after another."""

    def __init__(self, play: Callable[[Due], None]) -> None:
        self._play = play
        self._lock = Lock()
        self._slow: set[str] = set()
        self._waiting: set[str] = set()
        self._queue: SimpleQueue[Due | None] = SimpleQueue()
        self._thread: Thread | None = None

    def note(self, due: Due, ms: int) -> None:
        """So long it took to think about this; at every quick answer slowness is forgiven."""
        with self._lock:
            if ms > SLOW_MS and len(self._slow) < MOST:
                self._slow.add(due.match_id)
            else:
                self._slow.discard(due.match_id)

    def keep_slow(self, dues: Sequence[Due]) -> Iterator[Due]:
        """Those that are quick; the others go into the lane, if they are not in it yet."""
        for due in dues:
            with self._lock:
                slow, waits = due.match_id in self._slow, due.match_id in self._waiting
                if slow and not waits:
                    self._enqueue(due)
            if not slow:
                yield due

    def stop(self) -> None:
        """Let it end after those that wait; one that thinks for ever is not waited for."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            thread.join(STOP_SECONDS)

    def _enqueue(self, due: Due) -> None:
        self._waiting.add(due.match_id)
        self._queue.put(due)
        if self._thread is None:
            self._thread = Thread(target=self._run, name="slow-bots", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (due := self._queue.get()) is not None:
            try:
                self._play(due)
            except Exception:
                log.exception("a slow bot's match could not be played")
            finally:
                connections.close_all()
                with self._lock:
                    self._waiting.discard(due.match_id)
