"""Matches with a mistake in them: hard plays all seats, until seat 0 could go out and draws instead."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game import bots, engine
from game.engine import Seat, State, parse_action

MOST = 400
Wrong = Callable[[State, str], str]


@dataclass
class Recorded:
    """A finished match: the job for a review of seat 0, and the words it said wrongly, with their rounds."""

    rules: str
    state: State
    steps: list[list[Any]] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)

    def job(self, seat: int = 0) -> dict[str, Any]:
        """What a worker is asked."""
        seats = [[one.name, one.bot, False] for one in self.state.seats]
        return {"rules": self.rules, "seats": seats, "steps": self.steps, "seat": seat, "seed": "1"}


def draws_with_the_last_card(state: State, word: str) -> str:
    """The mistake: it could lay its last card, and draws."""
    words = engine.legal_words(state, 0)
    return "d" if len(state.hands[0]) == 1 and word.startswith("p ") and "d" in words else word


def forgets_mau(state: State, word: str) -> str:
    """Another one: it does not say what it should, and lays down to one card."""
    if word != "m":
        return word
    return next(word for word in engine.legal_words(state, 0) if word.startswith("p "))


def record(rules: str, seed: int, wrong: Wrong, players: int = 2, most_wrong: int = 1) -> Recorded:
    """A match played to its end, with at most so many mistakes."""
    rng = random.Random(seed)
    seats = [Seat("Alice"), *(Seat(f"Bot {n}", "hard") for n in range(1, players))]
    made = Recorded(rules, engine.new_match(engine.parse_rules(rules), seats))
    state, logs = made.state, [[] for _ in seats]
    for _ in range(MOST):
        if state.phase == "over":
            break
        if state.phase == "between":
            key = rng.randbytes(32)
            happened = engine.deal(state, key)
            made.steps.append([None, f"round {state.round_no} dealer={state.dealer} seed={key.hex()}"])
        else:
            seat = state.turn
            assert seat is not None
            said = bots.decide("hard", engine.view(state, seat), logs[seat], rng)
            assert said is not None
            word = wrong(state, said) if seat == 0 and len(made.wrong) < most_wrong else said
            if word != said:
                made.wrong.append((state.round_no, word))
            happened = engine.apply(state, seat, parse_action(word))
            made.steps.append([seat, word])
        for seat, log in enumerate(logs):
            log.extend(event.wire(seat) for event in happened)
    return made


def with_a_mistake(rules: str, wrong: Wrong = draws_with_the_last_card, players: int = 2) -> Recorded:
    """The first of many matches in which the mistake is made."""
    matches = (record(rules, seed, wrong, players) for seed in range(200))
    return next(made for made in matches if made.wrong and made.state.phase == "over")
