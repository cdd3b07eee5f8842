"""A machine that plays any match in any way, and what must hold after every step whatever it does."""

from __future__ import annotations

import random
from collections import Counter

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.engine import (
    EngineError,
    Seat,
    apply,
    copy,
    deal,
    dump,
    full_pack,
    legal_words,
    load,
    members,
    new_match,
    parse_action,
    view,
)
from game.engine.notation import current_row
from game.record import Step, first_seats, write
from game.replay import last_state
from tests.game.engine.fold import fold, standing
from tests.game.engine.wild import any_rules, listed, odd_words, quick

LONGEST_ROUND = 20_000
"""Moves in which players who lay whenever they can end any round (the longest of some 5,000 had 1,405)."""

chances = st.integers(0, 2**32).map(random.Random)


class AnyMatch(RuleBasedStateMachine):
    """One match; `steps` is all that was said, as a record keeps it."""

    @initialize(chance=chances, players=st.integers(2, 8))
    def begin(self, chance: random.Random, players: int) -> None:
        self.rules = any_rules(chance)
        self.state = new_match(self.rules, [Seat(f"P{seat}") for seat in range(players)])
        self.steps: list[Step] = []
        self.pack: Counter[int] = Counter()

    @precondition(lambda self: self.state.phase == "between")
    @rule(seed=st.binary(min_size=32, max_size=32))
    def next_round(self, seed: bytes) -> None:
        self.pack = Counter(full_pack(self.rules, len(members(self.state))))
        self.told(None, "", lambda: deal(self.state, seed))
        line = f"round {self.state.round_no} dealer={self.state.dealer} seed={seed.hex()}"
        self.steps[-1] = Step(None, line, self.steps[-1].events)

    @precondition(lambda self: self.state.phase == "play")
    @rule(chance=chances)
    def a_listed_word(self, chance: random.Random) -> None:
        moves = listed(self.state)
        self.said(*(quick(self.state, moves, chance) if chance.random() < 0.7 else chance.choice(moves)))

    @rule(chance=chances)
    def an_odd_word(self, chance: random.Random) -> None:
        """Words no list names. What is refused changes nothing."""
        seat, word = chance.choice(odd_words(self.state, chance))
        before, trial = dump(self.state), copy(self.state)
        try:
            apply(trial, seat, parse_action(word))
        except EngineError:
            assert dump(trial) == before
        else:
            self.said(seat, word)

    @precondition(lambda self: self.state.phase == "play")
    @rule(chance=chances)
    def somebody_wins_in_time(self, chance: random.Random) -> None:
        """On a copy: the round ends within a bound if everybody lays what he can."""
        state = copy(self.state)
        for _ in range(LONGEST_ROUND):
            seat, word = quick(state, listed(state), chance)
            apply(state, seat, parse_action(word))
            if state.phase != "play":
                return
        raise AssertionError("the round does not end")

    def said(self, seat: int, word: str) -> None:
        self.told(seat, word, lambda: apply(self.state, seat, parse_action(word)))

    def told(self, seat: int | None, word: str, change) -> None:  # type: ignore[no-untyped-def]
        """Does it; what each viewer hears must lead from its old view to its new one."""
        viewers = [None, *range(len(self.state.seats))]
        old = [view(self.state, viewer) for viewer in viewers]
        events = change()
        assert events
        self.steps.append(Step(seat, word, [event.wire(None) for event in events]))
        if word.startswith("join"):
            return  # a newcomer is a new line of every view, which no fold adds
        for viewer, before in zip(viewers, old, strict=True):
            after = fold(before, [event.wire(viewer) for event in events])
            assert standing(after) == standing(view(self.state, viewer))

    @invariant()
    def cards_are_kept(self) -> None:
        cards = Counter(self.state.stock) + Counter(self.state.pile)
        for hand in self.state.hands:
            cards += Counter(hand)
        assert cards == self.pack

    @invariant()
    def somebody_can_act_or_the_round_is_over(self) -> None:
        if self.state.phase == "play":
            assert self.state.turn is not None and legal_words(self.state, self.state.turn)
        else:
            assert self.state.turn is None and not listed(self.state)

    @invariant()
    def it_can_be_stored(self) -> None:
        stored = dump(self.state)
        assert dump(load(stored)) == stored
        assert self.state.row == current_row(self.state) or self.state.phase != "play"

    def teardown(self) -> None:
        """The record of all that was said leads to the same state."""
        if not hasattr(self, "steps"):
            return
        text = write(self.rules, first_seats(self.state.seats, self.steps), self.steps)
        read = last_state(text.encode())
        assert read is not None and dump(read) == dump(self.state)


AnyMatch.TestCase.settings = settings(
    derandomize=True, deadline=None, max_examples=40, stateful_step_count=60, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
TestAnyMatch = AnyMatch.TestCase
