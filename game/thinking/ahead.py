"""Masters' turns, searched before they are due: the answer is there when its moment comes, or hard plays.

What comes of a search is kept here until then, in memory only. If this process dies, another one takes the
match over when the lease ends; if the match has moved on, nobody asks for the answer.
"""

from __future__ import annotations

import logging
import random
from concurrent.futures import Future
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from django.conf import settings

from game import lease, metrics, server_words, thinking
from game.clock import steady_ms
from game.lease import Due
from game.store import NoMatch

log = logging.getLogger(__name__)

SEARCH_MS = 250
"""What a search may take of the time it has; the rest is for the line before the workers."""
SPARE_MS = 50
"""So long before its moment the answer should be there."""
HORIZON_MS = 1_000
"""The ticker looks at least once in that time, so nobody needs to know of masters that act later."""
RETRY_MS = 50
"""Until the next look where there was no room."""


@dataclass(frozen=True)
class Thought:
    """A search under way for a row that is leased to us; no future: there was no room for it after all."""

    due: Due
    future: Future[dict[str, Any]] | None


class Ahead:
    """The searches this process has begun, one for each match."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thoughts: dict[str, Thought] = {}

    def begin(self, now: int, chance: random.Random) -> int | None:
        """Have searched what masters say soon, as far as there is room; when to look again (None: no need).

        Where there is no room the row stays free: for another process, or for us a moment later. What is due
        too soon is left alone: under load nothing would ever get the time it needs.
        """
        ahead, soon = settings.THINK_AHEAD_MS, now + SEARCH_MS
        if not ahead:
            return None
        first = lease.first_ahead(now, soon, now + ahead + HORIZON_MS)
        if first is not None and first <= now + ahead:
            room = thinking.room()
            if room:
                for due in lease.take_ahead(now, soon, now + ahead, room):
                    self._begin(due, now, chance)
                first = lease.first_ahead(now, soon, now + ahead + HORIZON_MS)
        return None if first is None else max(first - ahead, now + RETRY_MS)

    def ripe(self, now: int) -> list[Due]:
        """Those whose moment has come, with what was found for them; each is handed out once."""
        with self._lock:
            ids = [match_id for match_id, thought in self._thoughts.items() if thought.due.at <= now]
            thoughts = [self._thoughts.pop(match_id) for match_id in ids]
        return [replace(one.due, word=_word(one)) for one in thoughts if not _dropped(one)]

    def first(self) -> int | None:
        """When the first of them is due."""
        with self._lock:
            return min((thought.due.at for thought in self._thoughts.values()), default=None)

    def futures(self) -> list[Future[dict[str, Any]]]:
        """The searches whose moment has not come yet."""
        with self._lock:
            return [one.future for one in self._thoughts.values() if one.future is not None]

    def _begin(self, due: Due, now: int, chance: random.Random) -> None:
        """What goes wrong here holds up no other match: hard plays in this one."""
        try:
            future = _searched(due, now, chance)
        except (NoMatch, thinking.Busy):
            future = None
        except Exception:
            log.exception("a search could not be begun")
            future = None
        thought = Thought(due, future)
        with self._lock:
            before = self._thoughts.get(due.match_id)
            self._thoughts[due.match_id] = thought
        if before is not None:
            _dropped(before, sure=True)


def _searched(due: Due, now: int, chance: random.Random) -> Future[dict[str, Any]] | None:
    """The search for what the master on turn says; None if the match has moved on."""
    match = due.match()
    if match is None or match.state.turn is None:
        return None
    view, seen = server_words.what_it_knows(match, match.state.turn)
    strength, seed = match.state.seats[match.state.turn].bot, chance.getrandbits(64)
    asked = {"strength": strength, "view": view, "log": seen, "seed": seed}
    return thinking.ask("decide", asked | {"ms": SEARCH_MS, "by": steady_ms() + due.at - now - SPARE_MS})


def note_unsearched(dues: list[Due]) -> None:
    """These fell due, and nobody had searched: there was no room."""
    count = sum(due.kind == "master" for due in dues)
    if count:
        metrics.fallbacks.labels("busy" if thinking.well("quick") else "broken").inc(count)


def _dropped(thought: Thought, sure: bool = False) -> bool:
    """Nobody needs the answer any more; a search that has not begun never will."""
    gone = sure or thought.due.is_past()
    if gone and thought.future is not None:
        thought.future.cancel()
    return gone


def _word(thought: Thought) -> str | None:
    future, why = thought.future, "busy"
    if future is not None and not future.done():
        future.cancel()
        why = "late"
    elif future is not None and future.exception() is not None:
        why = "broken"
    elif future is not None:
        word: str | None = future.result()["word"]
        if word is not None:
            return word
        why = "late"
    metrics.fallbacks.labels(why).inc()
    return None
