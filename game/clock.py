"""The one place that asks the clock; everything else is told the time in milliseconds.

The wall clock may be set, by hand or by a time server. Whoever keeps past times in memory asks to be told
(`on_jump`), and is told before anybody gets to see the new time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import RLock

JUMP_MS = 2_000
"""A wall clock that leaves the steady one by more than this was set."""


def steady_ms() -> int:
    """Milliseconds on a clock that nobody sets; only differences mean something."""
    return time.monotonic_ns() // 1_000_000


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Clock:
    """The wall clock, watched: `jumps` counts how often it was set while we looked."""

    def __init__(self, wall: Callable[[], int] = _wall_ms, steady: Callable[[], int] = steady_ms) -> None:
        self._wall, self._steady = wall, steady
        self._lock = RLock()
        self._told: list[Callable[[int], None]] = []
        self._offset = wall() - steady()
        self.jumps = 0

    def on_jump(self, told: Callable[[int], None]) -> None:
        """Call `told(by)` when the wall clock was set forward by so many ms (less than 0: back)."""
        self._told.append(told)

    def now_ms(self) -> int:
        """Milliseconds since 1970, by the wall clock."""
        now = self._wall()
        offset = now - self._steady()
        if abs(offset - self._offset) > JUMP_MS:
            return self._look_again()
        self._offset = offset  # both may drift apart slowly
        return now

    def _look_again(self) -> int:
        """Was it set, or has this thread only slept between the two readings?"""
        with self._lock:
            now = self._wall()
            by = now - self._steady() - self._offset
            if abs(by) > JUMP_MS:
                self._offset += by
                self.jumps += 1
                for told in self._told:
                    told(by)
            return now


clock = Clock()
now_ms = clock.now_ms
