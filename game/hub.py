"""Who wants to hear that a match, a lobby or a chat has moved on.

The hub says only "topic T is at version V"; what a viewer may see is always rendered from the row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, Lock, RLock

from game.presence import Presence

Callback = Callable[[int], None]


class Hub:
    """Subscriptions of this process; `announce` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._topics: dict[str, dict[object, tuple[asyncio.AbstractEventLoop, Callback]]] = {}

    def subscribe(self, topic: str, callback: Callback) -> Callable[[], None]:
        """Call `callback(version)` on the running event loop after each change; returns the unsubscriber."""
        key = object()
        with self._lock:
            self._topics.setdefault(topic, {})[key] = (asyncio.get_running_loop(), callback)
        return lambda: self._drop(topic, key)

    def announce(self, topic: str, version: int) -> None:
        """`topic` is at `version`. Only after the commit."""
        with self._lock:
            listeners = list(self._topics.get(topic, {}).items())
        for key, (loop, callback) in listeners:
            try:
                loop.call_soon_threadsafe(callback, version)
            except RuntimeError:  # its loop has ended without a goodbye
                self._drop(topic, key)

    def _drop(self, topic: str, key: object) -> None:
        with self._lock:
            listeners = self._topics.get(topic, {})
            listeners.pop(key, None)
            if not listeners:
                self._topics.pop(topic, None)


hub = Hub()
presence = Presence()
writing = RLock()
"""One writer at a time in this process: readers go on, and nobody waits for the database's own lock."""
due_changed = Event()
"""Set after each commit: the ticker sleeps on it."""
