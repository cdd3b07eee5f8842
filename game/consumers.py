"""The socket of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial

from django.utils.translation import override

from game import metrics, newcomers, present, protocol, repair, services, store, writer
from game.audience import Audience
from game.clock import now_ms
from game.hub import presence
from game.protocol import Close
from game.refusal_text import refuse
from game.scene import Scene, Viewer
from game.services import Ack, Nack, NoMatch
from game.snapshot import Snapshot
from game.sockets import Frame, Socket
from game.threads import in_thread

_ACKS, _NACKS = metrics.acts.labels("ack"), metrics.acts.labels("nack")


class TableSocket(Socket):
    """A seat's or a spectator's line to one match; the match is in memory but for a moment now and then."""

    kind = "table"
    audience: Scene
    __slots__ = ("_join", "_there", "match_id")

    def enter(self, scope: Frame) -> Callable[[], Audience]:
        """Players and spectators may; others are told that it is not for them."""
        self.match_id: str = scope["url_route"]["kwargs"]["match_id"]
        match = self._load()
        self.spectates = self.seat(match) is None
        if self.spectates and not services.may_watch(match.id, self.guest):
            raise Close(protocol.NOT_FOR_YOU)
        self.topic, room = match.topic, services.room_of(match)
        self._there: tuple[bool, ...] = ()
        self._join: tuple[bool, bool] | None = None
        said = repair.last_lines([room]).get(room, 0)
        asking = repair.asking([self.topic] if newcomers.late_join(match) else []).get(self.topic)
        return partial(Scene, match, room, said, asking or frozenset())

    def seat(self, match: Snapshot) -> int | None:
        """The seat this viewer plays, if any (it ends by leaving, while the socket stays)."""
        number = match.seat_of(self.guest_id)
        return None if number is None or match.gone(number) else number

    # -- the match --------------------------------------------------------------------------------

    async def match(self) -> Snapshot:
        """The match, not older than anything announced here or sent."""
        newest = max(self.audience.newest, self.sent)
        kept = store.kept(self.match_id, newest)
        return await in_thread(self._load, newest) if kept is None else kept

    def _load(self, version: int | None = None) -> Snapshot:
        """The row; raises Close. In a thread."""
        try:
            return store.current(self.match_id) if version is None else store.at_least(self.match_id, version)
        except NoMatch:
            raise Close(protocol.GONE) from None

    async def version(self, have: int) -> int:
        """The version in memory; the row's if the client knows more."""
        match = await self.match()
        if have > match.version:
            match = await in_thread(self._load)
        self.audience.moved(match.version)
        self._there, self._join = self._seen_now(match)
        return match.version

    # -- what is shown ----------------------------------------------------------------------------

    async def show(self, since: int | None) -> tuple[int, str]:
        """Everything this viewer may see, in the format it asked for."""
        match = await self.match()
        if since is not None and match.version <= since:
            return match.version, ""
        self._join = self._offer(match)
        lang = self.lang if self.format == "html" else ""
        viewer = Viewer(since, self.seat(match), lang, self._join, self.shown if since is not None else ())
        text, self.shown, self._there = self.audience.picture(match, viewer, now_ms())
        return match.version, text

    async def extras(self) -> Frame:
        """Time left for the seat on turn."""
        return dict(present.clock(await self.match(), now_ms()))

    async def stale(self) -> bool:
        """Somebody has gone silent or is back, or this spectator's chance of a seat is another one."""
        return self._seen_now(await self.match()) != (self._there, self._join)

    def _seen_now(self, match: Snapshot) -> tuple[tuple[bool, ...], tuple[bool, bool] | None]:
        return self.audience.there(match, now_ms()), self._offer(match)

    def _offer(self, match: Snapshot) -> tuple[bool, bool] | None:
        if not newcomers.may_ask(match, self.guest_id):
            return None
        offer = newcomers.offer(match, self.guest_id in self.audience.asking)
        return offer["open"], offer["asked"]

    # -- what is done -----------------------------------------------------------------------------

    async def act(self, frame: Frame) -> None:
        """An action of this viewer's seat, written with all that waits and answered after the commit."""
        match = await self.match()
        word, v, action_id = frame["do"], frame["v"], frame["id"]
        if word == "leave" or match.seat_of(self.guest_id) is None:  # rare, and the rows must be asked
            answer = await in_thread(services.act, self.match_id, self.guest, word, v, action_id)
            self._judged(frame, answer)
            return
        presence.seen(self.topic, str(self.guest_id), now_ms())
        wanted = services.intended(match, self.guest_id, word, v, action_id)
        if isinstance(wanted, Nack):
            self._judged(frame, wanted)
        else:
            writer.commit_soon(wanted, partial(self._judged, frame))

    def _judged(self, frame: Frame, answer: Ack | Nack | None) -> None:
        self.answer(None if answer is None else partial(self._told, frame, answer))

    async def _told(self, frame: Frame, answer: Ack | Nack) -> Frame:
        if isinstance(answer, Ack):
            _ACKS.inc()
            tried = await self._tried(answer.v) if frame["do"].startswith("x ") else {}
            return {"t": "ack", "id": frame["id"], "v": answer.v, **tried}
        _NACKS.inc()
        if answer.code == "stale":
            self.renew()
        match = await self.match()
        with override(self.lang):
            told = refuse(match.state, self.seat(match), answer.code, frame["do"])
        return self.nack(frame["id"], answer.code, answer.v, told.text, told.rule)

    async def _tried(self, version: int) -> Frame:
        """Why the card that was tried with this version came back (`strict`)."""
        match = await self.match()
        with override(self.lang):
            told = present.failed_try(match, self.seat(match), version, now_ms())
        return {} if told is None else asdict(told)

    def may_speak(self) -> bool:
        """Alone against bots there is nobody to talk to."""
        return not self._load(0).solo

    def speaker(self) -> str:
        """The name at this table."""
        return services.name_at(self._load(0), self.guest)

    async def seen(self) -> None:
        """Renew the lease; a resting match wakes when one of its players is back."""
        presence.seen(self.topic, str(self.guest_id), now_ms())
        match = await self.match()
        if match.status == "rest" and self.seat(match) is not None:
            await in_thread(services.wake, self.match_id, self.guest)
