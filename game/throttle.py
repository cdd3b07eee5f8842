"""Limits on what one key may do within a time, kept in this process's memory. Callers pass the time in."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from threading import Lock

from django.conf import settings
from django.http import HttpRequest

WINDOW_MS = 5 * 60 * 1000
_MAX_KEYS = 10_000


class Throttle:
    """Tries by key within the last `window` ms (five minutes); usable from any thread."""

    def __init__(self, window: int = WINDOW_MS) -> None:
        self._window = window
        self._lock = Lock()
        self._tries: dict[str, deque[int]] = {}

    def allowed(self, keys: Iterable[tuple[str, int]], now: int) -> bool:
        """May one more try be made? `keys` are pairs of key and limit."""
        with self._lock:
            return all(len(self._recent(key, now)) < limit for key, limit in keys)

    def count(self, keys: Iterable[tuple[str, int]], now: int) -> None:
        """A try was made that counts."""
        with self._lock:
            if len(self._tries) >= _MAX_KEYS:
                self._drop_old(now)
            for key, _ in keys:
                self._tries.setdefault(key, deque()).append(now)

    def clear(self) -> None:
        """As in a new process."""
        with self._lock:
            self._tries.clear()

    def _recent(self, key: str, now: int) -> deque[int]:
        tries = self._tries.get(key, deque())
        while tries and now - tries[0] >= self._window:
            tries.popleft()
        return tries

    def _drop_old(self, now: int) -> None:
        self._tries = {key: tries for key, tries in self._tries.items() if self._recent(key, now)}
        while len(self._tries) >= _MAX_KEYS:
            self._tries.pop(next(iter(self._tries)))


def address_of(request: HttpRequest) -> str:
    """Where the request came from; a proxy's word counts only when there is one (MAUMAU_HTTPS)."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
