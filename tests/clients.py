"""Programs that play on a real server: guests with cookies, and JSON sockets that remember what they saw."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

Frame = dict[str, Any]
RULES = {"preset": "mau-mau", "match_end": "wins:20", "turn_seconds": "off"}


class Guest:
    """One guest of the site: cookies, and POSTs that answer JSON."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = CookieJar()
        keep = urllib.request.HTTPCookieProcessor(self.jar)
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), keep)
        self.opener.open(f"{base}/en/lobby/").close()

    def get(self, path: str) -> Frame:
        """The JSON of an address."""
        asked = urllib.request.Request(self.base + path, headers={"Accept": "application/json"})
        with self.opener.open(asked) as answer:
            return dict(json.load(answer))

    def post(self, path: str, **fields: str) -> Frame:
        """The answer to a form; raises urllib.error.HTTPError when refused."""
        headers = {"Accept": "application/json", "X-CSRFToken": self.cookie("csrftoken"), "Origin": self.base}
        body = urllib.parse.urlencode(fields).encode()
        with self.opener.open(urllib.request.Request(self.base + path, body, headers)) as answer:
            return dict(json.load(answer))

    def cookie(self, name: str) -> str:
        """The value of one cookie."""
        return next(str(cookie.value) for cookie in self.jar if cookie.name == name)

    def connect(self, path: str) -> connect:
        """A socket of this guest."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        return connect(
            self.base.replace("http", "ws", 1) + path, origin=Origin(self.base), proxy=None,
            additional_headers={"Cookie": cookies}, compression=None, max_queue=None,
        )  # fmt: skip


@dataclass
class Room:
    """A table of friends: who sits there, and where things are."""

    guests: list[Guest]
    lobby: str
    match: str
    socket: str
    code: str
    invite: str


def open_room(base: str, names: list[str], **rules: str) -> Room:
    """A lobby made, joined by its code and started."""
    guests = [Guest(base) for _ in names]
    made = guests[0].post("/en/lobby/", name=names[0], **(RULES | rules))
    for guest, name in zip(guests[1:], names[1:], strict=True):
        guest.post("/en/lobby/join", code=made["code"], name=name)
    started = guests[0].post(f"/en/lobby/{made['lobby']}/start")
    return Room(guests, made["lobby"], started["match"], started["socket"], made["code"], made["invite"])


async def read(socket: ClientConnection) -> Frame:
    """The next frame."""
    return dict(json.loads(await socket.recv()))


async def say(socket: ClientConnection, **frame: Any) -> None:
    """Send a frame."""
    await socket.send(json.dumps(frame))


async def greet(socket: ClientConnection, have: int = 0) -> None:
    """The first frame of a JSON client."""
    await say(socket, t="hello", p=1, lang="en", have=have, chat=0, format="json")


def word_for(view: Frame, chance: random.Random) -> str | None:
    """Something this seat may do now; None if it is not its turn. A match that ends would never be enough."""
    assert view["state"] != "match-over", "give this match a longer end"
    if view["state"] in ("between", "round-over"):
        return None if view["ready"][view["me"]] else "next"
    if view["turn"] != view["me"] or not view["legal"]:
        return None
    return str(chance.choice(view["legal"]))


@dataclass
class Player:
    """One seat that plays random legal moves, and everything it was told."""

    guest: Guest
    path: str
    chance: random.Random
    cuts: float = 0.0
    """How often the line is cut right after a move is sent; the move is then sent again by the next one."""
    repeats: float = 0.0
    """How often a move is sent twice."""
    seen: list[int] = field(default_factory=list)
    acks: list[tuple[str, int]] = field(default_factory=list)
    nacks: list[str] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    view: Frame = field(default_factory=dict)
    known: int = 0
    """The highest version an answer spoke of."""
    open: Frame | None = None
    """The act that is not answered yet."""

    async def play(self, done: Callable[[], bool]) -> None:
        """Plays until `done()`, over as many sockets as it takes."""
        while not done():
            async with self.guest.connect(self.path) as socket:
                await greet(socket, self.seen[-1] if self.seen else 0)
                if self.open is not None:
                    await socket.send(json.dumps(self.open))
                await self._until_cut(socket, done)

    async def _until_cut(self, socket: ClientConnection, done: Callable[[], bool]) -> None:
        while not done():
            try:
                async with asyncio.timeout(5):
                    frame = await read(socket)
            except TimeoutError:
                await say(socket, t="ping", v=self.seen[-1] if self.seen else 0)
                continue
            if await self._take(socket, frame):
                socket.transport.abort()  # no goodbye, as when a phone loses its network
                return

    async def _take(self, socket: ClientConnection, frame: Frame) -> bool:
        """Takes a frame in and plays if it can; whether the line is to be cut now."""
        if frame["t"] in ("ack", "nack"):
            self._answered(frame)
        elif frame["t"] in ("view", "snapshot"):
            self.seen.append(frame["v"])
            self.view = frame["view"]
        if self.open is not None or not self.seen or self.seen[-1] < self.known:
            return False
        word = word_for(self.view, self.chance)
        return word is not None and await self._act(socket, self.seen[-1], word)

    def _answered(self, frame: Frame) -> None:
        self.known = max(self.known, frame["v"])
        if self.open is not None and frame["id"] == self.open["id"]:
            self.open = None
        if frame["t"] == "ack":
            self.acks.append((frame["id"], frame["v"]))
        else:
            self.nacks.append(frame["id"])

    async def _act(self, socket: ClientConnection, version: int, word: str) -> bool:
        action = str(uuid.UUID(int=self.chance.getrandbits(128)))
        self.open = {"t": "act", "id": action, "v": version, "do": word}
        self.sent.add(action)
        for _ in range(1 + (self.chance.random() < self.repeats)):
            await socket.send(json.dumps(self.open))
        return self.chance.random() < self.cuts
