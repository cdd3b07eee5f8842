"""A bot knows its view, the public log and its own chance, and nothing else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

from game.bots import STRENGTHS, decide
from tests.game.bots.table import play

ROOT = Path(__file__).resolve().parents[3]
ALONE = """
import json, random, sys
from game.bots import decide
for line in sys.stdin:
    strength, view, log, seed = json.loads(line)
    print(decide(strength, view, log, random.Random(seed)))
assert not any(name.startswith("django") for name in sys.modules)
"""


def test_decisions_are_the_same_in_a_process_that_has_only_view_and_log() -> None:
    steps = [s for seed, rules in enumerate(("mau-mau", "tournament")) for s in play(rules, STRENGTHS, seed)]
    given = "\n".join(json.dumps([s.strength, s.view, s.log, s.seed]) for s in steps)
    alone = subprocess.run(
        [sys.executable, "-c", ALONE], input=given, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert alone.stdout.splitlines() == [str(s.word) for s in steps]


def test_a_bot_leaves_its_view_and_log_as_they_are() -> None:
    for step in play("double-52 match_end=rounds:1", STRENGTHS, seed=3):
        before = json.dumps([step.view, step.log])
        decide(step.strength, step.view, step.log, random.Random(step.seed))
        assert json.dumps([step.view, step.log]) == before
