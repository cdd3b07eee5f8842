"""Who is here: leases renewed by heartbeats, polls and POSTs (WIRE.md §2).

Nothing relies on a goodbye, because none may ever come. Pure: callers pass the time in.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

LEASE_MS = 25_000
KEEP_MS = 3_600_000


class Presence:
    """Last signs of life by topic and person; usable from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: dict[str, dict[str, int]] = {}
        self._started: int | None = None
        self._pruned = 0

    def start(self, now: int) -> None:
        """A new process has seen nobody yet: for it everybody was last here now."""
        self._started = now

    def seen(self, topic: str, who: str, now: int) -> None:
        """`who` gave a sign of life."""
        with self._lock:
            people = self._seen.setdefault(topic, {})
            people[who] = max(now, people.get(who, now))

    def present(self, topic: str, who: str, now: int) -> bool:
        """Is the lease of `who` still running?"""
        last = self._seen.get(topic, {}).get(who)
        return last is not None and now - last < LEASE_MS

    def absent_ms(self, topic: str, whos: Iterable[str], now: int) -> int:
        """Milliseconds since the last lease of any of them ended; 0 while one runs."""
        if self._started is None:
            self._started = now
        people = self._seen.get(topic, {})
        last = max([people[who] for who in whos if who in people], default=self._started)
        return max(0, now - max(last, self._started) - LEASE_MS)

    def prune(self, now: int) -> None:
        """Forget topics where nobody has been for an hour; cheap to call often."""
        if now - self._pruned < KEEP_MS:
            return
        self._pruned = now
        with self._lock:
            old = [topic for topic, people in self._seen.items() if now - max(people.values()) > KEEP_MS]
            for topic in old:
                del self._seen[topic]

    def clear(self) -> None:
        """As in a new process."""
        with self._lock:
            self._seen.clear()
            self._started = None
