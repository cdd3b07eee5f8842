"""What is due next in a match, and when (WIRE.md §3): pure, the time and chance are given.

Kinds: turn (a human's time is up), bot (a bot acts), challenge (bots look at a forgotten "Mau"), next (the
pause is over), idle (look whether anybody is there), expire (a resting match is given up).
"""

from __future__ import annotations

import random
from typing import Any

from game import engine
from game.draft import Draft
from game.engine.state import NOBODY, State
from game.snapshot import Snapshot

IDLE_MS = 60_000
WINDOW_MS = 3_000
LOOK_MS = (1_000, 2_500)

Due = tuple[int, str]


def schedule(draft: Draft, think_ms: tuple[int, int], chance: random.Random) -> None:
    """Set the draft's clocks after its steps; a resting or finished match keeps what it has."""
    if draft.status != "play":
        return
    _set_deadline(draft)
    _set_window(draft, chance)
    draft.due_at, draft.due_kind = min(_dues(draft, think_ms, chance))


def everybody_done(state: State, humans: list[int]) -> bool:
    """Every human is out of the round or gone: nobody is kept waiting by fast play."""
    seats = engine.view(state, None)["seats"]
    return all(seats[n]["out"] or seats[n]["removed"] or not seats[n]["in_match"] for n in humans)


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


def _dues(draft: Draft, think_ms: tuple[int, int], chance: random.Random) -> list[Due]:
    if draft.state.phase == "between":
        return [_pause_due(draft)]
    seat = draft.state.turn
    assert seat is not None, "a round being played has a seat on turn"
    window = draft.ref["window"]
    dues = [(window["look"], "challenge")] if window and not window["asked"] else []
    if draft.state.seats[seat].bot:
        dues.append((_bot_due(draft, think_ms, chance), "bot"))
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


def _bot_due(draft: Draft, think_ms: tuple[int, int], chance: random.Random) -> int:
    """Thinking time is drawn without a look at the hand, so it tells nothing; what others say does not
    make a bot think anew."""
    if everybody_done(draft.state, draft.humans()):
        return draft.now
    seat, turn_no = draft.state.turn, draft.state.turn_no
    think = draft.ref["think"]
    acted = any(step.seat == seat for step in draft.steps)
    if think is None or acted or (think["seat"], think["turn_no"]) != (seat, turn_no):
        think = {"seat": seat, "turn_no": turn_no, "until": draft.now + chance.randint(*think_ms)}
        draft.ref["think"] = think
    window = draft.ref["window"]
    return max(think["until"], window["until"]) if window else int(think["until"])
