"""People of the room who want to play at its running match (RULES.md §11, `late_join`)."""

from __future__ import annotations

from game import newcomers
from game import services as table
from game.models import Guest

from . import services
from .models import Lobby
from .room import LobbyError, load, settled


def match_to_join(lobby_id: str) -> str:
    """The match being played here, if newcomers may enter it; else ""."""
    room = settled(lobby_id)
    if room.lobby.status != Lobby.Status.PLAYING:
        return ""
    try:
        late_join = table.snapshot(room.lobby.match).rules.late_join
    except table.NoMatch:
        return ""
    return room.lobby.match if late_join == "on" else ""


def play_along(lobby_id: str, match: str, guest: Guest) -> int | None:
    """A spectator asks for a seat in the running match: his number if he has it, None until the next pause.

    Who only watches the table comes to the room by this, so that the rematch knows him.
    Raises what `join` does, and ServiceError where the match takes nobody (more).
    """
    if load(lobby_id).of(guest.pk) is None and table.may_watch(match, guest):
        services.join(lobby_id, guest, table.name_at(table.snapshot(match), guest), watch=True)
    load(lobby_id).require(guest)
    services.sign_of_life(lobby_id, guest)
    seat = newcomers.ask_for_seat(match, guest)
    settled(lobby_id)
    return seat


def go_on_watching(lobby_id: str, match: str, guest: Guest) -> None:
    """A spectator takes the wish for a seat back; who plays already stays (raises match-running)."""
    load(lobby_id).require(guest)
    if table.seat_of(match, guest) is not None:
        raise LobbyError("match-running")
    newcomers.take_back_wish(match, guest)
