"""A person should feel the difference. The chance is fixed, so the counts are the same on every machine."""

from __future__ import annotations

import pytest

from tests.game.bots.table import wins

MATCHES = 400


@pytest.mark.parametrize(
    ("rules", "weak", "strong", "share"),
    [
        ("mau-mau", "easy", "normal", 0.63),
        ("mau-mau", "easy", "hard", 0.68),
        ("crazy-eights", "easy", "normal", 0.6),
        ("crazy-eights", "easy", "hard", 0.6),
        ("mau-mau", "normal", "hard", 0.51),
    ],
)
def test_heads_up(rules: str, weak: str, strong: str, share: float) -> None:
    won = wins(rules, [weak, strong], MATCHES, seed=1)
    assert won[1] >= share * sum(won), won


@pytest.mark.parametrize("strong", ["normal", "hard"])
def test_one_against_three_easy_ones(strong: str) -> None:
    won = wins("mau-mau", [strong, "easy", "easy", "easy"], MATCHES, seed=1)
    assert won[0] >= 0.4 * sum(won), won
