"""Saying "Mau" and "Mau-Mau", challenging, and the dealer's wish (RULES §3, §7)."""

from __future__ import annotations

from game.engine.cards import SUITS
from game.engine.effects import EFFECTS
from game.engine.errors import NotNow
from game.engine.events import Challenged, Said, Wished
from game.engine.legality import may_challenge, may_say
from game.engine.scoring import Log
from game.engine.state import NOBODY, SAID_MAU, SAID_MAU_MAU, State
from game.engine.tables import WISH
from game.engine.turns import give, need_turn


def say(state: State, seat: int, what: int, log: Log) -> None:
    state.said_mau |= 1 << seat
    if log is not None:
        log.append(Said(seat, "mau" if what == SAID_MAU else "mau-mau"))


def say_mau(state: State, seat: int, log: Log) -> None:
    if state.window == seat:
        state.window = NOBODY
        say(state, seat, SAID_MAU, log)
        return
    need_turn(state, seat)
    if state.said & SAID_MAU:
        raise NotNow("already-said")
    if not may_say(state, seat)[0]:
        raise NotNow("mau-not-now")
    state.said |= SAID_MAU
    say(state, seat, SAID_MAU, log)


def say_mau_mau(state: State, seat: int, log: Log) -> None:
    need_turn(state, seat)
    if state.said & SAID_MAU_MAU:
        raise NotNow("already-said")
    if not may_say(state, seat)[1]:
        raise NotNow("mau-not-now")
    state.said |= SAID_MAU_MAU
    say(state, seat, SAID_MAU_MAU, log)


def challenge(state: State, seat: int, other: int, log: Log) -> None:
    if state.window != other or not may_challenge(state, seat):
        raise NotNow("nothing-to-challenge")
    state.window = NOBODY
    given = give(state, other, state.tables.mau_penalty, log)
    if log is not None:
        log.append(Challenged(other, len(given), given, seat))


def wish(state: State, seat: int, suit: int, log: Log) -> None:
    """The dealer's wish on the starting card."""
    if seat != state.turn:
        raise NotNow("not-your-turn")
    if not state.wish_owed:
        raise NotNow("wish-not-allowed")
    state.wish_owed = False
    state.wish = suit
    if log is not None:
        log.append(Wished(seat, SUITS[suit]))
    EFFECTS[WISH](state, seat, state.pile[-1], 1, log)
