"""The socket of a table's room: the frames of WIRE.md §2 on the lobby row's own version.

Rooms are small and short: each question to them goes to the rows, in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.urls import reverse

from game import protocol, repair
from game.audience import Audience
from game.protocol import Close
from game.sockets import Frame, Socket
from game.threads import in_thread

from . import present
from .models import Lobby
from .room import LobbyError, Room, load, settled, topic
from .services import sign_of_life


def versions(ids: Sequence[str]) -> dict[str, int]:
    """The versions of these rooms; closed ones are left out."""
    rooms = Lobby.objects.exclude(status=Lobby.Status.CLOSED)
    parts = (ids[first : first + repair.AT_ONCE] for first in range(0, len(ids), repair.AT_ONCE))
    return dict(row for part in parts for row in rooms.filter(pk__in=part).values_list("pk", "version"))


repair.READERS["lobby"] = versions


class LobbySocket(Socket):
    """The line of somebody at the table. What they do are POSTs; here they see, talk and are seen."""

    kind = "lobby"
    __slots__ = ("lobby_id", "origin")

    def enter(self, scope: Frame) -> Callable[[], Audience]:
        """Only people at the table may listen."""
        self.lobby_id: str = scope["url_route"]["kwargs"]["lobby_id"]
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        self.origin = str(headers.get(b"origin", ""))
        self.topic = topic(self.lobby_id)
        room = self._room()
        self._settle()
        said = repair.last_lines([self.lobby_id]).get(self.lobby_id, 0)
        return partial(Audience, self.topic, self.lobby_id, room.lobby.version, said)

    async def version(self, have: int) -> int:
        """The row's version."""
        return await in_thread(lambda: self._room().lobby.version)

    async def show(self, since: int | None) -> tuple[int, str]:
        """The room for this viewer; a view has no events, the fragments say it all."""
        return await in_thread(self._frame, since)

    def _frame(self, since: int | None) -> tuple[int, str]:
        room = self._room()
        body = present.body(room, self.guest_id, self.lang, self._invite_url(room), self.format)
        frame = {"t": "snapshot", "v": room.lobby.version, **present.heads(room, self.lang)}
        if since is not None:
            frame.update({"t": "view", "from": since, "events": []})
        if "parts" in body:
            shown, self.shown = self.shown, tuple(map(hash, body["parts"]))
            unseen = (part for part in body["parts"] if since is None or hash(part) not in shown)
            body = {"html": "".join(unseen)}
        return room.lobby.version, protocol.write({**frame, **body})

    async def extras(self) -> Frame:
        """Whether a match is on, so that nobody misses its start."""
        return await in_thread(lambda: present.heads(self._room(), self.lang))

    def speaker(self) -> str:
        """The name at this table."""
        member = self._room().of(self.guest_id)
        return member.name if member else self.guest_name

    async def seen(self) -> None:
        """Renews the lease, and notices what time has changed for everybody here."""
        await in_thread(self._settle)

    def _settle(self) -> None:
        sign_of_life(self.lobby_id, self.guest)
        try:
            settled(self.lobby_id)
        except LobbyError:
            raise Close(protocol.GONE) from None

    def _room(self) -> Room:
        try:
            room = load(self.lobby_id)
            room.require(self.guest)
        except LobbyError as error:
            raise Close(protocol.GONE if error.code == "lobby-gone" else protocol.NOT_FOR_YOU) from None
        return room

    def _invite_url(self, room: Room) -> str:
        """The link as the viewer's browser knows the site: the door has compared its origin with the host."""
        return self.origin + reverse("invite", args=[room.lobby.invite])
