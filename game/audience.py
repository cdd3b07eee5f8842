"""Everybody on this event loop who watches one match or lobby: what is news for one is news for all.

Lines of talk are read once for all of them, and frames that are the same for many are made once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from game import protocol, services
from game.hub import hub
from game.models import ChatLine
from game.threads import in_thread

if TYPE_CHECKING:
    from game.sockets import Socket

LINES = 20
AT_ONCE = 64
"""Sockets woken in one go; other tables have their turn before the next ones of a big audience."""

log = logging.getLogger(__name__)


class Audience:
    """The sockets of one topic. `newest` is the version announced last, `heard` the last line of talk read.

    To be used on its event loop alone.
    """

    late_join = False
    """May spectators ask for a seat here?"""

    __slots__ = (
        "_stop", "_tasks", "_telling", "heard", "lines", "newest", "room", "said", "sockets", "topic",
    )  # fmt: skip

    def __init__(self, topic: str, room: str, newest: int, said: int) -> None:
        self.topic, self.room, self.newest = topic, room, newest
        self.said = self.heard = said
        self.lines: list[ChatLine] = []
        self.sockets: dict[Socket, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._telling: list[Socket] = []
        self._stop = [
            hub.subscribe(topic, self.moved),
            hub.subscribe(f"{topic}:barred", self.bar),
            hub.subscribe(f"{topic}:asked", self.asked),
            hub.subscribe(f"chat:{room}", self.spoken),
        ]

    def close(self) -> None:
        """The last one has gone."""
        for stop in self._stop:
            stop()
        for task in self._tasks:
            task.cancel()

    def moved(self, version: int) -> None:
        """The row is at `version`."""
        if version > self.newest:
            self.newest = version
            self.tell()

    def spoken(self, number: int) -> None:
        """The last line of talk has this number."""
        if number > self.said:
            already, self.said = self.heard < self.said, number
            if not already:
                self.do(self._listen())

    def bar(self, guest_id: int) -> None:
        """Somebody was sent away."""
        for socket in self.of(guest_id):
            socket.stop(protocol.Close(protocol.NOT_FOR_YOU))

    def asked(self, guest_id: int) -> None:
        """Somebody asked for a seat, or takes that back."""

    def wish(self, asking: frozenset[int]) -> None:
        """Who asks for a seat now, as guests' keys."""

    def gone(self) -> None:
        """The row is no more."""
        for socket in list(self.sockets):
            socket.stop(protocol.Close(protocol.GONE))

    def tidy(self) -> None:
        """Let go of what only a moment needs; called every few seconds."""

    def of(self, guest_id: int) -> list[Socket]:
        """The sockets of one guest."""
        return [socket for socket in self.sockets if socket.guest_id == guest_id]

    def tell(self) -> None:
        """There is news for everybody; who plays comes first, then the others in turns."""
        if len(self.sockets) <= AT_ONCE:
            for socket in list(self.sockets):
                socket.wake()
            return
        waiting, self._telling = self._telling, sorted(self.sockets, key=lambda one: one.spectates)
        if not waiting:
            self._tell_some()

    def _tell_some(self) -> None:
        some, self._telling = self._telling[:AT_ONCE], self._telling[AT_ONCE:]
        for socket in some:
            socket.wake()
        if self._telling:
            asyncio.get_running_loop().call_soon(self._tell_some)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside; its mistakes are logged."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("news could not be read")

    async def _listen(self) -> None:
        """Read the new lines, once for all who watch."""
        while self.heard < self.said:
            until = self.said
            try:
                lines = await in_thread(services.chat_since, self.room, self.heard)
                self.lines = [*self.lines, *lines][-LINES:]
            finally:  # what could not be read now each socket reads for itself
                self.heard = until
                self.tell()
