"""Our own server as it is measured: pinned to a core, on a fresh store, in one or two processes."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bench.machine import cores, pin
from bench.measured import PATIENCE, Case, Reading, listen, python
from tests.server import serving
from tests.services.private import PostgreSQL, Redis


@dataclass(frozen=True)
class Setting:
    """How the site is run."""

    server: str = "uvicorn"
    database: str = "sqlite"
    processes: int = 1
    metrics: bool = False

    def __str__(self) -> str:
        many = f", {self.processes} processes" if self.processes > 1 else ""
        return f"{self.server}, {self.database}{many}"


@dataclass
class Site:
    """What runs: addresses, and the processes whose time counts."""

    bases: list[str]
    servers: list[int]
    databases: list[int]


@contextmanager
def site(setting: Setting) -> Iterator[Site]:
    """Starts the setting on a fresh store; nothing is left of it when the block ends.

    With several processes each has a core of its own as far as there are any, and Redis tells them of each
    other. PostgreSQL and Redis run beside the load generator.
    """
    server_core, load_core = cores()
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        env: dict[str, Any] = {"MAUMAU_SERVER": setting.server, "MAUMAU_METRICS": str(int(setting.metrics))}
        databases = []
        if setting.database == "postgres":
            database = stack.enter_context(closing(PostgreSQL(fsync=True)))
            env["MAUMAU_DATABASE"] = database.database("maumau")
            databases.append(database.process.pid)
        if setting.processes > 1:
            redis = stack.enter_context(closing(Redis()))
            env["MAUMAU_REDIS"] = redis.url
            databases.append(redis.process.pid)
        bases, servers = [], []
        for number in range(setting.processes):
            server = stack.enter_context(serving(data, **env))
            pin(server.process.pid, load_core if number % 2 else server_core)
            bases.append(server.url)
            servers.append(server.process.pid)
        for pid in databases:
            pin(pid, load_core)
        yield Site(bases, servers, databases)


def measure(name: str, setting: Setting, patience: float = PATIENCE, **plan: Any) -> Case:
    """Plays a plan of `bench.load` on a setting."""
    case = Case(name)
    runs, seconds = plan.get("runs", 5), plan.get("seconds", 4.0)
    with site(setting) as own:
        words = python("bench.load", orjson.dumps({"bases": own.bases, **plan}).decode())
        reading = Reading(case, own.servers, own.databases)
        listen(words, reading, cores()[1], patience + runs * (seconds + 5))
    return case


def fsync_microseconds(times: int = 50) -> float:
    """One write of 4 KiB forced to the disk that the measured stores are on."""
    with tempfile.TemporaryFile() as file:
        taken = []
        for _ in range(times):
            file.write(bytes(4096))
            file.flush()
            begun = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - begun)
    return sorted(taken)[times // 2] * 1e6
