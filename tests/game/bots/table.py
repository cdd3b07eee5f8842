"""A table of bots without server: what the referee does, as short as possible, with fixed chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.bots import decide
from game.engine import (
    Seat,
    State,
    apply,
    deal,
    legal_words,
    new_match,
    outcome,
    parse_action,
    parse_rules,
    view,
)

MOST_STEPS = 20_000


@dataclass
class Step:
    """One decision: who was asked, what was known, and the answer."""

    seat: int
    strength: str
    view: dict[str, Any]
    log: list[dict[str, Any]]
    seed: int
    word: str | None


def play(rules: str, strengths: Sequence[str], seed: int) -> Iterator[Step]:
    """Plays a whole match, yielding each decision before it is carried out; its value is the last state."""
    rng = random.Random(seed)
    seats = [Seat(f"Bot {n}", strength) for n, strength in enumerate(strengths)]
    state = new_match(parse_rules(rules), seats)
    logs: list[list[dict[str, Any]]] = [[] for _ in strengths]
    for _ in range(MOST_STEPS):
        if state.phase == "over":
            return state
        if state.phase == "between":
            events = deal(state, rng.randbytes(32))
        else:
            step = None
            for step in _asked(state, strengths, logs, rng):
                yield step
                if step.word is not None:
                    break
            assert step is not None and step.word is not None, "nobody acts"
            events = apply(state, step.seat, parse_action(step.word))
        for seat, log in enumerate(logs):
            log.extend(event.wire(seat) for event in events)
    raise AssertionError(f"no end: {rules} {strengths} {seed}")


def _asked(
    state: State, strengths: Sequence[str], logs: list[list[dict[str, Any]]], rng: random.Random
) -> Iterator[Step]:
    """The seats with something to say, the one on turn last."""
    for seat in sorted(range(len(strengths)), key=lambda n: n == state.turn):
        if not legal_words(state, seat):
            continue
        seen, log, chance = view(state, seat), list(logs[seat]), rng.getrandbits(32)
        word = decide(strengths[seat], seen, log, random.Random(chance))
        yield Step(seat, strengths[seat], seen, log, chance, word)


def finish(rules: str, strengths: Sequence[str], seed: int) -> State:
    """The state at the end of a match."""
    game = play(rules, strengths, seed)
    while True:
        try:
            next(game)
        except StopIteration as end:
            return end.value


def wins(rules: str, strengths: Sequence[str], matches: int, seed: int) -> list[int]:
    """Matches won by each of the strengths; the seats are shuffled for each match."""
    won = [0] * len(strengths)
    rng = random.Random(seed)
    for number in range(matches):
        order = list(range(len(strengths)))
        rng.shuffle(order)
        state = finish(rules, [strengths[n] for n in order], seed + number)
        for seat in outcome_winners(state):
            won[order[seat]] += 1
    return won


def outcome_winners(state: State) -> list[int]:
    """The seats that won a finished match."""
    found = outcome(state)
    assert found is not None
    return list(found.winners)
