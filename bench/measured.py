"""One measured case: what ran, what each run gave, and the line that is printed of it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from bench.machine import cpu_seconds, median, pin, resident

ROOT = Path(__file__).parent.parent
FULL = 0.9
"""A load generator that computes more than this share of its core may be the bottleneck."""
PATIENCE = 120.0


@dataclass
class Case:
    """Medians over the runs of one setting."""

    name: str
    runs: list[dict[str, Any]] = field(default_factory=list)
    sockets: int = 0
    per_socket: float = float("nan")
    """Bytes of server memory for each open socket (RSS with them minus RSS before)."""
    failed: str = ""
    load: float = 0.0

    def of(self, key: str, place: int | None = None) -> float:
        """The median of a figure."""
        return median(run[key] if place is None else run[key][place] for run in self.runs)

    def spread(self, key: str) -> str:
        """Smallest and largest."""
        values = [run[key] for run in self.runs]
        return f"{min(values):,.0f}-{max(values):,.0f}" if values else "-"

    def worst(self, key: str) -> float:
        """What counts over all runs together: refused, errors, drops."""
        return float(sum(run.get(key, 0) for run in self.runs))

    def plain(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "name": self.name, "sockets": self.sockets, "bytes_per_socket": self.per_socket,
            "load": self.load, "failed": self.failed, "moves_per_cpu": self.of("per_cpu"), "runs": self.runs,
        }  # fmt: skip


class Reading:
    """Reads the lines of a load generator and takes the server's figures at its marks."""

    def __init__(self, case: Case, servers: Sequence[int], databases: Sequence[int] = ()) -> None:
        self.case, self.servers, self.databases = case, servers, databases
        self.before = self.cpu = self.db = 0.0

    def line(self, text: str) -> None:
        """One mark."""
        mark = orjson.loads(text)
        getattr(self, "_" + mark.pop("event"))(mark)

    def _joined(self, mark: dict[str, Any]) -> None:
        self.before = resident(self.servers)

    def _seated(self, mark: dict[str, Any]) -> None:
        self.case.sockets = mark["sockets"]
        if self.before:
            self.case.per_socket = (resident(self.servers) - self.before) / mark["sockets"]

    def _rendered(self, mark: dict[str, Any]) -> None:
        self.case.runs[-1].update(mark)

    def _start(self, mark: dict[str, Any]) -> None:
        self.cpu, self.db = cpu_seconds(self.servers), cpu_seconds(self.databases)

    def _stop(self, mark: dict[str, Any]) -> None:
        cpu, db = cpu_seconds(self.servers) - self.cpu, cpu_seconds(self.databases) - self.db
        seconds = mark["seconds"]
        mark.update(
            server=cpu, database=db, busy=cpu / seconds, load=mark["cpu"] / seconds,
            per_cpu=mark["acks"] / cpu if cpu else 0.0, per_second=mark["acks"] / seconds,
            memory=resident(self.servers),
        )  # fmt: skip
        self.case.runs.append(mark)


def listen(words: Sequence[str], reading: Reading, core: int | None, patience: float, **env: str) -> None:
    """Runs a load generator on its core to its end, or for `patience` seconds."""
    with running(words, core, **env) as process:
        timer = threading.Timer(patience, process.kill)
        timer.start()
        try:
            for text in process.stdout or ():
                reading.line(text)
            if process.wait():
                reading.case.failed = f"the load generator ended with {process.returncode}"
        finally:
            timer.cancel()
    reading.case.load = os.getloadavg()[0]


@contextmanager
def running(words: Sequence[str], core: int | None, **env: str) -> Iterator[subprocess.Popen[str]]:
    """A process on a core, killed when the block ends however it ends."""
    process = subprocess.Popen(
        list(words), cwd=ROOT, env=os.environ | env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        pin(process.pid, core)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def python(module: str, *words: str) -> list[str]:
    """The command that runs `main` of a module of ours."""
    return [sys.executable, "-c", f"from {module} import main; main()", *words]


def row(case: Case, width: int = 44) -> str:
    """One line of the report; two with what went wrong."""
    if case.failed or not case.runs:
        return f"{case.name:{width}} not measured: {case.failed or 'no run ended'}"
    line = f"{case.name:{width}}"
    if case.worst("acks"):
        line += (
            f"{case.of('per_cpu'):>8,.0f} ({case.spread('per_cpu')}){case.of('per_second'):>9,.0f}/s"
            f"  views {case.of('view', 0):.1f}/{case.of('view', 1):.1f} ms"
            f"  ack {case.of('ack', 0):.1f}/{case.of('ack', 1):.1f} ms"
        )
    line += f"  busy {case.of('busy'):.0%}  load {case.of('load'):.0%}"
    if case.of("database"):
        line += f"  moves per CPU second of the database {case.of('acks') / case.of('database'):,.0f}"
    if "back" in case.runs[0]:
        line += f"  all exact after {case.of('back'):.2f} s"
    if "made" in case.runs[0]:
        line += f"  made per move {case.worst('made') / max(1.0, case.worst('acks')):.1f}"
    if case.per_socket == case.per_socket:
        line += f"  {case.per_socket / 1024:.0f} KiB for each of {case.sockets} sockets"
    wrong = [f"{case.worst(key):.0f} {key}" for key in ("refused", "errors", "drops") if case.worst(key)]
    if case.of("load") > FULL:
        wrong.append("the load generator was full: only the figure per CPU second counts")
    return "\n    ".join([line, *wrong])
