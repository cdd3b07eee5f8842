"""The socket of a table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import override

from game import newcomers, present, protocol, services, store
from game.clock import now_ms
from game.refusal_text import refuse
from game.services import Ack, NoMatch
from game.snapshot import Snapshot
from game.sockets import Close, Frame, Socket


class TableSocket(Socket):
    """A seat's or a spectator's line to one match."""

    def enter(self) -> None:
        """Players and spectators may; others are told that it is not for them."""
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        match = self._match()
        if self.seat(match) is None and not services.may_watch(match.id, self.guest):
            raise Close(protocol.NOT_FOR_YOU)
        self.topic, self.room = match.topic, services.room_of(match)
        self.seen()
        self._there, self._join = present.there(match, now_ms()), newcomers.joining(match, self.guest)

    def seat(self, match: Snapshot) -> int | None:
        """The seat this viewer plays, if any (it ends by leaving, while the socket stays)."""
        number = match.seat_of(self.guest.pk)
        return None if number is None or match.gone(number) else number

    def version(self) -> int:
        """The row's version."""
        return self._match().version

    def show(self, since: int | None) -> Frame:
        """Everything this viewer may see, in the format it asked for."""
        match, now = self._match(self.newest), now_ms()
        seat = self.seat(match)
        self._there, self._join = present.there(match, now), newcomers.joining(match, self.guest)
        frame: dict[str, Any] = {"v": match.version, **present.clock(match, now)}
        if since is not None:
            frame["events"] = present.events_since(match, since, seat)[-protocol.MAX_EVENTS :]
        if self.format == "json":
            frame["view"] = present.table_view(match, seat, now, self._join)
        else:
            frame["parts"] = present.fragments(match, seat, self.lang, now, self._join)
        return frame

    def beat(self) -> Frame:
        """Time left for the seat on turn."""
        return present.clock(self._match(self.newest), now_ms())

    def stale(self) -> bool:
        """Somebody has gone silent or is back, or this spectator asked for a seat in another window."""
        match = self._match(self.newest)
        there, join = present.there(match, now_ms()), newcomers.joining(match, self.guest)
        return (there, join) != (self._there, self._join)

    def act(self, frame: Frame) -> Frame:
        """An action of this viewer's seat."""
        answer = services.act(self.match_id, self.guest, frame["do"], frame["v"], frame["id"])
        if isinstance(answer, Ack):
            return {"t": "ack", "id": frame["id"], "v": answer.v, **self._tried(answer.v)}
        match = self._match()
        with override(self.lang):
            told = refuse(match.state, self.seat(match), answer.code, frame["do"])
        return self.nack(frame["id"], answer.code, answer.v, told.text, told.rule)

    def _tried(self, version: int) -> Frame:
        """Why the card that was tried with this version came back (`strict`)."""
        match = self._match()
        with override(self.lang):
            told = present.failed_try(match, self.seat(match), version, now_ms())
        return {} if told is None else asdict(told)

    def may_speak(self) -> bool:
        """Alone against bots there is nobody to talk to."""
        return not self._match(self.newest).solo

    def speaker(self) -> str:
        """The name at this table."""
        return services.name_at(self._match(), self.guest)

    def seen(self) -> None:
        """Renew the lease; a resting match wakes when one of its players is back."""
        services.seen(self.match_id, self.guest)
        services.wake(self.match_id, self.guest)

    def _match(self, announced: int | None = None) -> Snapshot:
        """The row; where a version was announced in this process, memory at that version is as good."""
        try:
            if announced is not None:
                return store.at_least(self.match_id, announced)
            return services.snapshot(self.match_id)
        except NoMatch:
            raise Close(protocol.GONE) from None
