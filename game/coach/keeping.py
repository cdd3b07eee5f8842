"""The review of a finished match for one seat: asked for once, made in the patient lane, kept in a row."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Any

from django.db.models import QuerySet

from game import engine, thinking
from game.clock import now_ms
from game.coach import NoAnswer
from game.models import Move, Review
from game.record import VERBS, Step, first_seats
from game.snapshot import Snapshot

AGAIN_MS = 90_000
"""After so long without an answer (the process that asked has ended) it is asked for anew."""
RENEW_MS = 10_000
"""Whoever looks where it is asked for says that it still is, no more often than this."""
MOST_STEPS = 6_000
MOST_ASKED = 64

Found = dict[str, Any]
Key = tuple[str, int]


def review(match: Snapshot, seat: int) -> Found | None:
    """What `game.coach.review.run` found, None while it is being computed: ask again. Raises NoAnswer."""
    if match.status != "over":
        raise NoAnswer("review-too-early")
    row = Review.objects.filter(match_id=match.id, seat=seat).first()
    if row is not None and row.found is not None:
        return dict(row.found)
    key = (match.id, seat)
    with _lock:
        asked = _asked.get(key)
    if asked is None:
        if row is not None and now_ms() - row.asked < AGAIN_MS:
            return None  # another process is at it
        _ask(match, seat)
        return None
    if asked.done():
        return _taken(key, asked)
    now = now_ms()
    _row(key).filter(asked__lt=now - RENEW_MS).update(asked=now)
    return None


def _ask(match: Snapshot, seat: int) -> None:
    if not thinking.offered():
        raise NoAnswer("review-off")
    payload = job(match, seat)
    with _lock:
        if (match.id, seat) in _asked:  # by a second tab, a moment ago
            return
        if len(_asked) >= MOST_ASKED:  # answers nobody has come back for
            for key in [key for key, future in _asked.items() if future.done()]:
                del _asked[key]
        try:
            _asked[match.id, seat] = thinking.ask("review", payload, lane="patient")
        except thinking.Busy as error:
            raise NoAnswer("review-busy") from error
    Review.objects.update_or_create(match_id=match.id, seat=seat, defaults={"asked": now_ms()})


def _row(key: Key) -> QuerySet[Review]:
    match_id, seat = key
    return Review.objects.filter(match_id=match_id, seat=seat)


def _taken(key: Key, asked: Future[Found]) -> Found:
    """The answer, written down for ever. Raises NoAnswer if there was none; the next one asks anew."""
    try:
        found = asked.result()
    except thinking.Failed as error:
        _row(key).filter(found__isnull=True).delete()  # not: JSON that is null
        raise NoAnswer("review-busy") from error
    finally:
        with _lock:
            _asked.pop(key, None)
    _row(key).update(asked=now_ms(), found=found)  # nothing, if its match is gone
    return found


def job(match: Snapshot, seat: int) -> dict[str, Any]:
    """What a worker needs to play the match once more: rules, who began, every word."""
    moves = Move.objects.filter(match_id=match.id).order_by("version").values_list("seat", "word")
    steps = [Step(who, word) for who, word in moves[:MOST_STEPS]]
    seats: Sequence[engine.Seat] = first_seats(match.state.seats, steps)
    return {
        "rules": engine.rules_text(match.rules), "seat": seat, "seed": f"{match.id} {seat}",
        "seats": [[one.name, one.bot, one.removed] for one in seats],
        "steps": [[step.seat, step.word] for step in steps if _played(step)],
    }  # fmt: skip


def _played(step: Step) -> bool:
    """Whether it stands in a record: the referee's own notes do not."""
    return step.verb == "round" or (step.seat is not None and step.verb in VERBS)


def forget() -> None:
    """As in a new process."""
    with _lock:
        _asked.clear()


_asked: dict[Key, Future[Found]] = {}
_lock = Lock()
