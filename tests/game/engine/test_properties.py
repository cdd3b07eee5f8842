"""What must hold in every match whatever is played: random rules, random seeds, random legal moves."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.engine import (
    FIELDS,
    PRESETS,
    WORDS,
    EngineError,
    RuleError,
    RuleSet,
    Seat,
    State,
    apply,
    card_name,
    combinations,
    copy,
    deal,
    dump,
    full_pack,
    legal_words,
    load,
    new_match,
    parse_action,
    parse_rules,
    rules_text,
    view,
    why_not,
)
from game.engine.notation import current_row
from tests.game.engine.fold import fold, standing

QUIET = settings(
    derandomize=True, deadline=None, max_examples=25, suppress_health_check=list(HealthCheck), database=None
)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with up to five fields changed."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=5, unique=True)):
        try:
            rules = rules.with_values({name: draw(st.sampled_from(FIELDS[name]))})
        except RuleError:
            continue
    return rules


def begin(rules: RuleSet, players: int, number: int) -> State:
    """A dealt match."""
    state = new_match(rules, [Seat(f"P{seat}") for seat in range(players)])
    deal(state, number.to_bytes(32, "big"))
    return state


def choices(state: State, rng: random.Random) -> list[tuple[int, str]]:
    """Legal moves of every seat, with a time-out, tries and comings and goings now and then."""
    found = []
    for seat, hand in enumerate(state.hands):
        for word in legal_words(state, seat):
            if word.endswith("(*)"):
                found += [(seat, full) for full in combinations(map(card_name, hand), word[2:4])]
            else:
                found.append((seat, word))
    if rng.random() < 0.02:
        return [(state.turn or 0, "t")]
    if rng.random() < 0.005:
        seat = rng.choice([seat for seat, who in enumerate(state.seats) if not who.removed])
        return [(seat, rng.choice(["leave", "bot hard", "human Zoe"]))]
    if rng.random() < 0.05 and state.turn is not None:
        tries = [(state.turn, f"x {card_name(card)}") for card in state.hands[state.turn]]
        tries = [move for move in tries if why_not(state, move[0], parse_action(move[1])) is None]
        return tries or found
    return found


def moves(state: State, rng: random.Random, most: int = 150) -> Any:
    """Plays on at random and yields (seat, word) before each move; deals new rounds by itself."""
    for number in range(most):
        if state.phase == "over":
            return
        if state.phase == "between":
            deal(state, (number + 1).to_bytes(32, "little"))
        seat, word = rng.choice(choices(state, rng))
        yield seat, word
        apply(state, seat, parse_action(word))


matches = given(rule_sets(), st.integers(2, 8), st.integers(0, 2**64))


def all_cards(state: State) -> Counter[int]:
    return Counter([card for hand in state.hands for card in hand] + state.stock + state.pile)


@QUIET
@matches
def test_cards_are_kept_and_somebody_can_always_act(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    for _ in moves(state, random.Random(number)):
        if not state.history and not any(who.removed for who in state.seats):
            assert all_cards(state) == Counter(full_pack(rules, players))
        assert state.turn is not None and legal_words(state, state.turn)
        assert state.row == current_row(state)


@QUIET
@matches
def test_storing_copying_and_json(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    for _ in moves(state, random.Random(number), 25):
        stored = json.loads(json.dumps(dump(state)))
        assert dump(load(stored)) == stored == dump(copy(state))
        assert [view(load(stored), seat) for seat in range(players)] == [
            view(state, seat) for seat in range(players)
        ]


@QUIET
@matches
def test_a_copy_is_independent(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    other = copy(state)
    before = dump(state)
    for _ in moves(other, random.Random(number), 60):
        pass
    assert dump(state) == before


@QUIET
@matches
def test_an_illegal_word_changes_nothing(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng = random.Random(number)
    for _ in moves(state, rng, 30):
        before = dump(state)
        for word in rng.sample(WORDS, 20):
            seat = rng.randrange(players)
            trial = copy(state)
            try:
                apply(trial, seat, parse_action(word))
            except EngineError as error:
                assert error.code == error.code.lower() and " " not in error.code
                assert dump(trial) == before
                assert why_not(state, seat, parse_action(word)) == error.code
            else:
                assert why_not(state, seat, parse_action(word)) is None
        assert dump(state) == before


def shuffled_secrets(state: State, seat: int | None, rng: random.Random) -> State:
    """The same table for `seat`, with every hidden card somewhere else."""
    other = copy(state)
    hidden = [hand for number, hand in enumerate(other.hands) if number != seat] + [other.stock]
    pool = [card for cards in hidden for card in cards]
    rng.shuffle(pool)
    for cards in hidden:
        count = len(cards)
        cards[:] = pool[:count]
        del pool[:count]
    return other


@QUIET
@matches
def test_a_view_does_not_depend_on_hidden_cards(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng = random.Random(number)
    for _ in moves(state, rng, 30):
        for seat in (None, *range(players)):
            assert view(shuffled_secrets(state, seat, rng), seat) == view(state, seat)


@QUIET
@matches
def test_the_fold_law(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng = random.Random(number)
    viewers: list[int | None] = [None, *range(players)]
    for turn in range(80):
        if state.phase == "over":
            break
        old = [view(state, viewer) for viewer in viewers]
        if state.phase == "between":
            heard = deal(state, turn.to_bytes(32, "big"))
        else:
            seat, word = rng.choice(choices(state, rng))
            heard = apply(state, seat, parse_action(word))
        for viewer, before in zip(viewers, old, strict=True):
            after = fold(before, [event.wire(viewer) for event in heard])
            assert standing(after) == standing(view(state, viewer))


@QUIET
@given(rule_sets())
def test_rules_are_read_back(rules: RuleSet) -> None:
    assert parse_rules(rules_text(rules)) == rules


@pytest.mark.prove
def test_long_matches_never_get_stuck(full_length: bool) -> None:
    for number in range(3000 if full_length else 20):
        rng = random.Random(number)
        names = rng.sample(sorted(FIELDS), 6)
        rules = rng.choice(list(PRESETS.values()))
        for name in names:
            try:
                rules = rules.with_values({name: rng.choice(FIELDS[name])})
            except RuleError:
                continue
        state = begin(rules, rng.randint(2, 8), number)
        for _ in moves(state, rng, 1500):
            assert state.turn is not None and legal_words(state, state.turn)
