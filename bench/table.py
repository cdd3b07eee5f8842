"""Full tables on the real server: `python -m bench.table`.

Starts daphne on loopback with a fresh SQLite, seats four JSON clients at each of 50 tables through the public
API, and lets every table play random legal moves as fast as it is answered (a closed loop: one move under way
per table). Prints acknowledged moves per second, and the time from sending `act` until the last of the four
seats has its view.
"""

from __future__ import annotations

import argparse
import asyncio
import http.cookiejar
import os
import platform
import random
import statistics
import tempfile
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from tests.server import serving

SEATS = 4
HELLO = {"t": "hello", "p": 1, "lang": "en", "have": 0, "chat": 0, "format": "json"}
PING_SECONDS = 10
PING_BYTES = 24 * 1024
"""The server stops sending when 64 KiB are out that no ping or act has confirmed."""
RULES = {"preset": "mau-mau", "match_end": "wins:20", "turn_seconds": "off"}


class Guest:
    """One guest of the site: its cookies, and POSTs that answer JSON."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.open(base + "/en/lobby/").close()

    def post(self, path: str, **fields: str) -> dict[str, Any]:
        """The answer to a form-encoded POST; raises urllib.error.HTTPError when refused."""
        token = next(c.value for c in self.jar if c.name.endswith("csrftoken"))
        headers = {"Accept": "application/json", "X-CSRFToken": token or "", "Origin": self.base}
        body = urllib.parse.urlencode(fields).encode()
        with self.opener.open(urllib.request.Request(self.base + path, body, headers)) as answer:
            return dict(orjson.loads(answer.read()))

    @property
    def cookies(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.jar)


class Table:
    """A table of four clients and what they measured."""

    def __init__(self, guests: list[Guest], url: str, seed: int, figures: Figures) -> None:
        self.guests, self.url = guests, url
        self.figures = figures
        self.rng = random.Random(seed)
        self.versions = [0] * len(guests)
        self.reached: dict[int, float] = {}
        self.sent: dict[str, float] = {}

    async def play(self, until: asyncio.Event) -> None:
        """Connects all seats and plays until told to stop."""
        await asyncio.gather(*(self._seat(i, until) for i in range(len(self.guests))))

    async def _seat(self, i: int, until: asyncio.Event) -> None:
        guest = self.guests[i]
        headers = {"Cookie": guest.cookies}
        async with connect(
            self.url, origin=guest.base, additional_headers=headers, compression=None, max_queue=None
        ) as ws:
            await ws.send(orjson.dumps(HELLO).decode())
            reader = asyncio.create_task(self._read(i, ws))
            stopped = asyncio.create_task(until.wait())
            await asyncio.wait({reader, stopped}, return_when=asyncio.FIRST_COMPLETED)
            stopped.cancel()
            if reader.done():
                reader.result()
            reader.cancel()

    async def _read(self, i: int, ws: ClientConnection) -> None:
        pinged, unread = time.monotonic(), 0
        async for frame in ws:
            now = time.perf_counter()
            message = orjson.loads(frame)
            unread += len(frame)
            kind = message["t"]
            if kind in ("view", "snapshot") and message["v"] > self.versions[i]:
                self._arrived(i, message["v"], now)
                await self._move(ws, message)
            elif kind == "ack":
                self._acknowledged(message["id"], message["v"])
            elif kind == "nack":
                self.figures.refused += 1
                self.sent.pop(message["id"], None)
            if unread > PING_BYTES or time.monotonic() - pinged > PING_SECONDS:
                pinged, unread = time.monotonic(), 0
                await ws.send(orjson.dumps({"t": "ping", "v": self.versions[i]}).decode())

    def _arrived(self, i: int, version: int, now: float) -> None:
        before = min(self.versions)
        self.versions[i] = version
        for reached in range(before + 1, min(self.versions) + 1):
            self.reached[reached] = now

    def _acknowledged(self, action: str, version: int) -> None:
        """An ack comes after the commit; the last view may come a little later, so it is looked at then."""
        sent = self.sent.pop(action, None)
        if sent is not None:
            self.figures.acknowledged.append((self, version, sent))

    async def _move(self, ws: ClientConnection, message: dict[str, Any]) -> None:
        view = message["view"]
        if view["state"] in ("between", "round-over"):
            word = None if view["ready"][view["me"]] else "next"
        else:
            word = self.rng.choice(view["legal"]) if view["turn"] == view["me"] and view["legal"] else None
        if word is None:
            return
        action = str(uuid.uuid4())
        if word != "next":
            self.sent[action] = time.perf_counter()
        await ws.send(orjson.dumps({"t": "act", "id": action, "v": message["v"], "do": word}).decode())


class Figures:
    """What all tables measured together."""

    def __init__(self) -> None:
        self.acknowledged: list[tuple[Table, int, float]] = []
        self.refused = 0

    def latencies(self) -> list[float]:
        """Milliseconds from `act` to the last seat's view, of every move all seats have seen."""
        done = ((t.reached.get(v), sent) for t, v, sent in self.acknowledged)
        return sorted((reached - sent) * 1000 for reached, sent in done if reached is not None)


def open_table(base: str, number: int) -> tuple[list[Guest], str]:
    """A lobby made, joined by its code and started; the guests in seat order and the path of the socket."""
    guests = [Guest(base) for _ in range(SEATS)]
    room = guests[0].post("/en/lobby/", name=f"Host {number}", **RULES)
    for seat, guest in enumerate(guests[1:], start=1):
        guest.post("/en/lobby/join", code=room["code"], name=f"Guest {seat}")
    return guests, guests[0].post(f"/en/lobby/{room['lobby']}/start")["socket"]


async def measure(base: str, tables: int, seconds: float) -> tuple[Figures, float]:
    """Plays `tables` tables for `seconds`; the figures and the seconds really taken."""
    figures = Figures()
    opened = [open_table(base, n) for n in range(tables)]
    ws = base.replace("http", "ws", 1)
    until = asyncio.Event()
    players = [
        asyncio.create_task(Table(guests, ws + path, seed, figures).play(until))
        for seed, (guests, path) in enumerate(opened)
    ]
    await asyncio.sleep(min(3.0, seconds))
    figures.acknowledged.clear()
    start = time.perf_counter()
    await asyncio.wait(players, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    taken = time.perf_counter() - start
    until.set()
    await asyncio.gather(*players)
    return figures, taken


def machine() -> str:
    """Processor, cores, Python: what a figure means nothing without."""
    cpu = Path("/proc/cpuinfo")
    lines: Iterable[str] = cpu.read_text().splitlines() if cpu.exists() else ()
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "")
    return f"{model or platform.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def main() -> None:
    """Measures and prints."""
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--tables", type=int, default=50)
    args.add_argument("--seconds", type=float, default=20.0)
    options = args.parse_args()
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as site:
        figures, taken = asyncio.run(measure(site.url, options.tables, options.seconds))
    times = figures.latencies()
    if len(times) < 2:
        raise SystemExit("no move was acknowledged")
    print(f"machine            {machine()}, load {os.getloadavg()[0]:.1f}")
    print(f"setting            {options.tables} tables of {SEATS} JSON clients, daphne, SQLite")
    print(f"acknowledged       {len(figures.acknowledged) / taken:,.0f} moves/s, {figures.refused} refused")
    late = times[int(len(times) * 0.99)]
    print(f"act to last view   p50 {statistics.median(times):.1f} ms, p99 {late:.1f} ms")


if __name__ == "__main__":
    main()
