"""“Win in at most three turns, whatever the other does”: every line of play is tried, by the engine.

Both hands and the stock are open. Two things are taken for granted: whoever lays down to one card says “Mau”
(and “Mau-Mau” with the last one), and nobody challenges. A turn is everything until it is somebody's turn
anew, so drawing and laying the drawn card is one. No rule of a puzzle lets anybody lay two cards in a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.engine import State, action_word, copy, legal, step
from game.engine.actions import DRAW, LAYS, MAU, MAU_MAU, PASS
from game.engine.state import PLAY

ME = 0


class Unproven(Exception):
    """The search met a stock to be renewed, whose order nobody knows, or has tried all it was allowed to."""


class Move(NamedTuple):
    """What a seat does, with the calls that belong to it, and the state after it."""

    action: int
    calls: tuple[int, ...]
    state: State

    @property
    def word(self) -> str:
        """The action in words of the notation, without the calls."""
        return action_word(self.action)


def moves(state: State) -> Iterator[Move]:
    """All that the seat on turn may do, in the order of the engine."""
    seat = state.turn
    assert seat is not None
    acts = legal(state, seat)
    call = {2: MAU, 1: MAU_MAU}.get(len(state.hands[seat]))
    if call is not None and call in acts:  # after it the same cards can be laid, the last one without a wish
        calling = _after(state, seat, call)
        lays = [act for act in legal(calling, seat) if act < LAYS]
        yield from (Move(act, (call,), _after(calling, seat, act)) for act in lays)
        acts = [act for act in acts if act >= LAYS]
    yield from (Move(act, (), _after(state, seat, act)) for act in acts if act < LAYS or act in (DRAW, PASS))


def _after(state: State, seat: int, action: int) -> State:
    after = copy(state)
    step(after, seat, action)
    return after


class Solver:
    """Tries everything from a position on and remembers it; `limit` is the number of positions."""

    def __init__(self, limit: int = 20_000) -> None:
        self.limit = limit
        self.known: dict[object, bool] = {}

    def wins(self, state: State, turns: int) -> bool:
        """Whether seat 0 can go out first in `turns` turns of its own, whatever is done. Raises Unproven."""
        if state.phase != PLAY:
            return state.winner_of_round == ME
        if len(state.hands[ME]) > turns:
            return False
        key = (turns, *_key(state))
        if key not in self.known:
            if len(self.known) >= self.limit:
                raise Unproven
            choose = any if state.turn == ME else all
            self.known[key] = choose(self.wins_by(state, move, turns) for move in moves(state))
        return self.known[key]

    def wins_by(self, state: State, move: Move, turns: int) -> bool:
        """The same if `move` is done first, where `turns` counts the turn it is part of."""
        if move.state.shuffles != state.shuffles:
            raise Unproven
        return self.wins(move.state, turns - spent(state, move))

    def soonest(self, state: State, turns: int) -> int:
        """In how many turns seat 0 wins by force, at most `turns`; one more if not."""
        return next((few for few in range(turns + 1) if self.wins(state, few)), turns + 1)

    def line(self, state: State, turns: int) -> list[Move]:
        """How it goes on, to the end or until it is clear that `turns` are too few.

        Whoever has the better of it takes the shortest way, the other the longest.
        """
        found: list[Move] = []
        while state.phase == PLAY and len(state.hands[ME]) <= turns:
            pick = min if state.turn == ME else max
            chosen = pick(moves(state), key=lambda move: self._order(state, move, turns))
            turns -= spent(state, chosen)
            found.append(chosen)
            state = chosen.state
        return found

    def _order(self, state: State, move: Move, turns: int) -> int:
        return self.soonest(move.state, turns) + spent(state, move)


def spent(state: State, move: Move) -> int:
    """1 if `move` ends a turn of seat 0, else 0."""
    after = move.state
    return int(state.turn == ME and (after.phase != PLAY or after.turn_no != state.turn_no))


def _key(state: State) -> tuple[object, ...]:
    """All that matters for what comes, as far as two seats with open cards go."""
    return (
        tuple(tuple(sorted(hand)) for hand in state.hands),
        len(state.stock), state.pile[-1], state.turn, state.wish, state.due, state.skip, state.again,
        state.drawn, state.said, tuple(state.bare), tuple(state.owes), state.window,
    )  # fmt: skip
