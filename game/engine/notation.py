"""A state as JSON and back, and the full state line of `replay --json` (NOTATION §2)."""

from __future__ import annotations

from typing import Any

from game.engine.cards import CARDS, NAMES, NO_CARD, NO_SUIT, names, sorted_names
from game.engine.legality import legal_words
from game.engine.rules import parse_rules
from game.engine.state import Seat, State, new_match, ring, set_ring
from game.engine.tables import Row
from game.engine.view import phase_word, wish_word

FORMAT = 1
_NUMBERS = (
    "reason", "phase", "round_no", "dealer", "winner_of_round", "shuffles", "twins", "turn", "turn_no", "dir",
    "wish", "due", "skip", "again", "said", "said_mau", "window", "wish_owed", "owed", "doubled",
)  # fmt: skip
_LISTS = ("scores", "wins", "knocked_out", "owes", "outs", "bare")


def dump(state: State) -> dict[str, Any]:
    """`state` as a JSON-ready dict, format version under `f`; `load` reads it back."""
    data: dict[str, Any] = {"f": FORMAT, "rules": state.tables.text}
    data["seats"] = [[seat.name, seat.bot, seat.removed] for seat in state.seats]
    data.update((name, getattr(state, name)) for name in _NUMBERS)
    data.update((name, getattr(state, name)[:]) for name in _LISTS)
    data["history"] = [points[:] for points in state.history]
    data["hands"] = [names(hand) for hand in state.hands]
    data["stock"], data["pile"] = names(state.stock), names(state.pile)
    data["drawn"] = None if state.drawn == NO_CARD else NAMES[state.drawn]
    data["seed"] = None if state.seed is None else state.seed.hex()
    data["next_stock"] = None if state.next_stock is None else names(state.next_stock)
    data["ring"] = ring(state)
    return data


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote; raises ValueError for another format version."""
    if data.get("f") != FORMAT:
        raise ValueError(f"unknown format: {data.get('f')!r}")
    state = new_match(parse_rules(data["rules"]), [Seat(*seat) for seat in data["seats"]])
    for name in _NUMBERS:
        setattr(state, name, data[name])
    for name in _LISTS:
        setattr(state, name, data[name][:])
    state.history = [points[:] for points in data["history"]]
    state.hands = [_cards(hand) for hand in data["hands"]]
    state.stock, state.pile = _cards(data["stock"]), _cards(data["pile"])
    state.drawn = NO_CARD if data["drawn"] is None else CARDS[data["drawn"]]
    state.seed = None if data["seed"] is None else bytes.fromhex(data["seed"])
    state.next_stock = None if data["next_stock"] is None else _cards(data["next_stock"])
    if data["ring"]:
        set_ring(state, data["ring"])
    state.row = current_row(state)
    return state


def _cards(card_names: list[str]) -> list[int]:
    return [CARDS[name] for name in card_names]


def current_row(state: State) -> Row:
    """What fits, by what is open: a wish owed, due cards, an open skip, a wish, else the top card."""
    tables = state.tables
    if state.wish_owed or not state.pile:
        return tables.nothing
    top = state.pile[-1]
    if state.due:
        return tables.answer[top]
    if state.skip:
        return tables.eights
    return tables.fit[top] if state.wish == NO_SUIT else tables.wished[state.wish]


def full_line(state: State, line: int) -> dict[str, Any]:
    """Everything after one line of a record, hidden cards included: what `replay --json` prints."""
    return {
        "line": line,
        "turn": state.turn,
        "hands": [sorted_names(hand) for hand in state.hands],
        "top": NAMES[state.pile[-1]] if state.pile else None,
        "discard": len(state.pile),
        "stock": len(state.stock),
        "wish": wish_word(state.wish),
        "due": state.due,
        "skip": state.skip,
        "dir": state.dir,
        "legal": [] if state.turn is None else legal_words(state, state.turn),
        "scores": state.scores[:],
        "wins": state.wins[:],
        "state": "round-over" if phase_word(state) == "between" else phase_word(state),
    }
