"""Matches between row and memory. The row decides; memory only saves reading it again."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from django.db import connection

from game import engine
from game.draft import TRAIL, Draft
from game.models import Match, MatchSeat, Move, Watcher
from game.snapshot import Snapshot, Step

CACHED = 1_000
_STAMP = f"SELECT version, status, due_at, due_kind, next_match FROM {Match._meta.db_table} WHERE id = %s"  # noqa: S608


class NoMatch(LookupError):
    """There is no such match."""


class Conflict(Exception):
    """Somebody else moved the match meanwhile; judge again."""


class _Cache:
    """The newest snapshots known here, the least recently used dropped first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()

    def get(self, match_id: str) -> Snapshot | None:
        with self._lock:
            if match_id in self._kept:
                self._kept.move_to_end(match_id)
            return self._kept.get(match_id)

    def put(self, snapshot: Snapshot) -> None:
        with self._lock:
            known = self._kept.get(snapshot.id)
            if known is None or known.version <= snapshot.version:
                self._kept[snapshot.id] = snapshot
            while len(self._kept) > CACHED:
                self._kept.popitem(last=False)

    def drop(self, match_id: str | None = None) -> None:
        with self._lock:
            if match_id is None:
                self._kept.clear()
            else:
                self._kept.pop(match_id, None)


_cache = _Cache()


def current(match_id: str) -> Snapshot:
    """The match as its row says now; raises NoMatch. From memory if the row has not moved on."""
    if not match_id.isalnum():
        raise NoMatch(match_id)
    with connection.cursor() as cursor:  # asked so often that building the query would cost more than it
        cursor.execute(_STAMP, [match_id])
        stamp = cursor.fetchone()
    if stamp is None:
        _cache.drop(match_id)
        raise NoMatch(match_id)
    kept = _cache.get(match_id)
    if kept is not None and _stamp(kept) == tuple(stamp):
        return kept
    fresh = _read(match_id)
    _cache.put(fresh)
    return fresh


def _stamp(kept: Snapshot) -> tuple[Any, ...]:
    """What tells that the row is still as remembered; the columns of `_STAMP`."""
    return kept.version, kept.status, kept.due_at, kept.due_kind, kept.next_match


def at_least(match_id: str, version: int) -> Snapshot:
    """The match at `version` or later: from memory if that will do, else from the row; raises NoMatch."""
    kept = _cache.get(match_id)
    return kept if kept is not None and kept.version >= version else current(match_id)


def forget(match_id: str | None = None) -> None:
    """Drop what memory holds of a match, or of all: as after a restart or a failed commit."""
    _cache.drop(match_id)


def remember(snapshot: Snapshot) -> None:
    """Memory follows a successful commit."""
    _cache.put(snapshot)


def insert(draft: Draft, *, created: int) -> None:
    """A new match with its first steps; `draft.before` is its version 0."""
    before = draft.before
    Match.objects.create(
        id=before.id, rules=engine.rules_text(before.rules), solo=before.solo, host_id=before.host_id,
        room=before.room, lang=before.lang, created=created, **_columns(draft),
    )  # fmt: skip
    _take_seats(draft, 0)
    _append(draft, None, None)


def write(draft: Draft, seat: int | None, action_id: str | None) -> None:
    """Write a judged draft and the action id of its `seat`; raises Conflict if the row has moved on.

    Call inside a transaction.
    """
    columns = _columns(draft)
    if draft.status == "over" and draft.before.status != "over":
        columns["ended"] = draft.now
    rows = Match.objects.filter(pk=draft.before.id, version=draft.before.version).update(**columns)
    if rows != 1:
        raise Conflict(draft.before.id)
    if len(draft.guests) > len(draft.before.guests):
        _take_seats(draft, len(draft.before.guests))
        Watcher.objects.filter(match_id=draft.before.id, guest_id__in=draft.guests).update(asked=None)
    _append(draft, seat, action_id)


def _take_seats(draft: Draft, first: int) -> None:
    """Rows for the seats from `first` on."""
    MatchSeat.objects.bulk_create(
        MatchSeat(match_id=draft.before.id, number=number, guest_id=guest)
        for number, guest in enumerate(draft.guests)
        if number >= first
    )


def wanting(match_id: str) -> list[tuple[int, str]]:
    """The spectators who asked for a seat, by guest and name, first come first."""
    asking = Watcher.objects.filter(match_id=match_id, barred=False, asked__isnull=False)
    return list(asking.order_by("asked", "pk").values_list("guest_id", "name"))


def answered(match_id: str, seat: int | None, action_id: str | None) -> int | None:
    """The version an action id of this seat was acknowledged with, if it was."""
    if action_id is None:
        return None
    moves = Move.objects.filter(match_id=match_id, seat=seat, action_id=action_id)
    return moves.values_list("version", flat=True).first()


def _columns(draft: Draft) -> dict[str, Any]:
    return {
        "version": draft.version, "state": engine.dump(draft.state), "ref": draft.ref,
        "status": draft.status, "due_at": draft.due_at, "due_kind": draft.due_kind,
        "next_match": draft.next_match, "claimed_until": 0,
    }  # fmt: skip


def _append(draft: Draft, seat: int | None, action_id: str | None) -> None:
    """The steps, in order; the action id goes with the step its ack names."""
    named = own_step(draft, seat)
    Move.objects.bulk_create(
        Move(
            match_id=draft.before.id, version=step.version, seat=step.seat, word=step.word, at=draft.now,
            events=list(step.public), action_id=action_id if step is named else None,
        )
        for step in draft.steps
    )  # fmt: skip


def own_step(draft: Draft, seat: int | None) -> Step | None:
    """The step a player's word made: the last one of his seat (a return may come before, a deal after)."""
    own = [step for step in draft.steps if step.seat == seat is not None]
    return own[-1] if own else None


def _read(match_id: str) -> Snapshot:
    row = Match.objects.filter(pk=match_id).first()
    if row is None:
        raise NoMatch(match_id)
    guests = MatchSeat.objects.filter(match_id=match_id).order_by("number").values_list("guest_id", flat=True)
    moves = Move.objects.filter(match_id=match_id, version__lte=row.version).order_by("-version")[:TRAIL]
    trail = tuple(Step(move.version, move.seat, move.word, tuple(move.events)) for move in reversed(moves))
    return Snapshot(
        id=row.id, version=row.version, state=engine.load(row.state), ref=row.ref,
        rules=engine.parse_rules(row.rules), solo=row.solo, host_id=row.host_id, room=row.room, lang=row.lang,
        status=row.status, due_at=row.due_at, due_kind=row.due_kind, next_match=row.next_match,
        guests=tuple(guests)[: len(row.state["seats"])], trail=trail,
    )  # fmt: skip
