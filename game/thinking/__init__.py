"""Thinking apart from the server: searches and simulations in a few processes of our own (docs/time.md).

>>> ask("decide", {"strength": "master", "view": view, "log": log, "seed": 7, "ms": 200}).result()
{'word': 'p 9H'}

Jobs are pure functions, dict to dict (`game.thinking.worker.JOBS`). The workers import this package too and
know no Django, hence the imports inside the functions.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any


class Busy(Exception):
    """The lane is full, or there is none: nothing was begun, and nothing waits."""


class Failed(Exception):
    """The job raised an error, took too long, or lost its worker twice."""


def ask(job: str, payload: dict[str, Any], *, lane: str = "quick") -> Future[dict[str, Any]]:
    """Have a worker do `job` ("decide", "weigh", "rounds", "review"); from any thread, and returns at once.

    `payload` and the answer are JSON. `lane`: "quick" for what somebody waits for at the table, bots before
    hints; "patient" for one long job after another. The future raises Failed; one that is cancelled while it
    still waits is never begun; callbacks run in the lane's own thread and hold it up. Raises Busy when the
    lane is full or `offered()` is false, KeyError for a lane that does not exist.
    """
    from game.thinking.lanes import LANES

    return LANES[lane].ask(job, payload)


def room() -> int:
    """How many more turns of bots may be asked for in the quick lane: no more wait than it has workers."""
    from game.thinking.lanes import LANES

    return LANES["quick"].room()


def offered() -> bool:
    """Whether this process has workers at all (MAUMAU_THINKERS)."""
    from django.conf import settings

    return bool(settings.THINKERS)


def well(lane: str = "") -> bool:
    """Whether workers (of one lane) answer, or have not been asked yet; while they do not, bots play without
    them."""
    from game.thinking.lanes import LANES

    return all(one.well for name, one in LANES.items() if lane in ("", name))


def stop() -> None:
    """End all workers; who still waits for one gets Failed. From then on every lane is busy."""
    from game.thinking.lanes import LANES

    for lane in LANES.values():
        lane.stop()
