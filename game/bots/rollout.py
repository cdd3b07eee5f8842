"""Playing a world to its end, quickly and sensibly: how master's search learns what a play leads to.

Every seat says "Mau" in time, lays a card that fits if it has one, keeps its wish cards, steers to and wishes
its longest suit, and lays sevens and eights rather early. No chance is drawn on the way: each world brings
*moods*, a little liking for every card, so that candidates meet the same others in the same world.
"""

from __future__ import annotations

import random

from game.bots.values import outlook, unfinished, value
from game.engine import State, legal, parse_action, step
from game.engine.actions import DRAW, MAU, MAU_MAU, PASS, WISH_0, Action, Lay, lay_action
from game.engine.cards import NAMES, NO_CARD, RANK_OF, names
from game.engine.legality import combinations, fits
from game.engine.state import PLAY, SAID_MAU
from game.engine.tables import ADD_SKIP, OPEN_SKIP, SEVEN, SIX, SKIP, WISH, Tables

MOST_STEPS = 150
"""Words after which a rollout is given up and its end is guessed."""
HORIZON = 3
"""Rounds of the table a rollout looks ahead before the rest is estimated."""
WISH_LATE = 6.0
"""A wish card is laid only if it is liked so much more: in effect last."""
RID_OF_WISHES = 4
"""Where nobody may go out on a wish card, they are laid first from hands of so many cards on."""
SLOWS = 1.5
"""How much more a card is liked that costs the others a turn or cards."""
MOODS = 2.0
"""How far the moods of a world reach; about one card of the same suit more or less."""

Moods = tuple[float, ...]


def moods(compiled: Tables, seats: int, rng: random.Random) -> Moods:
    """How much every card is liked in one world, beyond the suit it stands in."""
    slows = SLOWS if seats == 2 else SLOWS / 3
    chance = rng.random
    return tuple(
        chance() * MOODS
        + (
            -WISH_LATE
            if effect == WISH
            else slows
            if effect in (SEVEN, SIX, SKIP, OPEN_SKIP, ADD_SKIP)
            else 0.0
        )
        for effect in compiled.effect
    )


def suits_of(cards: list[int]) -> list[int]:
    """How many of `cards` there are in each suit."""
    counts = [0, 0, 0, 0]
    for card in cards:
        counts[card & 3] += 1
    return counts


def play_out(state: State, me: int, liking: Moods) -> float:
    """Plays on; what that is worth to `me`. Where points do not count it ends after `HORIZON` rounds."""
    if state.rules.match_end == "rounds:1" and not state.tables.play_on:
        return _look_ahead(state, me, liking)
    return play_to_the_end(state, me, liking)


def play_to_the_end(state: State, me: int, liking: Moods) -> float:
    """Plays the round to its end; what it is worth to `me`."""
    act = _careful_turn if state.tables.careful else _turn
    for _ in range(MOST_STEPS):
        if state.phase != PLAY:
            return value(state, me)
        act(state, liking)
    return unfinished(state, me)


def _look_ahead(state: State, me: int, liking: Moods) -> float:
    """The same where only going out first counts: after some turns a look at the hands tells enough."""
    act = _careful_turn if state.tables.careful else _turn
    until = state.turn_no + HORIZON * len(state.hands)
    for _ in range(MOST_STEPS):
        if state.phase != PLAY:
            return value(state, me)
        if state.turn_no >= until:
            return outlook(state, me)
        act(state, liking)
    return outlook(state, me)


def _turn(state: State, liking: Moods) -> None:
    """The seat on turn does one thing; for rule sets whose legality is nothing but the row."""
    seat, row = state.turn, state.row
    assert seat is not None
    hand = state.hands[seat]
    best, most = -1, -1e9
    drawn = state.drawn
    if drawn != NO_CARD:
        if row[drawn]:
            best = drawn
    else:
        for card in hand:
            if row[card]:
                worth = liking[card]
                for other in hand:
                    if not (other ^ card) & 3:
                        worth += 1.0
                if worth > most:
                    best, most = card, worth
    if best < 0:
        _without(state, seat)
        return
    acts = row[best]
    action = acts[0]
    left = len(hand)
    if len(acts) > 1:
        action = best if left == 1 else lay_action(best, _longest(state, hand, best))
    if left == 2 and state.tables.mau and not state.said & SAID_MAU:
        step(state, seat, MAU)
    step(state, seat, action)


def _without(state: State, seat: int) -> None:
    """Nothing to lay: take, draw, sit out or pass."""
    if state.wish_owed:
        step(state, seat, WISH_0 + _longest(state, state.hands[seat], -1))
    elif state.due or not state.hands[seat]:
        step(state, seat, DRAW)
    elif state.skip or state.drawn != NO_CARD or not (state.stock or len(state.pile) > 1):
        step(state, seat, PASS)
    else:
        step(state, seat, DRAW)


def _longest(state: State, hand: list[int], laid: int) -> int:
    """The suit of most cards left that are no wish cards."""
    wish_rank = state.tables.wish_rank
    counts = [0, 0, 0, 0]
    for card in hand:
        if card != laid and RANK_OF[card] != wish_rank:
            counts[card & 3] += 1
    return counts.index(max(counts))


def _careful_turn(state: State, liking: Moods) -> None:
    """The same for every rule set: equal cards go together, combinations are found, calls are said."""
    seat = state.turn
    assert seat is not None
    hand, compiled = state.hands[seat], state.tables
    cards = hand if state.drawn == NO_CARD else [state.drawn]
    counts = suits_of(hand)
    able = [card for card in cards if fits(state, seat, card)]
    if not able or state.wish_owed:
        _without(state, seat)
        return
    rid = 2 * WISH_LATE if compiled.no_wish_finish and len(hand) <= RID_OF_WISHES else 0.0
    best = max(
        able,
        key=lambda card: (
            liking[card] + counts[card & 3] + 3 * compiled.combo[card] + rid * (compiled.effect[card] == WISH)
        ),
    )
    action = _lay_of(state, hand, best)
    left = len(hand) - (len(action.cards) + len(action.under) if isinstance(action, Lay) else 1)
    call = {1: MAU, 0: MAU_MAU}.get(left)
    if call is not None and call in legal(state, seat):
        step(state, seat, call)
    step(state, seat, action)


def _lay_of(state: State, hand: list[int], card: int) -> Action:
    compiled = state.tables
    if compiled.combo[card]:
        return parse_action(combinations(names(hand), NAMES[card])[0])
    same = [other for other in hand if RANK_OF[other] == RANK_OF[card]]
    together = compiled.equal and state.drawn == NO_CARD and len(same) > 1
    if together and RANK_OF[card] != compiled.wish_rank:
        same.remove(card)
        return Lay((card, *same))
    acts = state.row[card]
    if len(acts) == 1 or len(hand) == 1:
        return card
    return lay_action(card, _longest(state, hand, card))
