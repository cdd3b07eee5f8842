"""Which matches have something due, and who plays it: a row is leased to one ticker for a while.

The lease saves work, the version check decides. A write ends it; what could not be played is free again, for
any ticker, when the lease runs out.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from game import store
from game.hub import writing
from game.models import Match
from game.snapshot import Snapshot

LEASE_MS = 10_000
_T = Match._meta.db_table
_FIRST = (
    f"SELECT due_at FROM {_T} WHERE due_at IS NOT NULL AND claimed_until <= %s"  # noqa: S608
    " ORDER BY due_at LIMIT 1"
)
_DUE = f"SELECT id FROM {_T} WHERE due_at <= %s AND claimed_until <= %s ORDER BY due_at LIMIT %s"  # noqa: S608
_LEASE = (
    f"UPDATE {_T} SET claimed_until = %s WHERE id IN ({_DUE}{{skip}})"  # noqa: S608
    " AND due_at <= %s AND claimed_until <= %s RETURNING due_at, id, version, due_kind"
)


@dataclass(frozen=True, order=True)
class Due:
    """A leased row: what it had due at that moment."""

    at: int
    match_id: str
    version: int
    kind: str

    def match(self) -> Snapshot | None:
        """The match, from memory if that is as new as the row; None if it has moved on. Raises NoMatch."""
        kept = store.kept(self.match_id)
        if kept is not None and self._is_of(kept):
            return kept
        known = store.current(self.match_id)
        return known if self._is_of(known) else None

    def _is_of(self, match: Snapshot) -> bool:
        return (match.version, match.due_at, match.due_kind) == (self.version, self.at, self.kind)


def first_due(now: int) -> int | None:
    """When the first match that nobody has leased is due; None: none is."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [now])
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def take(now: int, most: int) -> list[Due]:
    """Lease what is due, the oldest first and no more than `most`, in one statement: to us or to nobody."""
    skip = " FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    with writing, connection.cursor() as cursor:
        cursor.execute(_LEASE.format(skip=skip), [now + LEASE_MS, now, now, most, now, now])
        return sorted(Due(*row) for row in cursor.fetchall())
