"""RULES.md §5-§7: what the seat on turn, and the others, may do. `m` is a Match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.fits import any_fits, fits, is_combination_card, is_wish_card, possible_lays

if TYPE_CHECKING:
    from tests.oracle.match import Match


def may_draw(m: Match, seat: int) -> bool:
    """§5, Draw and Take; §8, a seat without cards."""
    if seat != m.turn or m.dealer_wishes:
        return False
    if seat in m.empty:
        return True
    if m.due > 0:
        return True
    if m.skip > 0 or m.drawn is not None or not m.can_draw():
        return False
    if m.again or m.rules["draw_when"] == "stuck":
        return not any_fits(m, seat)
    return True


def may_pass(m: Match, seat: int) -> bool:
    """§5: only after drawing, or when nothing is left to draw and nothing fits; or an open skip."""
    if seat != m.turn or m.dealer_wishes or seat in m.empty or m.due > 0:
        return False
    if m.skip > 0 or m.drawn is not None:
        return True
    return not m.can_draw() and not any_fits(m, seat)


def may_say_late_mau(m: Match, seat: int) -> bool:
    """§7, challenge: on turn or not, while the window is open."""
    return m.window == seat


def may_say_mau(m: Match, seat: int) -> bool:
    """§7: on turn, once a turn, when some legal play would leave one card."""
    if seat != m.turn or m.dealer_wishes or m.rules["mau"] == "off" or m.said_mau:
        return False
    return len(m.hands[seat]) - 1 in possible_lays(m, seat)


def may_say_mau_mau(m: Match, seat: int) -> bool:
    if seat != m.turn or m.dealer_wishes or m.rules["mau_mau"] != "2" or m.said_mau_mau:
        return False
    return len(m.hands[seat]) > 0 and len(m.hands[seat]) in possible_lays(m, seat)


def may_challenge(m: Match, seat: int, layer: int) -> bool:
    return m.window == layer and seat != layer and seat in m.in_round


def may_jump_in(m: Match, seat: int, card: str) -> bool:
    """§6 and §13, Jump in."""
    if m.rules["jump_in"] == "off" or seat == m.turn or seat not in m.in_round or m.dealer_wishes:
        return False
    if m.due > 0 or m.skip > 0 or m.wish is not None or m.again or m.empty or m.acted:
        return False
    if is_wish_card(m, card) or is_combination_card(m, card):
        return False
    return card == m.discard[-1] and card in m.hands[seat]


def may_try(m: Match, seat: int, card: str) -> bool:
    """§5, strict: only a card that does not fit, and not while a wish is owed."""
    if m.rules["strict"] == "off" or seat != m.turn or m.dealer_wishes:
        return False
    return card in m.hands[seat] and not fits(m, seat, card)


def would_be_out(m: Match, seat: int, number: int, jumped: bool = False) -> bool:
    """Whether laying this many cards takes the seat out: nothing is left, and "Mau-Mau" is not forgotten."""
    if number < len(m.hands[seat]):
        return False
    if m.rules["mau_mau"] != "2" or m.said_mau_mau or jumped:
        return True
    return not (m.stock or len(m.discard) + number > 1)  # not even one card can be drawn


def legal_words(m: Match) -> list[str]:
    """NOTATION §2, `legal`: what the seat on turn may do."""
    seat = m.turn
    if m.state != "play" or seat is None:
        return []
    if m.dealer_wishes:
        return [f"w {suit}" for suit in sorted("CDHS")]
    found = set()
    for card in m.hands[seat]:
        if not fits(m, seat, card):
            continue
        if is_combination_card(m, card):
            found.add(f"p {card}(*)")
        elif is_wish_card(m, card) and not would_be_out(m, seat, 1):
            found.update(f"p {card}:{suit}" for suit in "CDHS")
        else:
            found.add(f"p {card}")
    if may_draw(m, seat):
        found.add("d")
    if may_pass(m, seat):
        found.add("-")
    if may_say_mau(m, seat) or may_say_late_mau(m, seat):
        found.add("m")
    if may_say_mau_mau(m, seat):
        found.add("mm")
    if m.window is not None and may_challenge(m, seat, m.window):
        found.add(f"c {m.window}")
    return sorted(found)
