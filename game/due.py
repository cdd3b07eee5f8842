"""What is due next in a match, and when (WIRE.md §3): pure, the time and chance are given.

Kinds: turn (a human's time is up), bot (a bot acts), master (a bot acts that has searched ahead of it),
challenge (bots look at a forgotten "Mau"), jump (bots look whether they hold the twin of the top card), next
(the pause is over), idle (look whether anybody is there), expire (a resting match is given up).
"""

from __future__ import annotations

import random
from typing import Any

from game.draft import PAUSE_MS, Draft
from game.engine.legality import jump_open
from game.engine.state import NOBODY, State, in_match
from game.snapshot import Snapshot

IDLE_MS = 60_000
WINDOW_MS = 3_000
JUMP_MS = 2_500
LOOK_MS = (1_000, 2_500)

NEW_TOP = frozenset(("p", "j", "round"))

CLOCKS = ("deadline", "pause", "window", "jump", "think")

BOTS = ("bot", "master")
SEARCHES = "master"
"""The strength whose bots search, given time before they are due."""

Due = tuple[int, str]


def schedule(draft: Draft, think_ms: tuple[int, int], chance: random.Random, ahead_ms: int = 0) -> None:
    """Set the draft's clocks after its steps; a resting or finished match keeps what it has.

    `ahead_ms`: so long a master has for its search before it acts; 0: nobody searches.
    """
    if draft.status != "play":
        return
    _set_deadline(draft)
    _set_window(draft, chance)
    _set_jump(draft, chance)
    dues = _dues(draft, think_ms, chance, ahead_ms)
    draft.due_at, draft.due_kind = min(dues, key=lambda due: (due[0], due[1] in BOTS))


def begins_at(due_at: int, kind: str, ahead_ms: int) -> int:
    """When a ticker has to look at it: when it is due, or so long before that there is time for a search."""
    return due_at - ahead_ms if kind == SEARCHES else due_at


def everybody_done(state: State, humans: list[int]) -> bool:
    """Every human is out of the round or gone: nobody is kept waiting by fast play."""
    return all(n in state.outs or not in_match(state, n) for n in humans)


def start_anew(draft: Draft, clocks: tuple[str, ...] = CLOCKS) -> None:
    """Let those of these clocks that run begin again now, with their full time; nobody is asked twice."""
    ref, limit = draft.ref, _limit_ms(draft.before)
    for clock in clocks:
        if ref.get(clock) is None:
            continue
        if clock == "deadline":
            ref[clock] = None if limit is None else draft.now + limit
        elif clock == "pause":
            ref[clock] = draft.now + PAUSE_MS
        elif clock == "think":
            ref[clock] = None  # `schedule` draws it
        else:
            until = draft.now + (WINDOW_MS if clock == "window" else JUMP_MS)
            ref[clock] = {**ref[clock], "until": until, "look": draft.now + LOOK_MS[1]}


def _set_deadline(draft: Draft) -> None:
    """The deadline belongs to the turn: only a new `turn_no` moves it."""
    state, ref = draft.state, draft.ref
    if state.phase != "play":
        ref["deadline"] = None
    elif state.turn_no != ref["turn_no"] or draft.before.state.phase != "play":
        limit = _limit_ms(draft.before)
        ref["deadline"] = None if limit is None else draft.now + limit
    ref["turn_no"] = state.turn_no


def _limit_ms(snapshot: Snapshot) -> int | None:
    seconds = snapshot.rules.turn_seconds
    return None if snapshot.solo or seconds == "off" else int(seconds) * 1000


def _set_window(draft: Draft, chance: random.Random) -> None:
    """A forgotten "Mau" stays open to people for a while before bots act; meanwhile bots look at it."""
    seat = draft.state.window if draft.state.phase == "play" else NOBODY
    window: dict[str, Any] | None = draft.ref["window"]
    if seat == NOBODY:
        draft.ref["window"] = None
    elif window is None or (window["seat"], window["turn_no"]) != (seat, draft.state.turn_no):
        draft.ref["window"] = {
            "seat": seat, "turn_no": draft.state.turn_no, "asked": False,
            "until": draft.now + WINDOW_MS, "look": draft.now + chance.randint(*LOOK_MS),
        }  # fmt: skip


def _set_jump(draft: Draft, chance: random.Random) -> None:
    """Once for each top card, as soon as a jump is possible: people get their chance while the bot on turn
    thinks, and it never acts sooner."""
    if any(step.kind in NEW_TOP for step in draft.steps) or draft.state.phase != "play":
        draft.ref["jump"] = None
    if draft.ref.get("jump") is None and jump_open(draft.state):
        draft.ref["jump"] = {
            "asked": False, "look": draft.now + chance.randint(*LOOK_MS), "until": draft.now + JUMP_MS,
        }  # fmt: skip


def _dues(draft: Draft, think_ms: tuple[int, int], chance: random.Random, ahead_ms: int) -> list[Due]:
    if draft.state.phase == "between":
        return [_pause_due(draft)]
    seat = draft.state.turn
    assert seat is not None, "a round being played has a seat on turn"
    window = draft.ref["window"]
    dues = [(window["look"], "challenge")] if window and not window["asked"] else []
    jump = _jump_due(draft)
    if jump is not None:
        dues.append((jump, "jump"))
    if draft.state.seats[seat].bot:
        dues.append(_bot_due(draft, think_ms, chance, ahead_ms))
    elif draft.ref["deadline"] is not None:
        dues.append((draft.ref["deadline"], "turn"))
    else:
        dues.append((draft.now + IDLE_MS, "idle"))
    return dues


def _pause_due(draft: Draft) -> Due:
    if not draft.humans():
        return (draft.now, "next")
    if draft.ref["pause"] is None:
        return (draft.now + IDLE_MS, "idle")
    return (draft.ref["pause"], "next")


def _bot_due(draft: Draft, think_ms: tuple[int, int], chance: random.Random, ahead_ms: int) -> Due:
    """Thinking time is drawn without a look at the hand, so it tells nothing; what others say does not
    make a bot think anew."""
    if everybody_done(draft.state, draft.humans()):
        return (draft.now, "bot")
    seat, turn_no = draft.state.turn, draft.state.turn_no
    searches = bool(ahead_ms) and seat is not None and draft.state.seats[seat].bot == SEARCHES
    think = draft.ref["think"]
    acted = any(step.seat == seat for step in draft.steps)
    if think is None or acted or (think["seat"], think["turn_no"]) != (seat, turn_no):
        ms = max(chance.randint(*think_ms), ahead_ms if searches else 0)
        think = {"seat": seat, "turn_no": turn_no, "until": draft.now + ms}
        draft.ref["think"] = think
    waits = [draft.ref["window"], draft.ref["jump"] if jump_open(draft.state) else None]
    until = max(int(wait["until"]) for wait in (think, *waits) if wait)
    return (until, SEARCHES if searches else "bot")


def _jump_due(draft: Draft) -> int | None:
    """When bots look whether they jump in; not before people could challenge a forgotten "Mau"."""
    jump, window = draft.ref["jump"], draft.ref["window"]
    if not jump or jump["asked"] or not jump_open(draft.state):
        return None
    if everybody_done(draft.state, draft.humans()):
        return draft.now
    return max(jump["look"], window["until"]) if window else int(jump["look"])
