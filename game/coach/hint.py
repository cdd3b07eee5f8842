"""The hint: what master would do now in a solo match, and why. Asked once for each version of a match."""

from __future__ import annotations

import random
from collections import OrderedDict
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as TooLong
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from typing import Any

from game import engine, thinking
from game.bots.base import Seen
from game.bots.master import Weighed
from game.coach import NoAnswer
from game.coach.board import cards_of
from game.coach.reasons import Advice, advise, at_once
from game.coach.sentences import sentence
from game.server_words import LOG_FOR_BOTS
from game.snapshot import Snapshot

EFFORT = 3.0  # in those of a move at the table: nobody else waits for it
SEARCH_MS, PATIENCE_S = 1_500, 4.0
KEPT = 256
MOST_WAITING = 8
"""So many requests of a process wait for a search at a time: each holds a connection to the database."""

Key = tuple[str, int, int]


@dataclass(frozen=True)
class Hint:
    """What to do in the words of the record format, the cards it lays, and the sentence."""

    word: str
    cards: tuple[str, ...]
    text: str


def offered(match: Snapshot, seat: int | None) -> bool:
    """Whether there is a button for it: alone against bots, where somebody can think."""
    return match.solo and seat is not None and match.status != "over" and thinking.offered()


def hint(match: Snapshot, seat: int | None) -> Hint:
    """The hint for `seat`, in the active language; waits for it some seconds. Raises NoAnswer."""
    code = _refusal(match, seat)
    if code:
        raise NoAnswer(code)
    assert seat is not None
    view = engine.view(match.state, seat)
    advice = _advice(match, seat, view)
    return Hint(advice.word, cards_of(advice.word), sentence(advice, view))


def _refusal(match: Snapshot, seat: int | None) -> str:
    if not match.solo:
        return "hint-solo-only"
    if not thinking.offered():
        return "hint-off"
    if match.status == "over":
        return "match-over"
    if match.state.phase != "play":
        return "round-over"
    stands_in = seat is not None and match.state.seats[seat].bot is not None
    return "not-your-turn" if match.state.turn != seat or stands_in else ""


def _advice(match: Snapshot, seat: int, view: dict[str, Any]) -> Advice:
    """Thought about once: who asks twice, or in two tabs, gets the same answer."""
    key = (match.id, match.version, seat)
    with _lock:
        found = _kept.get(key)
    if found is None:
        log = [event for step in match.trail for event in step.wire(seat)][-LOG_FOR_BOTS:]
        found = at_once(view) or advise(view, log, _weighed(key, view, log))
        if found is None:
            raise NoAnswer("not-your-turn")
        with _lock:
            _kept[key] = found
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
    return found


def _weighed(key: Key, view: dict[str, Any], log: list[dict[str, Any]]) -> list[Weighed]:
    """Everything that can be done, best first; what is the only thing need not be weighed."""
    words = _words(view)
    if len(words) < 2:
        return [Weighed(word, 0.0, 0.0, 0.0, 0) for word in words]
    payload = {"view": view, "log": log, "seed": _seed(key), "ms": SEARCH_MS, "effort": EFFORT}
    try:
        answer = _searched(key, payload)
    except (thinking.Busy, thinking.Failed, TooLong, CancelledError) as error:
        raise NoAnswer("hint-busy") from error
    return [Weighed(**one) for one in answer["weighed"]]


def _searched(key: Key, payload: dict[str, Any]) -> dict[str, Any]:
    """One search for all who ask for the same at the same time; nobody waits: it need not begin any more.

    Raises Busy also where too many wait already.
    """
    if not _places.acquire(blocking=False):
        raise thinking.Busy
    try:
        return _answered(key, payload)
    finally:
        _places.release()


def _answered(key: Key, payload: dict[str, Any]) -> dict[str, Any]:
    with _lock:
        search = _searches.get(key)
        if search is None:
            search = _searches[key] = thinking.ask("weigh", payload)
    try:
        return search.result(timeout=PATIENCE_S)
    finally:
        search.cancel()  # nothing, if it has begun
        with _lock:
            if _searches.get(key) is search:
                del _searches[key]


def _words(view: dict[str, Any]) -> list[str]:
    seen = Seen(view)
    stays = [word for word in seen.legal if word in ("d", "-") or word.startswith("w ")]
    return [*(play.word for play in seen.plays), *stays]


def _seed(key: Key) -> int:
    """No secret: the same answer twice."""
    return random.Random(repr(key)).getrandbits(64)


def forget() -> None:
    """As in a new process."""
    with _lock:
        _kept.clear()
        _searches.clear()


_kept: OrderedDict[Key, Advice] = OrderedDict()
_searches: dict[Key, Future[dict[str, Any]]] = {}
_places = BoundedSemaphore(MOST_WAITING)
_lock = Lock()
