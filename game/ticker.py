"""Plays what is due (WIRE.md §3): turns that ran out, bots, pauses, rest. One daemon thread per process.

The version check makes two or ten tickers harmless. `tick(now)` does one round, at any time it is told.
"""

from __future__ import annotations

import logging
import random
import time
from threading import Event, Thread

from django.db import connections
from django.db.models import Q

from game import bots, engine, services, store
from game.clock import now_ms
from game.hub import due_changed, presence
from game.models import Heartbeat, Match
from game.referee import GRACE_MS
from game.snapshot import Snapshot, Transition
from game.store import NoMatch

HEARTBEAT_MS = 1_000
SILENCE_MS = 3_000
ABSENT_MS = 60_000
CLAIM_MS = 10_000
JUMP_MS = 2_000
AT_ONCE = 200
LOG_FOR_BOTS = 200

log = logging.getLogger(__name__)
last_tick_ms: int | None = None
"""When the ticker last finished a round (by the wall clock), for /readyz; None: never."""

_chance = random.SystemRandom()
_thread: Thread | None = None
_stopping = Event()


# -- the thread -----------------------------------------------------------------------------------


def start() -> None:
    """Start the ticker of this process, once."""
    global _thread
    if _thread is not None and _thread.is_alive():
        return
    _stopping.clear()
    presence.start(now_ms())
    _thread = Thread(target=_run, name="ticker", daemon=True)
    _thread.start()


def stop() -> None:
    """End the ticker and wait for it."""
    global _thread
    _stopping.set()
    due_changed.set()
    if _thread is not None:
        _thread.join()
        _thread = None


def _run() -> None:
    clock = _WallClock()
    while not _stopping.is_set():
        due_changed.clear()
        try:
            wait = tick(now_ms(), jumped=clock.jumped())
        except Exception:
            log.exception("the ticker stumbled and goes on")
            connections.close_all()
            wait = HEARTBEAT_MS
        if not _stopping.is_set():
            due_changed.wait(wait / 1000)
    connections.close_all()


class _WallClock:
    """Notices when somebody sets the clock: turns must not run out by that."""

    def __init__(self) -> None:
        self._offset = self._now()

    def jumped(self) -> bool:
        """Has the wall clock left the steady one by more than 2 s since the last call?"""
        offset, self._offset = self._offset, self._now()
        return abs(self._offset - offset) > JUMP_MS

    @staticmethod
    def _now() -> float:
        return now_ms() - time.monotonic() * 1000


# -- one round --------------------------------------------------------------------------------------


def tick(now: int, jumped: bool = False) -> int:
    """Play all that is due at `now`; returns the milliseconds until the next look."""
    global last_tick_ms
    silent = _beat(now)
    if silent or jumped:
        _give_grace(now + (GRACE_MS if jumped else 0), now)
    for match_id in _due(now):
        try:
            if not play_due(match_id, now):
                _put_off(match_id, now)
        except NoMatch:
            continue
        except Exception:
            log.exception("match %s: what is due could not be played", match_id)
            _put_off(match_id, now)
    presence.prune(now)
    last_tick_ms = now_ms()
    return _until_next(now)


def play_due(match_id: str, now: int) -> bool:
    """The one thing that is due in this match; False if it is still due afterwards."""
    match = store.current(match_id)
    if match.due_at is None or match.due_at > now:
        return True
    if match.status == "play" and _deserted(match, now):
        _server(match, "rest", now)
    else:
        _DOERS[match.due_kind](match, now)
    return store.current(match_id) is not match


def _due(now: int) -> list[str]:
    rows = Match.objects.filter(Q(due_at__lte=now), Q(claimed_until__lte=now)).order_by("due_at")
    return list(rows.values_list("pk", flat=True)[:AT_ONCE])


def _until_next(now: int) -> int:
    first = Match.objects.filter(due_at__isnull=False, claimed_until__lte=now).order_by("due_at")
    due = first.values_list("due_at", flat=True).first()
    return HEARTBEAT_MS if due is None else max(0, min(HEARTBEAT_MS, due - now))


def _beat(now: int) -> bool:
    """Write the heartbeat; True if nobody has ticked for so long that people could not play."""
    beat, made = Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    if made:
        return False
    if now - beat.at >= HEARTBEAT_MS or now < beat.at:
        Heartbeat.objects.filter(pk=1).update(at=now)
    return now - beat.at > SILENCE_MS


def _give_grace(until: int, now: int) -> None:
    """Turns that run out by `until` get a little more time: nobody could play, or the clock was set."""
    overdue = Match.objects.filter(status=Match.Status.PLAY, due_kind="turn", due_at__lte=until)
    for match_id in overdue.values_list("pk", flat=True):
        services.commit(Transition(match_id, "grace"), now)


def _put_off(match_id: str, now: int) -> None:
    """A match that cannot be played is tried again later, and does not keep the ticker busy."""
    Match.objects.filter(pk=match_id).update(claimed_until=now + CLAIM_MS)


def _deserted(match: Snapshot, now: int) -> bool:
    """Nobody who could still play has been here for a minute."""
    humans = [str(match.guests[seat]) for seat in match.humans()]
    return bool(humans) and presence.absent_ms(match.topic, humans, now) >= ABSENT_MS


def _server(match: Snapshot, word: str, now: int, seat: int | None = None, by_bot: bool = False) -> None:
    """A word of the server's own, on exactly this version."""
    services.commit(Transition(match.id, word, seat, match.version, by_bot=by_bot), now)


def _turn(match: Snapshot, now: int) -> None:
    _server(match, "t", now, match.state.turn)


def _next(match: Snapshot, now: int) -> None:
    _server(match, "deal", now)


def _idle(match: Snapshot, now: int) -> None:
    _server(match, "look", now)


def _expire(match: Snapshot, now: int) -> None:
    _server(match, "expire", now)


def _bot(match: Snapshot, now: int) -> None:
    """The bot on turn acts; the row is leased while it thinks."""
    seat = match.state.turn
    if seat is None or not _claim(match, now):
        return
    if not _said(match, seat, bot_word(match, seat) or _any_word(match, seat), now):
        _server(match, _any_word(match, seat), now, seat, by_bot=True)


def _challenge(match: Snapshot, now: int) -> None:
    """A "Mau" was forgotten: each bot looks once."""
    _ask_around(match, ("m", "c"), "asked", now)


def _jump(match: Snapshot, now: int) -> None:
    """The top card may be followed by its twin out of turn: each bot looks once."""
    _ask_around(match, ("j",), "jumped", now)


def _ask_around(match: Snapshot, verbs: tuple[str, ...], done: str, now: int) -> None:
    """The bots are asked for one of these words, in no particular order; if none says it, they are `done`."""
    if not _claim(match, now):
        return
    seats = [n for n, seat in enumerate(match.state.seats) if seat.bot and not seat.removed]
    _chance.shuffle(seats)
    for seat in seats:
        word = bot_word(match, seat, verbs)
        if word is not None and _said(match, seat, word, now):
            return
    _server(match, done, now)


def bot_word(match: Snapshot, seat: int, verbs: tuple[str, ...] = ()) -> str | None:
    """What the bot in `seat` says: it gets that seat's view and what that seat has seen, nothing else.

    With `verbs` it is asked only for words of these kinds, and may have none.
    """
    view = engine.view(match.state, seat)
    if verbs:
        view["legal"] = [word for word in view["legal"] if word.split(" ")[0] in verbs]
        if not view["legal"]:
            return None
    elif match.ref["window"] and match.ref["window"]["asked"]:  # each looks for a forgotten "Mau" once
        view["legal"] = [word for word in view["legal"] if not word.startswith("c ")]
    seen = [event for step in match.trail for event in step.wire(seat)][-LOG_FOR_BOTS:]
    try:
        word = bots.decide(str(match.state.seats[seat].bot), view, seen, _chance)
    except Exception:
        log.exception("a bot could not decide")  # the others at the table must not wait for it
        return None
    return word if not verbs or word in view["legal"] else None


def _any_word(match: Snapshot, seat: int) -> str:
    """What a seat can do without thinking."""
    words = engine.legal_words(match.state, seat)
    return next((word for word in ("d", "-") if word in words), words[0])


def _said(match: Snapshot, seat: int, word: str, now: int) -> bool:
    """The bot says this; False if it may not. If the match has moved on meanwhile, nothing is left to do."""
    answer = services.commit(Transition(match.id, word, seat, match.version, by_bot=True), now)
    if isinstance(answer, services.Ack) or answer.code == "stale":
        return True
    log.error("the bot in seat %s said %r: %s", seat, word, answer.code)
    return False


def _claim(match: Snapshot, now: int) -> bool:
    """Lease the row, so that other tickers do not think about the same move."""
    free = Match.objects.filter(pk=match.id, version=match.version, claimed_until__lte=now)
    return free.update(claimed_until=now + CLAIM_MS) == 1


_DOERS = {
    "turn": _turn, "bot": _bot, "challenge": _challenge, "jump": _jump, "next": _next, "idle": _idle,
    "expire": _expire,
}  # fmt: skip
