"""A bot knows its view, the public log and its own chance, and nothing else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from game.bots import STRENGTHS, decide
from game.engine import State, copy, parse_rules, view
from game.simulate.table import Table
from tests.game.bots.table import at_once, play

ROOT = Path(__file__).resolve().parents[3]
EVERYWHERE = (
    "mau-mau",
    "tournament match_end=rounds:1",
    "double-52 match_end=rounds:1 jump_in=on",
    "five-wins match_end=rounds:1",
    "classic match_end=rounds:1 eight=add equal_cards=on",
    "mau-mau play_on=on",
)
ALSO = ("mau-mau", "tournament match_end=rounds:1")
ALONE = """
import json, random, sys
from game.bots import decide
for line in sys.stdin:
    strength, view, log, seed = json.loads(line)
    print(decide(strength, view, log, random.Random(seed)))
assert not any(name.startswith("django") for name in sys.modules)
"""


def test_decisions_are_the_same_in_a_process_that_has_only_view_and_log() -> None:
    steps = [s for seed, rules in enumerate(ALSO) for s in play(rules, STRENGTHS, seed)]
    given = "\n".join(json.dumps([s.strength, s.view, s.log, s.seed]) for s in steps)
    alone = subprocess.run(
        [sys.executable, "-c", ALONE], input=given, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert alone.stdout.splitlines() == [str(s.word) for s in steps]


def test_a_bot_leaves_its_view_and_log_as_they_are() -> None:
    for step in play("double-52 match_end=rounds:1", STRENGTHS, 3, at_once):
        before = json.dumps([step.view, step.log])
        decide(step.strength, step.view, step.log, random.Random(step.seed), at_once)
        assert json.dumps([step.view, step.log]) == before


def otherwise(state: State, seat: int, rng: random.Random) -> State:
    """The same table for `seat`: the other hands and the stock are dealt anew among themselves."""
    other = copy(state)
    others = [number for number in range(len(state.hands)) if number != seat]
    hidden = [*(card for number in others for card in state.hands[number]), *state.stock]
    rng.shuffle(hidden)
    for number in others:
        size = len(state.hands[number])
        other.hands[number], hidden = hidden[:size], hidden[size:]
    other.stock, other.seed = hidden, rng.randbytes(32)
    return other


@pytest.mark.parametrize("rules", EVERYWHERE)
def test_hidden_cards_change_no_decision(rules: str) -> None:
    """Whatever the others hold and however the stock lies: each strength says the same, word for word."""
    rng = random.Random(rules)
    asked = 0
    tables: list[Table] = []

    def player(seat: int, strength: str):  # type: ignore[no-untyped-def]
        def choose(known, log, chance):  # type: ignore[no-untyped-def]
            nonlocal asked
            seed, state = chance.getrandbits(32), tables[0].state
            word = decide(strength, known, log, random.Random(seed), at_once)
            changed = view(otherwise(state, seat, rng), seat)
            changed["legal"] = [w for w in changed["legal"] if w in known["legal"] or w[0] != "c"]
            if changed["legal"] == known["legal"]:
                asked += 1
                assert decide(strength, changed, log, random.Random(seed), at_once) == word
            return word

        return choose

    players = [player(seat, strength) for seat, strength in enumerate(STRENGTHS)]
    tables.append(Table(parse_rules(rules), players, random.Random(7)))
    tables[0].play_round()
    assert asked > 20
