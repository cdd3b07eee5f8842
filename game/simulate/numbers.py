"""Sums that can be added chunk by chunk, and what they say about the truth behind them."""

from __future__ import annotations

import math
from typing import Any

Z_95 = 1.959963984540054
"""Standard deviations around the mean that hold 95 % of a normal distribution."""

STEPS = 32
"""Classes of a time for each doubling: a class is about 2 % wide."""


def wilson(won: float, of: int) -> tuple[float, float]:
    """The 95 % interval (Wilson) of a share, from `won` successes in `of` trials; (0, 1) without a trial.

    >>> wilson(50, 100)
    (0.40383153, 0.59616847)
    """
    if not of:
        return 0.0, 1.0
    share, z2 = won / of, Z_95 * Z_95
    middle = share + z2 / (2 * of)
    spread = Z_95 * math.sqrt(max(0.0, share * (1 - share)) / of + z2 / (4 * of * of))
    low, high = ((middle + sign * spread) / (1 + z2 / of) for sign in (-1, 1))
    return round(max(0.0, low), 8), round(min(1.0, high), 8)


def add(a: Any, b: Any) -> Any:
    """`a` and `b` added: numbers, lists and dicts number by number; a key that one lacks counts nought."""
    if isinstance(a, dict):
        return {
            key: add(a[key], b[key]) if key in a and key in b else a.get(key, b.get(key)) for key in a | b
        }
    if isinstance(a, list):
        return [add(x, y) for x, y in zip(a, b, strict=True)]
    return a + b


def time_class(nanoseconds: int) -> int:
    """The class a time is counted in."""
    return math.floor(math.log2(max(1, nanoseconds)) * STEPS)


def quantile(counted: dict[int, int], share: float) -> float | None:
    """The time in seconds that `share` of all counted ones do not exceed, to about 1 %; None without any."""
    left = share * sum(counted.values())
    for number in sorted(counted):
        left -= counted[number]
        if left <= 0:
            return float(2 ** ((number + 0.5) / STEPS) / 1e9)
    return None
