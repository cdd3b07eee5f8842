"""Counts the ways a match can go on: `python -m tests.game.engine.perft.count` writes the table anew.

A line is: rules | players | seed | leaves at depth 1, 2, 3 … . Every action of every seat counts as one step;
combination cards with each combination, equal cards singly, `t` and `x` not at all. The table has each preset
with two, three and four players, and some rule sets with what no preset has.

How the counts are cross-checked: `legal` against a brute force over all words through `apply`; and against
`tests.oracle`, a second, plain reading of the rules that shares no code with the engine: the first depths by
trying every word there (`test_perft.py`), deeper ones by its own list (`test_against_oracle.py`).
"""

from __future__ import annotations

from pathlib import Path

from game.engine import (
    Seat,
    State,
    copy,
    deal,
    new_match,
    parse_action,
    parse_rules,
    step,
)
from tests.game.engine.wild import listed

TABLE = Path(__file__).with_name("table.perft")


def start(rules: str, players: int, seed: str) -> State:
    """The dealt match of a line."""
    state = new_match(parse_rules(rules), [Seat(f"P{seat}") for seat in range(players)])
    deal(state, bytes.fromhex(seed))
    return state


def count(state: State, depth: int) -> int:
    """How many leaves the tree has at `depth`; a finished round is a leaf."""
    if not depth or state.phase != "play":
        return 1
    leaves = 0
    for seat, word in listed(state):
        later = copy(state)
        step(later, seat, parse_action(word))
        leaves += count(later, depth - 1)
    return leaves


def lines() -> list[tuple[str, int, str, list[int]]]:
    """The table as it is pinned."""
    read = []
    for line in TABLE.read_text().splitlines():
        rules, players, seed, counts = line.split(" | ")
        read.append((rules, int(players), seed, [int(number) for number in counts.split()]))
    return read


if __name__ == "__main__":
    fresh = []
    for rules, players, seed, counts in lines():
        state = start(rules, players, seed)
        now = " ".join(str(count(state, depth + 1)) for depth in range(len(counts)))
        fresh.append(f"{rules} | {players} | {seed} | {now}\n")
    TABLE.write_text("".join(fresh))
