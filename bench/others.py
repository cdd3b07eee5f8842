"""Other game servers beside ours: boardgame.io and colyseus, each with the game of `bench/peers/rules.mjs`.

Installed by npm from `bench/peers/package-lock.json` into `.venv/bench/peers`, on the first use; where that
is not possible the reason is told, and ours is measured alone.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.machine import cores
from bench.measured import Case, Reading, listen, running
from tests.server import free_port

HERE = Path(__file__).parent / "peers"
MADE = Path(__file__).parent.parent / ".venv" / "bench" / "peers"
NAMES = {
    "boardgame.io in memory": ("boardgame", "memory"),
    "boardgame.io FlatFile": ("boardgame", "disk"),
    "colyseus in memory": ("colyseus", ""),
}


def install() -> str:
    """Why they cannot be measured, "" if they can."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "node and npm are not installed"
    lock, made = HERE / "package-lock.json", MADE / "package-lock.json"
    if made.exists() and made.read_bytes() == lock.read_bytes():
        return ""
    print("Installing bench/peers, to compare with (once, and again when its lock changes) ...")
    MADE.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", MADE)
    shutil.copy(lock, MADE)
    try:
        words = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(words, cwd=MADE, check=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        made.unlink(missing_ok=True)
        return f"npm could not install them ({error})"
    return ""


def measure(name: str, tables: int, pace: float, runs: int, seconds: float, warm: float = 3.0) -> Case:
    """One of NAMES with so many tables, on the cores that ours uses."""
    kind, store = NAMES[name]
    case = Case(f"{name}, {tables} tables" + (", paced" if pace else ""))
    server_core, load_core = cores()
    port, env = free_port(), {"PEERS": str(MADE), "NODE_ENV": "production"}
    with tempfile.TemporaryDirectory() as folder:
        words = ["node", str(HERE / f"{kind}.mjs"), str(port), folder if store == "disk" else store]
        with running(words, server_core, **env) as server:
            if not server.stdout or "listening" not in server.stdout.readline():
                case.failed = "it did not start"
                return case
            plan = (tables, pace * 1000, warm, runs, seconds)
            load = ["node", str(HERE / "load.mjs"), kind, f"http://127.0.0.1:{port}", *map(str, plan)]
            listen(load, Reading(case, [server.pid]), load_core, 90 + warm + runs * (seconds + 1), **env)
    return case
