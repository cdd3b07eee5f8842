"""From start to stop of a serving process, the same under daphne and uvicorn.

Stopping takes at most `GIVE_UP_S`, whatever hangs: what was acknowledged is on the disk already.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.translation import get_language_from_path, gettext, override

from game import relay, sockets, thinking, ticker, writer
from maumau_site import logs, watch
from maumau_site.closing import CalmProtocol

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RESTART = 1012  # "service restart" (RFC 6455, IANA): clients come back within 0–10 s
GOODBYE_S = 2.0
"""For clients to answer the close, and requests to end; who does not is left behind."""
DRAIN_S = 1.0
GIVE_UP_S = 4.5
COLLECT_AFTER = (50_000, 20, 50)
"""New objects, and younger collections, before the collector looks for circles (Python: 700, 10, 10)."""

log = logging.getLogger(__name__)
stopping = False
"""True from the first moment of a stop: whatever is asked from then on gets a refusal (`Gate`)."""

_started = False
_requests = 0


def start(server: str) -> None:
    """Begin what a process does besides answering: once, on its event loop, whichever `server` it is."""
    global _started
    if _started:
        return
    _started = True
    logs.catch_all()
    _spare_the_collector()
    watch.start()
    sockets.start_tasks()
    relay.start()
    if settings.TICKER:
        ticker.blind.append(lambda: not relay.answers())
        ticker.start()
    layer = "redis" if settings.CHANNEL_LAYERS else "none"
    log.info("started", extra={"server": server, "database": connection.vendor, "layer": layer})


def _spare_the_collector() -> None:
    """What is there now stays for good, and matches in memory live long: look through all that rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def stop(connected: Callable[[], int] = lambda: 0) -> None:
    """Let go of everything in order; returns when the process may end.

    `connected` counts the sockets whose close the client has not answered yet.
    """
    global stopping
    if stopping:
        return
    stopping = True
    log.info("stopping")
    threading.Thread(target=_give_up, daemon=True, name="give-up").start()
    sockets.close_all(RESTART, "restart")
    await _until(lambda: not (sockets.live() or connected() or _requests), GOODBYE_S)
    await _in_thread(ticker.stop, DRAIN_S)
    await _in_thread(lambda: writer.drain(DRAIN_S), DRAIN_S)
    await _in_thread(thinking.stop, DRAIN_S)
    await relay.stop()
    log.info("stopped")


def _give_up() -> None:
    """Something hangs (a database, a thread, the loop itself): the process ends nevertheless."""
    time.sleep(GIVE_UP_S)
    log.warning("the stop was cut short: something did not end in time")
    os._exit(0)


async def _until(done: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        await asyncio.sleep(0.02)


async def _in_thread(work: Callable[[], object], seconds: float) -> None:
    """Run `work` in a thread that nobody waits for at the end of the process, `seconds` at most."""
    over = threading.Event()

    def run() -> None:
        try:
            work()
        except Exception:
            log.exception("a part of the stop failed")
        over.set()

    threading.Thread(target=run, daemon=True, name="stop").start()
    await _until(over.is_set, seconds)


class Gate:
    """Around the application: it hears of start and stop, and lets nothing new in while stopping."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif stopping:
            await _REFUSALS[scope["type"]](scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        global _requests
        _requests += 1
        try:
            await self.app(scope, receive, send)
        finally:
            _requests -= 1


async def _lifespan(receive: Receive, send: Send) -> None:
    """ASGI's own word for start and stop; uvicorn speaks it, daphne does not."""
    await receive()
    start("uvicorn")
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await stop()
    await send({"type": "lifespan.shutdown.complete"})


async def _refuse_request(scope: Scope, receive: Receive, send: Send) -> None:
    """In the language of the address. Plain, so that a page that plays without a socket asks once more."""
    with override(get_language_from_path(scope["path"]) or sockets.language_of(scope)):
        text = gettext("The site is starting anew. Reload the page in a moment.")
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"2"), (b"connection", b"close"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})


async def _refuse_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """With the code that tells the client when to come back, which a refused handshake could not carry."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": RESTART, "reason": "restart"})


_REFUSALS = {"http": _refuse_request, "websocket": _refuse_socket}


# -- daphne, which has no lifespan ------------------------------------------------------------------


def _reactor() -> Any:
    """Twisted's one reactor; importing it installs one, which daphne has done when this is called."""
    from twisted.internet import reactor

    return reactor


def under_daphne() -> None:
    """Start and stop with Twisted's reactor, should it ever run."""
    reactor = _reactor()
    reactor.callWhenRunning(lambda: reactor.callLater(0, _daphne_runs))  # by then its loop runs too


def _daphne_runs() -> None:
    start("daphne")
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _daphne_told)


def _daphne_told(number: int, frame: object) -> None:
    _reactor().callFromThread(lambda: asyncio.ensure_future(_stop_daphne()))


async def _stop_daphne() -> None:
    """Twisted's own handler would cancel all applications at once, without a word to the clients."""
    if stopping:
        return
    try:
        await stop(CalmProtocol.count)
    finally:
        _reactor().stop()
