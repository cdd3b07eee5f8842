"""What the end of a round is worth to a seat, from 0 to 1: its share of the match, as far as one can tell."""

from __future__ import annotations

from math import exp, sqrt

from game.engine import State, members, places
from game.engine.state import OVER
from game.engine.tables import WISH

LATER = 0.06
"""What coming second instead of last is worth when a match is over, against 1 for winning it."""
LATER_PLAY_ON = 0.3
"""The same where the others play on for the places."""
ROUND_SPREAD = 14.0
"""Points by which the result of one round typically differs between seats."""
LOSS_A_ROUND = 14.0
"""Points a seat collects in an average round."""
WIN_STEP = 2.2
"""Each round win less to go makes a seat so many times likelier to win the match."""


def value(state: State, me: int) -> float:
    """The worth of a round that has ended, or of a match that has."""
    ranked = places(state) if state.phase == OVER else None
    return _over(state, ranked, me) if ranked else _share(state, me)


def unfinished(state: State, me: int) -> float:
    """The worth of a round nobody has the patience to finish: an even share, less for each card held."""
    held = [len(state.hands[seat]) + 1 for seat in members(state)]
    return (1 / (len(state.hands[me]) + 1)) / sum(1 / cards for cards in held)


FEW = {
    2: (1.66, 1.04, 0.62, 0.35, 0.0, -0.43, -0.68, -1.3),
    4: (2.97, 1.92, 1.13, 0.56, 0.0, -0.57, -1.12, -2.05),
}
"""By seats still in, what holding one, two … eight or more cards adds to its *prospect* (five: nothing)."""
A_CARD_MORE = 0.35
"""What every card beyond eight takes from it."""
WISH_HELD, SLOW_HELD = 0.63, 0.42
"""What each wish card, and each card that slows others, adds to it."""
HELD_AT_MOST = 2.0
"""What all of these add at most: a hand full of them is above all a full hand."""
CAN_LAY, CANNOT, LAST_FITS, NEXT_TO_LAST = 0.36, -0.55, 6.4, 0.38
"""And for the seat on turn: a card that fits or none, the last card or one of the last two that fits.

All fitted to 2,500 rounds of the rollout's own players by `mau-mau`: the chance to go out first is
exp(prospect), shared out among the seats.
"""


def outlook(state: State, me: int) -> float:
    """The chance of `me` to go out first in the round under way, as a quick look at the hands has it."""
    inside = [seat for seat, hand in enumerate(state.hands) if hand]
    few = FEW[2 if len(inside) == 2 else 4]
    prospects = [exp(_prospect(state, seat, few)) for seat in inside]
    return prospects[inside.index(me)] / sum(prospects) if me in inside else 0.0


def _prospect(state: State, seat: int, few: tuple[float, ...]) -> float:
    hand, effect = state.hands[seat], state.tables.effect
    count = len(hand)
    held = 0.0
    for card in hand:
        kind = effect[card]
        if kind:
            held += WISH_HELD if kind == WISH else SLOW_HELD
    prospect = few[min(count, len(few)) - 1] + min(held, HELD_AT_MOST)
    prospect -= A_CARD_MORE * max(0, count - len(few))
    if seat == state.turn:
        row = state.row
        for card in hand:
            if row[card]:
                return prospect + CAN_LAY + (LAST_FITS if count == 1 else NEXT_TO_LAST * (count == 2))
        prospect += CANNOT
    return prospect


def _over(state: State, ranked: list[int], me: int) -> float:
    """One for the winner (shared by who share it), and a little for every place before the last."""
    mine, seats = ranked[me], sum(place > 0 for place in ranked)
    later = LATER_PLAY_ON if state.tables.play_on else LATER
    won = 1 / ranked.count(1) if mine == 1 else 0.0
    return (1 - later) * won + later * ((seats - mine) / (seats - 1) if seats > 1 else 1.0)


def _share(state: State, me: int) -> float:
    """The chance to win the match from the scores after this round."""
    weights = {seat: _weight(state, seat) for seat in members(state)}
    if me not in weights:
        return 0.0
    return weights[me] / sum(weights.values())


def _weight(state: State, seat: int) -> float:
    kind, number, score = state.rules.end_kind, state.rules.end_number, state.scores[seat]
    if kind in ("wins", "most-wins"):
        return float(WIN_STEP ** state.wins[seat]) * exp(-score / 1000)
    if kind == "rounds":
        return exp(-score / (ROUND_SPREAD * sqrt(max(1, number - state.round_no))))
    worst = max(state.scores[other] for other in members(state))
    if kind == "limit":
        return exp(-score / (ROUND_SPREAD * sqrt(max(1.0, (number - worst) / LOSS_A_ROUND))))
    return 1 - exp(-(number + 1 - score) / (3 * LOSS_A_ROUND))  # knockout: how many rounds it can stand
