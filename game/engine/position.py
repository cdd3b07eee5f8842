"""Positions in one line (NOTATION §3), for lessons and tests: what seat 0 sees.

``top=9H hand=KD.9C.AH.JS rules=first-lesson wish=- due=0 dir=+ hands=4,5,3 turn=0 skip=0 drawn=9C``
Only `top` and `hand` are needed. The other hands are five cards each by default; they and the stock are made
of the cards seat 0 does not see, in the order of an unshuffled pack.
"""

from __future__ import annotations

from collections import Counter

from game.engine.cards import ANY_SUIT, CARDS, NAMES, NO_CARD, NO_SUIT, SUITS, names
from game.engine.deal import full_pack, packs
from game.engine.notation import current_row
from game.engine.rules import parse_rules, rules_text
from game.engine.state import PLAY, Seat, State, new_match, set_ring

_KEYS = frozenset({"top", "hand", "rules", "wish", "due", "dir", "hands", "turn", "skip", "drawn"})
_USUAL_HAND = "5"


def parse_position(text: str) -> State:
    """A state in which seat 0 sees `text`; raises ValueError where that cannot be."""
    values = _values(text)
    hand = _cards(values["hand"])
    counts = [int(count) for count in values.get("hands", f"{len(hand)},{_USUAL_HAND}").split(",")]
    if counts[0] != len(hand):
        raise ValueError("the first of hands= must be the number of cards in hand=")
    rules = parse_rules(values.get("rules", "mau-mau"))
    state = new_match(rules, [Seat(f"P{seat}") for seat in range(len(counts))])
    state.phase, state.round_no, state.dealer, state.turn_no = PLAY, 1, len(counts) - 1, 1
    state.twins = packs(rules, len(counts)) == 2
    state.seed = bytes(32)
    state.pile = _cards(values["top"])
    state.turn, state.dir = int(values.get("turn", "0")), -1 if values.get("dir") == "-" else 1
    state.wish, state.due = _wish(values.get("wish", "-")), int(values.get("due", "0"))
    state.skip = int(values.get("skip", "0"))
    state.drawn = CARDS[values["drawn"]] if "drawn" in values else NO_CARD
    _deal_unseen(state, hand, counts)
    set_ring(state, range(len(counts)))
    state.row = current_row(state)
    return state


def _values(text: str) -> dict[str, str]:
    """The keys of a position. Blanks are allowed inside `rules=`, whose own pairs follow it."""
    values: dict[str, str] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key in _KEYS:
            values[key] = value
        elif "rules" in values:
            values["rules"] += " " + word
        else:
            raise ValueError(f"not part of a position: {word}")
    if not {"top", "hand"} <= values.keys():
        raise ValueError("a position needs top= and hand=")
    return values


def _cards(text: str) -> list[int]:
    try:
        return [CARDS[name] for name in text.split(".") if name]
    except KeyError as error:
        raise ValueError(f"not a card: {error.args[0]}") from None


def _wish(text: str) -> int:
    if text == "-":
        return NO_SUIT
    return ANY_SUIT if text == "*" else SUITS.index(text)


def _deal_unseen(state: State, hand: list[int], counts: list[int]) -> None:
    cards = full_pack(state.rules, len(counts))
    left = Counter(cards)
    left.subtract([*hand, *state.pile])
    wrong = [NAMES[card] for card, count in left.items() if count < 0]
    if wrong or sum(counts[1:]) > left.total():
        raise ValueError("there are not so many cards: " + " ".join(wrong))
    unseen = list(left.elements())
    state.hands = [hand]
    for count in counts[1:]:
        state.hands.append(unseen[:count])
        del unseen[:count]
    state.stock = unseen[::-1]


def position_text(state: State, seat: int) -> str:
    """What `seat` sees, as a position with that seat as seat 0."""
    turned = [(seat + step) % len(state.seats) for step in range(len(state.seats))]
    parts = [
        f"top={NAMES[state.pile[-1]]}",
        f"hand={'.'.join(names(state.hands[seat]))}",
        f"rules={rules_text(state.rules)}",
        f"wish={'-' if state.wish == NO_SUIT else (SUITS + '*')[state.wish]}",
        f"due={state.due}",
        f"dir={'+' if state.dir > 0 else '-'}",
        f"hands={','.join(str(len(state.hands[other])) for other in turned)}",
        f"turn={turned.index(state.turn) if state.turn is not None else 0}",
    ]
    if state.skip:
        parts.append(f"skip={state.skip}")
    if state.turn == seat and state.drawn != NO_CARD:
        parts.append(f"drawn={NAMES[state.drawn]}")
    return " ".join(parts)
