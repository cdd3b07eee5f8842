"""Waiting for other processes, as long as it takes, and keeping one of them waiting."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from game.thinking.lanes import Lane

PATIENCE = 120
"""Seconds until something counts as broken; a loaded machine is slow."""


def until(true: Callable[[], bool], meanwhile: Callable[[], None] = lambda: time.sleep(0.005)) -> None:
    """Returns as soon as `true()`."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        meanwhile()


def held_up(lane: Lane, folder: Path) -> Callable[[], None]:
    """Keep one worker of an odd lane busy; returns what lets it go on."""
    lane.ask("wait", {"gate": str(folder / "gate"), "here": str(folder / "here")})
    until((folder / "here").exists)
    return (folder / "gate").touch
