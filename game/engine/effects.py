"""What a laid card does (RULES §6). A new house rule is one function here and its line in `EFFECTS`."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.cards import NAMES, NO_CARD
from game.engine.events import Reversed, Skipped
from game.engine.scoring import Log
from game.engine.state import State, ring
from game.engine.tables import ADD_SKIP, AGAIN, OPEN_SKIP, REVERSE, SEVEN, SIX, SKIP, WISH
from game.engine.turns import end_turn, next_seat

Effect = Callable[[State, int, int, int, Log], None]
"""Takes state, the layer, the top card, how many of its rank were laid, and the log."""


def wish(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The suit named stands until a card of it is laid."""
    state.row = state.tables.wished[state.wish]
    end_turn(state, seat, log)


def seven(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """Two more cards are due to the next seat."""
    _due(state, seat, card, 2 * count, log)


def six(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """One more card is due to the next seat."""
    _due(state, seat, card, count, log)


def _due(state: State, seat: int, card: int, cards: int, log: Log) -> None:
    state.due += cards
    state.row = state.tables.answer[card]
    end_turn(state, seat, log)


def skip(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """As many seats as cards were laid miss their turn."""
    state.row = state.tables.fit[card]
    missed = seat
    for _ in range(count):
        missed = next_seat(state, missed, log)
        if log is not None:
            log.append(Skipped(missed, NAMES[card]))
    end_turn(state, missed, log)


def open_skip(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The next seat answers with an eight or sits out one turn."""
    state.skip = 1
    state.row = state.tables.eights
    end_turn(state, seat, log)


def add_skip(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The next seat answers with an eight or sits out as many turns as eights lie."""
    state.skip += count
    state.row = state.tables.eights
    end_turn(state, seat, log)


def turn_round(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The direction turns; with two seats holding cards the turn comes back. Two are none."""
    state.row = state.tables.fit[card]
    if count % 2 == 0:
        end_turn(state, seat, log)
        return
    state.dir = -state.dir
    if log is not None:
        log.append(Reversed(state.dir, NAMES[card]))
    two = len(ring(state)) == 2
    end_turn(state, state.after[seat] if two else seat, log)


def again(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The same seat lays one more fitting card; what it has said holds on."""
    state.row = state.tables.fit[card]
    state.turn = seat
    state.turn_no += 1
    state.drawn = NO_CARD
    state.again = True


EFFECTS: dict[int, Effect] = {
    WISH: wish,
    SEVEN: seven,
    SIX: six,
    SKIP: skip,
    OPEN_SKIP: open_skip,
    ADD_SKIP: add_skip,
    REVERSE: turn_round,
    AGAIN: again,
}
