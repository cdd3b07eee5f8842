"""/healthz and /readyz: what they say, to whom, and that a database that hangs does not hang them."""

import asyncio
import json
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import Request

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from game import ticker, writer
from game.clock import steady_ms
from maumau_site import health
from maumau_site.probe import Probe
from tests.clients import Player, Room, open_room
from tests.server import PATIENCE, Server, serving

WELL = {"database": True, "layer": True, "ticker": True, "writer": True, "thinking": True}


@pytest.mark.django_db
def test_alive_needs_no_database(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
@pytest.mark.parametrize(("ago", "status"), [(None, 503), (60_000, 503), (0, 200)])
def test_ready_means_that_the_ticker_ticks(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, ago: int | None, status: int
) -> None:
    settings.TICKER = True
    monkeypatch.setattr(ticker, "last_tick_ms", None if ago is None else steady_ms() - ago)
    answer = client.get("/readyz")
    assert answer.status_code == status
    assert answer.json() == WELL | {"ticker": status == 200}


@pytest.mark.django_db
def test_ready_means_that_moves_are_written(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").json() == WELL
    monkeypatch.setattr(writer, "oldest_wait", lambda: 6.0)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["writer"]) == (503, False)


@pytest.mark.django_db
def test_the_log_says_once_what_is_not_well_and_when_it_is_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "_unwell", [])  # other tests have told something, too
    waits = iter([6.0, 6.0, 0.0, 0.0])
    monkeypatch.setattr(writer, "oldest_wait", lambda: next(waits))
    for _ in range(4):
        client.get("/readyz")
    said = [(record.getMessage(), vars(record).get("what")) for record in caplog.records]
    assert said == [("not ready", "writer"), ("ready again", None)]


def test_whoever_asks_something_that_hangs_waits_a_moment_and_not_in_new_threads() -> None:
    asked, answer = [], threading.Event()

    def hang() -> str:
        asked.append(threading.current_thread())
        answer.wait()
        return "well"

    probe = Probe(hang)
    assert [probe.ask(0.01) for _ in range(5)] == [None] * 5
    assert len(asked) == 1
    answer.set()
    asked[0].join()
    assert probe.ask(60) == "well" and len(asked) == 2


def test_something_that_fails_is_not_well_until_it_works_again() -> None:
    results = iter([RuntimeError("no"), "well"])

    def work() -> str:
        result = next(results)
        if isinstance(result, Exception):
            raise result
        return result

    probe = Probe(work)
    assert [probe.ask(60), probe.ask(60)] == [None, "well"]


# -- the real server --------------------------------------------------------------------------------------


@pytest.fixture(params=["daphne", "uvicorn"], scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), MAUMAU_SERVER=request.param) as server:
        server.wait_for("/readyz")
        yield server


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_load_balancer_may_ask_by_address_and_nothing_is_kept(site: Server, path: str, method: str) -> None:
    answer = site.ask(Request(site.url + path, headers={"Host": "10.1.2.3:8000"}, method=method))
    assert answer.status in (200, 503)  # not 400; and a ticker may be late on a busy machine
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert bool(answer.read()) == (method == "GET")


def test_it_cannot_be_posted_to(site: Server) -> None:
    assert site.post("/readyz", b"").status == 405


@pytest.mark.sqlite
def test_a_database_that_is_gone_is_noticed_and_not_replaced(site: Server) -> None:
    file = site.data / "db.sqlite3"
    away = file.rename(site.data / "away")
    site.wait_for("/readyz", 503)
    assert not file.exists()
    assert site.get("/healthz").status == 200
    away.rename(file)
    site.wait_for("/readyz")


@contextmanager
def playing(room: Room) -> Iterator[None]:
    """Everybody at this table plays meanwhile."""
    over = threading.Event()
    players = [Player(guest, room.socket, random.Random(n)) for n, guest in enumerate(room.guests)]

    async def play() -> None:
        await asyncio.gather(*(player.play(over.is_set) for player in players))

    thread = threading.Thread(target=asyncio.run, args=(play(),))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.sqlite
def test_a_database_that_nobody_can_write_to_is_noticed(site: Server) -> None:
    locking = sqlite3.connect(site.data / "db.sqlite3", isolation_level=None)
    with playing(open_room(site.url, ["One", "Two"])):
        locking.execute("BEGIN IMMEDIATE")
        end = time.monotonic() + PATIENCE
        while (checks := json.load(site.get("/readyz"))) != WELL | {"writer": False, "ticker": False}:
            assert checks["database"], "reading goes on"
            assert time.monotonic() < end, checks
            time.sleep(0.1)
        assert site.get("/healthz").status == 200
        locking.close()
        site.wait_for("/readyz")
