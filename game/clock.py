"""The one place that asks the clock; everything else is told the time in milliseconds."""

import time


def now_ms() -> int:
    """Milliseconds since 1970, by the wall clock."""
    return time.time_ns() // 1_000_000
