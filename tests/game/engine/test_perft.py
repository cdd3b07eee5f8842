"""Counts that pin the rules for ever, cross-checked in two ways: see `perft/count.py`."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.engine import PRESETS, WORDS, State, copy, parse_action, step, why_not
from tests.game.engine.perft.count import count, lines, start
from tests.game.engine.wild import listed
from tests.oracle.match import Illegal, Match
from tests.oracle.rules import rule_set

LINES = lines()
NAMES = [f"{players}x {rules}" for rules, players, _, _ in LINES]
UNLISTED = ("t", "leave", "x ")


def accepted(state: State) -> list[tuple[int, str]]:
    """Every seat and simple word that `apply` takes, by trying them all."""
    listed = [word for word in WORDS if not word.startswith(UNLISTED)]
    seats = range(len(state.seats))
    return [
        (seat, word) for seat in seats for word in listed if why_not(state, seat, parse_action(word)) is None
    ]


@pytest.mark.parametrize(("rules", "players", "seed", "counts"), LINES, ids=NAMES)
def test_the_table_holds(rules: str, players: int, seed: str, counts: list[int]) -> None:
    state = start(rules, players, seed)
    assert [count(state, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("rules", "players", "seed", "counts"), LINES, ids=NAMES)
def test_what_is_legal_is_what_is_taken(rules: str, players: int, seed: str, counts: list[int]) -> None:
    level = [start(rules, players, seed)]
    for _ in range(3):
        following = []
        for state in level[:12]:
            simple = [move for move in listed(state) if "(" not in move[1]]
            assert sorted(simple) == sorted(accepted(state))
            for seat, word in listed(state):
                later = copy(state)
                step(later, seat, parse_action(word))
                following.append(later)
        level = [state for state in following[::3] if state.phase == "play"]


def test_every_preset_is_counted_with_two_three_and_four_players() -> None:
    assert {(name, seats) for name in PRESETS for seats in (2, 3, 4)} <= {line[:2] for line in LINES}


MOST_NODES = 12
"""A node costs hundreds of words tried on copies; `test_against_oracle.py` counts deeper, by a list."""


def candidates(match: Match, seat: int) -> set[str]:
    """Everything that could be said with these cards, legal or not."""
    hand = match.hands.get(seat, [])
    said = {"d", "-", "m", "mm", *(f"w {suit}" for suit in "CSHD")}
    said |= {f"c {other}" for other in range(len(match.names))}
    for card in hand:
        said |= {f"p {card}", f"j {card}", *(f"p {card}:{suit}" for suit in "CSHD")}
        rest = sorted(hand)
        rest.remove(card)
        for size in (2, 3, 4):
            said |= {f"p {card}({'+'.join(under)})" for under in combinations(rest, size)}
    return said


def plain_counts(match: Match, depth: int) -> list[int]:
    """Leaves at depth 1, 2 … by the oracle's rules: every word is tried on a copy, nothing is asked."""
    level, counts = [match.copy_of_state()], []
    finished = 0
    for _ in range(depth):
        if len(level) > MOST_NODES:
            break
        following = []
        for saved in level:
            match.__dict__.update(saved)
            for seat in range(len(match.names)):
                for word in candidates(match, seat):
                    match.__dict__.update(saved)
                    saved = match.copy_of_state()
                    try:
                        match.apply(seat, word)
                    except Illegal:
                        continue
                    following.append(match.copy_of_state())
        counts.append(len(following) + finished)
        finished += sum(state["state"] != "play" for state in following)
        level = [state for state in following if state["state"] == "play"]
    return counts


@pytest.mark.parametrize(("rules", "players", "seed", "counts"), LINES, ids=NAMES)
def test_a_second_reading_of_the_rules_counts_the_same(
    rules: str, players: int, seed: str, counts: list[int]
) -> None:
    match = Match(rule_set(rules), [f"P{seat}" for seat in range(players)])
    match.deal(bytes.fromhex(seed), start(rules, players, seed).dealer)
    again = plain_counts(match, len(counts))
    assert again == counts[: len(again)] and len(again) > 1
