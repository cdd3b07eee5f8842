"""RULES.md §6-§8: laying cards, their effects, going out. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.fits import is_ace, is_eight, is_reversal, is_seven, is_six, is_wish_card
from tests.oracle.scoring import end_round, first_out

if TYPE_CHECKING:
    from tests.oracle.match import Match


def lay(
    m: Match, seat: int, cards: list[str], combination: list[str], suit: str | None, jumped: bool = False
) -> None:
    """Lay legal cards: one, equal ones, or one with its combination."""
    holders = len(m.in_round)  # §6: "two players" are counted with the one who lays
    if jumped:
        m.turn = seat
        m.new_turn_flags()
    m.acted = True
    m.window = None
    m.drawn = None
    m.again = False
    m.wish = None  # §13: every lay ends a standing wish
    hand = m.hands[seat]
    for card in combination + cards:
        hand.remove(card)
    m.discard = combination + m.discard + cards  # §9: the first card named at the very bottom
    if jumped:  # §6: it says "Mau" and "Mau-Mau" by itself, and what is said holds for the turn
        m.said_mau = len(hand) == 1
        m.said_mau_mau = len(hand) == 0
    if len(hand) == 0:
        if m.rules["mau_mau"] == "2" and not m.said_mau_mau:
            m.draw_cards(seat, 2)  # §7; if not even one card can be drawn, he is out
        if len(hand) == 0:
            last_card(m, seat, cards, combination, holders)
            return
    elif len(hand) == 1 and not m.said_mau:
        if m.rules["mau"] == "button":
            m.draw_cards(seat, int(m.rules["mau_penalty"]))
        elif m.rules["mau"] == "challenge":
            m.window = seat
    effect(m, seat, cards, suit, holders)


def effect(m: Match, seat: int, cards: list[str], suit: str | None, holders: int) -> None:
    """§6."""
    card = cards[-1]
    number = len(cards)
    if is_wish_card(m, card):
        m.wish = suit
        go_on(m, seat)
    elif is_seven(m, card):
        m.due += 2 * number
        go_on(m, seat)
    elif is_six(m, card):
        m.due += number
        go_on(m, seat)
    elif is_eight(m, card) and m.rules["eight"] == "counter":
        m.skip = 1
        go_on(m, seat)
    elif is_eight(m, card) and m.rules["eight"] == "add":
        m.skip += number
        go_on(m, seat)
    elif is_eight(m, card) or (is_ace(m, card) and m.rules["ace"] == "skip"):
        skipped = seat
        for _ in range(number):
            skipped = m.next_seat(skipped)
        go_on(m, skipped)
    elif is_reversal(m, card) and number % 2 == 1:
        m.direction = -m.direction
        # with two it is your turn again, unless you owe turns (§13: "the turn" passes you over too)
        go_on(m, m.next_place(seat) if holders == 2 else seat)
    elif is_ace(m, card):  # again
        m.again = True
    else:
        go_on(m, seat)


def go_on(m: Match, seat: int) -> None:
    """The turn of this seat is over."""
    begin_turn(m, m.next_seat(seat))


def begin_turn(m: Match, seat: int) -> None:
    m.turn = seat
    m.new_turn_flags()
    if seat in m.empty and not m.can_draw():
        end_round(m, m.empty[0])  # §8: if it can draw nothing, it has won
    elif m.empty and seat not in m.empty and m.skip == 0 and m.due == 0:
        end_round(m, m.empty[0])  # §8: a seat with cards comes on turn with no skip open


# §8, the last card


def last_card(m: Match, seat: int, cards: list[str], combination: list[str], holders: int) -> None:
    card = cards[-1]
    if m.rules["last_card"] == "full":
        plays_on = is_seven(m, card) or is_six(m, card) or is_eight(m, card) or is_reversal(m, card)
        plays_on = plays_on or (is_ace(m, card) and m.rules["ace"] == "skip")
        if combination or not plays_on:
            if is_wish_card(m, card):
                m.out_on_wish_card.add(seat)
            end_round(m, seat)
        else:
            m.empty.append(seat)
            effect(m, seat, cards, None, holders)
        return
    m.outs.append(seat)
    if is_wish_card(m, card):
        m.out_on_wish_card.add(seat)
    taker = None
    if m.rules["last_card"] == "seven" and (is_seven(m, card) or is_six(m, card)):
        m.due += (2 if is_seven(m, card) else 1) * len(cards)
        taker = m.next_place(seat)  # §13: owing turns or not
        m.draw_cards(taker, m.due)
        m.due = 0
    m.in_round.remove(seat)
    if m.rules["play_on"] == "off" or len(m.in_round) == 1:
        end_round(m, first_out(m))
        return
    m.due = 0
    m.skip = 0
    go_on(m, seat if taker is None else taker)


# what is due, and open skips


def take_due(m: Match, seat: int) -> None:
    """Take all that is due; the turn is over."""
    m.draw_cards(seat, m.due)
    m.due = 0
    if seat in m.empty and m.hands[seat]:
        m.empty.remove(seat)  # §8: back in the round
    if m.empty:
        end_round(m, m.empty[0])  # §8: another seat has taken what is due
    else:
        go_on(m, seat)


def serve_skip(m: Match, seat: int) -> None:
    """Sit out the present turn; under `add` the other turns are owed (§13)."""
    m.owed[seat] = m.owed.get(seat, 0) + m.skip - 1
    m.skip = 0
    go_on(m, seat)


def draw_without_cards(m: Match, seat: int) -> None:
    """§8, full: the turn or the open skip came to a seat without cards."""
    if m.due > 0:
        take_due(m, seat)
        return
    if m.draw_card(seat) is None:
        end_round(m, m.empty[0])  # §8: if it can draw nothing, it has won
        return
    m.empty.remove(seat)
    m.skip = 0  # "an open skip is served by that": no turns are owed
    go_on(m, seat)
