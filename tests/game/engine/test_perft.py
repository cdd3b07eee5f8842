"""Counts that pin the rules for ever, and `legal` checked against what `apply` really takes."""

import pytest

from game.engine import WORDS, State, copy, parse_action, step, why_not
from tests.game.engine.perft.count import count, lines, moves, start

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
            simple = [move for move in moves(state) if "(" not in move[1]]
            assert sorted(simple) == sorted(accepted(state))
            for seat, word in moves(state):
                later = copy(state)
                step(later, seat, parse_action(word))
                following.append(later)
        level = [state for state in following[::3] if state.phase == "play"]
