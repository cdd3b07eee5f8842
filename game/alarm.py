"""The ticker's alarm clock: it sleeps, and whoever commits something due earlier shortens its sleep.

Times are wall-clock milliseconds like `Match.due_at`; the sleep itself is measured on the steady clock, so
that a wall clock set back does not make it a sleep of an hour.
"""

from __future__ import annotations

import math
import time
from threading import Condition

from game.clock import now_ms


class Alarm:
    """One sleeper, any number of callers from any thread."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._rung = math.inf
        self._wakes = -math.inf

    def ring_at(self, due_ms: int | None) -> None:
        """Something falls due then (None: nothing). Cheap: a comparison, unless it shortens the sleep."""
        if due_ms is None:
            return
        at = time.monotonic() + (due_ms - now_ms()) / 1000
        if at >= self._rung:  # read without the lock: `_rung` only falls until the sleeper takes it
            return
        with self._changed:
            self._rung = min(self._rung, at)
            if at < self._wakes:
                self._changed.notify()

    def sleep(self, ms: float) -> None:
        """Sleep so long, or until something rung since the last sleep falls due, whichever comes first."""
        end = time.monotonic() + ms / 1000
        with self._changed:
            while (left := min(end, self._rung) - time.monotonic()) > 0:
                self._wakes = min(end, self._rung)
                self._changed.wait(left)
            self._rung, self._wakes = math.inf, -math.inf


_alarm = Alarm()
ring_at = _alarm.ring_at
sleep = _alarm.sleep
