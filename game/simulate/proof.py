"""What the strengths promise: how often each beats a weaker one, one round of `mau-mau` at a time."""

from __future__ import annotations

from dataclasses import dataclass

from game.simulate.arena import Contest

RULES = "mau-mau"
GAMES = 2000


@dataclass(frozen=True, slots=True)
class Row:
    """`strong` against `others` of `weak` wins at least `share` of the games; 1/(1 + others) is even."""

    strong: str
    weak: str
    others: int
    share: float

    def contest(self, games: int, seed: int) -> Contest:
        """The games that prove it."""
        return Contest(RULES, (self.strong, *[self.weak] * self.others), games, seed)


ROWS = (
    Row("easy", "random", 1, 0.55),
    Row("normal", "greedy", 1, 0.50),
    Row("normal", "easy", 1, 0.65), Row("normal", "easy", 3, 0.36),
    Row("hard", "normal", 1, 0.53), Row("hard", "normal", 3, 0.26),
    Row("master", "greedy", 1, 0.60), Row("master", "greedy", 3, 0.29),
    Row("master", "normal", 1, 0.60), Row("master", "normal", 3, 0.29),
    Row("master", "easy", 1, 0.70), Row("master", "easy", 3, 0.40),
)  # fmt: skip

BUDGETS = {2: (0.040, 0.120), 4: (0.080, 0.200)}
"""Seats at the table -> seconds a decision of master takes at most: median, and all but one in a hundred."""
