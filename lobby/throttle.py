"""A limit on guessing codes, kept in this process's memory. Pure: callers pass the time in."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from threading import Lock

WINDOW_MS = 5 * 60 * 1000
PER_GUEST = 8
PER_ADDRESS = 40
"""More than for a guest: a school or a family shares one address."""

_MAX_KEYS = 10_000


class Throttle:
    """Failed tries by key within the last five minutes; usable from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._failed: dict[str, deque[int]] = {}

    def allowed(self, keys: Iterable[tuple[str, int]], now: int) -> bool:
        """May one more try be made? `keys` are pairs of key and limit."""
        with self._lock:
            return all(len(self._recent(key, now)) < limit for key, limit in keys)

    def failed(self, keys: Iterable[tuple[str, int]], now: int) -> None:
        """A try was wrong."""
        with self._lock:
            if len(self._failed) >= _MAX_KEYS:
                self._drop_old(now)
            for key, _ in keys:
                self._failed.setdefault(key, deque()).append(now)

    def clear(self) -> None:
        """As in a new process."""
        with self._lock:
            self._failed.clear()

    def _recent(self, key: str, now: int) -> deque[int]:
        tries = self._failed.get(key, deque())
        while tries and now - tries[0] >= WINDOW_MS:
            tries.popleft()
        return tries

    def _drop_old(self, now: int) -> None:
        self._failed = {key: tries for key, tries in self._failed.items() if self._recent(key, now)}
        while len(self._failed) >= _MAX_KEYS:
            self._failed.pop(next(iter(self._failed)))


code_tries = Throttle()
