"""What workers do for the table, as functions from dict to dict: pure but for the clock of a time budget."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

LEAST_MS = 50
"""In less time hard plays better than a search does."""


def decide(job: dict[str, Any]) -> dict[str, Any]:
    """{strength, view, log, seed, ms, by} → {word}. Without `ms` the same answer as `game.bots.decide` gives.

    `by`: when the answer must be there, in milliseconds of the steady clock that all processes of a machine
    share; a search that begins late is shorter, and one that begins too late gives no word.
    """
    from game import bots

    ms = job.get("ms")
    if "by" in job:
        left = job["by"] - time.monotonic_ns() // 1_000_000
        if left < LEAST_MS:
            return {"word": None}
        ms = min(ms, left)
    chance = random.Random(job["seed"])
    return {"word": bots.decide(job["strength"], job["view"], job["log"], chance, _hurry(ms))}


def weigh(job: dict[str, Any]) -> dict[str, Any]:
    """{view, log, seed, ms, effort} → {weighed: [{word, worth, chance, points, worlds}, …]}, best first."""
    from game.bots import master

    chance, effort = random.Random(job["seed"]), float(job.get("effort", 1.0))
    found = master.weigh(job["view"], job["log"], chance, _hurry(job.get("ms")), effort)
    return {"weighed": [asdict(one) for one in found]}


def modules(_: dict[str, Any]) -> dict[str, Any]:
    """{} → {modules}: what this worker has loaded, to see that no site is among it."""
    return {"modules": sorted(sys.modules)}


def _hurry(ms: float | None) -> Callable[[], bool] | None:
    """True from `ms` milliseconds after now on; None: there is no hurry, and the answer is reproducible."""
    if ms is None:
        return None
    end = time.monotonic() + ms / 1000
    return lambda: time.monotonic() >= end
