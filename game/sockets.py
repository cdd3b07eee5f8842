"""What the sockets of table and lobby have in common: what comes in, and what goes out (WIRE.md §2).

Nothing here waits for the database on the event loop. A socket keeps no frames but answers: views, talk and
beats are made when they are sent, so the newest view replaces those the network had no time for. One task per
socket sends, and the server's own task reads. Limits both ways keep one client from harming others.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request, override

from game import guests, house, metrics, protocol, services
from game.audience import Audience
from game.lag import LAG_S, Lag
from game.models import ChatLine, Guest
from game.protocol import BadFrame, Close
from game.services import ServiceError
from game.table_text import error_text
from game.threads import in_thread

Frame = dict[str, Any]
Owed = Frame | Callable[[], Awaitable[Frame]]

MAX_JUNK = 30
MOST_OPEN = 8
"""Frames of one client that wait for their answer; the next one is read when one is answered."""
FRAMES_PER_S = 50
BURST = 100
HELLO_S = 15.0
SILENT_S = 90.0
"""A line nothing came from for so long is dead. A hidden tab's timers may run but once in a minute."""
CLOSE_S = 5.0
"""A line whose other end does not let itself be closed is cut after so long."""

log = logging.getLogger(__name__)
close_all, live = house.close_all, house.live


def start_tasks() -> None:
    """Begin with beats and repair on the running loop; else the first socket does."""
    house.here().start()


def language_of(scope: Frame) -> str:
    """What the viewer reads until `hello` says it: by the language cookie, else Accept-Language."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope.get("headers", [])}
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return get_language_from_request(request)


class _Lost(Exception):
    """The other end has gone; there is nobody to send to."""


class Socket(ABC):
    """One viewer's socket. Subclasses say who may enter, what is shown and what an action does."""

    kind: ClassVar[str]
    __slots__ = (
        "_acts", "_beat", "_beaten", "_gap", "_have", "_heard", "_idle", "_lag", "_outbox", "_receive",
        "_scope", "_send", "_since", "_tokens", "_whole", "audience", "chat_sent", "closed", "format",
        "greeted", "guest_id", "guest_name", "home", "junk", "lang", "sent", "shown", "slice", "spectates",
        "topic",
    )  # fmt: skip

    def __init__(self, scope: Frame, receive: Callable[[], Awaitable[Frame]], send: Callable[[Frame], Any]):
        self.home = house.here()
        self._scope: Frame | None = scope
        self._receive, self._send = receive, send
        self.lang, self.format = "", "html"
        self.guest_id, self.guest_name = 0, ""
        self.topic = ""
        self.audience: Audience
        self.spectates = self.greeted = False
        self.sent = self.chat_sent = self.junk = self.slice = 0
        self.shown: tuple[int, ...] = ()
        self.closed: Close | None = None
        self._have: int | None = None
        self._whole = self._beat = False
        self._outbox: list[Owed] = []
        self._acts = 0
        self._gap: asyncio.Future[None] | None = None
        self._idle: asyncio.Future[None] | None = None
        self._lag = Lag()
        self._tokens = float(BURST)
        self._since = self._heard = self._beaten = self.home.loop.time()

    @classmethod
    def as_asgi(cls) -> Callable[..., Awaitable[None]]:
        """The application for a route."""

        def app(scope: Frame, receive: Any, send: Any) -> Awaitable[None]:
            return cls(scope, receive, send).run()

        return app

    # -- for subclasses ---------------------------------------------------------------------------

    @abstractmethod
    def enter(self, scope: Frame) -> Callable[[], Audience]:
        """Set `topic`, say what makes its audience, or raise Close. Runs in a thread."""

    @abstractmethod
    async def version(self, have: int) -> int:
        """The version we are at; asks the row where the client knows more than this process."""

    @abstractmethod
    async def show(self, since: int | None) -> tuple[int, str]:
        """The newest version and its frame: a snapshot, or a view of what came after `since`."""

    async def extras(self) -> Frame:
        """The further keys of `beat` and `same` (time left)."""
        return {}

    async def stale(self) -> bool:
        """Has something changed that no version counts? Then a snapshot follows the beat."""
        return False

    async def act(self, frame: Frame) -> None:
        """Judge an action; ends in `answer`, now or later."""
        self.answer(self.nack(frame["id"], "unknown-type"))

    @abstractmethod
    async def seen(self) -> None:
        """A sign of life."""

    def may_speak(self) -> bool:
        """Is there a chat in this room? Runs in a thread."""
        return True

    def speaker(self) -> str:
        """The name chat lines of this viewer carry. Runs in a thread."""
        return self.guest_name

    @property
    def guest(self) -> Guest:
        """The viewer, as far as anybody asks here: key and name."""
        return Guest(pk=self.guest_id, name=self.guest_name)

    # -- from the handshake to the end --------------------------------------------------------------

    async def run(self) -> None:
        """Refusals accept first, so that the client learns the code."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        make = await self._let_in()
        if make is None:
            return
        self.audience = self.home.enter(self, make)
        self._count(1)
        writer = self.home.loop.create_task(self._write())
        try:
            await self._read()
        finally:
            self.home.leave(self)
            self._count(-1)
            self.closed, self._idle = self.closed or Close(0), None
            writer.cancel()

    async def _let_in(self) -> Callable[[], Audience] | None:
        try:
            return await in_thread(self._enter)
        except Close as refusal:
            close = refusal
        except Exception:  # the database is away: let them come back a little later
            log.exception("a socket could not be let in")
            close = Close(protocol.OVERLOAD, why="trouble")
        metrics.drops.labels(close.why).inc()
        await self._end(close)
        return None

    def _enter(self) -> Callable[[], Audience]:
        assert self._scope is not None
        guest = guests.known(self._scope)
        if guest is None:
            raise Close(protocol.NO_GUEST)
        self.guest_id, self.guest_name = guest
        return self.enter(self._scope)

    def _count(self, change: int) -> None:
        metrics.sockets.labels(self.kind).inc(change)
        if self.spectates:
            metrics.spectators.inc(change)

    def stop(self, close: Close) -> None:
        """End this socket, after what is being sent just now."""
        if self.closed is None:
            self.closed = close
            self._since = self.home.loop.time()
            metrics.drops.labels(close.why).inc()
            self.home.watched.add(self)
            self._fill_gap()
            self.wake()

    async def _end(self, close: Close) -> None:
        with suppress(OSError, RuntimeError):  # it has ended already
            await self._send({"type": "websocket.close", "code": close.code, "reason": close.reason})

    def beat(self, now: float) -> None:
        """Called by the house every `BEAT_S` seconds."""
        if self.greeted and now - self._heard > SILENT_S:
            self.stop(Close(protocol.SILENT))
        elif self._idle is None and now - self._since > LAG_S:  # `send` has not come back since
            self.stop(Close(protocol.OVERLOAD))
        elif now - self._beaten > 0.95 * house.BEAT_S:  # an answered ping was as good
            self._beat = True
            self.wake()

    def look(self, now: float) -> None:
        """Called by the house every second while a greeting, a sign that it reads, or its end is owed."""
        if self.closed is not None:
            if now - self._since > CLOSE_S:
                _cut(self._send)
        elif not self.greeted:
            if now - self._beaten > HELLO_S:
                self.stop(Close(protocol.SILENT))
        elif self._lag.too_long():  # a slow line is no offence: it may come back soon
            self.stop(Close(protocol.OVERLOAD))
        elif not self._lag.blocked():
            self.home.watched.discard(self)

    # -- what comes in --------------------------------------------------------------------------------

    async def _read(self) -> None:
        loop = self.home.loop
        while True:
            while self._acts + len(self._outbox) >= MOST_OPEN and self.closed is None:
                self._gap = loop.create_future()
                await self._gap
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if self.closed is None:
                await self._take(message, loop.time())

    async def _take(self, message: Frame, now: float) -> None:
        """One frame from the client. What goes wrong ends in a nack, a close or a log line, no crash."""
        try:
            self._meter(now)
            frame = protocol.read(message)
            kind = frame["t"]
            if not self.greeted and kind != "hello":
                raise BadFrame("hello-first", frame.get("id"))
            await getattr(self, f"_on_{kind}")(frame)
        except BadFrame as bad:
            self._refuse(bad)
        except Close as close:
            self.stop(close)
        except Exception:
            # Nothing is answered: perhaps it was committed. The client asks again with the same id.
            log.exception("a frame could not be answered")

    def _meter(self, now: float) -> None:
        """A bucket of frames that fills up evenly; nobody who plays empties it."""
        self._tokens = min(float(BURST), self._tokens + (now - self._heard) * FRAMES_PER_S) - 1
        self._heard = now
        if self._tokens < 0:
            raise Close(protocol.ABUSE, why="flood")

    def _refuse(self, bad: BadFrame) -> None:
        self.junk += 1
        if self.junk > MAX_JUNK:
            self.stop(Close(protocol.ABUSE, why="too-big" if bad.code == "too-big" else "junk"))
        else:
            self._owe(self.nack(bad.id, bad.code))

    async def _on_hello(self, hello: Frame) -> None:
        if hello["p"] != protocol.PROTOCOL:
            raise Close(protocol.RELOAD, "protocol")
        if hello["format"] not in protocol.FORMATS or hello["lang"] not in dict(settings.LANGUAGES):
            raise BadFrame("bad-type")
        self.lang, self.format = hello["lang"], hello["format"]
        await self.seen()
        if not self.greeted:
            metrics.hellos.labels("again" if hello["have"] else "new").inc()
            self._forget_headers()
            self.greeted = True
        self._have, self.chat_sent = hello["have"], min(hello["chat"], self.audience.heard)
        self.wake()

    def _forget_headers(self) -> None:
        """Nobody asks for them any more; the server's own scope holds the same list."""
        if self._scope is not None:
            self._scope["headers"].clear()
            self._scope = None

    async def _on_act(self, frame: Frame) -> None:
        self._lag.applied(frame["v"])
        self._acts += 1
        try:
            await self.act(frame)
        except BaseException:
            self._acts -= 1
            raise

    async def _on_chat(self, frame: Frame) -> None:
        await self.seen()
        self._owe(await in_thread(self._say, frame))

    async def _on_ping(self, frame: Frame) -> None:
        self._lag.applied(frame["v"])
        if self._lag.too_long():
            raise Close(protocol.OVERLOAD)
        await self.seen()
        self._beat = True
        self.wake()  # a view held back by the lag may go out now, too

    def _say(self, frame: Frame) -> Frame:
        if not self.may_speak():
            return self.nack(frame["id"], "chat-off")
        try:
            line = services.chat(self.audience.room, self.guest, self.speaker(), frame["text"], frame["id"])
        except ServiceError as error:
            return self.nack(frame["id"], error.code)
        return {"t": "ack", "id": frame["id"], "v": self.sent, "n": line.n}

    # -- what goes out --------------------------------------------------------------------------------

    def answer(self, owed: Owed | None) -> None:
        """The answer to an act, or what makes it; None: the outcome is unknown and nothing is said."""
        self._acts -= 1
        if owed is None:
            metrics.acts.labels("lost").inc()
            self._fill_gap()
        else:
            self._owe(owed)

    def renew(self) -> None:
        """A snapshot is due, though no version has moved."""
        self._whole = True
        self.wake()

    def _owe(self, owed: Owed) -> None:
        self._outbox.append(owed)
        self.wake()

    def wake(self) -> None:
        """Something may be due."""
        idle, self._idle = self._idle, None
        if idle is not None and not idle.done():  # cancelled: the other end has gone
            if self.closed is None:
                self._since = self.home.loop.time()
            idle.set_result(None)

    async def _write(self) -> None:
        """Send what is due, then wait until something is, to the end."""
        while self.closed is None:
            try:
                await self._send_all()
            except Close as close:
                self.stop(close)
            except _Lost:
                self.closed = self.closed or Close(0)
                self._fill_gap()
                return
            except Exception:
                log.exception("a view could not be sent")
            if self.closed is None:
                self._idle = self.home.loop.create_future()
                await self._idle
        await self._end(self.closed)

    async def _send_all(self) -> None:
        while self.closed is None and not self._lag.blocked() and await self._send_some():
            pass
        if self._lag.blocked():
            self.home.watched.add(self)

    async def _send_some(self) -> bool:
        """The one thing that comes first; False: nothing is due."""
        if self._outbox:
            await self._send_answers()
        elif not self.greeted:
            return False
        elif self._have is not None:
            await self._greet()
        elif self._whole:
            await self._send_view(None)
        elif self.audience.newest > self.sent:
            await self._send_view(self.sent)
        elif self.audience.heard > self.chat_sent:
            await self._send_chat()
        elif self._beat:
            await self._send_beat()
        else:
            return False
        return True

    async def _send_answers(self) -> None:
        while self._outbox:
            owed = self._outbox.pop(0)
            try:
                await self._put(protocol.write(owed if isinstance(owed, dict) else await owed()))
            finally:
                self._fill_gap()

    async def _greet(self) -> None:
        have, self._have = self._have or 0, None
        version = await self.version(have)
        if have == version:
            self.sent = version
            await self._put(protocol.write({"t": "same", "v": version, **await self.extras()}))
        else:
            await self._send_view(None)

    async def _send_view(self, since: int | None) -> None:
        self._whole = False
        version, text = await self.show(since)
        if since is not None and version <= since:  # announced, but not true
            self.audience.newest = version
            return
        self.sent = version
        await self._put(text)

    async def _send_chat(self) -> None:
        until, lines = self.audience.heard, self.audience.lines
        if not lines or lines[0].n > self.chat_sent + 1:
            lines = await in_thread(services.chat_since, self.audience.room, self.chat_sent)
        for line in lines:
            if line.n > self.chat_sent:
                self.chat_sent = line.n
                await self._put(protocol.write(self._line(line)))
        self.chat_sent = max(self.chat_sent, until)

    async def _send_beat(self) -> None:
        self._beat, self._beaten = False, self.home.loop.time()
        extras = await self.extras()
        await self._put(protocol.write({"t": "beat", "v": self.sent, "n": self.audience.heard, **extras}))
        if await self.stale():
            self._whole = True

    async def _put(self, text: str) -> None:
        self._lag.sent(self.sent, len(text))
        try:
            await self._send({"type": "websocket.send", "text": text})
        except OSError:
            raise _Lost from None
        self._since = self.home.loop.time()

    # -- small things -------------------------------------------------------------------------------

    def nack(
        self, frame_id: str | None, code: str, v: int | None = None, text: str = "", rule: str = ""
    ) -> Frame:
        """A refusal in the viewer's language: the general sentence unless `text` is given, and its clause."""
        with override(self.lang or language_of(self._scope or {})):
            text = text or error_text(code)
        v = self.sent if v is None else v
        return {"t": "nack", "id": frame_id, "why": code, "text": text, "rule": rule, "v": v}

    def _line(self, line: ChatLine) -> Frame:
        mine = line.guest_id == self.guest_id
        return {"t": "chat", "n": line.n, "name": line.name, "text": line.text, "mine": mine}

    def _fill_gap(self) -> None:
        """The reader may go on."""
        if self._gap is not None and not self._gap.done():
            self._gap.set_result(None)


def _cut(send: Callable[..., Any]) -> None:
    """End a line whose other end does not read. ASGI has no word for it, so ask the server's own objects."""
    protocol_ = getattr(send, "__self__", None) or next(iter(getattr(send, "args", ())), None)
    transport = getattr(protocol_, "transport", None)
    abort = getattr(transport, "abort", None) or getattr(transport, "abortConnection", None)
    if abort is not None:
        abort()
