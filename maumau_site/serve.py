"""uvicorn, as `./dev run` starts it with MAUMAU_SERVER=uvicorn: for many sockets on one core."""

import asyncio
import socket
import sys
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from maumau_site import asgi  # first: it loads the apps that the imports below need

from game import metrics  # isort: skip
from maumau_site import lifecycle  # isort: skip
from maumau_site.limits import BACKLOG, MAX_MESSAGE, MAX_UNREAD, MAX_WAITING

SLICE = 512
"""Bytes of what was read that are looked at in one go; all that a client of ours ever sends fits."""


class CalmSocket(WebSocketsSansIOProtocol):
    """uvicorn's lean WebSocket protocol, also calm with clients that are not.

    uvicorn stops reading while a frame waits and stops `send` while the client does not read, but it takes
    apart at once whatever one read brought (tens of thousands of empty frames), answers every ping, and
    waits for ever for the end of a client that never reads.
    """

    rest = b""

    def data_received(self, data: bytes) -> None:
        """What a read brought; only so much of it as may wait is looked at."""
        if not self.rest and len(data) <= SLICE:
            super().data_received(data)
        else:
            self.rest += data
            self._look_on()

    def _look_on(self) -> None:
        while self.rest and (self.close_sent or self.queue.qsize() < MAX_WAITING):
            piece, self.rest = self.rest[:SLICE], self.rest[SLICE:]
            super().data_received(piece)

    async def receive(self) -> Any:
        """The next frame for the application; reading goes on when none waits."""
        message = await self.queue.get()
        self._look_on()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    async def send(self, message: Any) -> None:
        """Text of an open socket goes out as one ready frame; the rest is uvicorn's matter.

        uvicorn builds a frame object, a list of pieces and their sum for each message, which costs more than
        the message itself. What a server sends has no mask and, here, no extension: a header and the text.
        """
        text = message.get("text")
        if text is None or self.close_sent or not self.handshake_complete:
            return await super().send(message)
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(text_frame(text.encode()))

    def handle_ping(self) -> None:
        """Answered, unless the answers pile up."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_UNREAD and not self.transport.is_closing():
            metrics.drops.labels("unread").inc()
            self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The application is done with this client, so the connection ends too, even if nobody reads."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self.transport.abort)


def text_frame(data: bytes) -> bytes:
    """A whole text frame as a server sends it (RFC 6455 §5.2)."""
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


class CalmServer(uvicorn.Server):
    """uvicorn's server with our way to stop: everybody is told, and the exit status is 0."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Only note it: uvicorn would raise the signal once more at the end, and end by it."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No new connections, our goodbye; then uvicorn's own, without those who do not answer."""
        for server in self.servers:
            server.close()
        await lifecycle.stop(lambda: len(self.open_sockets()))
        for protocol in self.open_sockets():
            protocol.transport.abort()
        await super().shutdown(sockets)

    def open_sockets(self) -> list[WebSocketsSansIOProtocol]:
        """The WebSockets whose closing is not complete."""
        connections = list(self.server_state.connections)
        return [one for one in connections if isinstance(one, WebSocketsSansIOProtocol)]


def config(host: str, port: int, app: Any = asgi.application) -> uvicorn.Config:
    """How uvicorn is to run. Heartbeats are our own and frames are small, so it pings and packs nothing.

    proxy_headers stays off: what a proxy says counts only where the settings say so.
    """
    return uvicorn.Config(
        app, host=host, port=port, backlog=BACKLOG, lifespan="on",
        loop="auto", http="httptools", ws=CalmSocket,
        ws_max_size=MAX_MESSAGE, ws_per_message_deflate=False, ws_ping_interval=None, ws_ping_timeout=None,
        log_config=None, access_log=False, server_header=False, proxy_headers=False,
        timeout_graceful_shutdown=1,
    )  # fmt: skip


def main() -> None:
    """`python -m maumau_site.serve HOST PORT`."""
    server = CalmServer(config(sys.argv[1], int(sys.argv[2])))
    server.run()
    if not server.started:
        sys.exit(3)


if __name__ == "__main__":
    main()
