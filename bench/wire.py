"""A lean websocket client for asyncio: frames by hand, no extensions, text only.

The mask key is zero, which costs nothing: the load generator must not be the bottleneck.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from base64 import b64encode

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_FIN, _MASKED = 0x80, 0x80
_ZERO = bytes(4)


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """A whole masked frame."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", _FIN | kind, _MASKED | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", _FIN | kind, _MASKED | 126, size)
    else:
        head = struct.pack("!BBQ", _FIN | kind, _MASKED | 127, size)
    return head + _ZERO + payload


def unframe(buffer: bytes | bytearray, at: int = 0) -> tuple[int, bytes, int] | None:
    """Kind and payload of the server's frame at `at` and where the next begins; None if it is not all there.

    Pieces of a message (FIN not set) are no frames of our servers: ValueError.
    """
    have = len(buffer) - at
    if have < 2:
        return None
    size, start = buffer[at + 1] & 0x7F, at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if have < 2 + wide:
            return None
        size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
    if len(buffer) - start < size:
        return None
    if not buffer[at] & _FIN:
        raise ValueError("a message in pieces")
    return buffer[at] & 0xF, bytes(buffer[start : start + size]), start + size


class Wire(asyncio.Protocol):
    """One socket. Subclasses say what happens: `opened`, `told` (each text), `lost` (with the close code)."""

    transport: asyncio.Transport

    def __init__(self, path: str, host: str, headers: dict[str, str]) -> None:
        self.path, self.host, self.headers = path, host, headers
        self.begin()

    def begin(self) -> None:
        """As before the first connection."""
        self.open = False
        self.code = 1006
        self._rest = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the upgrade."""
        self.transport = transport  # type: ignore[assignment]
        named = {
            "Host": self.host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(), **self.headers,
        }  # fmt: skip
        lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self.transport.write(f"GET {self.path} HTTP/1.1\r\n{lines}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Cuts the stream into frames."""
        rest: bytes | bytearray = data
        if self._rest or not self.open:
            self._rest += data
            rest = self._rest
        at = 0
        if not self.open:
            at = self._upgraded()
            if not at:
                return
        while (got := unframe(rest, at)) is not None:
            kind, payload, at = got
            self._frame(kind, payload)
        self._rest = bytearray(rest[at:])

    def _upgraded(self) -> int:
        end = self._rest.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if b" 101 " not in self._rest[:20]:
            self.transport.abort()
            return 0
        self.open = True
        self.opened()
        return end + 4

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.told(payload)
        elif kind == PING:
            self.transport.write(frame(payload, PONG))
        elif kind == CLOSE:
            self.code = int.from_bytes(payload[:2], "big") if payload else 1005
            self.transport.write(frame(payload, CLOSE))

    def connection_lost(self, exc: Exception | None) -> None:
        """However it ended."""
        self.open = False
        self.lost(self.code)

    def send(self, payload: bytes) -> None:
        """One text message."""
        self.transport.write(frame(payload))

    def cut(self) -> None:
        """Ends the connection as a dead network does: a reset, no goodbye."""
        sock = self.transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def opened(self) -> None:
        """The upgrade was granted."""

    def told(self, payload: bytes) -> None:
        """A text message came."""

    def lost(self, code: int) -> None:
        """The connection has ended."""
