"""A worker that knows odd jobs beside its own: `python -m tests.game.thinking.odd_worker NICE`."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from game.thinking.process import COMMAND
from game.thinking.worker import JOBS, main

COMMANDS = {
    "odd": (*COMMAND[:-1], "tests.game.thinking.odd_worker"),
    "broken": (*COMMAND[:-1], "no_such_module"),
}


def pid(_: dict[str, Any]) -> dict[str, Any]:
    """{} → {pid}."""
    return {"pid": os.getpid()}


def note(job: dict[str, Any]) -> dict[str, Any]:
    """{file, text}: appends a line."""
    with Path(job["file"]).open("a") as file:
        file.write(f"{job['text']}\n")
    return {}


def wait(job: dict[str, Any]) -> dict[str, Any]:
    """{gate, here}: makes the file `here`, and returns once the file `gate` is there."""
    Path(job["here"]).touch()
    while not Path(job["gate"]).exists():
        time.sleep(0.005)
    return {}


def fail(_: dict[str, Any]) -> dict[str, Any]:
    """Raises an error that quotes somebody."""
    raise ValueError("Alice holds the seven of hearts")


def die(_: dict[str, Any]) -> dict[str, Any]:
    """As if the system had killed it."""
    os._exit(9)


def die_once(job: dict[str, Any]) -> dict[str, Any]:
    """{file}: dies, but the second time."""
    if not Path(job["file"]).exists():
        Path(job["file"]).touch()
        os._exit(9)
    return {"survived": True}


def hang(_: dict[str, Any]) -> dict[str, Any]:
    """Never comes back, and does not hear of anything either."""
    while True:
        pass


def chatter(_: dict[str, Any]) -> dict[str, Any]:
    """Prints what looks like an answer."""
    print('{"done": {"word": "no"}}', flush=True)
    os.write(1, b"and past Python, too\n")
    return {"said": True}


def surroundings(_: dict[str, Any]) -> dict[str, Any]:
    """{} → {open, names}: what its open files are, and the names in its environment."""
    links = list(Path("/proc/self/fd").iterdir())
    found = [str(link.readlink()) for link in links if link.is_symlink()]
    return {"open": found, "names": sorted(os.environ)}


ODD = ("pid", "note", "wait", "fail", "die", "die_once", "hang", "chatter", "surroundings")

if __name__ == "__main__":
    main(JOBS | {name: f"tests.game.thinking.odd_worker:{name}" for name in ODD})
