"""Players come and go (RULES §11, §13): leaving, joining, bots standing in."""

from __future__ import annotations

from game.engine.actions import MOST_SEATS, BotTakes, HumanTakes
from game.engine.cards import ANY_SUIT, NAMES
from game.engine.errors import NotNow
from game.engine.events import Back, Joined, Left, StandIn
from game.engine.scoring import Log, end_match, end_round_for_first_out, newcomer_score
from game.engine.state import NOBODY, PLAY, Seat, State, in_match, members, ring, set_ring, set_seat
from game.engine.turns import end_turn

STAND_IN = "normal"
"""The strength of the bot that takes the seat of a player who left, unless one stands in already."""


def _need_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.seats) or state.seats[seat].removed:
        raise NotNow("no-such-seat")


def join(state: State, seat: int, name: str, log: Log) -> None:
    """A newcomer takes the next seat number before a round, with the worst score of those in."""
    if state.rules.late_join == "off":
        raise NotNow("join-not-allowed")
    if state.phase == PLAY:
        raise NotNow("join-between-rounds")
    if len(state.seats) == MOST_SEATS:
        raise NotNow("table-full")
    if seat != len(state.seats):
        raise NotNow("wrong-seat")
    score, wins = newcomer_score(state)
    state.seats = (*state.seats, Seat(name))
    state.scores.append(score)
    state.wins.append(wins)
    state.knocked_out.append(0)
    state.history = [[*points, 0] for points in state.history]
    state.hands.append([])
    state.owes.append(0)
    if log is not None:
        log.append(Joined(seat, name, score, wins))


def change_player(state: State, seat: int, action: BotTakes | HumanTakes, log: Log) -> None:
    """A bot stands in, or a human is back; the game itself does not change."""
    _need_seat(state, seat)
    if isinstance(action, BotTakes):
        set_seat(state, seat, bot=action.strength)
        if log is not None:
            log.append(StandIn(seat, action.strength))
    else:
        set_seat(state, seat, bot=None, name=action.name)
        if log is not None:
            log.append(Back(seat, action.name))


def leave(state: State, seat: int, log: Log) -> None:
    """The player leaves: a bot takes the seat, or (`leavers=removed`) the seat goes too."""
    _need_seat(state, seat)
    removed = state.rules.leavers == "removed"
    if log is not None:
        log.append(Left(seat, removed))
    if not removed:
        if state.seats[seat].bot is None:  # else one stands in already and stays
            change_player(state, seat, BotTakes(STAND_IN), log)
        return
    was_in = in_match(state, seat)
    set_seat(state, seat, removed=True)
    _take_from_round(state, seat)
    if len(members(state)) < 2:
        end_match(state, "left", log)
    elif state.phase == PLAY and was_in:
        _go_on_without(state, seat, log)


def _take_from_round(state: State, seat: int) -> None:
    """The hand goes under the stock sorted as strings; what hung on the seat lapses."""
    under = sorted(state.hands[seat], key=NAMES.__getitem__, reverse=True)
    state.stock[:0] = under
    state.hands[seat] = []
    state.owed -= state.owes[seat]
    state.owes[seat] = 0
    if state.window == seat:
        state.window = NOBODY
    if seat in state.bare:
        state.bare.remove(seat)


def _go_on_without(state: State, seat: int, log: Log) -> None:
    """Due cards and an open skip go on to the next seat; without two seats holding on, the round ends."""
    was_on_turn, playing = state.turn == seat, seat in ring(state)
    if not playing:
        return
    set_ring(state, [other for other in ring(state) if other != seat])
    if len(ring(state)) < 2:
        end_round_for_first_out(state, log)
        return
    if not was_on_turn:
        return
    if state.wish_owed:
        state.wish_owed = False
        state.wish = ANY_SUIT
        state.row = state.tables.wished[ANY_SUIT]
    end_turn(state, seat, log)
