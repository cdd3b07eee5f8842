"""A bot that once took very long thinks in a thread of its own from then on: no other table waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from django.db import connections

from game.lease import Due

SLOW_MS = 500
MOST = 1_000


class SlowLane:
    """Matches known to be slow, and the thread that `play`s them one after another."""

    def __init__(self, play: Callable[[Due], None]) -> None:
        self._play = play
        self._lock = Lock()
        self._slow: set[str] = set()
        self._waiting: set[str] = set()
        self._thread: ThreadPoolExecutor | None = None

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
                    self._waiting.add(due.match_id)
                    self._thread = self._thread or ThreadPoolExecutor(1, "slow-bots")
                    self._thread.submit(self._run, due)
            if not slow:
                yield due

    def stop(self) -> None:
        """Wait for the one that thinks, forget those that wait."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(cancel_futures=True)
            self._waiting.clear()

    def _run(self, due: Due) -> None:
        try:
            self._play(due)
        finally:
            connections.close_all()
            with self._lock:
                self._waiting.discard(due.match_id)
