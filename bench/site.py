"""The real site on loopback for benchmarks and tests: own process, own data directory, a free port."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60


@contextmanager
def running_site(data: Path, **settings: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Migrates a fresh SQLite under `data`, starts daphne and yields (address, process); stops it afterwards.

    `settings` are added to the environment. Raises RuntimeError with the server's log if it does not come up.
    """
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    env = os.environ | {"MAUMAU_DATA": str(data), "MAUMAU_BOT_MS": "0", "MAUMAU_DEBUG": "0"} | settings
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True
    )
    with (data / "server.log").open("wb") as log:
        command = ["-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "maumau_site.asgi:application"]
        server = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        _wait_until_up(base, server, data / "server.log")
        yield base, server
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def free_port() -> int:
    """A loopback port nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(base: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(base + "/healthz", timeout=5).close()
            return
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{base} answers {error.code}:\n{log.read_text()[-3000:]}") from error
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text()[-3000:]}")
