"""All sockets of an event loop and the tasks beside them: beats, deadlines, and repair of what was missed.

There is no timer per socket. A sweeper goes through a slice of them many times a second.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from game import repair
from game.audience import Audience
from game.hub import hub
from game.protocol import Close
from game.threads import in_thread

if TYPE_CHECKING:
    from game.sockets import Socket

BEAT_S = 10.0
SLICES = 100
"""The sockets in so many groups, one group after another has its beat."""
LOOK_S = 1.0
REPAIR_S = 2.0

log = logging.getLogger(__name__)


class House:
    """Who is connected on one event loop. To be used on that loop alone, but for `len`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop  # kept at hand: asking for the running one is a system call each time
        self.sockets: set[Socket] = set()
        self.audiences: dict[str, Audience] = {}
        self.watched: set[Socket] = set()
        """Those that owe something: a greeting, a sign that they read, an end."""
        self._slices: list[set[Socket]] = [set() for _ in range(SLICES)]
        self._turns = itertools.cycle(range(SLICES))
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self.sockets)

    def start(self) -> None:
        """Begin to sweep and to repair; started twice is started once."""
        if not self._tasks:
            for work in (self._beats(), self._looks(), self._repairs()):
                self._tasks.append(self.loop.create_task(work))

    def enter(self, socket: Socket, make: Callable[[], Audience]) -> Audience:
        """A socket has come in; `make` makes the audience if nobody watches its topic yet."""
        self.start()
        found = self.audiences.get(socket.topic)
        if found is None:
            found = self.audiences[socket.topic] = make()
        found.sockets[socket] = None
        self.sockets.add(socket)
        self.watched.add(socket)
        socket.slice = next(self._turns)
        self._slices[socket.slice].add(socket)
        return found

    def leave(self, socket: Socket) -> None:
        """A socket has ended."""
        for group in (self.sockets, self.watched, self._slices[socket.slice]):
            group.discard(socket)
        audience = self.audiences[socket.topic]
        audience.sockets.pop(socket, None)
        if not audience.sockets:
            del self.audiences[socket.topic]
            audience.tidy()  # it also hands in what it has counted
            audience.close()

    async def _beats(self) -> None:
        """Each socket in its turn, all of them in `BEAT_S` seconds; what is late is made up for."""
        due = self.loop.time()
        for turn in itertools.cycle(range(SLICES)):
            due = max(due + BEAT_S / SLICES, self.loop.time() - BEAT_S)
            await asyncio.sleep(max(0.0, due - self.loop.time()))
            self._each(self._slices[turn], lambda socket, now: socket.beat(now))

    async def _looks(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._each(self.watched, lambda socket, now: socket.look(now))

    def _each(self, sockets: set[Socket], do: Callable[[Socket, float], None]) -> None:
        now = self.loop.time()
        for socket in tuple(sockets):
            try:
                do(socket, now)
            except Exception:
                log.exception("a socket could not be looked after")

    async def _repairs(self) -> None:
        while True:
            await asyncio.sleep(REPAIR_S)
            await _guarded(self.repair())

    async def repair(self) -> None:
        """Hear from the rows what no announcement has told."""
        audiences = list(self.audiences.values())
        for audience in audiences:
            audience.tidy()
        if not audiences:
            return
        topics = [audience.topic for audience in audiences]
        rooms = list({audience.room for audience in audiences})
        open_seats = [audience.topic for audience in audiences if audience.late_join]
        versions, lines, asking = await in_thread(_read, topics, rooms, open_seats)
        hub.heard([*versions.items(), *((f"chat:{room}", number) for room, number in lines.items())])
        for audience in audiences:
            if audience.topic not in versions:
                audience.gone()
            if audience.topic in asking:
                audience.wish(asking[audience.topic])


def _read(
    topics: list[str], rooms: list[str], open_seats: list[str]
) -> tuple[dict[str, int], dict[str, int], dict[str, frozenset[int]]]:
    return repair.versions(topics), repair.last_lines(rooms), repair.asking(open_seats)


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("what was missed could not be read")


_houses: dict[asyncio.AbstractEventLoop, House] = {}


def here() -> House:
    """The house of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        for ended in [one for one in _houses if one.is_closed()]:
            del _houses[ended]
        _houses[loop] = House(loop)
    return _houses[loop]


def live() -> int:
    """How many sockets are open in this process."""
    return sum(len(house) for house in list(_houses.values()))


def close_all(code: int, reason: str = "") -> None:
    """End every socket of the running loop with `code`: the server is about to stop."""
    for socket in tuple(here().sockets):
        socket.stop(Close(code, reason, why="stopping"))
