"""/readyz where the database or Redis has stopped, hangs, and is back."""

import json
from collections.abc import Iterator

import pytest

from tests.server import Server, serving
from tests.services.private import PostgreSQL, Redis


@pytest.fixture(scope="module")
def own_redis(postgres: PostgreSQL) -> Iterator[Redis]:
    """One for all tests here; `postgres` has looked whether the machine has both."""
    server = Redis()
    yield server
    server.close()


@pytest.fixture(params=["daphne", "uvicorn"], scope="module")
def server(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    postgres: PostgreSQL,
    own_redis: Redis,
) -> Iterator[Server]:
    """A server with PostgreSQL and Redis."""
    places = {"MAUMAU_DATABASE": postgres.database("health"), "MAUMAU_REDIS": own_redis.url}
    with serving(tmp_path_factory.mktemp("data"), MAUMAU_SERVER=request.param, **places) as server:
        server.wait_for("/readyz")
        yield server


def unwell(site: Server) -> set[str]:
    """The parts that are not well, once something is not."""
    site.wait_for("/readyz", 503)
    return {name for name, well in json.load(site.get("/readyz")).items() if not well}


def test_a_database_that_hangs_does_not_hang_the_answer(server: Server, postgres: PostgreSQL) -> None:
    with postgres.frozen():
        assert "database" in unwell(server)
        assert server.get("/healthz").status == 200
    server.wait_for("/readyz")


def test_a_database_that_stopped_is_noticed_and_found_again(server: Server, postgres: PostgreSQL) -> None:
    postgres.stop()
    assert "database" in unwell(server)
    assert server.get("/healthz").status == 200
    postgres.start()
    server.wait_for("/readyz")


def test_redis_that_stopped_is_noticed_and_found_again(server: Server, own_redis: Redis) -> None:
    own_redis.kill()
    assert "layer" in unwell(server)
    own_redis.start()
    server.wait_for("/readyz")
