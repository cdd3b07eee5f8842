"""Spectators who want to play: under `late_join` they are seated between rounds (RULES.md §11, WIRE.md §3).

The wish stands in the spectator's row, so it survives a restart; `Draft.seat_newcomers` fulfils it.
"""

from __future__ import annotations

from game import services, store
from game.clock import now_ms
from game.engine.actions import MOST_SEATS
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
    services.commit(Transition(match_id, "sit"), moment)
    return services.seat_of(match_id, guest)


def take_back_wish(match_id: str, guest: Guest) -> None:
    """The spectator goes on watching. Nothing happens if he never asked, or sits already."""
    Watcher.objects.filter(match_id=match_id, guest=guest).update(asked=None)


def joining(match: Snapshot, guest: Guest) -> dict[str, bool] | None:
    """What this spectator may do about a seat: is one `open`, has he `asked`? None: nothing, here or ever."""
    if _closed(match) or match.seat_of(guest.pk) is not None:
        return None
    watching = Watcher.objects.filter(match_id=match.id, guest=guest, barred=False).first()
    if watching is None:
        return None
    return {"open": len(match.guests) < MOST_SEATS, "asked": watching.asked is not None}


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
