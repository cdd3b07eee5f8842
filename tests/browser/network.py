"""A network of our own between browser and server, that can be made bad: cut, deaf, without sockets."""

from __future__ import annotations

import copy
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.server import Server

HEAD_END = b"\r\n\r\n"
REFUSAL = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
CHUNK = 65_536


class Network:
    """A TCP proxy; the site is at `site.url` through it. The switches below may be set at any time."""

    def __init__(self, site: Server) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.target = int(site.url.rsplit(":", 1)[1])
        self.site = copy.copy(site)
        self.site.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.sockets = "pass"
        """What becomes of a new WebSocket: `pass`, `refuse` (502), `mute` (no answer ever, not even to the
        handshake), `deaf` (it opens, and nothing more comes), `brief` (cut with the first word)."""
        self.down = False
        """Every new connection is cut."""
        self.swallow = ""
        """`up`: what the browser says on a socket is lost; `down`: what the server says there; `posts`: the
        answers to POSTs."""
        self.opened = 0
        """WebSockets asked for so far."""
        self.requests: list[str] = []
        """First lines of requests, of connections' first ones only."""
        self._open: set[socket.socket] = set()
        self._unlucky: set[socket.socket] = set()  # their answer will be lost
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """All connections end by reset, as when a router restarts."""
        for one in list(self._open):
            reset(one)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError):
            if self.down:
                return reset(client)
            self._open.add(client)
            head = b""
            while HEAD_END not in head:
                read = client.recv(CHUNK)
                if not read:
                    return client.close()
                head += read
            self._connect(client, head)
        self._open.discard(client)

    def _connect(self, client: socket.socket, head: bytes) -> None:
        is_socket = b"upgrade: websocket" in head.lower()
        rule = self.sockets if is_socket else "pass"
        self.opened += is_socket
        self.requests.append(head.partition(b"\r\n")[0].decode())
        if rule == "refuse":
            client.sendall(REFUSAL)
            return client.close()
        if rule == "mute":
            while client.recv(CHUNK):
                pass
            return None
        server = socket.create_connection(("127.0.0.1", self.target))
        self._open.add(server)
        self._mark(client, head)
        server.sendall(head)
        down = threading.Thread(target=self._down, args=(server, client, rule, is_socket), daemon=True)
        down.start()
        self._up(client, server, is_socket)
        server.close()
        return None

    def _up(self, client: socket.socket, server: socket.socket, is_socket: bool) -> None:
        with suppress(OSError):
            while said := client.recv(CHUNK):
                self._mark(client, said)
                if not (is_socket and self.swallow == "up"):
                    server.sendall(said)
        reset(server)

    def _mark(self, client: socket.socket, said: bytes) -> None:
        if self.swallow == "posts" and said.startswith(b"POST"):
            self._unlucky.add(client)

    def _down(self, server: socket.socket, client: socket.socket, rule: str, is_socket: bool) -> None:
        shaken = not is_socket
        with suppress(OSError):
            while (said := server.recv(CHUNK)) and client not in self._unlucky:
                handshake, shaken = not shaken, True
                if handshake or (rule != "deaf" and not (is_socket and self.swallow == "down")):
                    client.sendall(said)
                if rule == "brief" and not handshake:
                    break
        self._open.discard(server)
        reset(client)


def reset(one: socket.socket) -> None:
    """Ends a connection without a goodbye."""
    with suppress(OSError):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def between(site: Server) -> Iterator[Network]:
    """A network before this site, gone when the block ends."""
    network = Network(site)
    try:
        yield network
    finally:
        network.listener.close()
        network.cut()
