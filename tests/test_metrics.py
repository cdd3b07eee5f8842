"""/metrics: off unless asked for, in Prometheus' format, and each figure grows by what it counts."""

import asyncio
import logging
import random
import time
import urllib.error
from pathlib import Path

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings
from websockets.exceptions import ConnectionClosed

from game.metrics import drops, registry
from maumau_site import watch
from tests.clients import Guest, Player, Room, greet, open_room, read, say
from tests.server import PATIENCE, Server, serving

Figures = dict[tuple[str, ...], float]
"""Values by name and the values of the labels."""


def figures(text: str) -> Figures:
    """Every sample of a scrape."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(one.name, *one.labels.values()): one.value for one in samples}


@pytest.fixture
def on(settings: Settings) -> Settings:
    settings.METRICS = True
    return settings


@pytest.mark.django_db
def test_it_is_not_there_unless_asked_for(client: Client) -> None:
    assert client.get("/metrics").status_code == 404


@pytest.mark.django_db
def test_it_is_text_for_prometheus_and_nobody_keeps_it(client: Client, on: Settings) -> None:
    answer = client.get("/metrics")
    assert answer.status_code == 200 and not answer.cookies
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.head("/metrics").status_code == 200
    assert client.post("/metrics").status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "status"),
    [(None, 401), ("Bearer wrong", 401), ("tell-me", 401), ("Bearer tell-më", 401), ("Bearer tell-me", 200)],
)  # fmt: skip
def test_with_a_token_only_who_knows_it_is_answered(
    client: Client, on: Settings, sent: str | None, status: int
) -> None:
    on.METRICS_TOKEN = "tell-me"
    answer = client.get("/metrics", headers={"authorization": sent} if sent else {})
    assert answer.status_code == status
    assert status == 200 or not answer.content


@pytest.mark.django_db
def test_every_figure_has_our_name_and_a_help_text(client: Client, on: Settings) -> None:
    families = list(text_string_to_metric_families(client.get("/metrics").content.decode()))
    for family in families:
        assert family.name.startswith(("maumau_", "process_", "python_"))
        assert family.documentation
    assert {"maumau_matches", "maumau_tables", "maumau_moves", "process_cpu_seconds"} <= {
        family.name for family in families
    }


def test_the_page_of_figures_names_them_all() -> None:
    told = (Path(__file__).parent.parent / "docs" / "watching.md").read_text()
    names = {metric.name for metric in registry.collect() if metric.name.startswith("maumau_")}
    assert not [name for name in names if f"`{name}" not in told]


async def test_a_minute_of_dropped_sockets_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger=watch.__name__)
    monkeypatch.setattr(watch, "REPORT_S", 0.001)
    task = asyncio.create_task(watch.report_drops())
    await asyncio.sleep(0)  # it has noted how many there were
    drops.labels("flood").inc(3)
    while not caplog.records:
        await asyncio.sleep(0.001)
    for _ in range(20):
        await asyncio.sleep(0.001)
    task.cancel()
    assert [vars(record).get("flood") for record in caplog.records] == [3], "said again, or wrong"


# -- the real server ----------------------------------------------------------------------------------------


def scrape(site: Server) -> Figures:
    """The figures now."""
    return figures(site.get("/metrics").read().decode())


def reached(site: Server, wanted: Figures) -> Figures:
    """The first figures in which all of these are at least so large."""
    end = time.monotonic() + PATIENCE
    while True:
        now = scrape(site)
        missing = {name: now.get(name) for name, least in wanted.items() if now.get(name, -1.0) < least}
        if not missing:
            return now
        assert time.monotonic() < end, missing
        time.sleep(0.2)


async def play(guests: list[Guest], path: str, moves: int) -> None:
    """All play until there were so many answers; then all come back for as many again."""
    players = [Player(guest, path, random.Random(n)) for n, guest in enumerate(guests)]
    for goal in (moves, 2 * moves):
        await asyncio.gather(*(one.play(lambda: counted(players) >= goal) for one in players))  # noqa: B023


def counted(players: list[Player]) -> int:
    """Acknowledged moves of these players."""
    return sum(len(one.acks) for one in players)


async def be_refused(guest: Guest, path: str) -> None:
    """A late move, then nothing but nonsense until the server has enough."""
    async with guest.connect(path) as socket:
        await greet(socket)
        await say(socket, t="act", id="x1", v=1, do="d")
        while (await read(socket))["t"] != "nack":
            pass
        for _ in range(40):
            await say(socket, t="nonsense")
        with pytest.raises(ConnectionClosed):
            while True:
                await read(socket)


async def look(site: Server, guest: Guest, path: str, wanted: Figures) -> None:
    """Somebody's socket is open, and that is seen."""
    async with guest.connect(path) as socket:
        await greet(socket)
        await read(socket)
        await asyncio.to_thread(reached, site, wanted)


def ask_by_http(room: Room) -> None:
    """A page without a socket: it looks, moves and talks by requests."""
    guest, table = room.guests[0], f"/en/table/{room.match}"
    guest.opener.open(f"{guest.base}{table}/view?v=0&format=json").close()
    guest.post(f"{table}/chat", text="hello", id="c1")
    with pytest.raises(urllib.error.HTTPError):
        guest.post(f"{table}/act", do="p 7H", v="1", id="x2")


OPEN = [("maumau_spectators",), ("maumau_sockets", "table"), ("maumau_sockets", "lobby")]
GROWN: Figures = {
    ("maumau_hellos_total", "new"): 3, ("maumau_hellos_total", "again"): 2,
    ("maumau_acts_total", "ack"): 20, ("maumau_acts_total", "nack"): 2, ("maumau_moves_total",): 20,
    ("maumau_socket_drops_total", "junk"): 1, ("maumau_renders_total", "made"): 1,
    ("maumau_fallback_requests_total", "view"): 1, ("maumau_fallback_requests_total", "act"): 1,
    ("maumau_fallback_requests_total", "chat"): 1,
    ("maumau_commit_batch_size_sum",): 20, ("maumau_commit_seconds_count",): 2,
    ("maumau_ticker_late_seconds_count", "bot"): 1, ("maumau_ticker_age_seconds",): 0,
    ("maumau_loop_lag_seconds_count",): 1, ("maumau_matches", "play"): 2, ("maumau_tables", "playing"): 1,
    ("maumau_log_lines_total", "info"): 1, ("maumau_queue", "writer"): 0, ("process_cpu_seconds_total",): 0.1,
}  # fmt: skip


def test_each_figure_is_fed(tmp_path: Path) -> None:
    with serving(tmp_path, MAUMAU_METRICS="1") as site:
        room = open_room(site.url, ["One", "Two"])
        alone = Guest(site.url)
        solo = alone.post("/en/solo/", bots="easy", preset="mau-mau", match_end="wins:20")
        watcher = Guest(site.url)
        watcher.post(f"/en/table/{room.match}/watch", name="Three")
        asyncio.run(play(room.guests, room.socket, 10))
        asyncio.run(play([alone], solo["socket"], 3))
        asyncio.run(be_refused(room.guests[0], room.socket))
        ask_by_http(room)
        asyncio.run(look(site, watcher, room.socket, dict.fromkeys(OPEN[:2], 1)))
        asyncio.run(look(site, room.guests[0], f"/ws/lobby/{room.lobby}/", {OPEN[2]: 1}))
        reached(site, GROWN)
        end = time.monotonic() + PATIENCE
        while any(scrape(site)[name] for name in OPEN):
            assert time.monotonic() < end, "everybody has gone, and is still counted"
            time.sleep(0.2)

