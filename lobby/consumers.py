"""The socket of a table's room: the frames of WIRE.md §2 on the lobby row's own version."""

from __future__ import annotations

from django.urls import reverse

from game import protocol
from game.sockets import Close, Frame, Socket

from . import present
from .room import LobbyError, Room, load, settled, topic
from .services import sign_of_life


class LobbySocket(Socket):
    """The line of somebody at the table. What they do are POSTs; here they see, talk and are seen."""

    def enter(self) -> None:
        """Only people at the table may listen."""
        self.lobby_id: str = self.scope["url_route"]["kwargs"]["lobby_id"]
        self.topic, self.room = topic(self.lobby_id), self.lobby_id
        self._room()
        self.seen()

    def version(self) -> int:
        """The row's version."""
        return self._room().lobby.version

    def show(self, since: int | None) -> Frame:
        """The room for this viewer; a view has no events, the fragments say it all."""
        room = self._room()
        body = present.body(room, self.guest.pk, self.lang, self._invite_url(room), self.format)
        frame = {"v": room.lobby.version, **present.heads(room, self.lang), **body}
        return frame if since is None else {**frame, "events": []}

    def beat(self) -> Frame:
        """Whether a match is on, so that nobody misses its start."""
        return present.heads(self._room(), self.lang)

    def speaker(self) -> str:
        """The name at this table."""
        member = self._room().of(self.guest.pk)
        return member.name if member else self.guest.name

    def seen(self) -> None:
        """Renews the lease, and notices what time has changed for everybody here."""
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
        headers = {name.lower(): value.decode("latin-1") for name, value in self.scope["headers"]}
        return str(headers.get(b"origin", "")) + reverse("invite", args=[room.lobby.invite])
