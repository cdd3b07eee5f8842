"""The load generator: a process of its own, which `bench.server` starts and listens to.

Its one argument is a plan (JSON); it prints a line of JSON when the tables are there ("joined"), when all
sockets hold a view ("seated"), at the start and at the end of each run ("start", "stop"). Whoever started it
reads the server's processor time at these moments.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
import urllib.request
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson

from bench.players import Client, Figures, Table
from bench.seating import Guest, Opened, many, open_tables

AT_ONCE = 50
"""Handshakes under way at a time when sockets are opened calmly."""
PING_SECONDS = 10.0


@dataclass
class Plan:
    """What is asked for."""

    bases: list[str]
    tables: int = 50
    form: str = "json"
    pace: float = 0.0
    """Seconds between the moves of a table; 0: the next as soon as all four have the view."""
    warm: float = 3.0
    runs: int = 5
    seconds: float = 4.0
    watchers: int = 0
    cut: bool = False
    idle: bool = False
    """Nobody moves: the sockets are only held."""
    metrics: bool = False
    """The site counts what it renders (MAUMAU_METRICS); told with each run."""
    rules: dict[str, str] = field(default_factory=dict)


class Crowd:
    """All clients of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.figures = plan, Figures()
        self.tables: list[Table] = []
        self.clients: list[Client] = []
        self.cpu = 0.0

    def join(self) -> list[tuple[Table, int, Guest, str]]:
        """Seats everybody over HTTP; who will open a socket, and where."""
        opened = open_tables(self.plan.bases, self.plan.tables, **self.plan.rules)
        lines = []
        for number, one in enumerate(opened):
            table = Table(number, self.figures, self.plan.pace)
            self.tables.append(table)
            lines += [(table, seat, guest, one.socket) for seat, guest in enumerate(one.guests)]
        return lines + self._watchers(opened[0])

    def _watchers(self, opened: Opened) -> list[tuple[Table, int, Guest, str]]:
        """Spectators of the first match; each is waited for like a player."""
        guests = many(opened.watcher, range(self.plan.watchers))
        return [(self.tables[0], 4 + n, guest, opened.socket) for n, guest in enumerate(guests)]

    async def connect(self, lines: Iterable[tuple[Table, int, Guest, str]]) -> None:
        """Opens all sockets, some at a time, and waits until each holds a view."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(line: tuple[Table, int, Guest, str]) -> None:
            async with gate:
                await self._open(self._client(*line))

        await asyncio.gather(*(one(line) for line in lines))
        await self.settled()

    def _client(self, table: Table, seat: int, guest: Guest, path: str) -> Client:
        host = guest.base.removeprefix("http://")
        client = Client(table, seat, self.plan.form, path, host, guest.headers)
        table.add(client)
        self.clients.append(client)
        return client

    async def _open(self, client: Client) -> None:
        host, _, port = client.host.partition(":")
        await asyncio.get_running_loop().create_connection(lambda: client, host, int(port))

    async def settled(self, patience: float = 60.0) -> float:
        """Waits until all of each table were exact and held the same version; the seconds it took."""
        begun, waited = time.perf_counter(), self.tables
        while waited := [table for table in waited if not table.agreed]:
            if time.perf_counter() - begun > patience:
                lost = sum(table.missing for table in waited)
                raise SystemExit(f"{lost} of {len(self.clients)} sockets hold no view after {patience:.0f} s")
            await asyncio.sleep(0.005)
        return time.perf_counter() - begun

    async def pinging(self) -> None:
        """Every client pings every ten seconds, spread over them."""
        while True:
            for n, client in enumerate(list(self.clients)):
                if n % 100 == 0:
                    await asyncio.sleep(PING_SECONDS * 100 / max(100, len(self.clients)))
                client.ping()

    async def runs(self) -> None:
        """Plays, and reports each run."""
        step = (self.plan.pace or 1.0) / max(1, len(self.tables))
        for n, table in enumerate(() if self.plan.idle else self.tables):
            table.go(n * step if self.plan.pace else 0.0)
        await asyncio.sleep(self.plan.warm)
        for _ in range(self.plan.runs):
            self.start()
            await asyncio.sleep(self.plan.seconds)
            self.stop()
            await asyncio.sleep(0.1)

    def start(self) -> None:
        """A run begins."""
        self.figures.clear()
        self.made = self._made()
        say("start")
        self.begun, self.cpu = time.perf_counter(), time.process_time()

    def stop(self, **more: Any) -> None:
        """A run ends."""
        seconds, cpu = time.perf_counter() - self.begun, time.process_time() - self.cpu
        open_now = sum(client.open for client in self.clients)
        say("stop", seconds=seconds, cpu=cpu, open=open_now, **self.figures.report(), **more)
        if self.plan.metrics:
            say("rendered", made=self._made() - self.made)

    def _made(self) -> float:
        """How many views and fragments the site has made, not taken from what was kept."""
        if not self.plan.metrics:
            return 0.0
        with urllib.request.urlopen(self.plan.bases[0] + "/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if "renders_total" in line and "made" in line)

    async def cut(self) -> None:
        """Cuts every socket while moves are under way, comes back at once, waits until all is exact again.

        Each client says hello with the version it holds; a move without an answer is sent again with its id.
        """
        for _ in range(self.plan.runs):
            for n, table in enumerate(self.tables):
                table.go(n * self.plan.pace / len(self.tables))
            await asyncio.sleep(self.plan.warm)
            self.start()
            for client in self.clients:
                client.closing = True
                client.cut()
            await asyncio.gather(*map(self._back, self.clients))
            await self.settled()
            self.stop(back=time.perf_counter() - self.begun)

    async def _back(self, client: Client) -> None:
        table = client.table
        while client.open or client.exact:
            await asyncio.sleep(0)
        client.closing = False
        client.reset()
        await self._open(client)
        while not client.exact:
            await asyncio.sleep(0.01)
        table.again(client)


def say(event: str, **more: Any) -> None:
    """One line for whoever listens."""
    sys.stdout.write(orjson.dumps({"event": event, **more}).decode() + "\n")
    sys.stdout.flush()


async def play(crowd: Crowd, lines: list[tuple[Table, int, Guest, str]]) -> None:
    """From the first socket to the last run."""
    await crowd.connect(lines)
    pinging = asyncio.create_task(crowd.pinging())
    gc.freeze()
    say("seated", sockets=len(crowd.clients))
    await (crowd.cut() if crowd.plan.cut else crowd.runs())
    pinging.cancel()


def main() -> None:
    """Does what the plan in the one argument asks for."""
    crowd = Crowd(Plan(**orjson.loads(sys.argv[1])))
    lines = crowd.join()
    say("joined")
    try:
        import uvloop
    except ImportError:
        asyncio.run(play(crowd, lines))
    else:
        uvloop.run(play(crowd, lines))
