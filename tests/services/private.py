"""A PostgreSQL and a Redis of our own for tests: on loopback, in a temporary folder, gone at the end."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.server import PATIENCE, free_port

HOW_TO_INSTALL = "apt install postgresql redis-server"
DEBIANS = Path("/usr/lib/postgresql")
NOBODY = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; then it is one of these."""


class PostgreSQL:
    """One private server. It waits for the disk only with `fsync`: our tests kill processes, not machines."""

    def __init__(self, fsync: bool = False) -> None:
        self.fsync = fsync
        self.folder = Path(tempfile.mkdtemp(prefix="maumau-postgres-"))
        self.port = free_port()
        self.user = unprivileged()
        if self.user:
            shutil.chown(self.folder, self.user)
        self._do("initdb", "--auth=trust", "--username=maumau", "--encoding=UTF8", "--no-sync")
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Start, or start again; returns when it answers."""
        settings = (
            f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=",
            f"fsync={'on' if self.fsync else 'off'}", "max_connections=200", "timezone=UTC",
        )  # fmt: skip
        words = [part for one in settings for part in ("-c", one)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [program("postgres"), "-D", str(self.folder / "data"), *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                start_new_session=True, **self._as_user(),
            )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.connect().close()
                return self.process
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise AssertionError("PostgreSQL did not start:\n" + (self.folder / "log").read_text())

    def restart(self) -> None:
        """All connections are cut, as by an operator."""
        self.stop()
        self.start()

    def crash(self) -> None:
        """It ends without tidying up, and comes back through its log."""
        self.stop(signal.SIGQUIT)
        self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """All its processes stand still: it takes connections and questions, and answers nothing.

        Each connection has a process that leads a group of its own, so the group is not all of them.
        """
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        numbers = [main, *map(int, children)]
        _send(numbers, signal.SIGSTOP)
        try:
            yield
        finally:
            _send(numbers, signal.SIGCONT)

    def stop(self, number: int = signal.SIGINT) -> None:
        """SIGINT: a fast shutdown; SIGQUIT: at once, recovery at the next start."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(timeout=PATIENCE)

    def close(self) -> None:
        """End it and remove all it held."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, name: str = "postgres") -> psycopg.Connection:
        """A connection of one's own, in autocommit."""
        return psycopg.connect(self.url(name), autocommit=True, connect_timeout=5)

    def url(self, name: str) -> str:
        """What MAUMAU_DATABASE takes."""
        return f"postgres://maumau@127.0.0.1:{self.port}/{name}"

    def database(self, name: str) -> str:
        """The address of a database that is made when missing."""
        with self.connect() as link:
            make_database(link, name)
        return self.url(name)

    def _do(self, name: str, *words: str) -> None:
        subprocess.run(
            [program(name), "-D", str(self.folder / "data"), *words],
            check=True, cwd=self.folder, **self._as_user(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _as_user(self) -> dict[str, object]:
        return {"user": self.user, "extra_groups": []} if self.user else {}


class Redis:
    """One private server that keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process = self.start()

    @property
    def url(self) -> str:
        """What MAUMAU_REDIS takes."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> subprocess.Popen[bytes]:
        """Start, or start again on the same port; returns when it answers."""
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            [program("redis-server"), *words], cwd="/", stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        ping = [program("redis-cli"), "-p", str(self.port), "ping"]
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if subprocess.run(ping, capture_output=True).stdout.strip() == b"PONG":
                return self.process
            time.sleep(0.05)
        raise AssertionError("Redis did not start")

    def kill(self) -> None:
        """Gone at once."""
        self.process.kill()
        self.process.wait()

    close = kill


def program(name: str) -> str:
    """Where it is; Debian keeps PostgreSQL's server beside the PATH, the newest last."""
    places = [str(folder / "bin") for folder in sorted(DEBIANS.glob("*"), key=version_of, reverse=True)]
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *places, "/usr/sbin"]))
    if found is None:
        raise FileNotFoundError(name)
    return found


def version_of(folder: Path) -> int:
    """17 for …/postgresql/17."""
    return int(re.sub(r"\D", "", folder.name) or 0)


def missing() -> list[str]:
    """The programs that these tests need and this machine has not."""
    names = ("postgres", "initdb", "redis-server", "redis-cli")
    return [name for name in names if not _has(name)]


def _has(name: str) -> bool:
    try:
        return bool(program(name))
    except FileNotFoundError:
        return False


def unprivileged() -> str:
    """Whom PostgreSQL runs as; "": as ourselves."""
    if os.geteuid() != 0:
        return ""
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in NOBODY if name in known)


def _send(numbers: list[int], what: signal.Signals) -> None:
    """A signal to processes, some of which may have ended by themselves."""
    for number in numbers:
        with suppress(ProcessLookupError):
            os.kill(number, what)


def make_database(link: psycopg.Connection, name: str) -> None:
    """Make the database `name` unless it is there."""
    if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        link.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
