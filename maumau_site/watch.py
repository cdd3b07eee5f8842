"""What a serving process notices about itself: how late its event loop is, and whom it had to send away."""

from __future__ import annotations

import asyncio
import logging

from game import metrics

LOOK_S = 0.5
REPORT_S = 60.0

log = logging.getLogger(__name__)
_tasks: set[asyncio.Task[None]] = set()


def start() -> None:
    """Begin, on the server's event loop."""
    loop = asyncio.get_running_loop()
    _tasks.update((loop.create_task(measure_lag()), loop.create_task(report_drops())))


async def measure_lag() -> None:
    """Sleeps, and counts by how much it was woken too late: everything else on the loop waited as long."""
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + LOOK_S
        await asyncio.sleep(LOOK_S)
        metrics.loop_lag_seconds.observe(max(0.0, loop.time() - wanted))


async def report_drops() -> None:
    """One line a minute about sockets the server closed, by reason; none if there were none."""
    before = drops()
    while True:
        await asyncio.sleep(REPORT_S)
        now = drops()
        more = {why: count - before.get(why, 0) for why, count in now.items() if count > before.get(why, 0)}
        if more:
            log.info("sockets closed in the last minute, by reason", extra=more)
        before = now


def drops() -> dict[str, int]:
    """How many sockets were closed so far, by reason."""
    samples = [sample for metric in metrics.drops.collect() for sample in metric.samples]
    return {sample.labels["why"]: int(sample.value) for sample in samples}
