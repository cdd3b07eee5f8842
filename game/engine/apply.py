"""Playing one action: the one door through which a match changes."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.actions import (
    CARD_LAID,
    CHALLENGE_0,
    DRAW,
    JUMP_0,
    LAYS,
    LEAVE,
    MAU,
    MAU_MAU,
    PASS,
    SUIT_WISHED,
    TIMEOUT,
    TRY_0,
    WISH_0,
    Action,
    BotTakes,
    HumanTakes,
    Join,
    Lay,
)
from game.engine.drawing import draw, pass_turn, time_out, try_card
from game.engine.errors import EngineError, NotNow
from game.engine.events import Event
from game.engine.laying import jump, lay_combination, lay_equal, lay_one
from game.engine.saying import challenge, say_mau, say_mau_mau, wish
from game.engine.scoring import Log
from game.engine.seats import change_player, join, leave
from game.engine.state import OVER, PLAY, State, copy, restore


def apply(state: State, seat: int, action: Action) -> list[Event]:
    """Plays `action` of `seat` and returns what happened.

    Raises EngineError with a code, and leaves the state as it was, when the action is not legal.
    """
    log: list[Event] = []
    saved = copy(state) if state.seed is None and state.phase == PLAY else None
    try:
        step(state, seat, action, log)
    except EngineError:
        if saved is not None:
            restore(state, saved)
        raise
    return log


def why_not(state: State, seat: int, action: Action) -> str | None:
    """The code of what is wrong with `action`, None if it is legal; nothing changes."""
    try:
        step(copy(state), seat, action)
    except EngineError as error:
        return error.code
    return None


def step(state: State, seat: int, action: Action, log: Log = None) -> None:
    """As `apply`, telling `log` only if there is one: the way to search."""
    if isinstance(action, int) and state.phase == PLAY:
        if action < LAYS:
            lay_one(state, seat, CARD_LAID[action], SUIT_WISHED[action], action, log)
        elif action < CHALLENGE_0:
            if action < WISH_0:
                _VERBS[action](state, seat, log)
            else:
                wish(state, seat, action - WISH_0, log)
        elif action < JUMP_0:
            challenge(state, seat, action - CHALLENGE_0, log)
        elif action < TRY_0:
            jump(state, seat, action - JUMP_0, log)
        else:
            try_card(state, seat, action - TRY_0, log)
    else:
        _step_rarely(state, seat, action, log)


def _step_rarely(state: State, seat: int, action: Action, log: Log) -> None:
    if state.phase == OVER:
        raise NotNow("match-over")
    if isinstance(action, Join):
        join(state, seat, action.name, log)
    elif isinstance(action, BotTakes | HumanTakes):
        change_player(state, seat, action, log)
    elif action == LEAVE:
        leave(state, seat, log)
    elif state.phase != PLAY:
        raise NotNow("round-over")
    else:
        assert isinstance(action, Lay)
        if action.under:
            lay_combination(state, seat, action, log)
        else:
            lay_equal(state, seat, action, log)


_VERBS: dict[int, Callable[[State, int, Log], None]] = {
    DRAW: draw,
    PASS: pass_turn,
    MAU: say_mau,
    MAU_MAU: say_mau_mau,
    TIMEOUT: time_out,
    LEAVE: leave,
}
