"""A worker process: `python -m game.thinking.worker NICE`. One job a line in, one answer a line out, as JSON.

It has the standard library and the pure parts of the game, no Django, no database and nothing of the
server's but two pipes. When the server ends, however that happens, its end of the pipe closes and the worker
ends too, in the middle of a job as well.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

JOBS = {
    "decide": "game.thinking.jobs:decide",
    "weigh": "game.thinking.jobs:weigh",
    "modules": "game.thinking.jobs:modules",
    "rounds": "game.simulate.rounds:run",
    "review": "game.coach.review:run",
}
"""What can be asked for: module and function, imported when first asked for."""

ROOT = Path(__file__).resolve().parents[2]


def main(jobs: Mapping[str, str] = JOBS) -> None:
    """Answer until nobody asks any more; never returns."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    for name in ("SIGINT", "SIGTERM"):  # for the server, which says goodbye first; we end with it
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    gc.set_threshold(50_000, 20, 50)  # searching makes many objects and few circles
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a job prints must not look like an answer
    asked: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        out.write(json.dumps(_answer(asked.get(), jobs)).encode() + b"\n")
        out.flush()


def _listen(asked: SimpleQueue[bytes]) -> None:
    """In a thread of its own, so that a closed pipe is noticed in the middle of a job."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def _answer(line: bytes, jobs: Mapping[str, str]) -> dict[str, Any]:
    try:
        asked = json.loads(line)
        module, _, name = jobs[asked["job"]].partition(":")
        work: Callable[[dict[str, Any]], dict[str, Any]] = getattr(import_module(module), name)
        return {"done": work(asked["payload"])}
    except Exception as error:
        return {"error": _told(error)}


def _told(error: Exception) -> str:
    """Type and place: the words of an error may quote what people typed (docs/watching.md)."""
    frames = traceback.extract_tb(error.__traceback__)
    last = next((one for one in reversed(frames) if one.filename.startswith(str(ROOT))), frames[-1])
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


if __name__ == "__main__":
    main()
