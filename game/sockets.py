"""What the sockets of table and lobby have in common: one loop that reads, one that writes (WIRE.md §2).

The database is never touched on the event loop: `enter`, `show`, `act` … run in threads of a small pool.
Views are rendered when they are sent, so the newest one replaces those the network had no time for.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connections
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request, override

from game import guests, protocol, services
from game.hub import hub
from game.lag import Lag
from game.models import ChatLine, Guest
from game.protocol import BadFrame
from game.services import ServiceError
from game.table_text import error_text

Frame = dict[str, Any]
T = TypeVar("T")

BEAT_S = 10.0
MAX_JUNK = 30

log = logging.getLogger(__name__)
_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="socket")


class Close(Exception):
    """End this socket with `code`."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason


async def in_thread(work: Callable[..., T], *args: Any) -> T:
    """Run `work` where the database may be waited for."""
    return await asyncio.get_running_loop().run_in_executor(_pool, partial(_with_database, work, *args))


def _with_database(work: Callable[..., T], *args: Any) -> T:
    try:
        return work(*args)
    except DatabaseError:
        connections.close_all()  # the next call opens a good one
        raise


def language_of(scope: Frame) -> str:
    """What the viewer reads until `hello` says it: by the language cookie, else Accept-Language."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope.get("headers", [])}
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return get_language_from_request(request)


class Socket(ABC):
    """One viewer's socket. Subclasses say who may enter, what is shown and what an action does."""

    guest: Guest
    topic: str
    room: str

    def __init__(self, scope: Frame, receive: Callable[[], Awaitable[Frame]], send: Callable[[Frame], Any]):
        self.scope, self._receive, self._send = scope, receive, send
        self.lang, self.format = language_of(scope), "html"
        self.greeted = False
        self.sent = 0
        self.newest = 0
        self.chat_sent = 0
        self.chat_newest = 0
        self.junk = 0
        self.closed: Close | None = None
        self._news = asyncio.Event()
        self._showing = asyncio.Lock()
        self._lag = Lag()
        self._shown: frozenset[str] = frozenset()

    @classmethod
    def as_asgi(cls) -> Callable[..., Awaitable[None]]:
        """The application for a route."""

        async def app(scope: Frame, receive: Any, send: Any) -> None:
            await cls(scope, receive, send).run()

        return app

    # -- for subclasses; all but `bar` run in a thread ------------------------------------------

    @abstractmethod
    def enter(self) -> None:
        """Set `topic` and `room`, or raise Close."""

    @abstractmethod
    def version(self) -> int:
        """The version the row is at now; raises Close if it is gone."""

    @abstractmethod
    def show(self, since: int | None) -> Frame:
        """The keys `v`, `parts` (fragments) or `view`, and what else a view has; `since`: with `events`."""

    def beat(self) -> Frame:
        """The further keys of `beat` and `same` (time left)."""
        return {}

    def stale(self) -> bool:
        """Has something changed that no version counts? Then a snapshot follows the beat."""
        return False

    def act(self, frame: Frame) -> Frame:
        """Judge an action: an ack or nack frame."""
        return self.nack(frame["id"], "unknown-type")

    def may_speak(self) -> bool:
        """Is there a chat in this room?"""
        return True

    def speaker(self) -> str:
        """The name chat lines of this viewer carry."""
        return self.guest.name

    @abstractmethod
    def seen(self) -> None:
        """A sign of life."""

    def bar(self, guest_id: int) -> None:
        """Somebody was sent away."""
        if guest_id == self.guest.pk:
            self.stop(Close(protocol.NOT_FOR_YOU))

    # -- the two loops ----------------------------------------------------------------------------

    async def run(self) -> None:
        """From the handshake to the end. Refusals accept first, so that the client learns the code."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        try:
            await in_thread(self._enter)
        except Close as close:
            await self._end(close)
            return
        unsubscribe = [
            hub.subscribe(self.topic, self._moved),
            hub.subscribe(f"{self.topic}:barred", self.bar),
            hub.subscribe(f"chat:{self.room}", self._said),
        ]
        writer = asyncio.ensure_future(self._write())
        try:
            await self._read()
        finally:
            for stop in unsubscribe:
                stop()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    def stop(self, close: Close) -> None:
        """Have the writing loop end this socket."""
        self.closed = close
        self._news.set()

    def _enter(self) -> None:
        guest = guests.guest_of(self.scope)
        if guest is None:
            raise Close(protocol.NO_GUEST)
        self.guest = guest
        self.enter()

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if self.closed is None:
                await self._answer(message)

    async def _answer(self, message: Frame) -> None:
        """One frame from the client. What goes wrong ends in a nack, a close or a log line, no crash."""
        try:
            frame = protocol.read(message)
            handler = getattr(self, f"_on_{frame['t']}")
            if not self.greeted and frame["t"] != "hello":
                raise BadFrame("hello-first", frame.get("id"))
            await handler(frame)
        except BadFrame as bad:
            await self._refuse(bad)
        except Close as close:
            self.stop(close)
        except Exception:
            # Nothing is answered: perhaps it was committed. The client asks again with the same id.
            log.exception("a frame could not be answered")

    async def _refuse(self, bad: BadFrame) -> None:
        self.junk += 1
        if self.junk > MAX_JUNK:
            self.stop(Close(protocol.ABUSE))
        else:
            await self.send(await in_thread(self.nack, bad.id, bad.code))

    async def _write(self) -> None:
        """Views, chat lines and beats, as the news comes in."""
        loop = asyncio.get_running_loop()
        next_beat = loop.time() + BEAT_S
        while self.closed is None:
            try:
                async with asyncio.timeout_at(next_beat):  # wait_for may lose a cancellation
                    await self._news.wait()
            except TimeoutError:
                next_beat = loop.time() + BEAT_S
                await self._guarded(self._send_beat())
                continue
            self._news.clear()
            await self._guarded(self._send_news())
        await self._end(self.closed)

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Close as close:
            self.stop(close)
        except Exception:
            log.exception("a view could not be sent")

    async def _send_news(self) -> None:
        if not self.greeted:
            return
        async with self._showing:
            if self.newest > self.sent and not self._lag.blocked():
                frame = await in_thread(self.show, self.sent)
                if frame["v"] > self.sent:
                    await self._send_view({"t": "view", "from": self.sent, **frame})
        if self.chat_newest > self.chat_sent:
            await self._send_chat()

    async def _send_view(self, frame: Frame) -> None:
        if "parts" in frame:
            frame["html"] = "".join(self._unseen(frame.pop("parts"), whole=frame["t"] == "snapshot"))
        self.sent = frame["v"]
        self._lag.sent(self.sent, await self.send(frame))

    def _unseen(self, parts: tuple[str, ...], whole: bool) -> list[str]:
        """A view brings the fragments that its page does not show already; a snapshot brings all."""
        shown, self._shown = self._shown, frozenset(parts)
        return [part for part in parts if whole or part not in shown]

    async def _send_chat(self) -> None:
        for line in await in_thread(services.chat_since, self.room, self.chat_sent):
            if line.n > self.chat_sent:
                self.chat_sent = line.n
                await self.send(self._line(line))

    async def _send_beat(self) -> None:
        if self._lag.too_long():  # a slow line is no offence: it may come back soon
            raise Close(protocol.OVERLOAD)
        if self.greeted:
            self._moved(await in_thread(self.version))  # also what another process did without telling
            extra = await in_thread(self.beat)
            await self.send({"t": "beat", "v": self.sent, "n": self.chat_newest, **extra})
            if await in_thread(self.stale):
                async with self._showing:
                    await self._send_snapshot()

    # -- frames from the client ---------------------------------------------------------------------

    async def _on_hello(self, hello: Frame) -> None:
        if hello["p"] != protocol.PROTOCOL:
            raise Close(protocol.RELOAD, "protocol")
        if hello["format"] not in protocol.FORMATS or hello["lang"] not in dict(settings.LANGUAGES):
            raise BadFrame("bad-type")
        self.lang, self.format = hello["lang"], hello["format"]
        await in_thread(self.seen)
        async with self._showing:
            await self._greet(hello)
        self.chat_sent = hello["chat"]
        self.chat_newest = await in_thread(services.chat_count, self.room)
        self.chat_sent = min(self.chat_sent, self.chat_newest)
        self.greeted = True
        self._news.set()

    async def _greet(self, hello: Frame) -> None:
        version = await in_thread(self.version)
        if hello["have"] == version:
            self.sent = version
            await self.send({"t": "same", "v": version, **await in_thread(self.beat)})
        else:
            await self._send_snapshot()

    async def _send_snapshot(self) -> None:
        await self._send_view({"t": "snapshot", **await in_thread(self.show, None)})

    async def _on_act(self, frame: Frame) -> None:
        self._lag.applied(frame["v"])
        answer = await in_thread(self.act, frame)
        await self.send(answer)
        if answer.get("why") == "stale":
            async with self._showing:
                await self._send_snapshot()

    async def _on_chat(self, frame: Frame) -> None:
        await self.send(await in_thread(self._say, frame))

    async def _on_ping(self, frame: Frame) -> None:
        self._lag.applied(frame["v"])
        await in_thread(self.seen)
        self._news.set()  # a view held back by the lag may go out now
        await self._send_beat()

    def _say(self, frame: Frame) -> Frame:
        self.seen()
        if not self.may_speak():
            return self.nack(frame["id"], "chat-off")
        try:
            line = services.chat(self.room, self.guest, self.speaker(), frame["text"], frame["id"])
        except ServiceError as error:
            return self.nack(frame["id"], error.code)
        return {"t": "ack", "id": frame["id"], "v": self.sent, "n": line.n}

    # -- small things -------------------------------------------------------------------------------

    def nack(
        self, frame_id: str | None, code: str, v: int | None = None, text: str = "", rule: str = ""
    ) -> Frame:
        """A refusal in the viewer's language: the general sentence unless `text` is given, and its clause."""
        with override(self.lang):
            text = text or error_text(code)
        v = self.sent if v is None else v
        return {"t": "nack", "id": frame_id, "why": code, "text": text, "rule": rule, "v": v}

    async def send(self, frame: Frame) -> int:
        """Send a frame; returns its size in bytes."""
        text = protocol.write(frame)
        await self._send({"type": "websocket.send", "text": text})
        return len(text.encode())

    async def _end(self, close: Close) -> None:
        await self._send({"type": "websocket.close", "code": close.code, "reason": close.reason})

    def _line(self, line: ChatLine) -> Frame:
        mine = line.guest_id == self.guest.pk
        return {"t": "chat", "n": line.n, "name": line.name, "text": line.text, "mine": mine}

    def _moved(self, version: int) -> None:
        self.newest = max(self.newest, version)
        self._news.set()

    def _said(self, number: int) -> None:
        self.chat_newest = max(self.chat_newest, number)
        self._news.set()
