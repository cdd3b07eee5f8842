"""Clients that play: four at a table, random legal moves, and what they measure."""

from __future__ import annotations

import asyncio
import random
import re
import time
from typing import Any

import orjson

from bench.machine import quantile
from bench.wire import Wire

UNCONFIRMED = 32 * 1024
"""Bytes read after which a client confirms with a ping, as docs/api.md asks for."""
BREATH = 1 / 150
"""Seconds between the moves of a table at least: a socket may send 50 frames a second, or it is closed."""
_BUTTON = re.compile(rb'<button[^>]*?name=\\"do\\" value=\\"([^"\\]+)\\"[^>]*>')
_SUITS = "CSHD"


class Figures:
    """What all tables measured together in one run."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begins a run."""
        self.acks = self.refused = self.errors = self.drops = self.frames = self.bytes = 0
        self.views: list[float] = []
        self.answers: list[float] = []

    def report(self) -> dict[str, Any]:
        """For the end of a run: counts, and p50 and p99 in milliseconds."""
        views, answers = sorted(self.views), sorted(self.answers)
        return {
            "acks": self.acks, "refused": self.refused, "errors": self.errors, "drops": self.drops,
            "bytes": self.bytes / max(1, self.frames),
            "view": [quantile(views, 0.5), quantile(views, 0.99)],
            "ack": [quantile(answers, 0.5), quantile(answers, 0.99)],
        }  # fmt: skip


class Client(Wire):
    """One viewer. Keeps the version it holds, pings as asked, and tells its table what came."""

    def __init__(self, table: Table, seat: int, form: str, path: str, host: str, headers: dict[str, str]):
        super().__init__(path, host, headers)
        self.table, self.seat, self.form = table, seat, form
        self.version = self.unread = 0
        self.exact = False
        self.words: list[str] = []
        self.closing = False

    def opened(self) -> None:
        """Says hello with what it holds."""
        hello = {"t": "hello", "p": 1, "lang": "en", "have": self.version, "chat": 0, "format": self.form}
        self.send(orjson.dumps(hello))

    def told(self, payload: bytes) -> None:
        """A frame of the site."""
        figures = self.table.figures
        figures.frames += 1
        figures.bytes += len(payload)
        self.unread += len(payload)
        message = orjson.loads(payload)
        kind = message["t"]
        if kind in ("view", "snapshot", "same"):
            self.table.exact(self)
            figures.errors += message.get("from", 0) > self.version  # a gap: something was never sent
            if message["v"] > self.version:
                self.table.holds(self.version, message["v"])
                self.version = message["v"]
                self.words = self._words(message, payload)
            self.table.arrived()
        elif kind == "ack":
            self.table.acked(message)
        elif kind == "nack":
            self.table.refused(self, message)
        if self.unread > UNCONFIRMED:
            self.ping()

    def ping(self) -> None:
        """Confirms what was read."""
        self.unread = 0
        if self.open:
            self.send(b'{"t":"ping","v":%d}' % self.version)

    def act(self, word: str, action: str, version: int) -> None:
        """Says a word on that version."""
        self.unread = 0
        self.send(orjson.dumps({"t": "act", "id": action, "v": version, "do": word}))

    def reset(self) -> None:
        """Ready for a new connection; the version held stays."""
        self.begin()
        self.unread = 0

    def lost(self, code: int) -> None:
        """Counts it, unless it was meant."""
        self.table.left(self)
        if not self.closing:
            self.table.figures.drops += 1

    def _words(self, message: dict[str, Any], payload: bytes) -> list[str]:
        """What may be said now, of a view or of the buttons that are not disabled."""
        if self.form == "json":
            view = message["view"]
            if view["state"] in ("between", "round-over") and view["me"] is not None:
                return [] if view["ready"][view["me"]] else ["next"]
            return view["legal"]  # type: ignore[no-any-return]
        return _buttons(payload)


def _buttons(html: bytes) -> list[str]:
    """Words of the enabled buttons; for a card to wish with one of the four words its sheet offers."""
    words = []
    for button in _BUTTON.finditer(html):
        tag, word = button.group(0), button.group(1).decode()
        if b"aria-disabled" in tag or b'id=\\"stock' in tag or word in ("leave", "back"):
            continue
        if b"data-wish" in tag:
            word = f"p {tag.split(b'data-card=')[1][2:4].decode()}:{random.choice(_SUITS)}"
        words.append(word)
    return ["next"] if "next" in words else words


class Table:
    """Four clients and the one move that is under way."""

    def __init__(self, number: int, figures: Figures, pace: float) -> None:
        self.figures, self.pace, self.number = figures, pace, number
        self.rng = random.Random(number)
        self.clients: list[Client] = []
        self.held: dict[int, int] = {}
        self.missing = 0
        self.running = False
        self.waiting: asyncio.TimerHandle | None = None
        self.next_at = 0.0
        self.count = 0
        self.done()

    def add(self, client: Client) -> None:
        """A viewer who holds nothing yet."""
        self.clients.append(client)
        self.missing += 1
        self.held[0] = self.held.get(0, 0) + 1

    def holds(self, old: int, new: int) -> None:
        """A client went from one version to another: how many hold which."""
        self.held[new] = self.held.get(new, 0) + 1
        self.held[old] -= 1
        if not self.held[old]:
            del self.held[old]

    def exact(self, client: Client) -> None:
        """A client holds what the server says is the newest."""
        self.missing -= not client.exact
        client.exact = True

    def left(self, client: Client) -> None:
        """A client has no connection."""
        self.missing += client.exact
        client.exact = False

    @property
    def agreed(self) -> bool:
        """All are exact and hold the same version."""
        return not self.missing and len(self.held) == 1

    def done(self) -> None:
        """No move is under way."""
        self.id, self.word, self.by, self.sent = "", "", -1, 0.0
        self.on = self.wanted = 0

    def arrived(self) -> None:
        """A client has a newer view: is the move seen by all, and whose is the next?"""
        if self.wanted and min(self.held) >= self.wanted:
            if self.word != "next":
                self.figures.views.append((time.perf_counter() - self.sent) * 1000)
            self.done()
        if self.running and not self.id:
            self.soon()

    def acked(self, message: dict[str, Any]) -> None:
        """The move is on disk as this version."""
        if message["id"] != self.id or self.wanted:
            return
        if self.word != "next":
            self.figures.acks += 1
            self.figures.answers.append((time.perf_counter() - self.sent) * 1000)
        self.wanted = message["v"]
        self.arrived()

    def refused(self, client: Client, message: dict[str, Any]) -> None:
        """The move is not played; the next view, or the one held, says what may be."""
        if message.get("id") != self.id:
            self.figures.errors += 1
            return
        if self.word != "next":
            self.figures.refused += 1
        self.done()
        if message["why"] != "stale":
            asyncio.get_running_loop().call_later(0.05, self.soon)

    def go(self, at: float) -> None:
        """Plays from now on; `at`: seconds until the first move of a paced table."""
        self.running, self.next_at = True, time.perf_counter() + at
        self.soon()

    def soon(self) -> None:
        """Moves now or when it is time for it."""
        if not self.running or self.id or self.waiting:
            return
        now = time.perf_counter()
        begun = max(self.next_at, now)
        self.next_at = begun + (self.pace or BREATH)
        if begun == now:
            self.move()
        else:
            self.waiting = asyncio.get_running_loop().call_later(begun - now, self.move)

    def move(self) -> None:
        """Whoever may says one of the words by chance; all hold the same version then."""
        self.waiting = None
        able = [c for c in self.clients if c.words] if self.agreed and self.running and not self.id else []
        if not able:
            return
        client = self.rng.choice(able)
        self.word = self.rng.choice(client.words)
        if self.word == "next":
            client.words = []
        self.count += 1
        self.id, self.by, self.on = f"{self.number}.{self.count}", client.seat, client.version
        self.sent = time.perf_counter()
        client.act(self.word, self.id, self.on)

    def again(self, client: Client) -> None:
        """After a cut: an action of this client without an answer is sent once more, with its old id."""
        if self.id and self.by == client.seat and not self.wanted:
            client.act(self.word, self.id, self.on)
