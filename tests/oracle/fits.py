"""RULES.md §4 and §9: which card fits, and what is a combination. `m` is a Match (match.py)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracle.cards import CYCLE

if TYPE_CHECKING:
    from tests.oracle.match import Match

COMBINATION_SIZE = {"2": 2, "3": 3, "4": 4}
IN_A_ROW = [{CYCLE[i], CYCLE[(i + 1) % 13], CYCLE[(i + 2) % 13]} for i in range(13)]


def is_wish_card(m: Match, card: str) -> bool:
    return card[0] == m.rules["wish_rank"]


def is_seven(m: Match, card: str) -> bool:
    return card[0] == "7" and m.rules["seven"] != "off"


def is_six(m: Match, card: str) -> bool:
    return card[0] == "6" and m.rules["six"] == "stack"


def is_eight(m: Match, card: str) -> bool:
    """An active eight: plain whenever the wish rank is 8."""
    return card[0] == "8" and m.rules["eight"] != "off" and m.rules["wish_rank"] != "8"


def is_reversal(m: Match, card: str) -> bool:
    return card[0] == m.rules["reverse_rank"]


def is_ace(m: Match, card: str) -> bool:
    return card[0] == "A" and m.rules["ace"] != "off"


def is_combination_card(m: Match, card: str) -> bool:
    return m.rules["combos"] == "on" and card[0] in COMBINATION_SIZE


def is_special(m: Match, card: str) -> bool:
    """§3."""
    tests = [is_wish_card, is_seven, is_six, is_eight, is_reversal, is_ace, is_combination_card]
    return any(test(m, card) for test in tests)


def is_combination(card: str, cards: list[str]) -> bool:
    """§9: whether the cards are what the 2, 3 or 4 needs."""
    if len(cards) != COMBINATION_SIZE[card[0]]:
        return False
    if card[0] == "2":
        return cards[0][0] == cards[1][0]
    if card[0] == "4":
        return len({c[1] for c in cards}) == 1
    return {c[0] for c in cards} in IN_A_ROW


def has_combination(hand: list[str], card: str) -> bool:
    """Whether the rest of the hand holds a combination for the card."""
    rest = list(hand)
    rest.remove(card)
    return any(is_combination(card, list(cards)) for cards in combinations(rest, COMBINATION_SIZE[card[0]]))


def fits(m: Match, seat: int, card: str) -> bool:
    """§4, for a card of the hand of the seat on turn; and §13, What fits: a 2, 3, 4 needs its combination."""
    hand = m.hands[seat]
    if m.rules["wish_finish"] == "forbidden" and is_wish_card(m, card) and len(hand) == 1:
        return False  # line 7, "last": whatever the lines before say
    if not fits_what_lies(m, card):
        return False
    return not is_combination_card(m, card) or has_combination(hand, card)


def fits_what_lies(m: Match, card: str) -> bool:
    """Lines 1 to 6; the first one that applies decides."""
    top = m.discard[-1]
    if m.due > 0:  # line 1
        if card[0] != top[0]:
            return False
        return m.rules["seven" if card[0] == "7" else "six"] == "stack"
    if m.skip > 0:  # line 2
        return card[0] == "8"
    if m.drawn is not None and card != m.drawn:  # line 3
        return False
    if m.wish == "*":  # §13: under `not-on-wish` every card but a wish card, else every card
        return not (is_wish_card(m, card) and m.rules["wish_fits"] == "not-on-wish")
    if m.wish is not None:  # line 4
        if is_wish_card(m, card):
            if m.rules["wish_fits"] == "not-on-wish":
                return False
            if m.rules["wish_fits"] == "any":
                return True
        return card[1] == m.wish
    if is_wish_card(m, card) and m.rules["wish_fits"] == "any":  # line 5
        return True
    if is_wish_card(m, card) and m.rules["wish_fits"] == "not-on-wish":
        return not is_wish_card(m, top)
    return card[1] == top[1] or card[0] == top[0]  # line 6


def any_fits(m: Match, seat: int) -> bool:
    return any(fits(m, seat, card) for card in m.hands[seat])


def possible_lays(m: Match, seat: int) -> set[int]:
    """How many cards the legal plays of the seat on turn would take from its hand (for "Mau")."""
    hand = m.hands[seat]
    sizes = set()
    for card in hand:
        if not fits(m, seat, card):
            continue
        if is_combination_card(m, card):
            sizes.add(1 + COMBINATION_SIZE[card[0]])
            continue
        sizes.add(1)
        if m.rules["equal_cards"] == "on" and m.drawn is None:
            same = sum(1 for other in hand if other[0] == card[0])
            for number in range(2, same + 1):
                empties = number == len(hand)
                if not (empties and is_wish_card(m, card) and m.rules["wish_finish"] == "forbidden"):
                    sizes.add(number)
    return sizes
