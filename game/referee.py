"""Judging one transition of a match: pure, on a draft; whoever calls writes the result down.

A transition is a word (NOTATION.md §2, or one of the referee's own: next, leave, back, deal, rest, wake …)
said by a seat or by the server. It becomes one or more steps; each step counts the version up by one.
"""

from __future__ import annotations

from collections.abc import Callable

from game.draft import Draft, Refused
from game.due import start_anew
from game.engine import quote_name
from game.engine.seats import STAND_IN
from game.snapshot import Snapshot, Transition

KEPT_MS = 24 * 3600 * 1000
GRACE_MS = 15_000
MISSES = 2

PLAY_WORDS = frozenset(("p", "d", "-", "m", "mm", "c", "j", "x", "w"))
ANY_VERSION = frozenset(("next", "leave", "back"))
CLIENT_WORDS = PLAY_WORDS | ANY_VERSION
_WHEN_DUE = {"t": ("turn",), "deal": ("next",), "expire": ("expire",)}
_BOTS_ACT = ("bot", "master", "challenge", "jump")
_QUIET = frozenset(("m", "mm", "c"))
_HANDOVER = frozenset(("bot", "human"))


def judge(draft: Draft, wanted: Transition) -> None:
    """Move the draft as wanted, or raise Refused and leave it to be thrown away."""
    before = draft.before
    if wanted.kind not in ANY_VERSION and wanted.v is not None and not _fresh(before, wanted):
        raise Refused("stale")
    if not _due(draft, wanted):
        raise Refused("stale")
    handler = _HANDLERS.get(wanted.kind)
    if handler is None:
        raise Refused("bad-action")
    handler(draft, wanted)
    draft.seat_newcomers()


def _fresh(before: Snapshot, wanted: Transition) -> bool:
    """WIRE.md §2 "Versions": only Mau words, challenges and other seats' stand-ins may lie in between."""
    if wanted.v is None or wanted.v > before.version:
        return False
    since = before.since(wanted.v)
    return since is not None and all(
        step.kind in _QUIET or (step.kind in _HANDOVER and step.seat != wanted.seat) for step in since
    )


def _due(draft: Draft, wanted: Transition) -> bool:
    """What the clock brings is never early: another ticker may have given more time at the same version."""
    kinds = _BOTS_ACT if wanted.by_bot else _WHEN_DUE.get(wanted.kind)
    if kinds is None:
        return True
    return draft.due_kind in kinds and draft.due_at is not None and draft.due_at <= draft.now


def _player(draft: Draft, wanted: Transition) -> int:
    """The seat that speaks; it must have a human who has not gone."""
    if wanted.seat is None or wanted.seat not in draft.humans():
        raise Refused("not-seated")
    return wanted.seat


def _act(draft: Draft, wanted: Transition) -> None:
    """A word of the game, by a human or by the bot that plays the seat."""
    if draft.status == "over":
        raise Refused("match-over")
    if wanted.by_bot:
        if wanted.seat is None or draft.state.seats[wanted.seat].bot is None:
            raise Refused("not-seated")
        draft.play(wanted.seat, wanted.word)
        return
    seat = _player(draft, wanted)
    _wake(draft, wanted)
    _take_back(draft, seat)
    draft.ref["seats"][seat]["missed"] = 0
    draft.play(seat, wanted.word)


def _take_back(draft: Draft, seat: int) -> None:
    """The human plays again himself."""
    facts = draft.ref["seats"][seat]
    if facts["stand_in"]:
        facts.update(stand_in=False, missed=0)
        draft.play(seat, f"human {quote_name(draft.state.seats[seat].name)}")


def _back(draft: Draft, wanted: Transition) -> None:
    seat = _player(draft, wanted)
    if draft.status != "over":
        _wake(draft, wanted)
        _take_back(draft, seat)


def _next(draft: Draft, wanted: Transition) -> None:
    """ "Weiter": idempotent; too late or twice is no mistake."""
    seat = _player(draft, wanted)
    if draft.status == "over" or draft.state.phase != "between":
        return
    _wake(draft, wanted)
    _take_back(draft, seat)
    facts = draft.ref["seats"][seat]
    if not facts["ready"]:
        facts["ready"] = True
        draft.note(seat, "next")
    _deal_if_ready(draft, seat)


def _deal_if_ready(draft: Draft, speaker: int) -> None:
    """The pause ends once everybody who is there and plays on has pressed "next"; those out of the match
    are waited for only where nobody else is left."""
    asked = draft.players() or draft.humans()
    here = [draft.ref["seats"][n] for n in asked if n == speaker or draft.present(n)]
    if here and all(facts["ready"] for facts in here):
        draft.deal()


def _leave(draft: Draft, wanted: Transition) -> None:
    """Leaving for good (also by being sent away): the rule set's `leavers` says who plays on."""
    seat = wanted.seat
    if seat is None or draft.guests[seat] is None:
        raise Refused("not-seated")
    facts = draft.ref["seats"][seat]
    if facts["gone"]:
        return
    facts.update(gone=True, stand_in=False)
    if not draft.humans():  # nobody is left who could wake the match: it is played to its end now
        _wake(draft, wanted)
    if draft.status == "over":
        draft.note(seat, "leave")
        return
    if _stand_in(draft) != STAND_IN and draft.state.seats[seat].bot is None and _stays(draft):
        draft.play(seat, f"bot {_stand_in(draft)}")
    draft.play(seat, "leave")
    if draft.before.solo:
        draft.end()
    elif draft.status != "over" and draft.state.phase == "between":
        _deal_if_ready(draft, seat)


def _stand_in(draft: Draft) -> str:
    """How strong a bot stands in here, as the host has chosen."""
    return str(draft.ref.get("stand_in", STAND_IN))


def _stays(draft: Draft) -> bool:
    """Does a bot play on for who leaves? `leave` alone brings the usual one."""
    return draft.before.rules.leavers == "bot" and not draft.before.solo


def _timeout(draft: Draft, wanted: Transition) -> None:
    """The turn ran out; twice in a row, and a bot stands in."""
    seat = draft.state.turn
    if seat is None or seat != wanted.seat or draft.state.phase != "play" or draft.state.seats[seat].bot:
        raise Refused("stale")
    draft.play(seat, "t")
    facts = draft.ref["seats"][seat]
    facts["missed"] += 1
    if facts["missed"] >= MISSES and draft.status != "over":
        facts["stand_in"] = True
        draft.play(seat, f"bot {_stand_in(draft)}")


def _deal(draft: Draft, _: Transition) -> None:
    if draft.state.phase != "between" or draft.status == "over":
        raise Refused("stale")
    draft.deal()


def _sit(draft: Draft, wanted: Transition) -> None:
    """Somebody asked for a seat: between rounds it is his at once, and he is there to wake the match."""
    if draft.state.phase == "between" and draft.wanting():
        _wake(draft, wanted)


def _rest(draft: Draft, _: Transition) -> None:
    """Nobody is there: the clocks stop. No step, for nobody's view moves."""
    if draft.status != "play":
        raise Refused("stale")
    running = draft.ref["deadline"] if draft.state.phase == "play" else draft.ref["pause"]
    draft.ref["left"] = None if running is None else max(0, running - draft.now)
    draft.status, draft.changed = "rest", True
    draft.due_at, draft.due_kind = draft.now + KEPT_MS, "expire"


def _wake(draft: Draft, _: Transition) -> None:
    """Somebody is back: the clocks go on, with time enough to look around."""
    if draft.status != "rest":
        return
    left = draft.ref["left"]
    if left is not None:
        key = "deadline" if draft.state.phase == "play" else "pause"
        draft.ref[key] = draft.now + max(left, GRACE_MS)
    draft.ref["left"] = None
    start_anew(draft, ("window", "jump", "think"))
    draft.status, draft.changed = "play", True


def _grace(draft: Draft, _: Transition) -> None:
    """Nobody ticked for a while: a turn that ran out meanwhile gets a little more, and so does the chance to
    challenge or to jump in. So `due_at` moves in any case: by it other processes see that the row is new."""
    if draft.status == "play" and draft.ref["deadline"] is not None:
        draft.ref["deadline"] = max(draft.ref["deadline"], draft.now + GRACE_MS)
        start_anew(draft, ("window", "jump"))
        draft.changed = True


def _anew(draft: Draft, _: Transition) -> None:
    """The clock was set, and what was due by it says nothing: all that runs begins again."""
    if draft.status == "play":
        start_anew(draft)
        draft.changed = True


def _asked(draft: Draft, _: Transition) -> None:
    """Every bot has been asked about the open challenge window."""
    _mark_asked(draft, "window")


def _jumped(draft: Draft, _: Transition) -> None:
    """Every bot has been asked whether it jumps in."""
    _mark_asked(draft, "jump")


def _mark_asked(draft: Draft, chance: str) -> None:
    if draft.ref[chance]:
        draft.ref[chance]["asked"] = True
        draft.changed = True


def _look(draft: Draft, _: Transition) -> None:
    """Nothing was to be done: only the due time is set anew."""
    draft.changed = True


def _expire(draft: Draft, _: Transition) -> None:
    if draft.status != "over":
        draft.note(None, "expire")
        draft.end()


def _link(draft: Draft, wanted: Transition) -> None:
    """The rematch of this match is known: its view names it."""
    draft.next_match = wanted.word.split(" ", 1)[1]
    draft.note(None, "link")


_HANDLERS: dict[str, Callable[[Draft, Transition], None]] = {
    **dict.fromkeys(PLAY_WORDS, _act),
    "back": _back, "next": _next, "leave": _leave, "t": _timeout, "deal": _deal, "rest": _rest, "wake": _wake,
    "sit": _sit, "grace": _grace, "anew": _anew, "asked": _asked, "jumped": _jumped, "look": _look,
    "expire": _expire, "link": _link,
}  # fmt: skip
