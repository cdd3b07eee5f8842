"""NOTATION §2: the words of a record, and RULES.md §5 for what each of them does. `m` is a Match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.oracle import seats
from tests.oracle.effects import draw_without_cards, go_on, lay, serve_skip, take_due
from tests.oracle.fits import fits, is_combination, is_combination_card, is_wish_card
from tests.oracle.legal import (
    may_challenge,
    may_draw,
    may_jump_in,
    may_pass,
    may_say_late_mau,
    may_say_mau,
    may_say_mau_mau,
    may_try,
    would_be_out,
)

if TYPE_CHECKING:
    from tests.oracle.match import Match

CARD = "[2-9TJQKA][CSHD]"


def refuse(why: str) -> None:
    from tests.oracle.match import Illegal

    raise Illegal(why)


def apply(m: Match, seat: int, word: str) -> None:
    verb, _, rest = word.partition(" ")
    if verb in ("leave", "join", "bot", "human"):
        seat_word(m, seat, verb, rest)
        return
    if m.state != "play":
        refuse("no round is being played")
    verbs = {"p": play, "j": jump, "x": try_card, "c": challenge, "w": dealer_wish}
    plain = {"d": draw, "-": sit_or_pass, "m": mau, "mm": mau_mau, "t": timeout}
    if verb in verbs and rest:
        verbs[verb](m, seat, rest)
    elif word in plain:
        plain[word](m, seat)
    else:
        refuse("no such word")


def seat_word(m: Match, seat: int, verb: str, rest: str) -> None:
    if verb == "join":
        if not rest or not seats.may_join(m, seat):
            refuse("nobody can join here")
        seats.join(m, rest)
        return
    if not seats.may_change(m, seat):
        refuse("no such seat")
    if verb == "leave":
        if rest:
            refuse("leave has no more words")
        seats.leave(m, seat)
    elif verb == "bot" and rest not in seats.STRENGTHS:
        refuse("no such bot")
    elif verb == "human":
        if not rest:
            refuse("no name")
        m.names[seat] = rest


def play(m: Match, seat: int, rest: str) -> None:
    """§5, lay; §6, equal cards; §9, combinations."""
    found = re.fullmatch(rf"({CARD}(?:\+{CARD})*)(?:\(({CARD}(?:\+{CARD})*)\))?(?::([CSHD]))?", rest)
    if not found or seat != m.turn or m.dealer_wishes:
        refuse("no such play")
        return
    cards = found[1].split("+")
    combination = found[2].split("+") if found[2] else []
    suit = found[3]
    hand = list(m.hands[seat])
    for card in cards + combination:
        if card not in hand:
            refuse("not in the hand")
        hand.remove(card)
    if not fits(m, seat, cards[0]):
        refuse("it does not fit")
    if len(cards) > 1:
        check_equal_cards(m, seat, cards)
    if is_combination_card(m, cards[0]):
        if not is_combination(cards[0], combination):
            refuse("that is no combination")
    elif combination:
        refuse("no combination card")
    number = len(cards) + len(combination)
    wants_suit = is_wish_card(m, cards[0]) and not would_be_out(m, seat, number)
    if wants_suit != (suit is not None):
        refuse("a suit is named with a wish, and only then")
    lay(m, seat, cards, combination, suit)


def check_equal_cards(m: Match, seat: int, cards: list[str]) -> None:
    if m.rules["equal_cards"] == "off" or m.drawn is not None:
        refuse("one card only")
    if any(card[0] != cards[0][0] for card in cards) or is_combination_card(m, cards[0]):
        refuse("not equal")
    forbidden = m.rules["wish_finish"] == "forbidden" and is_wish_card(m, cards[0])
    if forbidden and len(cards) == len(m.hands[seat]):
        refuse("a wish card would empty the hand")


def jump(m: Match, seat: int, rest: str) -> None:
    if not may_jump_in(m, seat, rest):
        refuse("no jump in")
    lay(m, seat, [rest], [], None, jumped=True)


def try_card(m: Match, seat: int, rest: str) -> None:
    """§5, strict: one penalty card, then what is due or open, and the turn is over."""
    if not may_try(m, seat, rest):
        refuse("no try")
    m.window = None
    m.draw_card(seat)
    end_turn_by_force(m, seat)


def end_turn_by_force(m: Match, seat: int) -> None:
    if m.due > 0:
        take_due(m, seat)
    elif m.skip > 0:
        serve_skip(m, seat)
    else:
        go_on(m, seat)


def challenge(m: Match, seat: int, rest: str) -> None:
    if not rest.isdecimal() or not may_challenge(m, seat, int(rest)):
        refuse("no challenge")
    m.draw_cards(int(rest), int(m.rules["mau_penalty"]))
    m.window = None


def dealer_wish(m: Match, seat: int, rest: str) -> None:
    if not m.dealer_wishes or seat != m.turn or rest not in ("C", "S", "H", "D"):
        refuse("no wish is owed")
    m.dealer_wishes = False
    m.wish = rest
    go_on(m, seat)


def draw(m: Match, seat: int) -> None:
    if not may_draw(m, seat):
        refuse("no draw")
    m.window = None
    m.acted = True
    if seat in m.empty:
        draw_without_cards(m, seat)
    elif m.due > 0:
        take_due(m, seat)
    elif m.again:
        m.draw_card(seat)
        go_on(m, seat)
    else:
        draw_until(m, seat)


def draw_until(m: Match, seat: int) -> None:
    """§5, Draw: one, up to three, or until one fits; where the cards end it stops."""
    most = {"one": 1, "three": 3, "until": 1000}[m.rules["draw"]]
    last = None
    for _ in range(most):
        card = m.draw_card(seat)
        if card is None:
            break
        last = card
        if fits(m, seat, card):
            break
    if m.rules["after_draw"] == "end":
        go_on(m, seat)
    else:
        m.drawn = last


def sit_or_pass(m: Match, seat: int) -> None:
    if not may_pass(m, seat):
        refuse("no pass")
    m.window = None
    end_turn_by_force(m, seat)


def mau(m: Match, seat: int) -> None:
    if may_say_late_mau(m, seat):
        m.window = None
    elif may_say_mau(m, seat):
        m.said_mau = True
        m.acted = True
    else:
        refuse("no mau")


def mau_mau(m: Match, seat: int) -> None:
    if not may_say_mau_mau(m, seat):
        refuse("no mau-mau")
    m.said_mau_mau = True
    m.acted = True


def timeout(m: Match, seat: int) -> None:
    """§5, Timeout."""
    if seat != m.turn:
        refuse("not on turn")
    m.window = None
    if m.dealer_wishes:
        dealer_wish(m, seat, m.discard[-1][1])
    elif seat in m.empty:
        draw_without_cards(m, seat)
    else:
        if m.due == 0 and m.skip == 0 and m.drawn is None:
            m.draw_card(seat)
        end_turn_by_force(m, seat)
