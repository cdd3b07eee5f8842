"""What people do at a table. Every function is one transaction; refusals raise LobbyError."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q

from game import names, newcomers
from game import services as table
from game.bots import STRENGTHS
from game.clock import now_ms
from game.engine import RuleSet, parse_rules, rules_text
from game.faces import BOT_NAMES
from game.hub import hub, presence, writing
from game.models import Guest, Match

from . import codes
from .models import Lobby, Member
from .room import LobbyError, Room, change, load, make_host, pass_host_on, settle, settled, topic

MAX_PEOPLE = 40
"""Seated and watching guests at one table."""


# open and close


def open_lobby(guest: Guest, name: str, rules: RuleSet, lang: str) -> Lobby:
    """A new table with the guest in seat 0 and leading; raises NameRefused."""
    name = names.clean(name)
    now = now_ms()
    with writing, transaction.atomic():
        code = codes.new_code(lambda code: Lobby.objects.filter(code=code).exists())
        lobby = Lobby.objects.create(
            code=code, host=guest, rules=rules_text(rules), lang=lang, created=now, touched=now
        )
        Member.objects.create(lobby=lobby, guest=guest, name=name, seat=0, joined=now)
        _remember(guest, name)
    sign_of_life(lobby.pk, guest)
    return lobby


def sign_of_life(lobby_id: str, guest: Guest) -> None:
    """The guest is at the table: a page, a poll, a POST or a ping says so."""
    presence.seen(topic(lobby_id), str(guest.pk), now_ms())


# come and go


def lobby_by_code(code: str, guest: Guest) -> Lobby:
    """The table to join by this code; raises no-code for unknown, closed, locked and playing ones alike.

    Somebody who is at the table already finds back at any time.
    """
    digits = codes.tidy(code)
    lobby = Lobby.objects.filter(code=digits).exclude(status=Lobby.Status.CLOSED).first() if digits else None
    if lobby is None:
        raise LobbyError("no-code")
    room = settled(lobby.pk)
    if room.of(guest.pk) is None and (room.lobby.locked or room.lobby.status != Lobby.Status.OPEN):
        raise LobbyError("no-code")
    return room.lobby


def join(lobby_id: str, guest: Guest, name: str, watch: bool = False) -> Member:
    """Sits the guest down, or has them watch if wished, if all seats are taken, or during a match.

    Somebody who is at the table already keeps their place.
    Raises NameRefused, kicked, table-locked, too-many-people.
    """
    sign_of_life(lobby_id, guest)
    with change(lobby_id) as room:
        settle(room, now_ms())
        member = room.of(guest.pk) or _newcomer(room, guest, name, watch)
    if room.lobby.status == Lobby.Status.PLAYING and table.seat_of(room.lobby.match, guest) is None:
        table.add_watcher(room.lobby.match, guest, member.name)
    return member


def _newcomer(room: Room, guest: Guest, name: str, watch: bool) -> Member:
    if room.is_kicked(guest):
        raise LobbyError("kicked")
    if room.lobby.locked:
        raise LobbyError("table-locked")
    if len(room.people) >= MAX_PEOPLE:
        raise LobbyError("too-many-people")
    clean = names.clean(name)
    stands = watch or room.lobby.status == Lobby.Status.PLAYING or not room.free
    member = Member.objects.create(
        lobby=room.lobby,
        guest=guest,
        name=names.unique(clean, room.names),
        seat=None if stands else room.free[0],
        joined=now_ms(),
    )
    room.members.append(member)
    room.changed = True
    if room.host is None:
        make_host(room, member)
    _remember(guest, clean)
    return member


def leave(lobby_id: str, guest: Guest) -> None:
    """The guest goes; in a running match their seat ends, and the host right moves on.

    An empty table does not stay closed: nobody would be there to open it.
    """
    with _acting(lobby_id, guest) as (room, member):
        room.members.remove(member)
        member.delete()
        room.changed = True
        if room.lobby.host_id == guest.pk:
            pass_host_on(room, now_ms())
        room.lobby.locked = room.lobby.locked and bool(room.people)
    match = room.lobby.match
    if room.lobby.status != Lobby.Status.PLAYING:
        return
    newcomers.take_back_wish(match, guest)
    if table.seat_of(match, guest) is not None:
        table.act(match, guest, "leave", 0, str(uuid.uuid4()))


def sit(lobby_id: str, guest: Guest, seat: int | None = None) -> None:
    """A watching guest takes a free seat, the given one or the first; raises seat-taken or table-full."""
    with _acting(lobby_id, guest) as (room, member):
        room.require_no_match()
        if member.seat is not None and seat is None:
            return
        first = _first_free(room)
        wanted = first if seat is None else seat
        if wanted not in room.free:
            raise LobbyError("seat-taken")
        _set_seat(room, member, wanted)


def stand(lobby_id: str, guest: Guest) -> None:
    """A seated guest gets up and watches."""
    with _acting(lobby_id, guest) as (room, member):
        room.require_no_match()
        _set_seat(room, member, None)


def rename(lobby_id: str, guest: Guest, name: str) -> None:
    """Another name for oneself; not during a match, whose table has the old one. Raises NameRefused."""
    clean = names.clean(name)
    with _acting(lobby_id, guest) as (room, member):
        room.require_no_match()
        others = [other.name for other in room.members if other is not member and not other.kicked]
        member.name = names.unique(clean, others)
        member.save(update_fields=["name"])
        room.changed = True
        _remember(guest, clean)


# what the host does


def add_bot(lobby_id: str, guest: Guest, strength: str, v: int | None = None) -> None:
    """A bot takes the first free seat; raises table-full when there is none."""
    _check_strength(strength)
    with _acting(lobby_id, guest, host=True, v=v) as (room, _):
        room.require_no_match()
        seat = _first_free(room)
        bot = Member(lobby=room.lobby, name=_bot_name(room), seat=seat, bot=strength, joined=now_ms())
        bot.save()
        room.members.append(bot)
        room.changed = True


def remove_bot(lobby_id: str, guest: Guest, seat: int, v: int | None = None) -> None:
    """The bot in that seat goes; raises no-such-seat (people are not removed this way)."""
    with _acting(lobby_id, guest, host=True, v=v) as (room, _):
        room.require_no_match()
        bot = _bot_in(room, seat)
        room.members.remove(bot)
        bot.delete()
        room.changed = True


def set_strengths(lobby_id: str, guest: Guest, wanted: dict[int, str], v: int | None = None) -> None:
    """How strong the bots in these seats play."""
    for strength in wanted.values():
        _check_strength(strength)
    with _acting(lobby_id, guest, host=True, v=v) as (room, _):
        room.require_no_match()
        for seat, strength in wanted.items():
            bot = _bot_in(room, seat)
            if bot.bot != strength:
                bot.bot = strength
                bot.save(update_fields=["bot"])
                room.changed = True


def set_stand_in(lobby_id: str, guest: Guest, strength: str) -> None:
    """How strong the bot plays that stands in for somebody away, from the next match on."""
    _check_strength(strength)
    with _acting(lobby_id, guest, host=True) as (room, _):
        room.require_no_match()
        if room.lobby.stand_in != strength:
            room.lobby.stand_in = strength
            room.changed = True


def set_rules(lobby_id: str, guest: Guest, rules: RuleSet, v: int | None = None) -> None:
    """The rules of the next match; until it begins, the table knows who changed them, and from what."""
    with _acting(lobby_id, guest, host=True, v=v) as (room, member):
        room.require_no_match()
        if room.lobby.rules != rules_text(rules):
            _note_change(room, member, rules_text(rules))
            room.lobby.rules = rules_text(rules)
            room.changed = True


def _note_change(room: Room, member: Member, new: str) -> None:
    """Nobody needs telling who was not there before the change."""
    if len(room.people) > 1 or room.lobby.rules_was:
        room.lobby.rules_was = room.lobby.rules_was or room.lobby.rules
        room.lobby.rules_by = member.name
    if room.lobby.rules_was == new:
        room.lobby.rules_was = room.lobby.rules_by = ""


def set_locked(lobby_id: str, guest: Guest, locked: bool) -> None:
    """A locked table lets nobody new in, neither by code nor by link."""
    with _acting(lobby_id, guest, host=True) as (room, _):
        if room.lobby.locked != locked:
            room.lobby.locked = locked
            room.changed = True


def kick(lobby_id: str, guest: Guest, who: int) -> None:
    """Takes a guest (by member id) from the table for good; in a running match their seat ends.

    Its old matches are shut to them too: the page of a finished one still talks in this room.
    """
    with _acting(lobby_id, guest, host=True) as (room, host):
        member = _person(room, who)
        if member is host:
            raise LobbyError("not-yourself")
        member.kicked = True
        member.save(update_fields=["kicked", "seat"])
        room.changed = True
    hub.announce(f"{topic(lobby_id)}:barred", member.guest_id or 0)
    if member.guest:
        for match in _matches_of(room, member.guest):
            table.remove_player(match, member.guest)


def pass_host(lobby_id: str, guest: Guest, who: int) -> None:
    """Gives the host right to another guest (by member id)."""
    with _acting(lobby_id, guest, host=True) as (room, _):
        make_host(room, _person(room, who))


def start(lobby_id: str, guest: Guest) -> str:
    """The id of the match now played here: a new one, or the running one when it was started already.

    Raises too-few with fewer than two seats taken. After a match this is the rematch.
    """
    with writing:
        while True:
            room = settled(lobby_id)
            room.require(guest, host=True)
            if room.lobby.status == Lobby.Status.PLAYING:
                return room.lobby.match
            if len(room.seated) < 2:
                raise LobbyError("too-few")
            match = _start_match(room, guest)
            if match:
                return match


def _start_match(room: Room, host: Guest) -> str:
    """The new match; "" if the table changed meanwhile in another process, so that nobody is left out."""
    match = table.create_match(
        rules=parse_rules(room.lobby.rules),
        players=[table.Player(one.name, one.guest, one.bot or None) for one in room.seated],
        solo=False,
        host=host,
        room=room.lobby.pk,
        watchers=[(one.guest, one.name) for one in room.watching if one.guest],
        stand_in=room.lobby.stand_in,
        lang=room.lobby.lang,
    )
    with change(room.lobby.pk) as fresh:
        if fresh.lobby.version != room.lobby.version:
            Match.objects.filter(pk=match.pk).delete()
            return ""
        before, fresh.lobby.match = fresh.lobby.match, match.pk
        fresh.lobby.status = Lobby.Status.PLAYING
        fresh.lobby.rules_was = fresh.lobby.rules_by = ""
        fresh.changed = True
    if before and Match.objects.filter(pk=before).exists():
        table.link_rematch(before, match.pk)
    return str(match.pk)


# small parts


@contextmanager
def _acting(
    lobby_id: str, guest: Guest, host: bool = False, v: int | None = None
) -> Iterator[tuple[Room, Member]]:
    """The locked room and the acting guest's row, if they may; raises stale when `v` is not the version."""
    load(lobby_id).require(guest)  # who is not here gets no sign of life at this table
    sign_of_life(lobby_id, guest)
    with change(lobby_id) as room:
        member = room.require(guest, host)
        if v is not None and v != room.lobby.version:
            raise LobbyError("stale")
        settle(room, now_ms())
        yield room, member


def _set_seat(room: Room, member: Member, seat: int | None) -> None:
    if member.seat != seat:
        member.seat = seat
        member.save(update_fields=["seat"])
        room.changed = True


def _first_free(room: Room) -> int:
    if not room.free:
        raise LobbyError("table-full")
    return room.free[0]


def _bot_name(room: Room) -> str:
    used = {name.casefold() for name in room.names}
    unused = [name for name in BOT_NAMES if name.casefold() not in used]
    return unused[0] if unused else names.unique(BOT_NAMES[0], room.names)


def _bot_in(room: Room, seat: int) -> Member:
    member = room.in_seat(seat)
    if not member.bot:
        raise LobbyError("no-such-seat")
    return member


def _person(room: Room, who: int) -> Member:
    for member in room.people:
        if member.pk == who:
            return member
    raise LobbyError("no-such-person")


def _matches_of(room: Room, guest: Guest) -> list[str]:
    """The matches of this table where the guest sits or watches, and the one being played."""
    known = Q(seats__guest=guest) | Q(watchers__guest=guest)
    if room.lobby.status == Lobby.Status.PLAYING:
        known |= Q(pk=room.lobby.match)
    return list(Match.objects.filter(known, room=room.lobby.pk).distinct().values_list("pk", flat=True))


def _check_strength(strength: str) -> None:
    if strength not in STRENGTHS:
        raise LobbyError("bad-request")


def _remember(guest: Guest, name: str) -> None:
    """The name is offered again at the next table."""
    Guest.objects.filter(pk=guest.pk).update(name=name)
