"""How many simulations one address may begin, and all together. Looking at them is free."""

from __future__ import annotations

from content.questions import counted
from game.throttle import Throttle

PER_ADDRESS = 12
"""Within the hour; a family or a school shares one address."""
ALL = 80
"""Within the hour in one process."""

started = Throttle(60 * 60 * 1000)


def of(address: str) -> list[tuple[str, int]]:
    """What is counted for an address."""
    return counted(address, PER_ADDRESS, ALL)
