"""Between processes: "topic T is at version V" and "X is here", through the channel layer (Redis pub/sub).

It only saves time. Each process looks at the rows of what it shows every 2 s (`game.repair`), so without
Redis a change from elsewhere comes later, and nothing is lost. Nothing here waits for Redis on behalf of a
player: callers put a word down, one task of the server's loop sends it, and old words make room for new.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from threading import Lock
from typing import Any

from channels.layers import get_channel_layer

from game import metrics
from game.clock import now_ms
from game.hub import News, hub, presence

GROUP = "relay"
MOST = 500
"""Words in one message."""
WAITING = 20_000
"""Words that wait for Redis; beyond that the oldest go, and the look at the rows finds what they said."""
GATHER_S = 0.02
BEAT_S = 2.0
PATIENCE_S = 3.0
DEAF_S = 10.0

log = logging.getLogger(__name__)

Word = tuple[str, str | int]


class Outbox:
    """What the others have not been told yet, the newest word for each topic; usable from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._words: dict[object, Word] = {}

    def put(self, words: Sequence[Word]) -> None:
        """Of versions (`kind:id`) the highest counts; who was barred or seen is a word of its own."""
        with self._lock:
            for topic, what in words:
                number = isinstance(what, int) and topic.count(":") == 1
                key: object = topic if number else (topic, what)
                old = self._words.pop(key, (topic, what))[1]
                self._words[key] = (topic, max(what, old) if number else what)
            while len(self._words) > WAITING:
                del self._words[next(iter(self._words))]

    def take(self) -> list[Word]:
        """The oldest words, at most `MOST`."""
        with self._lock:
            keys = list(self._words)[:MOST]
            return [self._words.pop(key) for key in keys]

    def clear(self) -> None:
        """Forget what could not be told."""
        with self._lock:
            self._words.clear()


class Relay:
    """The two tasks of a process: one sends, one hears."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self.me = secrets.token_hex(8)
        self.outbox = Outbox()
        self.loop = asyncio.get_running_loop()
        self.up: bool | None = None
        self._waiting = asyncio.Event()
        self._heard_me = self.loop.time()
        self._tasks = [self.loop.create_task(self._send_all()), self.loop.create_task(self._hear_all())]

    # -- callers, any thread ------------------------------------------------------------------------

    def moved(self, news: Sequence[News]) -> None:
        """Topics of this process have moved on."""
        self._put(news)

    def seen(self, topic: str, who: str) -> None:
        """Somebody gave a sign of life here."""
        self._put([(topic, who)])

    def _put(self, words: Sequence[Word]) -> None:
        self.outbox.put(words)
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is left to tell
            self.loop.call_soon_threadsafe(self._waiting.set)

    # -- out ----------------------------------------------------------------------------------------

    async def _send_all(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._waiting.wait()
            self._waiting.clear()
            try:
                await self._send_waiting()
            except Exception:  # whatever the client library raises: the words go, play goes on
                self._is(up=False)
                self.outbox.clear()
                await asyncio.sleep(BEAT_S)
            await asyncio.sleep(GATHER_S)

    async def _send_waiting(self) -> None:
        """At least one message, if only to hear it come back."""
        words = self.outbox.take()
        while True:
            async with asyncio.timeout(PATIENCE_S):
                await self.layer.group_send(GROUP, {"type": "relay", "from": self.me, "words": words})
            metrics.relay_messages.labels("sent").inc()
            words = self.outbox.take()
            if not words:
                return

    # -- in -----------------------------------------------------------------------------------------

    async def _hear_all(self) -> None:
        """Subscribed for good; anew when even our own words do not come back."""
        while True:
            try:
                channel = await self.layer.new_channel()
                await self.layer.group_add(GROUP, channel)
                self._heard_me = self.loop.time()
                await self._hear(channel)
            except Exception:
                self._is(up=False)
            with contextlib.suppress(Exception):
                await self.layer.flush()
            await asyncio.sleep(BEAT_S)

    async def _hear(self, channel: str) -> None:
        while self.loop.time() - self._heard_me < DEAF_S:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DEAF_S):
                    self._take_in(await self.layer.receive(channel))

    def _take_in(self, message: dict[str, Any]) -> None:
        if message.get("from") == self.me:
            self._heard_me = self.loop.time()
            self._is(up=True)
            return
        metrics.relay_messages.labels("heard").inc()
        words, now = message["words"], now_ms()
        hub.heard([(topic, what) for topic, what in words if isinstance(what, int)])
        for topic, what in words:
            if isinstance(what, str):
                presence.heard(topic, what, now)

    # -- both ---------------------------------------------------------------------------------------

    def _is(self, *, up: bool) -> None:
        """Say once that the others can, or cannot, be reached."""
        if up is self.up:
            return
        if not up:
            log.warning("Redis does not answer: other processes hear of changes up to 2 s later")
        elif self.up is False:
            log.warning("Redis answers again")
        self.up = up
        metrics.relay_up.set(int(up))

    async def stop(self) -> None:
        """Tell the others what still waits, then end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(GATHER_S * 10):
                await self._send_waiting()
                await self.layer.flush()


_relay: Relay | None = None


def start() -> None:
    """Connect this process with the others, if there is a channel layer; on the server's loop."""
    global _relay
    layer = get_channel_layer()
    if layer is None or _relay is not None:
        return
    logging.getLogger("channels_redis.pubsub").setLevel(logging.CRITICAL)  # it says it every second
    _relay = Relay(layer)
    hub.relay, presence.relay = _relay.moved, _relay.seen


def answers() -> bool:
    """Whether the other processes can be reached; True where there are none."""
    return _relay is None or _relay.up is True


async def stop() -> None:
    """Leave the others; on the same loop."""
    global _relay
    hub.relay = presence.relay = None
    if _relay is not None:
        await _relay.stop()
        _relay = None
