"""A person should feel the difference. The chance is fixed, so the counts are the same on every machine.

The whole proof is `manage.py arena --proof`; here are its rows that are played in a moment.
"""

from __future__ import annotations

import pytest

from game.simulate.arena import PARTS, Contest, play
from game.simulate.proof import ROWS, RULES, Row

GAMES = 600
QUICK = [row for row in ROWS if row.strong != "master"]


@pytest.mark.parametrize("row", QUICK, ids=lambda row: f"{row.strong}-{row.others}-{row.weak}")
def test_a_row_of_the_proof(row: Row) -> None:
    won = play(row.contest(GAMES, seed=1)).sides[row.strong].parts / PARTS
    assert won >= row.share * GAMES


@pytest.mark.parametrize(
    ("rules", "strong", "weak", "share"),
    [
        ("crazy-eights", "normal", "easy", 0.6),
        ("crazy-eights", "hard", "easy", 0.6),
        (RULES, "hard", "easy", 0.68),
    ],
)
def test_heads_up(rules: str, strong: str, weak: str, share: float) -> None:
    score = play(Contest(rules, (strong, weak), GAMES, seed=1))
    assert score.sides[strong].parts / PARTS >= share * GAMES
