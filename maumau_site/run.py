"""`./dev run`: prepare the data, say where the site is, become the server."""

import errno
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import django
import psycopg
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection

from maumau_site import environment
from maumau_site.limits import BACKLOG, MAX_MESSAGE

MIGRATING = 0x6D61756D6175
"""PostgreSQL's name for the lock, any number of our own."""
MANY_FILES = 65_536


def main() -> None:
    """Reads HOST and PORT, then migrates, collects the static files and starts the server."""
    host = os.environ.get("HOST") or "127.0.0.1"
    port = read_port(os.environ.get("PORT") or "8000")
    check_free(host, port)
    os.environ["HOST"] = host
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")
    set_up()
    with alone_with(settings.DATA_DIR):
        prepare_database()
        collect_static(settings.STATIC_ROOT)
    allow_many_files()
    announce(host, port)
    # A process of its own age: the settings are read again and signals reach the server itself.
    os.execv(sys.executable, [sys.executable, *SERVERS[settings.SERVER](host.strip("[]"), port)])  # noqa: S606


def set_up() -> None:
    """Reads the settings; ends the program with a sentence if one of the operator's makes no sense."""
    try:
        django.setup()
    except ImproperlyConfigured as error:
        sys.exit(str(error))


def allow_many_files() -> None:
    """Each socket is an open file, and many systems give 1,024 to those who do not ask for more."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(MANY_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def daphne(host: str, port: int) -> list[str]:
    """Python's arguments for daphne. -v 0: no access log, it would hold people's addresses.

    Its own end of a socket's life after a day is off, and everybody may come back at once after a restart.
    """
    at = f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}:backlog={BACKLOG}"
    limits = ["--websocket_timeout", "-1", "--websocket-max-message-size", str(MAX_MESSAGE)]
    return ["-m", "daphne", "-v", "0", "-e", at, *limits, "maumau_site.asgi:application"]


def uvicorn(host: str, port: int) -> list[str]:
    """Python's arguments for uvicorn, which `maumau_site.serve` sets up."""
    return ["-m", "maumau_site.serve", host, str(port)]


SERVERS = {"daphne": daphne, "uvicorn": uvicorn}


@contextmanager
def alone_with(folder: Path) -> Iterator[None]:
    """Several processes that start at once on one data folder prepare it one after another."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)  # it ends with the handle, also if we are killed
        yield
    finally:
        os.close(handle)


def prepare_database() -> None:
    """Brings the tables up to date; ends the program with a sentence if PostgreSQL does not let us in."""
    with lock_database() if connection.vendor == "postgresql" else nullcontext():
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def lock_database() -> Iterator[None]:
    """Several processes that start at once migrate one after another, on several machines, too.

    A connection beside the pool: the pool would try for 10 s, and then not say why.
    """
    try:
        link = psycopg.connect(**connection.get_connection_params(), autocommit=True)
    except psycopg.OperationalError as error:
        sys.exit(f"PostgreSQL does not let us in: {error}\nIs it running, and is MAUMAU_DATABASE right?")
    with link:
        link.execute("SET lock_timeout = 0")
        link.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        yield


def read_port(word: str) -> int:
    """PORT as a number; ends the program with a sentence if it is none."""
    if not word.isdecimal() or not 0 < int(word) < 65536:
        sys.exit(f"PORT={word} is no port: choose a number from 1 to 65535.")
    return int(word)


def check_free(host: str, port: int) -> None:
    """Ends the program with a sentence if the address cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError as error:
            sys.exit(why_not(error, host, port))


def why_not(error: OSError, host: str, port: int) -> str:
    """What to do about an address that cannot be bound."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is busy: another program (perhaps another ./dev run) uses it.\n"
            f"Choose another:  PORT={port % 65535 + 1} ./dev run"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is for the administrator only. Choose one above 1023:  PORT=8000 ./dev run"
    return f"HOST={host} is no address of this machine ({error}). Use 127.0.0.1, or 0.0.0.0 for your network."


def collect_static(target: Path) -> None:
    """Copies and compresses the static files, once per content.

    Of older copies the newest stays: a process from before the update may still serve it.
    """
    if settings.DEBUG or (target / "complete").exists():
        return
    older = sorted((one for one in target.parent.iterdir() if one != target), key=_completed)
    for copy in (target, *older[:-1]):
        shutil.rmtree(copy, ignore_errors=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    (target / "complete").touch()


def _completed(copy: Path) -> float:
    """When this copy of the static files was complete; 0 if it never was."""
    mark = copy / "complete"
    return mark.stat().st_mtime if mark.exists() else 0.0


def announce(host: str, port: int) -> None:
    """Prints the addresses, the one for this machine first."""
    if host not in environment.EVERYWHERE:
        print(f"http://{environment.bracketed(host)}:{port}/", flush=True)
        return
    print(f"http://127.0.0.1:{port}/", flush=True)
    for address in environment.own_addresses():
        print(f"http://{address}:{port}/  (for other devices in your network)", flush=True)


if __name__ == "__main__":
    main()
