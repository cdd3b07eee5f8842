"""No rule set makes a bot say what is not legal, fail, or hold up the game.

`./dev prove bots` plays 100,000 rounds, over all cores, with chance of its own each time: the seed is told,
and `MAUMAU_SEED` plays it again. A plain run plays a few, always the same.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from random import SystemRandom

import pytest

from game.simulate.pool import cores, spread
from tests.game.simulate.fuzz import play_some

FULL, SAMPLE = 100_000, 400
CHUNK = 20
MATCHES_A_WAVE = 4_000


@pytest.mark.prove
def test_bots_play_any_rules(full_length: bool, capfd: pytest.CaptureFixture[str]) -> None:
    wanted = FULL if full_length else SAMPLE
    seed = int(os.environ.get("MAUMAU_SEED") or (SystemRandom().randrange(10**9) if full_length else 1))
    with capfd.disabled():
        played = _played(seed, wanted, loud=full_length)
    assert played >= wanted, seed


def _played(seed: int, wanted: int, loud: bool) -> int:
    """Rounds played: at least so many. What goes wrong says the seed and the match."""
    played = first = 0
    while played < wanted:
        spans = [(at, at + CHUNK) for at in range(first, first + MATCHES_A_WAVE, CHUNK)]
        for rounds in spread(partial(play_some, seed), spans, cores() if loud else 1):
            played += rounds
            if loud:
                print(f"\r{played:,} of {wanted:,} rounds, seed {seed} ", end="", file=sys.stderr, flush=True)
            if played >= wanted:
                break
        first = spans[-1][1]
    return played
