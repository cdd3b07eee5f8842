"""/readyz where the database or Redis has stopped, hangs, and is back."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.server import Server, serving
from tests.services.private import PostgreSQL, Redis


@pytest.fixture(params=["daphne", "uvicorn"])
def ready(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgreSQL, redis: Redis
) -> Iterator[Server]:
    """A server that is ready, with PostgreSQL and Redis."""
    places = {"MAUMAU_DATABASE": postgres.database("health"), "MAUMAU_REDIS": redis.url}
    with serving(tmp_path, MAUMAU_SERVER=request.param, **places) as server:
        server.wait_for("/readyz")
        yield server


@contextmanager
def frozen(postgres: PostgreSQL) -> Iterator[None]:
    """All its processes stand still: connections stay open, and nothing answers."""
    main = postgres.process.pid
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    numbers = [main, *map(int, children)]
    for number in numbers:
        send(number, signal.SIGSTOP)
    try:
        yield
    finally:
        for number in numbers:
            send(number, signal.SIGCONT)


def send(number: int, what: signal.Signals) -> None:
    """A signal to a process that may have ended by itself."""
    with suppress(ProcessLookupError):
        os.kill(number, what)


def unwell(site: Server) -> set[str]:
    """The parts that are not well, once something is not."""
    site.wait_for("/readyz", 503)
    return {name for name, well in json.load(site.get("/readyz")).items() if not well}


def test_a_database_that_hangs_does_not_hang_the_answer(ready: Server, postgres: PostgreSQL) -> None:
    with frozen(postgres):
        assert "database" in unwell(ready)
        assert ready.get("/healthz").status == 200
    ready.wait_for("/readyz")


def test_a_database_that_stopped_is_noticed_and_found_again(ready: Server, postgres: PostgreSQL) -> None:
    postgres.stop()
    assert "database" in unwell(ready)
    assert ready.get("/healthz").status == 200
    postgres.start()
    ready.wait_for("/readyz")


def test_redis_that_stopped_is_noticed_and_found_again(ready: Server, redis: Redis) -> None:
    redis.close()
    assert unwell(ready) == {"layer"}
    redis.start()
    ready.wait_for("/readyz")
