"""Drawing, taking what is due, passing, trying, and the turn that runs out (RULES §5)."""

from __future__ import annotations

from game.engine.cards import NAMES, NO_CARD, SUIT_OF
from game.engine.errors import NotNow, NotThatCard
from game.engine.events import Drew, Passed, TimedOut, Took, Tried
from game.engine.legality import fits, fitting
from game.engine.misfits import misfit
from game.engine.saying import wish
from game.engine.scoring import Log, end_round
from game.engine.state import NOBODY, State
from game.engine.turns import can_draw, end_turn, give, need_turn


def draw(state: State, seat: int, log: Log) -> None:
    need_turn(state, seat)
    hand = state.hands[seat]
    if state.due:
        _take_due(state, seat, log)
    elif not hand:
        _draw_bare(state, seat, log)
    elif state.skip or state.drawn != NO_CARD:
        raise NotNow("draw-not-allowed")
    elif not (state.tables.draw_anyway and not state.again) and fitting(state, seat):
        raise NotNow("must-lay")
    elif not can_draw(state):
        raise NotNow("must-lay" if fitting(state, seat) else "nothing-to-draw")
    else:
        _draw_freely(state, seat, log)


def _take_due(state: State, seat: int, log: Log) -> None:
    """All that is due, or what there is; the turn is over."""
    due, top = state.due, state.pile[-1]
    taken = give(state, seat, due, log)
    state.due = 0
    state.window = NOBODY
    state.row = state.tables.fit[top]
    if log is not None:
        log.append(Took(seat, len(taken), taken, NAMES[top], due))
    if state.bare:
        _back_in_round(state, seat)
        if state.bare:
            end_round(state, state.bare[0], log)
            return
    end_turn(state, seat, log)


def _back_in_round(state: State, seat: int) -> None:
    """With at least one card; a seat that could take none has won (RULES §8)."""
    if seat in state.bare and state.hands[seat]:
        state.bare.remove(seat)


def _draw_bare(state: State, seat: int, log: Log) -> None:
    """Under `full`: the turn or the skip came back to the seat without cards, it is in the round again."""
    drawn = give(state, seat, 1, log)
    if not drawn:  # a challenge in this turn took the last cards
        end_round(state, state.bare[0], log)
        return
    state.skip = 0
    state.window = NOBODY
    state.row = state.tables.fit[state.pile[-1]]
    if log is not None:
        log.append(Drew(seat, len(drawn), drawn, "bare"))
    _back_in_round(state, seat)
    end_turn(state, seat, log)


def _draw_freely(state: State, seat: int, log: Log) -> None:
    tables = state.tables
    state.window = NOBODY
    if tables.draw_most == 1 or state.again:
        drawn = give(state, seat, 1, log)
    else:
        drawn = _draw_to_fit(state, seat, tables.draw_most, log)
    if log is not None:
        log.append(Drew(seat, len(drawn), drawn, "again" if state.again else ""))
    if tables.draw_ends or state.again:
        end_turn(state, seat, log)
    else:
        state.drawn = state.hands[seat][-1]


def _draw_to_fit(state: State, seat: int, most: int, log: Log) -> list[str]:
    """Draws until a card fits, at most `most` and no more than there are."""
    drawn: list[str] = []
    hand = state.hands[seat]
    while len(drawn) < most and can_draw(state):
        drawn += give(state, seat, 1, log)
        if fits(state, seat, hand[-1]):
            break
    return drawn


def pass_turn(state: State, seat: int, log: Log) -> None:
    need_turn(state, seat)
    if state.skip and state.hands[seat]:
        _serve_skip(state, seat, log)
        return
    if state.due or not state.hands[seat]:
        raise NotNow("must-take")
    if state.drawn == NO_CARD and (can_draw(state) or fitting(state, seat)):
        raise NotNow("pass-not-allowed")
    state.window = NOBODY
    if log is not None:
        log.append(Passed(seat, False))
    end_turn(state, seat, log)


def _serve_skip(state: State, seat: int, log: Log) -> None:
    """Sits out this turn, and owes the others where skips add up."""
    state.owes[seat] += state.skip - 1
    state.owed += state.skip - 1
    state.skip = 0
    state.window = NOBODY
    state.row = state.tables.fit[state.pile[-1]]
    if log is not None:
        log.append(Passed(seat, True, NAMES[state.pile[-1]]))
    end_turn(state, seat, log)


def try_card(state: State, seat: int, card: int, log: Log) -> None:
    """Tries a card that does not fit (`strict`): it comes back, a penalty card, the turn is over."""
    if not state.tables.strict:
        raise NotNow("try-not-allowed")
    need_turn(state, seat)
    if card not in state.hands[seat]:
        raise NotThatCard("not-in-hand")
    if state.drawn in (NO_CARD, card) and fits(state, seat, card):
        raise NotThatCard("card-fits")
    state.window = NOBODY
    why = misfit(state, seat, card) if log is not None else ""  # by the hand as it was when tried
    drawn = give(state, seat, 1, log)
    if log is not None:
        log.append(Tried(seat, len(drawn), drawn, NAMES[card], why))
    if state.due:
        _take_due(state, seat, log)
    elif state.skip:
        _serve_skip(state, seat, log)
    else:
        end_turn(state, seat, log)


def time_out(state: State, seat: int, log: Log) -> None:
    """The turn ran out (RULES §5): takes, serves, or draws exactly one and passes; never lays."""
    if seat != state.turn:
        raise NotNow("not-your-turn")
    if log is not None:
        log.append(TimedOut(seat))
    if state.wish_owed:
        wish(state, seat, SUIT_OF[state.pile[-1]], log)
    elif state.due:
        _take_due(state, seat, log)
    elif not state.hands[seat]:
        _draw_bare(state, seat, log)
    elif state.skip:
        _serve_skip(state, seat, log)
    else:
        _draw_one_and_pass(state, seat, log)


def _draw_one_and_pass(state: State, seat: int, log: Log) -> None:
    state.window = NOBODY
    if state.drawn == NO_CARD:
        drawn = give(state, seat, 1, log)
        if log is not None and drawn:
            log.append(Drew(seat, len(drawn), drawn))
    end_turn(state, seat, log)
