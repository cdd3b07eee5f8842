"""A table with its people in memory: loading it, changing it in one transaction, and what time does to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from game import services as table
from game.clock import now_ms
from game.hub import hub, presence, writing
from game.models import Guest, Match

from .models import SEATS, Lobby, Member

HOST_ABSENT_MS = 60_000
"""After this long without its host a table gets another one (WIRE.md §4)."""

TOUCH_EVERY_MS = 60 * 60 * 1000
"""How often mere presence is noted, so that a table in use is not taken for an abandoned one."""


class LobbyError(Exception):
    """Something that cannot be done at this table now; `code` says what, `lobby.texts` how to say it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def topic(lobby_id: str) -> str:
    """Where this table's news and presence are kept in the hub."""
    return f"lobby:{lobby_id}"


@dataclass
class Room:
    """One lobby row and its member rows; `changed` asks `change` for a new version."""

    lobby: Lobby
    members: list[Member]
    changed: bool = False

    @property
    def seated(self) -> list[Member]:
        """Everybody in a seat, bots included, by seat."""
        at_table = [member for member in self.members if member.seat is not None]
        return sorted(at_table, key=lambda member: member.seat or 0)

    @property
    def people(self) -> list[Member]:
        """Guests at the table, seated or watching, in the order they came."""
        return [member for member in self.members if member.guest_id and not member.kicked]

    @property
    def watching(self) -> list[Member]:
        """Guests without a seat, in the order they came."""
        return [member for member in self.people if member.seat is None]

    @property
    def free(self) -> list[int]:
        """Numbers of the free seats."""
        taken = {member.seat for member in self.members}
        return [seat for seat in range(SEATS) if seat not in taken]

    @property
    def names(self) -> list[str]:
        """Names in use."""
        return [member.name for member in self.members if not member.kicked]

    @property
    def host(self) -> Member | None:
        """Who leads the table."""
        return self.of(self.lobby.host_id)

    def of(self, guest_id: int | None) -> Member | None:
        """The row of a guest who is at the table."""
        return next((member for member in self.people if member.guest_id == guest_id), None)

    def is_kicked(self, guest: Guest) -> bool:
        """Was this guest taken from the table?"""
        return any(member.kicked for member in self.members if member.guest_id == guest.pk)

    def in_seat(self, seat: int) -> Member:
        """Who sits there; raises no-such-seat."""
        for member in self.members:
            if member.seat == seat:
                return member
        raise LobbyError("no-such-seat")

    def require(self, guest: Guest | None, host: bool = False) -> Member:
        """The row of a guest who may act here; raises kicked, not-member or not-host."""
        member = self.of(guest.pk) if guest else None
        if member is None:
            raise LobbyError("kicked" if guest and self.is_kicked(guest) else "not-member")
        if host and self.lobby.host_id != member.guest_id:
            raise LobbyError("not-host")
        return member

    def require_no_match(self) -> None:
        """Raises match-running."""
        if self.lobby.status == Lobby.Status.PLAYING:
            raise LobbyError("match-running")


def load(lobby_id: str, lock: bool = False) -> Room:
    """The table as it is stored; raises lobby-gone when there is none or it was closed."""
    rows = Lobby.objects.select_for_update() if lock else Lobby.objects
    lobby = rows.filter(pk=lobby_id).exclude(status=Lobby.Status.CLOSED).first()
    if lobby is None:
        raise LobbyError("lobby-gone")
    return Room(lobby, list(lobby.members.order_by("joined", "pk")))


@contextmanager
def change(lobby_id: str) -> Iterator[Room]:
    """The table, locked, for the length of one transaction; its news go out after the commit."""
    with writing, transaction.atomic():
        room = load(lobby_id, lock=True)
        yield room
        if room.changed:
            _store(room)


def _store(room: Room) -> None:
    lobby = room.lobby
    lobby.version += 1
    lobby.touched = now_ms()
    lobby.save()
    transaction.on_commit(lambda: hub.announce(topic(lobby.pk), lobby.version))


def settled(lobby_id: str, now: int | None = None) -> Room:
    """The table after what time alone has changed: who is away, who leads, whether the match is over."""
    now = now_ms() if now is None else now
    room = load(lobby_id)
    if now - room.lobby.touched > TOUCH_EVERY_MS:
        Lobby.objects.filter(pk=lobby_id).update(touched=now)
    if not settle(room, now, write=False):
        return room
    with change(lobby_id) as room:
        settle(room, now)
    return room


def settle(room: Room, now: int, write: bool = True) -> bool:
    """Applies what time changes; says whether there was anything. Relies on `change` when it writes."""
    away = [member for member in room.people if member.away != is_away(room, member, now)]
    host = _next_host(room, now)
    playing = room.lobby.status == Lobby.Status.PLAYING
    over = playing and _match_is_over(room.lobby.match)
    joined = _joined(room) if playing and room.free else {}
    due = bool(away or over or host or joined)
    if due and write:
        room.changed = True
        for member in away:
            member.away = not member.away
            member.save(update_fields=["away"])
        for member in room.watching:
            if member.pk in joined and room.free:
                member.seat = joined[member.pk] if joined[member.pk] in room.free else room.free[0]
                member.save(update_fields=["seat"])
        if over:
            room.lobby.status = Lobby.Status.OPEN
        if host:
            make_host(room, host)
    return due


def make_host(room: Room, member: Member | None) -> None:
    """Gives the host right to `member`, at the table of a running match too."""
    room.lobby.host_id = member.guest_id if member else None
    room.changed = True
    if room.lobby.match:
        Match.objects.filter(pk=room.lobby.match).update(host=room.lobby.host_id)


def pass_host_on(room: Room, now: int) -> None:
    """The host went: the next one leads, a present one if there is any, else whoever came first."""
    candidates = _in_line(room)
    present = [member for member in candidates if not is_away(room, member, now)]
    make_host(room, next(iter(present or candidates), None))


def is_away(room: Room, member: Member, now: int) -> bool:
    """Has the lease of this guest ended, here and at the match?"""
    return _absent_ms(room, member, now) > 0


def _absent_ms(room: Room, member: Member, now: int) -> int:
    return absent_ms(room.lobby.pk, room.lobby.match, member.guest_id, now)


def absent_ms(lobby_id: str, match: str, guest_id: int | None, now: int) -> int:
    """Since when the lease of this guest has ended, both here and at the match (if there is one)."""
    who = [str(guest_id)]
    absent = presence.absent_ms(topic(lobby_id), who, now)
    return min(absent, presence.absent_ms(f"match:{match}", who, now)) if match and absent else absent


def _in_line(room: Room) -> list[Member]:
    """Who leads next: seated people by how long they are here, then those who watch."""
    return sorted(room.people, key=lambda member: (member.seat is None, member.joined, member.pk))


def _next_host(room: Room, now: int) -> Member | None:
    """Who takes the host right over now, if it is time."""
    host = room.host
    if host and _absent_ms(room, host, now) < HOST_ABSENT_MS:
        return None
    present = (member for member in _in_line(room) if member is not host and not is_away(room, member, now))
    return next(present, None)


def _joined(room: Room) -> dict[int, int]:
    """Seats at the match of those who were seated there during it, by member id: they sit here too."""
    if not room.watching:
        return {}
    try:
        match = table.snapshot(room.lobby.match)
    except table.NoMatch:
        return {}
    if match.rules.late_join == "off":
        return {}
    seats = {one.pk: match.seat_of(one.guest_id) for one in room.watching}
    return {pk: seat for pk, seat in seats.items() if seat is not None and not match.gone(seat)}


def _match_is_over(match_id: str) -> bool:
    return not Match.objects.filter(pk=match_id).exclude(status="over").exists()
