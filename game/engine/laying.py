"""Laying cards: one, equal ones, a combination, out of turn; and the last card (RULES §4, §6 to §9).

Every function first refuses what is not legal, then changes.
"""

from __future__ import annotations

from collections import Counter

from game.engine.actions import Lay
from game.engine.cards import NAMES, NO_CARD, NO_SUIT, RANK_OF, SUITS, names
from game.engine.effects import EFFECTS
from game.engine.errors import NotNow, NotThatCard
from game.engine.events import Event, Forgot, Jumped, Out, Played, Said, Took, Unsaid
from game.engine.legality import fits, goes_out, is_combination, may_jump
from game.engine.saying import say
from game.engine.scoring import Log, end_round, end_round_for_first_out
from game.engine.state import NOBODY, SAID_MAU, SAID_MAU_MAU, State, ring, set_ring
from game.engine.tables import AGAIN, PLAIN, SEVEN, SIX, WISH
from game.engine.turns import can_draw, end_turn, give, need_turn

NO_CARDS: tuple[int, ...] = ()


def lay_one(state: State, seat: int, card: int, wish: int, action: int, log: Log) -> None:
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
        log.append(_played(state, seat, (card,), wish))
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
    need_turn(state, seat)
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


def lay_equal(state: State, seat: int, lay: Lay, log: Log) -> None:
    """Several cards of one rank in one turn (`equal_cards`): the first must fit."""
    need_turn(state, seat)
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


def lay_combination(state: State, seat: int, lay: Lay, log: Log) -> None:
    """A 2, 3 or 4 with its combination, which goes under the pile (`combos`)."""
    need_turn(state, seat)
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
        log.append(_played(state, seat, lay.cards, lay.wish, lay.under))
    if len(state.hands[seat]) < 2:
        _few_left(state, seat, lay.cards[-1], len(lay.cards), log)
    else:
        _take_effect(state, seat, lay.cards[-1], len(lay.cards), log)


def _played(
    state: State, seat: int, cards: tuple[int, ...], wish: int, under: tuple[int, ...] = NO_CARDS
) -> Event:
    suit = None if wish == NO_SUIT else SUITS[wish]
    return Played(seat, NAMES[cards[-1]], names(cards), names(under), suit, state.again)


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
        _forgot(state, seat, 2, "mau-mau", log)
    elif tables.mau and not state.said & SAID_MAU:
        if tables.mau_waits:
            state.window = seat
            if log is not None:
                log.append(Unsaid(seat))
        else:
            _forgot(state, seat, tables.mau_penalty, "mau", log)
    _take_effect(state, seat, card, count, log)


def _forgot(state: State, seat: int, count: int, what: str, log: Log) -> None:
    given = give(state, seat, count, log)
    if log is not None:
        log.append(Forgot(seat, len(given), given, what))


def _out(state: State, seat: int, card: int, count: int, log: Log) -> None:
    """The last card is laid (RULES §8)."""
    tables = state.tables
    effect = tables.effect[card]
    double = effect == WISH and tables.double_wish_finish
    if log is not None and tables.mau_mau_auto:
        log.append(Said(seat, "mau-mau", double))
    if tables.full and effect not in (PLAIN, WISH, AGAIN):
        if log is not None:
            log.append(Out(seat, None))
        state.bare.append(seat)
        EFFECTS[effect](state, seat, card, count, log)
        return
    if log is not None:
        log.append(Out(seat, len(state.outs) + 1))
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
    due = state.due + count * (2 if effect == SEVEN else 1)
    taken = give(state, taker, due, log)
    state.due = 0
    if log is not None:
        log.append(Took(taker, len(taken), taken, NAMES[state.pile[-1]], due, True))
    return taker


def _out_and_on(state: State, seat: int, card: int, count: int, double: bool, log: Log) -> None:
    """Under `play_on`: this seat is out, its card has no effect, the others go on."""
    state.outs.append(seat)
    state.doubled |= double << seat
    last = seat
    if state.tables.last_due_counts:
        last = _last_due(state, seat, state.tables.effect[card], count, log)
    leave_ring(state, seat)
    if len(ring(state)) < 2:
        end_round_for_first_out(state, log)
        return
    state.due = state.skip = 0
    state.row = state.tables.fit[card]
    end_turn(state, last, log)


def leave_ring(state: State, seat: int) -> None:
    """`seat` is passed over for the rest of the round; what it owed lapses."""
    set_ring(state, [other for other in ring(state) if other != seat])
    state.owed -= state.owes[seat]
    state.owes[seat] = 0


def jump(state: State, seat: int, card: int, log: Log) -> None:
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
    state.said = {0: SAID_MAU_MAU, 1: SAID_MAU}.get(len(hand), 0)
    if log is not None:
        log.append(Jumped(seat, NAMES[card]))
    if len(hand) == 1 and state.tables.mau:
        say(state, seat, SAID_MAU, log)
    elif not hand and state.tables.mau_mau_said:
        say(state, seat, SAID_MAU_MAU, log)
    if len(hand) < 2:
        _few_left(state, seat, card, 1, log)
    else:
        _take_effect(state, seat, card, 1, log)
