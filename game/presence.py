"""Who is here: leases renewed by heartbeats, polls and POSTs (WIRE.md §2).

Nothing relies on a goodbye, because none may ever come. Pure: callers pass the time in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock

LEASE_MS = 25_000
RELAY_MS = 5_000
"""A person's signs of life are passed on to other processes no oftener than this."""
KEEP_MS = 3_600_000


class Presence:
    """Last signs of life by topic and person; usable from any thread.

    `relay` tells the other processes of (topic, who), if there are any.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: dict[str, dict[str, int]] = {}
        self._relayed: dict[tuple[str, str], int] = {}
        self.relay: Callable[[str, str], None] | None = None
        self._started: int | None = None
        self._pruned = 0

    def start(self, now: int) -> None:
        """A new process has seen nobody yet: for it everybody was last here now."""
        self._started = now

    def shift(self, by: int) -> None:
        """The clock was set by so many ms: everybody was last here as long ago as before."""
        with self._lock:
            for people in self._seen.values():
                for who in people:
                    people[who] += by
            self._relayed = {key: at + by for key, at in list(self._relayed.items())}
            if self._started is not None:
                self._started += by
            self._pruned += by

    def seen(self, topic: str, who: str, now: int) -> None:
        """`who` gave a sign of life in this process."""
        self.heard(topic, who, now)
        if self.relay is not None and now - self._relayed.get((topic, who), now - RELAY_MS) >= RELAY_MS:
            self._relayed[topic, who] = now
            self.relay(topic, who)

    def heard(self, topic: str, who: str, now: int) -> None:
        """`who` gave a sign of life here or, as we hear, elsewhere."""
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
        self._relayed = {key: at for key, at in list(self._relayed.items()) if now - at < RELAY_MS}

    def clear(self) -> None:
        """As in a new process."""
        with self._lock:
            self._seen.clear()
            self._relayed.clear()
            self._started = None
