"""Matches between row and memory. The row decides; memory only saves reading it again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import orjson
from django.db import connection

from game import engine
from game.draft import TRAIL, Draft
from game.models import Match, MatchSeat, Move, Watcher
from game.rebuild import state_of
from game.snapshot import Snapshot, Step

CACHED = 10_000
# Asked and written so often that building these queries would cost more than they do.
_MATCH, _MOVE = Match._meta.db_table, Move._meta.db_table
_STAMP = f"SELECT id, version, writes, status, due_at, next_match, host_id FROM {_MATCH} WHERE id IN"  # noqa: S608
_ROW = f"SELECT state, ref, due_kind FROM {_MATCH} WHERE id = %s AND version = %s AND writes = %s"  # noqa: S608
_STEPS = (
    f"SELECT version, seat, word, events, action_id FROM {_MOVE}"  # noqa: S608
    " WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version"
)
_UPDATE = (
    f"UPDATE {_MATCH} SET version = %s, writes = %s, state = %s, ref = %s, status = %s, due_at = %s,"  # noqa: S608
    " due_kind = %s, next_match = %s, ended = COALESCE(ended, %s), claimed_until = 0 WHERE id = %s"
    " AND version = %s AND writes = %s AND status = %s AND next_match = %s AND COALESCE(due_at, -1) = %s"
)
_APPEND = (
    f"INSERT INTO {_MOVE} (match_id, version, seat, word, action_id, at, events)"  # noqa: S608
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)


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
        """What is known of the match; it counts as used now."""
        with self._lock:
            if match_id in self._kept:
                self._kept.move_to_end(match_id)
            return self._kept.get(match_id)

    def put(self, snapshot: Snapshot) -> None:
        """Keep it, unless something newer is kept."""
        with self._lock:
            known = self._kept.get(snapshot.id)
            if known is None or known.version <= snapshot.version:
                self._kept[snapshot.id] = snapshot
            while len(self._kept) > CACHED:
                self._kept.popitem(last=False)

    def drop(self, match_id: str | None = None) -> None:
        """Forget one match, or all."""
        with self._lock:
            if match_id is None:
                self._kept.clear()
            else:
                self._kept.pop(match_id, None)


_cache = _Cache()


def current(match_id: str) -> Snapshot:
    """The match as its row says now; raises NoMatch. From memory if the row has not moved on."""
    found = refresh([match_id])
    if not found:
        raise NoMatch(match_id)
    return found[0]


def refresh(match_ids: Sequence[str], lock: bool = False) -> list[Snapshot]:
    """The matches as their rows say now, those that are gone left out; read anew where memory is behind.

    `lock`: nobody else may move them before the end of the transaction.
    """
    ids = [match_id for match_id in match_ids if match_id.isalnum()]  # others come from addresses, with NULs
    if not ids:
        return []
    places = ", ".join(["%s"] * len(ids))
    locked = " ORDER BY id FOR UPDATE" if lock and connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(f"{_STAMP} ({places}){locked}", ids)
        stamps = {stamp[0]: stamp for stamp in cursor.fetchall()}
    for gone in set(ids) - set(stamps):
        _cache.drop(gone)
    return [_renewed(stamp) for match_id in ids if (stamp := stamps.get(match_id))]


def _renewed(stamp: tuple[Any, ...]) -> Snapshot:
    known = _cache.get(stamp[0])
    if known is not None and _stamp(known) == tuple(stamp):
        return known
    fresh = (_caught_up(known, stamp) if known is not None else None) or _read(stamp[0])
    _cache.put(fresh)
    return fresh


def _stamp(known: Snapshot) -> tuple[Any, ...]:
    """What tells that the row is still as remembered; the columns of `_STAMP`."""
    return (
        known.id, known.version, known.writes, known.status, known.due_at, known.next_match, known.host_id,
    )  # fmt: skip


def _caught_up(known: Snapshot, stamp: tuple[Any, ...]) -> Snapshot | None:
    """What another process has moved a little, without reading again what cannot have changed; None if that
    is not so simple."""
    _, version, writes, status, due_at, next_match, host_id = stamp
    if not 0 <= version - known.version < TRAIL:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_ROW, [known.id, version, writes])
        row = cursor.fetchone()
        cursor.execute(_STEPS, [known.id, known.version, version])
        moves = cursor.fetchall()
    steps = [Step(v, seat, word, tuple(orjson.loads(told)), (), own) for v, seat, word, told, own in moves]
    if row is None or any(step.kind == "join" for step in steps):
        return None
    state = state_of(orjson.loads(row[0]), known.rules, known.id, version)
    return replace(
        known, version=version, writes=writes, state=state, ref=orjson.loads(row[1]), status=status,
        due_at=due_at, due_kind=row[2], next_match=next_match, host_id=host_id,
        trail=(*known.trail, *steps)[-TRAIL:],
    )  # fmt: skip


def kept(match_id: str, version: int = 0) -> Snapshot | None:
    """The match at `version` or later if memory holds it; never asks the database, so event loops may."""
    known = _cache.get(match_id)
    return known if known is not None and known.version >= version else None


def at_least(match_id: str, version: int) -> Snapshot:
    """The match at `version` or later: from memory if that will do, else from the row; raises NoMatch."""
    return kept(match_id, version) or current(match_id)


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
        room=before.room, lang=before.lang, created=created, version=draft.version,
        state=engine.dump(draft.state), ref=draft.ref, status=draft.status, due_at=draft.due_at,
        due_kind=draft.due_kind, next_match=draft.next_match, writes=draft.after().writes,
    )  # fmt: skip
    _take_seats(before.id, draft.guests, 0)
    _append(_rows(before.id, draft))


@dataclass(frozen=True)
class Written:
    """What is to be written of one match: the snapshot memory had, the drafts made of it one after another,
    and what the match is after the last."""

    before: Snapshot
    drafts: Sequence[Draft]
    after: Snapshot

    @property
    def moved(self) -> bool:
        """Is there a new version to tell of?"""
        return self.after.version > self.before.version


def write(written: Sequence[Written]) -> None:
    """Write what was judged.

    Raises Conflict if one of the rows is not as remembered any more. Call inside a transaction.
    """
    if not written:
        return
    ordered = sorted(written, key=lambda one: one.before.id)  # two processes never wait for each other
    with connection.cursor() as cursor:
        cursor.executemany(_UPDATE, [_update(one) for one in ordered])
        if cursor.rowcount != len(ordered):
            raise Conflict(f"{cursor.rowcount} of {len(ordered)} rows")
    for one in ordered:
        _seat_newcomers(one)
    _append([row for one in ordered for draft in one.drafts for row in _rows(one.before.id, draft)])


def _update(one: Written) -> tuple[Any, ...]:
    """The parameters of `_UPDATE`: the row as it will be, then the row as memory knows it."""
    before, after = one.before, one.after
    return (
        after.version, after.writes, _json(engine.dump(after.state)), _json(after.ref), after.status,
        after.due_at, after.due_kind, after.next_match,
        one.drafts[-1].now if after.status == "over" else None,
        before.id, before.version, before.writes, before.status, before.next_match,
        -1 if before.due_at is None else before.due_at,
    )  # fmt: skip


def _rows(match_id: str, draft: Draft) -> list[tuple[Any, ...]]:
    """The draft's steps as rows of moves; the columns of `_APPEND`."""
    return [
        (match_id, step.version, step.seat, step.word, step.action_id, draft.now, _json(step.public))
        for step in draft.steps
    ]


def _append(rows: Sequence[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(_APPEND, rows)


def _seat_newcomers(one: Written) -> None:
    if len(one.after.guests) > len(one.before.guests):
        _take_seats(one.before.id, one.after.guests, len(one.before.guests))
        Watcher.objects.filter(match_id=one.before.id, guest_id__in=one.after.guests).update(asked=None)


def _take_seats(match_id: str, guests: Sequence[int | None], first: int) -> None:
    """Rows for the seats from `first` on."""
    MatchSeat.objects.bulk_create(
        MatchSeat(match_id=match_id, number=number, guest_id=guest)
        for number, guest in enumerate(guests)
        if number >= first
    )


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


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


def _read(match_id: str) -> Snapshot:
    row = Match.objects.filter(pk=match_id).first()
    if row is None:
        raise NoMatch(match_id)
    guests = MatchSeat.objects.filter(match_id=match_id).order_by("number").values_list("guest_id", flat=True)
    moves = Move.objects.filter(match_id=match_id, version__lte=row.version).order_by("-version")[:TRAIL]
    trail = tuple(_step(move) for move in reversed(moves))
    rules = engine.parse_rules(row.rules)
    return Snapshot(
        id=row.id, version=row.version, state=state_of(row.state, rules, row.id, row.version), ref=row.ref,
        rules=rules, solo=row.solo, host_id=row.host_id, room=row.room, lang=row.lang,
        status=row.status, due_at=row.due_at, due_kind=row.due_kind, next_match=row.next_match,
        guests=tuple(guests)[: len(row.state["seats"])], trail=trail, writes=row.writes,
    )  # fmt: skip


def _step(move: Move) -> Step:
    return Step(move.version, move.seat, move.word, tuple(move.events), action_id=move.action_id)
