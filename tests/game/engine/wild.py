"""Matches played by chance: any rule set, any number of players, everything a seat may do now and then."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.engine import (
    FIELDS,
    PRESETS,
    RuleError,
    RuleSet,
    Seat,
    State,
    apply,
    card_name,
    combinations,
    deal,
    legal_words,
    new_match,
    parse_action,
)
from game.engine.cards import RANK_OF
from game.engine.events import Event

Move = tuple[int, str]


def any_rules(rng: random.Random, changes: int = 6) -> RuleSet:
    """A preset with up to `changes` fields set anew, pairs that are refused left out."""
    rules = rng.choice(list(PRESETS.values()))
    for name in rng.sample(sorted(FIELDS), rng.randint(0, changes)):
        try:
            rules = rules.with_values({name: rng.choice(FIELDS[name])})
        except RuleError:
            continue
    return rules


def begun(rules: RuleSet, players: int, number: int = 1) -> State:
    """A match in its first round, from a seed that `number` names."""
    state = new_match(rules, [Seat(f"P{seat}") for seat in range(players)])
    deal(state, number.to_bytes(32, "big"))
    return state


def listed(state: State) -> list[Move]:
    """Every seat and word that is legal, combination cards with each of their combinations."""
    found = []
    for seat, hand in enumerate(state.hands):
        for word in legal_words(state, seat):
            if word.endswith("(*)"):
                found += [(seat, full) for full in combinations(map(card_name, hand), word[2:4])]
            else:
                found.append((seat, word))
    return found


def odd_words(state: State, rng: random.Random) -> list[Move]:
    """Words that no list names: time-outs, tries, equal cards, comings and goings. Some are not legal."""
    seats = range(len(state.seats))
    turn = state.turn if state.turn is not None else 0
    hand = state.hands[turn]
    found = [(turn, "t"), (rng.choice(seats), "leave"), (rng.choice(seats), "bot hard")]
    found += [(rng.choice(seats), "human Zoe"), (len(seats), "join Max")]
    if hand:
        card = rng.choice(hand)
        same = [card, *(other for other in hand if RANK_OF[other] == RANK_OF[card] and other != card)]
        found += [(turn, f"x {card_name(card)}"), (turn, "p " + "+".join(map(card_name, same)))]
        found.append((turn, found[-1][1] + ":H"))
    return found


def quick(state: State, moves: list[Move], rng: random.Random) -> Move:
    """A move that brings the round to its end: "Mau" first, then a lay if there is one."""
    said = [move for move in moves if move[1] in ("m", "mm")]
    laid = [move for move in moves if move[1][0] == "p"]
    return rng.choice(said or laid or moves)


def play_out(state: State, rng: random.Random, most: int = 30_000) -> Iterator[tuple[int, str, list[Event]]]:
    """Plays the match to its end, dealing each round; yields every move with what happened by it."""
    for number in range(most):
        if state.phase == "over":
            return
        if state.phase == "between":
            deal(state, (number + 1).to_bytes(32, "little"))
        seat, word = quick(state, listed(state), rng)
        yield seat, word, apply(state, seat, parse_action(word))
    raise AssertionError("the match does not end")
