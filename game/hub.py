"""Who wants to hear that a match, a lobby or a chat has moved on.

The hub says only "topic T is at version V"; what a viewer may see is always rendered from what is committed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from threading import Lock, RLock

from game.presence import Presence

Callback = Callable[[int], None]
News = tuple[str, int]

log = logging.getLogger(__name__)


class Hub:
    """Subscriptions of this process; announcements may come from any thread.

    `relay` passes what this process announces on to the others, if there are any.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._topics: dict[str, dict[object, tuple[asyncio.AbstractEventLoop, Callback]]] = {}
        self.relay: Callable[[Sequence[News]], None] | None = None

    def subscribe(self, topic: str, callback: Callback) -> Callable[[], None]:
        """Call `callback(version)` on the running event loop after each change; returns the unsubscriber."""
        key = object()
        with self._lock:
            self._topics.setdefault(topic, {})[key] = (asyncio.get_running_loop(), callback)
        return lambda: self._drop(topic, key)

    def announce(self, topic: str, version: int) -> None:
        """`topic` is at `version`. Only after the commit."""
        self.announce_all([(topic, version)])

    def announce_all(self, news: Iterable[News]) -> None:
        """Many topics have moved on; only after the commit. Here first, then in the other processes."""
        told = list(news)
        self.heard(told)
        if self.relay is not None and told:
            self.relay(told)

    def heard(self, news: Iterable[News]) -> None:
        """Tell the listeners of this process alone; each of its event loops is woken once."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Callback, int]]] = {}
        with self._lock:
            for topic, version in news:
                for loop, callback in self._topics.get(topic, {}).values():
                    by_loop.setdefault(loop, []).append((callback, version))
        for loop, calls in by_loop.items():
            try:
                loop.call_soon_threadsafe(_deliver, calls)
            except RuntimeError:  # the loop has ended without a goodbye
                self._forget(loop)

    def _drop(self, topic: str, key: object) -> None:
        with self._lock:
            listeners = self._topics.get(topic, {})
            listeners.pop(key, None)
            if not listeners:
                self._topics.pop(topic, None)

    def _forget(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            for topic, listeners in list(self._topics.items()):
                left = {key: one for key, one in listeners.items() if one[0] is not loop}
                if left:
                    self._topics[topic] = left
                else:
                    del self._topics[topic]


def _deliver(calls: list[tuple[Callback, int]]) -> None:
    """One listener's mistake must not leave the others without news."""
    for callback, version in calls:
        try:
            callback(version)
        except Exception:
            log.exception("a listener failed at the news")


hub = Hub()
presence = Presence()
writing = RLock()
"""One writer at a time in this process: readers go on, and nobody waits for the database's own lock."""
