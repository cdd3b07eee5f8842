"""Which matches have something due, and who plays it: a row is leased to one ticker for a while.

The lease saves work, the version check decides. A write ends it; what could not be played is free again, for
any ticker, when the lease runs out. Where a master acts soon the row is leased before it is due, to the one
process that searches.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db import connection

from game import store
from game.hub import writing
from game.models import Match
from game.snapshot import Snapshot

LEASE_MS = 10_000
LATE_MS = 2_000
"""So late who has leased a row ahead may be; then others play it."""
_T = Match._meta.db_table
_FIRST = (
    f"SELECT due_at FROM {_T} WHERE due_at IS NOT NULL AND claimed_until <= %s"  # noqa: S608
    " ORDER BY due_at LIMIT 1"
)
_FIRST_AHEAD = (
    f"SELECT due_at FROM {_T} WHERE due_at > %s AND due_at <= %s AND claimed_until <= %s"  # noqa: S608
    " AND due_kind = 'master' ORDER BY due_at LIMIT 1"
)
_IS_DUE = "due_at > %s AND due_at <= %s AND claimed_until <= %s"
_LEASE = (
    f"UPDATE {_T} SET claimed_until = %s WHERE id IN"  # noqa: S608
    f" (SELECT id FROM {_T} WHERE {_IS_DUE}{{only}} ORDER BY due_at LIMIT %s{{skip}})"
    f" AND {_IS_DUE}{{only}} RETURNING due_at, id, version, due_kind"
)


@dataclass(frozen=True, order=True)
class Due:
    """A leased row: what it had due at that moment."""

    at: int
    match_id: str
    version: int
    kind: str
    word: str | None = field(default=None, compare=False)
    """What a search has found for it."""

    def match(self) -> Snapshot | None:
        """The match, from memory if that is as new as the row; None if it has moved on. Raises NoMatch."""
        kept = store.kept(self.match_id)
        if kept is not None and self._is_of(kept):
            return kept
        known = store.current(self.match_id)
        return known if self._is_of(known) else None

    def is_past(self) -> bool:
        """Does memory know that the match has moved on since?"""
        kept = store.kept(self.match_id)
        return kept is not None and not self._is_of(kept)

    def _is_of(self, match: Snapshot) -> bool:
        return (match.version, match.due_at, match.due_kind) == (self.version, self.at, self.kind)


def first_due(now: int) -> int | None:
    """When the first match that nobody has leased is due; None: none is."""
    return _number(_FIRST, now)


def first_ahead(now: int, after: int, until: int) -> int | None:
    """When the first master acts that nobody has leased; None: none does between `after` and `until`."""
    return _number(_FIRST_AHEAD, after, until, now)


def take(now: int, most: int) -> list[Due]:
    """Lease what is due, the oldest first and no more than `most`, in one statement: to us or to nobody."""
    return _lease(now, (-1, now), most, now + LEASE_MS)


def take_ahead(now: int, after: int, until: int, most: int) -> list[Due]:
    """Lease where masters act between `after` and `until`, the first first; others may have the rest."""
    return _lease(now, (after, until), most, until + LATE_MS, " AND due_kind = 'master'")


def _number(query: str, *given: int) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def _lease(now: int, between: tuple[int, int], most: int, leased: int, only: str = "") -> list[Due]:
    skip = " FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    with writing, connection.cursor() as cursor:
        cursor.execute(_LEASE.format(only=only, skip=skip), [leased, *between, now, most, *between, now])
        return sorted(Due(*row) for row in cursor.fetchall())
