"""RULES.md §3: the starting card. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.fits import is_ace, is_eight, is_reversal, is_seven, is_six, is_special, is_wish_card

if TYPE_CHECKING:
    from tests.oracle.match import Match


def turn_starting_card(m: Match) -> None:
    way = m.rules["start_card"]
    if way == "bury":
        bury(m)
    elif way == "cover":
        m.discard.append(m.stock.pop(0))
        while is_special(m, m.discard[-1]) and m.stock:
            m.discard.append(m.stock.pop(0))
    elif way == "nine":
        nine(m)
    else:
        m.discard.append(m.stock.pop(0))
    m.turn = None
    if way in ("dealer", "free"):
        with_effect(m, way)
    else:
        m.turn = m.next_seat(m.dealer)


def bury(m: Match) -> None:
    if all(is_special(m, card) for card in m.stock):
        m.discard.append(m.stock.pop(0))  # the first one turned lies, as plain
        return
    while is_special(m, m.stock[0]):
        m.stock.append(m.stock.pop(0))
    m.discard.append(m.stock.pop(0))


def nine(m: Match) -> None:
    plain = [card for card in m.stock if not is_special(m, card)]
    nines = [card for card in plain if card[0] == "9"]
    card = (nines + plain + m.stock)[0]
    m.stock.remove(card)  # removes the first such card; of two twins it does not matter which
    m.discard.append(card)


def with_effect(m: Match, way: str) -> None:
    """`dealer` and `free`: the card counts as the dealer's play."""
    card = m.discard[-1]
    if is_wish_card(m, card):
        if way == "dealer":
            m.dealer_wishes = True
            m.turn = m.dealer
        else:
            m.wish = "*"
            m.turn = m.next_seat(m.dealer)
        return
    if is_seven(m, card):
        m.due = 2
    elif is_six(m, card):
        m.due = 1
    elif is_eight(m, card) and m.rules["eight"] in ("counter", "add"):
        m.skip = 1
    elif is_reversal(m, card):
        m.direction = -1
        if len(m.in_round) == 2:  # §13: with two players the dealer begins
            m.turn = m.dealer
            return
    m.turn = m.next_seat(m.dealer)
    if (is_eight(m, card) and m.rules["eight"] == "skip") or (is_ace(m, card) and m.rules["ace"] == "skip"):
        m.turn = m.next_seat(m.turn)
