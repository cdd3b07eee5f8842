"""The stock and the turn: drawing, renewing, whose turn it is next (RULES §5, §6, §8)."""

from __future__ import annotations

from game.engine.cards import NAMES, NO_CARD
from game.engine.errors import BadDeal, NotNow
from game.engine.events import Renewed, Skipped
from game.engine.scoring import Log, end_round
from game.engine.shuffle import shuffled
from game.engine.state import State


def need_turn(state: State, seat: int) -> None:
    """Refuses whoever is not on turn, and everything but the wish while that is owed."""
    if seat != state.turn:
        raise NotNow("not-your-turn")
    if state.wish_owed:
        raise NotNow("wish-owed")


def can_draw(state: State) -> bool:
    """Whether a card is left, in the stock or under the top card."""
    return bool(state.stock) or len(state.pile) > 1


def renew(state: State, log: Log) -> bool:
    """Shuffles the discard pile but its top card into the empty stock; False if there is nothing."""
    old = state.pile[:-1]
    if not old:
        return False
    state.shuffles += 1
    if state.seed is not None:
        order = shuffled(old, state.seed, f"reshuffle-{state.shuffles}")
    else:
        order = _stated_order(state, old)
    order.reverse()
    state.stock, state.pile = order, state.pile[-1:]
    if log is not None:
        log.append(Renewed(len(order)))
    return True


def _stated_order(state: State, old: list[int]) -> list[int]:
    """The order a record gives for a round without a seed; `apply` undoes what was done if it is wrong."""
    if state.next_stock is None:
        raise BadDeal("reshuffle-missing")
    if sorted(state.next_stock) != sorted(old):
        raise BadDeal("reshuffle-wrong")
    order, state.next_stock = state.next_stock[:], None
    return order


def give(state: State, seat: int, count: int, log: Log = None) -> list[str]:
    """Moves up to `count` cards from the stock to `seat`, fewer if no more are left; returns their names."""
    stock, hand = state.stock, state.hands[seat]
    given: list[str] = []
    while len(given) < count:
        if not stock:
            if not renew(state, log):
                break
            stock = state.stock
        card = stock.pop()
        hand.append(card)
        given.append(NAMES[card])
    if state.said_mau:
        state.said_mau &= ~(1 << seat)
    return given


def next_seat(state: State, seat: int, log: Log) -> int:
    """Who comes after `seat`. Seats that owe turns are passed over, and each passing pays one."""
    circle = state.after if state.dir > 0 else state.before
    other = circle[seat]
    while state.owed and state.owes[other]:
        state.owes[other] -= 1
        state.owed -= 1
        if log is not None:
            log.append(Skipped(other, "owed"))
        other = circle[other]
    return other


def begin_turn(state: State, seat: int, log: Log) -> None:
    """It is the turn of `seat`, with everything of the last turn forgotten."""
    state.turn = seat
    state.turn_no += 1
    state.drawn = NO_CARD
    state.said = 0
    state.again = False
    if state.bare:
        _settle(state, seat, log)


def end_turn(state: State, seat: int, log: Log) -> None:
    """The turn of `seat` is over; whoever comes next is on turn."""
    begin_turn(state, next_seat(state, seat, log), log)


def _settle(state: State, seat: int, log: Log) -> None:
    """Under `full`: a seat without cards wins when one with cards is free to act, or it cannot draw."""
    if state.hands[seat]:
        if not state.due and not state.skip:
            end_round(state, state.bare[0], log)
    elif not can_draw(state):
        end_round(state, state.bare[0], log)
