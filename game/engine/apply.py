"""Playing one action (RULES §5 to §9). Every function first refuses what is not legal, then changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from game.engine import seats
from game.engine.actions import (
    CARD_LAID, CHALLENGE_0, DRAW, JUMP_0, LAYS, LEAVE, MAU, MAU_MAU, PASS, SUIT_WISHED, TIMEOUT, TRY_0, WISH_0,
    Action, BotTakes, HumanTakes, Join, Lay,
)  # fmt: skip
from game.engine.cards import ANY_SUIT, NAMES, NO_CARD, NO_SUIT, RANK_OF, SUIT_OF, SUITS, names
from game.engine.effects import EFFECTS
from game.engine.errors import EngineError, NotNow, NotThatCard
from game.engine.events import (
    Challenged, Drew, Event, Forgot, Jumped, Out, Passed, Played, Said, TimedOut, Took, Tried, Unsaid, Wished,
)  # fmt: skip
from game.engine.legality import fits, fitting, goes_out, is_combination, may_challenge, may_jump, may_say
from game.engine.scoring import Log, end_round
from game.engine.state import NOBODY, OVER, PLAY, SAID_MAU, SAID_MAU_MAU, State, copy, restore, ring, set_ring
from game.engine.tables import AGAIN, PLAIN, REVERSE, SEVEN, SIX, WISH
from game.engine.turns import can_draw, end_turn, give, next_seat

NO_CARDS: tuple[int, ...] = ()


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
            _lay(state, seat, CARD_LAID[action], SUIT_WISHED[action], action, log)
        elif action < CHALLENGE_0:
            if action < WISH_0:
                _VERBS[action](state, seat, log)
            else:
                _wish(state, seat, action - WISH_0, log)
        elif action < JUMP_0:
            _challenge(state, seat, action - CHALLENGE_0, log)
        elif action < TRY_0:
            _jump(state, seat, action - JUMP_0, log)
        else:
            _try(state, seat, action - TRY_0, log)
    else:
        _step_rarely(state, seat, action, log)


def _step_rarely(state: State, seat: int, action: Action, log: Log) -> None:
    if state.phase == OVER:
        raise NotNow("match-over")
    if isinstance(action, Join):
        seats.join(state, seat, action.name, log)
    elif isinstance(action, BotTakes | HumanTakes):
        seats.change_player(state, seat, action, log)
    elif action == LEAVE:
        seats.leave(state, seat, log)
    elif state.phase != PLAY:
        raise NotNow("round-over")
    else:
        assert isinstance(action, Lay)
        if action.under:
            _lay_combination(state, seat, action, log)
        else:
            _lay_equal(state, seat, action, log)


def _need_turn(state: State, seat: int) -> None:
    if seat != state.turn:
        raise NotNow("not-your-turn")
    if state.wish_owed:
        raise NotNow("wish-owed")


# Laying


def _lay(state: State, seat: int, card: int, wish: int, action: int, log: Log) -> None:
    if seat != state.turn:
        raise NotNow("not-your-turn")
    hand = state.hands[seat]
    tables = state.tables
    drawn = state.drawn
    if (
        action not in state.row[card]
        or card not in hand
        or (drawn != NO_CARD and drawn != card)
        or len(hand) == 1
        or tables.careful
    ):
        _check_lay(state, seat, card, wish)
    hand.remove(card)
    state.pile.append(card)
    state.wish = wish
    state.window = NOBODY
    if log is not None:
        log.append(_played(seat, (card,), wish))
    if len(hand) < 2:
        _few_left(state, seat, card, 1, log)
        return
    effect = tables.effect[card]
    if effect:
        EFFECTS[effect](state, seat, card, 1, log)
    else:
        state.row = tables.fit[card]
        end_turn(state, seat, log)


def _check_lay(state: State, seat: int, card: int, wish: int) -> None:
    """Says what is wrong with a lay, if anything is."""
    _need_turn(state, seat)
    hand, tables = state.hands[seat], state.tables
    if card not in hand:
        raise NotThatCard("not-in-hand")
    if state.drawn not in (NO_CARD, card):
        raise NotThatCard("only-drawn-card")
    if tables.combo[card] and state.row[card]:
        raise NotThatCard("combination-missing")
    if not fits(state, seat, card):
        raise NotThatCard("does-not-fit")
    _check_wish(state, card, wish, len(hand) - 1)


def _check_wish(state: State, card: int, wish: int, left: int) -> None:
    wishes = RANK_OF[card] == state.tables.wish_rank and not goes_out(state, left)
    if wishes and wish == NO_SUIT:
        raise NotThatCard("wish-missing")
    if wish != NO_SUIT and not wishes:
        raise NotThatCard("wish-not-allowed")


def _lay_equal(state: State, seat: int, lay: Lay, log: Log) -> None:
    """Several cards of one rank in one turn (`equal_cards`): the first must fit."""
    _need_turn(state, seat)
    tables, hand, first = state.tables, state.hands[seat], lay.cards[0]
    left = len(hand) - len(lay.cards)
    if not tables.equal:
        raise NotThatCard("one-card-only")
    if Counter(lay.cards) - Counter(hand):
        raise NotThatCard("not-in-hand")
    if len({RANK_OF[card] for card in lay.cards}) > 1 or tables.combo[first]:
        raise NotThatCard("not-equal")
    if state.drawn != NO_CARD:
        raise NotThatCard("only-drawn-card")
    barred = tables.no_wish_finish and not left and RANK_OF[first] == tables.wish_rank
    if barred or not fits(state, seat, first):
        raise NotThatCard("does-not-fit")
    _check_wish(state, first, lay.wish, left)
    for card in lay.cards:
        hand.remove(card)
    state.pile += lay.cards
    state.wish = lay.wish
    _laid(state, seat, lay, log)


def _lay_combination(state: State, seat: int, lay: Lay, log: Log) -> None:
    """A 2, 3 or 4 with its combination, which goes under the pile (`combos`)."""
    _need_turn(state, seat)
    card, hand = lay.cards[0], state.hands[seat]
    size = state.tables.combo[card]
    if Counter((card, *lay.under)) - Counter(hand):
        raise NotThatCard("not-in-hand")
    if state.drawn not in (NO_CARD, card):
        raise NotThatCard("only-drawn-card")
    if not size or not is_combination(size, lay.under):
        raise NotThatCard("not-a-combination")
    if not state.row[card]:
        raise NotThatCard("does-not-fit")
    for gone in (card, *lay.under):
        hand.remove(gone)
    state.pile[:0] = lay.under
    state.pile.append(card)
    state.wish = NO_SUIT
    _laid(state, seat, lay, log)


def _laid(state: State, seat: int, lay: Lay, log: Log) -> None:
    state.window = NOBODY
    if log is not None:
        log.append(_played(seat, lay.cards, lay.wish, lay.under))
    if len(state.hands[seat]) < 2:
        _few_left(state, seat, lay.cards[-1], len(lay.cards), log)
    else:
        _take_effect(state, seat, lay.cards[-1], len(lay.cards), log)


def _played(seat: int, cards: tuple[int, ...], wish: int, under: tuple[int, ...] = NO_CARDS) -> Event:
    suit = None if wish == NO_SUIT else SUITS[wish]
    return Played(seat, NAMES[cards[-1]], names(cards), names(under), suit)


def _take_effect(state: State, seat: int, card: int, count: int, log: Log) -> None:
    effect = state.tables.effect[card]
    if effect:
        EFFECTS[effect](state, seat, card, count, log)
    else:
        state.row = state.tables.fit[card]
        end_turn(state, seat, log)


def _few_left(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """After a lay that left one card or none: "Mau", "Mau-Mau", going out; then the effect."""
    tables = state.tables
    if not state.hands[seat]:
        if goes_out(state, 0) or not can_draw(state):
            _out(state, seat, card, count, log)
            return
        _forgot(state, seat, 2, log)
    elif tables.mau and not state.said & SAID_MAU:
        if tables.mau_waits:
            state.window = seat
            if log is not None:
                log.append(Unsaid(seat))
        else:
            _forgot(state, seat, tables.mau_penalty, log)
    _take_effect(state, seat, card, count, log)


def _forgot(state: State, seat: int, count: int, log: Log) -> None:
    given = give(state, seat, count, log)
    if log is not None:
        log.append(Forgot(seat, len(given), given))


def _out(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The last card is laid (RULES §8)."""
    tables = state.tables
    effect = tables.effect[card]
    if log is not None and tables.mau_mau_auto:
        log.append(Said(seat, "mau-mau"))
    if tables.full and effect not in (PLAIN, WISH, AGAIN):
        if log is not None:
            log.append(Out(seat, None))
        state.bare.append(seat)
        EFFECTS[effect](state, seat, card, count, log)
        return
    if log is not None:
        log.append(Out(seat, len(state.outs) + 1))
    double = effect == WISH and tables.double_wish_finish
    if tables.play_on:
        _out_and_on(state, seat, card, count, double, log)
        return
    if tables.last_due_counts:
        _last_due(state, seat, effect, count, log)
    end_round(state, seat, log, double)


def _last_due(state: State, seat: int, effect: int, count: int, log: Log) -> int:
    """Under `last_card=seven`: the next seat takes what is due by the last card. Returns who comes then."""
    circle = state.after if state.dir > 0 else state.before
    if effect not in (SEVEN, SIX):
        return seat
    taker = circle[seat]
    taken = give(state, taker, state.due + count * (2 if effect == SEVEN else 1), log)
    if log is not None:
        log.append(Took(taker, len(taken), taken))
    return taker


def _out_and_on(state: State, seat: int, card: int, count: int, double: bool, log: Log) -> None:
    """Under `play_on`: this seat is out, its card has no effect, the others go on."""
    state.outs.append(seat)
    state.doubled = state.doubled or (double and len(state.outs) == 1)
    last = seat
    if state.tables.last_due_counts:
        last = _last_due(state, seat, state.tables.effect[card], count, log)
    leave_ring(state, seat)
    state.due = state.skip = 0
    state.row = state.tables.fit[card]
    if len(ring(state)) < 2:
        end_round(state, state.outs[0], log, state.doubled)
    else:
        end_turn(state, last, log)


def leave_ring(state: State, seat: int) -> None:
    """`seat` is passed over for the rest of the round; what it owed lapses."""
    set_ring(state, [other for other in ring(state) if other != seat])
    state.owed -= state.owes[seat]
    state.owes[seat] = 0


def _jump(state: State, seat: int, card: int, log: Log) -> None:
    """Lays the twin of the top card out of turn; the turn goes on from there."""
    if card not in state.hands[seat]:
        raise NotThatCard("not-in-hand")
    if card != state.pile[-1]:
        raise NotThatCard("does-not-fit")
    if not may_jump(state, seat):
        raise NotNow("jump-not-allowed")
    hand = state.hands[seat]
    hand.remove(card)
    state.pile.append(card)
    state.window = NOBODY
    state.turn = seat
    state.said = SAID_MAU | SAID_MAU_MAU if len(hand) < 2 else 0
    if log is not None:
        log.append(Jumped(seat, NAMES[card]))
    if len(hand) == 1 and state.tables.mau:
        _say(state, seat, SAID_MAU, log)
    elif not hand and state.tables.mau_mau_said:
        _say(state, seat, SAID_MAU_MAU, log)
    if len(hand) < 2:
        _few_left(state, seat, card, 1, log)
    else:
        _take_effect(state, seat, card, 1, log)


# Drawing and passing


def _draw(state: State, seat: int, log: Log) -> None:
    _need_turn(state, seat)
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
    taken = give(state, seat, state.due, log)
    state.due = 0
    state.window = NOBODY
    state.row = state.tables.fit[state.pile[-1]]
    if log is not None:
        log.append(Took(seat, len(taken), taken))
    if state.bare:
        _back_in_round(state, seat)
        if state.bare:
            end_round(state, state.bare[0], log)
            return
    end_turn(state, seat, log)


def _back_in_round(state: State, seat: int) -> None:
    if seat in state.bare:
        state.bare.remove(seat)


def _draw_bare(state: State, seat: int, log: Log) -> None:
    """Under `full`: the turn or the skip came back to the seat without cards, it is in the round again."""
    drawn = give(state, seat, 1, log)
    state.skip = 0
    state.window = NOBODY
    state.row = state.tables.fit[state.pile[-1]]
    if log is not None:
        log.append(Drew(seat, len(drawn), drawn))
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
        log.append(Drew(seat, len(drawn), drawn))
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


def _pass(state: State, seat: int, log: Log) -> None:
    _need_turn(state, seat)
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
        log.append(Passed(seat, True))
    end_turn(state, seat, log)


def _try(state: State, seat: int, card: int, log: Log) -> None:
    """Tries a card that does not fit (`strict`): it comes back, a penalty card, the turn is over."""
    if not state.tables.strict:
        raise NotNow("try-not-allowed")
    _need_turn(state, seat)
    if card not in state.hands[seat]:
        raise NotThatCard("not-in-hand")
    if state.drawn in (NO_CARD, card) and fits(state, seat, card):
        raise NotThatCard("card-fits")
    state.window = NOBODY
    drawn = give(state, seat, 1, log)
    if log is not None:
        log.append(Tried(seat, len(drawn), drawn, NAMES[card]))
    if state.due:
        _take_due(state, seat, log)
    elif state.skip:
        _serve_skip(state, seat, log)
    else:
        end_turn(state, seat, log)


def _time_out(state: State, seat: int, log: Log) -> None:
    """The turn ran out (RULES §5): takes, serves, or draws exactly one and passes; never lays."""
    if seat != state.turn:
        raise NotNow("not-your-turn")
    if log is not None:
        log.append(TimedOut(seat))
    if state.wish_owed:
        _wish(state, seat, SUIT_OF[state.pile[-1]], log)
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


# Saying and wishing


def _say(state: State, seat: int, what: int, log: Log) -> None:
    state.said_mau |= 1 << seat
    if log is not None:
        log.append(Said(seat, "mau" if what == SAID_MAU else "mau-mau"))


def _say_mau(state: State, seat: int, log: Log) -> None:
    if state.window == seat:
        state.window = NOBODY
        _say(state, seat, SAID_MAU, log)
        return
    _need_turn(state, seat)
    if state.said & SAID_MAU:
        raise NotNow("already-said")
    if not may_say(state, seat)[0]:
        raise NotNow("mau-not-now")
    state.said |= SAID_MAU
    _say(state, seat, SAID_MAU, log)


def _say_mau_mau(state: State, seat: int, log: Log) -> None:
    _need_turn(state, seat)
    if state.said & SAID_MAU_MAU:
        raise NotNow("already-said")
    if not may_say(state, seat)[1]:
        raise NotNow("mau-not-now")
    state.said |= SAID_MAU_MAU
    _say(state, seat, SAID_MAU_MAU, log)


def _challenge(state: State, seat: int, other: int, log: Log) -> None:
    if state.window != other or not may_challenge(state, seat):
        raise NotNow("nothing-to-challenge")
    state.window = NOBODY
    given = give(state, other, state.tables.mau_penalty, log)
    if log is not None:
        log.append(Challenged(other, len(given), given, seat))


def _wish(state: State, seat: int, suit: int, log: Log) -> None:
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


def _leave(state: State, seat: int, log: Log) -> None:
    seats.leave(state, seat, log)


_VERBS: dict[int, Callable[[State, int, Log], None]] = {
    DRAW: _draw,
    PASS: _pass,
    MAU: _say_mau,
    MAU_MAU: _say_mau_mau,
    TIMEOUT: _time_out,
    LEAVE: _leave,
}
