"""Spectators who want to play: under `late_join` they are seated between rounds (RULES.md §11, WIRE.md §3).

The wish stands in the spectator's row, so it survives a restart; `Draft.seat_newcomers` fulfils it.
"""

from __future__ import annotations

from django.db import transaction

from game import services, store
from game.clock import now_ms
from game.engine.actions import MOST_SEATS
from game.hub import hub
from game.models import Guest, Watcher
from game.services import ServiceError
from game.snapshot import Snapshot, Transition


def ask_for_seat(match_id: str, guest: Guest, now: int | None = None) -> int | None:
    """A spectator wants to play from the next round on; between rounds he is seated at once.

    Returns his seat if he has one now; asked twice is asked once. Raises NoMatch, ServiceError.
    """
    moment = now_ms() if now is None else now
    match = store.current(match_id)
    seat = services.seat_of(match_id, guest)
    if seat is not None:
        return seat
    _check_may_join(match, guest)
    services.seen(match_id, guest, moment)
    Watcher.objects.filter(match_id=match_id, guest=guest, asked=None).update(asked=moment)
    _announce(match_id, guest)
    services.commit(Transition(match_id, "sit"), moment)
    return services.seat_of(match_id, guest)


def take_back_wish(match_id: str, guest: Guest) -> None:
    """The spectator goes on watching. Nothing happens if he never asked, or sits already."""
    if Watcher.objects.filter(match_id=match_id, guest=guest).exclude(asked=None).update(asked=None):
        _announce(match_id, guest)


def _announce(match_id: str, guest: Guest) -> None:
    """The guest's other windows show his wish too."""
    transaction.on_commit(lambda: hub.announce(f"match:{match_id}:asked", guest.pk))


def joining(match: Snapshot, guest: Guest) -> dict[str, bool] | None:
    """What this guest may do about a seat: is one `open`, has he `asked`? None: nothing, here or ever."""
    if not may_ask(match, guest.pk):
        return None
    watching = Watcher.objects.filter(match_id=match.id, guest=guest, barred=False).first()
    return None if watching is None else offer(match, watching.asked is not None)


def late_join(match: Snapshot) -> bool:
    """Is this a match in which spectators may still be seated?"""
    return not _closed(match)


def may_ask(match: Snapshot, guest_id: int) -> bool:
    """May this guest, if he is a spectator, ask for a seat? One seat for each, also after leaving it."""
    return late_join(match) and match.seat_of(guest_id) is None


def offer(match: Snapshot, asked: bool) -> dict[str, bool]:
    """`joining` of a spectator who may ask; from memory, for event loops."""
    return {"open": len(match.guests) < MOST_SEATS, "asked": asked}


def _closed(match: Snapshot) -> str:
    """Why nobody joins this match any more, as a code."""
    if match.solo or match.rules.late_join == "off":
        return "join-not-allowed"
    return "match-over" if match.status == "over" else ""


def _check_may_join(match: Snapshot, guest: Guest) -> None:
    code = _closed(match)
    if not code and match.seat_of(guest.pk) is not None:
        code = "one-seat-only"
    if not code and not services.may_watch(match.id, guest):
        code = "barred" if services.barred(match.id, guest) else "not-seated"
    if not code and len(match.guests) >= MOST_SEATS:
        code = "match-full"
    if code:
        raise ServiceError(code)
