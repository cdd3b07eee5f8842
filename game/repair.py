"""What the rows say of everything that is watched here: whoever missed an announcement learns it from this.

Run in a thread. Without a relay this is how the processes hear of each other, two seconds late.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import DatabaseError, connection

from game import store
from game.models import ChatLine, Watcher

AT_ONCE = 500
_LINES = f"SELECT room, MAX(n) FROM {ChatLine._meta.db_table} WHERE room IN"  # noqa: S608
_ASKING = (
    f"SELECT match_id, guest_id FROM {Watcher._meta.db_table}"  # noqa: S608
    " WHERE asked IS NOT NULL AND NOT barred AND match_id IN"
)

log = logging.getLogger(__name__)


def match_versions(ids: Sequence[str]) -> dict[str, int]:
    """The versions of these matches; memory is brought up to the rows. Matches that are gone are left out.

    One that cannot be read is at version 0: it brings no news, and keeps none from the others.
    """
    some = (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))
    return dict(told for part in some for told in _versions_of(part))


def _versions_of(ids: Sequence[str]) -> list[tuple[str, int]]:
    try:
        return [(match.id, match.version) for match in store.refresh(ids)]
    except DatabaseError:
        raise
    except Exception:
        if len(ids) == 1:
            log.exception("a match could not be read")
            return [(ids[0], 0)]
    half = len(ids) // 2
    return _versions_of(ids[:half]) + _versions_of(ids[half:])


def last_lines(rooms: Sequence[str]) -> dict[str, int]:
    """The number of the last line of talk; rooms without any are left out."""
    return dict(_rows(_LINES, rooms, " GROUP BY room"))


def asking(topics: Sequence[str]) -> dict[str, frozenset[int]]:
    """Which spectators of these matches (`match:ID`) ask for a seat, as guests' keys."""
    found: dict[str, set[int]] = {topic: set() for topic in topics}
    for match_id, guest_id in _rows(_ASKING, [topic.partition(":")[2] for topic in topics]):
        found[f"match:{match_id}"].add(guest_id)
    return {topic: frozenset(guests) for topic, guests in found.items()}


READERS: dict[str, Callable[[Sequence[str]], dict[str, int]]] = {"match": match_versions}
"""By the first word of a topic: versions for the ids after it. Apps above add theirs."""


def versions(topics: Sequence[str]) -> dict[str, int]:
    """The version of each topic (`match:ID` …); those whose row is gone are left out."""
    by_kind: dict[str, list[str]] = {}
    for topic in topics:
        kind, _, row = topic.partition(":")
        by_kind.setdefault(kind, []).append(row)
    return {
        f"{kind}:{row}": version
        for kind, ids in by_kind.items()
        for row, version in READERS[kind](ids).items()
    }  # fmt: skip


def _rows(query: str, keys: Sequence[str], end: str = "") -> Iterator[tuple[Any, ...]]:
    """Rows of a query for many keys, not too many at once."""
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        with connection.cursor() as cursor:
            cursor.execute(f"{query} ({', '.join(['%s'] * len(some))}){end}", list(some))
            yield from cursor.fetchall()
