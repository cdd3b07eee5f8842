"""Examples are drawn, not built: a position in one line, moves as they stand in a record."""

from __future__ import annotations

from typing import Any

from game.engine import (
    EngineError,
    Seat,
    State,
    apply,
    deal,
    dump,
    legal_words,
    new_match,
    parse_action,
    parse_card,
    parse_position,
    parse_rules,
)


def given(position: str, stock: str | None = None, **hands: str) -> State:
    """The position of NOTATION §3; `p1="7H.8H"` is the hand of seat 1, `stock` what is left, first one first.

    With `stock` the cards that lie nowhere are at the bottom of the discard pile.
    """
    state = parse_position(position)
    held = {int(key[1:]): cards(text) for key, text in hands.items()}
    ahead = cards(stock or "")
    pool = [card for hand in state.hands[1:] for card in hand] + state.stock
    for card in [*ahead, *(card for hand in held.values() for card in hand)]:
        pool.remove(card)
    for seat in range(1, len(state.hands)):
        count = 0 if seat in held else len(state.hands[seat])
        state.hands[seat] = held.get(seat, pool[:count])
        del pool[:count]
    state.stock = pool[::-1] if stock is None else ahead[::-1]
    if stock is not None:
        state.pile[:0] = pool
    return state


def cards(names: str) -> list[int]:
    """Cards from names like "7H.8H"."""
    return [parse_card(name) for name in names.split(".") if name]


def play(state: State, *moves: str) -> list[dict[str, Any]]:
    """Plays moves as in a record ("0 p 7H"); returns what a spectator hears."""
    heard = []
    for move in moves:
        seat, _, word = move.partition(" ")
        heard += [event.wire(None) for event in apply(state, int(seat), parse_action(word))]
    return heard


def refused(state: State, move: str) -> str:
    """The code with which a move is refused; asserts that nothing changed by it."""
    seat, _, word = move.partition(" ")
    before = dump(state)
    try:
        apply(state, int(seat), parse_action(word))
    except EngineError as error:
        assert dump(state) == before
        return error.code
    raise AssertionError(f"{move} is legal")


def words(state: State, seat: int = 0) -> list[str]:
    """What `seat` may do."""
    return legal_words(state, seat)


def kinds(heard: list[dict[str, Any]]) -> list[str]:
    """The kinds of what was heard."""
    return [event["e"] for event in heard]


def match(rules: str, players: int = 2) -> State:
    """A match before its first round."""
    return new_match(parse_rules(rules), [Seat(f"P{seat}") for seat in range(players)])


def dealt(rules: str, players: int = 2, number: int = 1) -> State:
    """A match in its first round, from a seed that `number` names."""
    state = match(rules, players)
    deal(state, number.to_bytes(32, "big"))
    return state
