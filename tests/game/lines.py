"""One end of a table's socket, with the questions tests ask."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings

from game.models import Guest
from game.routing import websocket_urlpatterns
from tests.game.conftest import Table

PATIENCE = 10


class Client:
    """One end of a socket, with the questions tests ask."""

    def __init__(self, match_id: str, guest: Guest | None) -> None:
        cookie = f'other="; {settings.GUEST_COOKIE}={guest.token}'.encode() if guest else b""  # type: ignore[attr-defined]
        self.line = WebsocketCommunicator(
            URLRouter(websocket_urlpatterns), f"/ws/table/{match_id}/", headers=[(b"cookie", cookie)]
        )
        self.frames: list[dict[str, Any]] = []
        self.waiting: list[dict[str, Any]] = []

    async def open(self, **hello: Any) -> dict[str, Any]:
        """Connect and say hello; the answer."""
        await self.line.connect(timeout=PATIENCE)
        await self.send(t="hello", **{"p": 1, "lang": "de", "have": 0, "chat": 0, "format": "json", **hello})
        return await self.next("snapshot", "same")

    async def send(self, **frame: Any) -> None:
        await self.line.send_json_to(frame)

    async def raw(self, text: str) -> None:
        await self.line.send_input({"type": "websocket.receive", "text": text})

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds; others wait until they are asked for."""
        for frame in self.waiting:
            if not kinds or frame["t"] in kinds:
                self.waiting.remove(frame)
                return frame
        while True:
            frame = json.loads(await self.line.receive_from(timeout=PATIENCE))
            self.frames.append(frame)
            if not kinds or frame["t"] in kinds:
                return frame
            self.waiting.append(frame)

    async def act(self, word: str, v: int, action_id: str = "id-1") -> dict[str, Any]:
        await self.send(t="act", id=action_id, v=v, do=word)
        return await self.next("ack", "nack")

    async def closed(self) -> int:
        """The code the server ends with."""
        while True:
            message = await self.line.receive_output(timeout=PATIENCE)
            if message["type"] == "websocket.close":
                return int(message["code"])


@contextlib.asynccontextmanager
async def clients(table: Table, *guests: Guest) -> AsyncIterator[list[Client]]:
    """Open sockets, closed at the end."""
    lines = [Client(table.id, guest) for guest in guests]
    try:
        yield lines
    finally:
        for client in lines:
            await client.line.disconnect(timeout=PATIENCE)
