"""Positions in one line (NOTATION §3), for lessons and tests: what seat 0 sees.

``top=9H hand=KD.9C.AH.JS rules=first-lesson wish=- due=0 dir=+ hands=4,5,3 turn=0 skip=0 drawn=9C``
Only `top` and `hand` are needed; without `hands` two play and the other holds five cards. The hidden hands
and the stock are made of the cards seat 0 does not see, in the order of an unshuffled pack.

A position cannot say: the discard pile under its top card, who has said "Mau" or may be challenged, an
`again` duty, a wish the dealer owes, turns owed, that another seat has drawn, scores and names. Reading one,
nothing of that is so. A seat with no cards is out of the round, but under `last_card=full` it is unsettled
while cards are due, a skip is open or it is on turn.
"""

from __future__ import annotations

import re
from collections import Counter

from game.engine.actions import MOST_SEATS
from game.engine.cards import ANY_SUIT, CARDS, NAMES, NO_CARD, NO_SUIT, SUITS, names
from game.engine.deal import full_pack, packs
from game.engine.errors import PositionError, RuleError
from game.engine.notation import current_row
from game.engine.rules import RuleSet, parse_rules, rules_text
from game.engine.state import PLAY, Seat, State, new_match, set_ring

_KEYS = frozenset({"top", "hand", "rules", "wish", "due", "dir", "hands", "turn", "skip", "drawn"})
_OTHER_HAND = 5
_WISHES = {"-": NO_SUIT, "*": ANY_SUIT} | {suit: number for number, suit in enumerate(SUITS)}
_DIRECTIONS = {"+": 1, "-": -1}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)


def parse_position(text: str) -> State:
    """A state in which seat 0 sees `text`; raises PositionError saying what is wrong."""
    values = _values(text)
    hand = _cards("hand", values["hand"])
    counts = _counts(values, hand)
    state = new_match(_rules(values), [Seat(f"P{seat}") for seat in range(len(counts))])
    state.phase, state.round_no, state.dealer, state.turn_no = PLAY, 1, len(counts) - 1, 1
    state.twins = packs(state.rules, len(counts)) == 2
    state.seed = bytes(32)
    state.pile = [_card("top", values["top"])]
    state.dir, state.wish = _one_of(values, "dir", "+", _DIRECTIONS), _one_of(values, "wish", "-", _WISHES)
    state.due, state.skip = _number("due", values.get("due", "0")), _number("skip", values.get("skip", "0"))
    if state.due and state.skip:
        raise PositionError("due= and skip= cannot both be open")
    _deal_unseen(state, hand, counts)
    _seat_all(state, _turn(values, counts))
    state.drawn = _drawn(values, state)
    state.row = current_row(state)
    return state


def _values(text: str) -> dict[str, str]:
    """The keys of a position. Blanks are allowed inside `rules=`, whose own pairs follow it."""
    values: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise PositionError(f"not key=value: {word[:40]}")
        if key in values:
            raise PositionError(f"{key}= stands twice")
        if key in _KEYS:
            values[key] = value
        elif "rules" in values:
            values["rules"] += " " + word
        else:
            raise PositionError(f"not part of a position: {word[:40]}")
    if not {"top", "hand"} <= values.keys():
        raise PositionError("a position needs top= and hand=")
    return values


def _card(key: str, name: str) -> int:
    if name not in CARDS:
        raise PositionError(f"{key}= is not a card: {name[:40]!r}")
    return CARDS[name]


def _cards(key: str, text: str) -> list[int]:
    return [_card(key, name) for name in text.split(".")] if text else []


def _number(key: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise PositionError(f"{key}= is not a number from 0 to 999: {text[:40]!r}")
    return int(text)


def _one_of(values: dict[str, str], key: str, usual: str, known: dict[str, int]) -> int:
    value = values.get(key, usual)
    if value not in known:
        raise PositionError(f"{key}= is one of {' '.join(known)}, not {value[:40]!r}")
    return known[value]


def _counts(values: dict[str, str], hand: list[int]) -> list[int]:
    given = values.get("hands", f"{len(hand)},{_OTHER_HAND}").split(",")
    counts = [_number("hands", count) for count in given]
    if not 2 <= len(counts) <= MOST_SEATS:
        raise PositionError(f"hands= has 2 to {MOST_SEATS} numbers, one for each seat")
    if counts[0] != len(hand):
        raise PositionError("the first number of hands= must be that of the cards in hand=")
    return counts


def _rules(values: dict[str, str]) -> RuleSet:
    try:
        return parse_rules(values.get("rules", "mau-mau"))
    except RuleError as error:
        raise PositionError(f"rules= {error}"[:200]) from None


def _turn(values: dict[str, str], counts: list[int]) -> int:
    turn = _number("turn", values.get("turn", "0"))
    if turn >= len(counts):
        raise PositionError(f"turn= there is no seat {turn}")
    return turn


def _drawn(values: dict[str, str], state: State) -> int:
    if "drawn" not in values:
        return NO_CARD
    card = _card("drawn", values["drawn"])
    if state.turn != 0 or card not in state.hands[0] or state.due or state.skip:
        raise PositionError("drawn= is a card of hand=, when seat 0 is on turn and nothing is due or open")
    return card


def _deal_unseen(state: State, hand: list[int], counts: list[int]) -> None:
    left = Counter(full_pack(state.rules, len(counts)))
    left.subtract([*hand, *state.pile])
    wrong = [NAMES[card] for card, count in left.items() if count < 0]
    if wrong:
        raise PositionError("the pack has not so many of these cards: " + " ".join(wrong)[:80])
    if sum(counts[1:]) > left.total():
        raise PositionError(f"hands= only {left.total()} cards are left for the other seats")
    unseen = list(left.elements())
    state.hands = [hand]
    for count in counts[1:]:
        state.hands.append(unseen[:count])
        del unseen[:count]
    state.stock = unseen[::-1]


def _seat_all(state: State, turn: int) -> None:
    """The circle: seats with cards, and under `full` those that may still have to draw."""
    empty = [seat for seat, cards in enumerate(state.hands) if not cards]
    if state.tables.full:
        state.bare = [seat for seat in empty if state.due or state.skip or seat == turn]
    state.outs = [seat for seat in empty if seat not in state.bare]
    playing = [seat for seat in range(len(state.hands)) if seat not in state.outs]
    if turn not in playing or len(playing) < 2:
        raise PositionError("two seats must hold cards, one of them the seat on turn")
    state.turn = turn
    set_ring(state, playing)


def position_text(state: State, seat: int) -> str:
    """What `seat` sees of a round being played, as a position with that seat as seat 0.

    `parse_position` reads it back. Raises PositionError between rounds.
    """
    if state.turn is None:
        raise PositionError("no round is being played")
    turned = [(seat + step) % len(state.seats) for step in range(len(state.seats))]
    parts = [
        f"top={NAMES[state.pile[-1]]}",
        f"hand={'.'.join(names(state.hands[seat]))}",
        f"rules={rules_text(state.rules)}",
        f"wish={'-' if state.wish == NO_SUIT else (SUITS + '*')[state.wish]}",
        f"due={state.due}",
        f"dir={'+' if state.dir > 0 else '-'}",
        f"hands={','.join(str(len(state.hands[other])) for other in turned)}",
        f"turn={turned.index(state.turn)}",
    ]
    if state.skip:
        parts.append(f"skip={state.skip}")
    if state.turn == seat and state.drawn != NO_CARD:
        parts.append(f"drawn={NAMES[state.drawn]}")
    return " ".join(parts)
