"""Two processes on one database: what one does the other shows, with Redis at once."""

import asyncio
import copy
import json
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import Request

import pytest

from tests.clients import Frame, Guest, Player, Room, greet, open_room, say
from tests.server import PATIENCE, Server, serving
from tests.services.private import PostgreSQL, Redis

COMMON = {"MAUMAU_SERVER": "uvicorn", "MAUMAU_METRICS": "1"}


@pytest.fixture
def pair(tmp_path: Path, postgres: PostgreSQL, redis: Redis) -> Iterator[list[Server]]:
    """Two servers of one site."""
    settings = COMMON | {"MAUMAU_DATABASE": postgres.database("pair"), "MAUMAU_REDIS": redis.url}
    with ExitStack() as both:
        yield [both.enter_context(serving(tmp_path, **settings)) for _ in range(2)]


def at(guest: Guest, site: Server) -> Guest:
    """The same guest, who talks to another process."""
    elsewhere = copy.copy(guest)
    elsewhere.base = site.url
    return elsewhere


def figure(site: Server, name: str) -> float:
    """One number of /metrics."""
    lines = site.get("/metrics").read().decode().splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(f"{name} ")), 0.0)


def wait_for_figure(site: Server, name: str, wanted: float) -> None:
    """Returns when it is so."""
    end = time.monotonic() + PATIENCE
    while figure(site, name) != wanted:
        assert time.monotonic() < end, f"{name} is {figure(site, name)}, not {wanted}"
        time.sleep(0.1)


def heard(site: Server) -> float:
    """Messages of other processes this one has heard."""
    return figure(site, 'maumau_relay_messages_total{way="heard"}')


async def play_apart(room: Room, here: Server, there: Server, moves: int) -> list[float]:
    """One seat of two plays at each process; until both have seen `moves` versions. Seconds in between."""
    players = [
        Player(at(guest, site), room.socket, random.Random(number))
        for number, (guest, site) in enumerate(zip(room.guests, (here, there), strict=True))
    ]
    first: dict[int, float] = {}
    later: list[float] = []
    end = asyncio.get_running_loop().time() + PATIENCE

    def done() -> bool:
        for player in players:
            for version in player.seen[len(player.seen) - 1 :]:
                if version not in first:
                    first[version] = time.monotonic()
                elif first[version]:
                    later.append(time.monotonic() - first[version])
                    first[version] = 0.0
        assert asyncio.get_running_loop().time() < end, "one process does not hear of the other"
        return min(len(player.acks) for player in players) >= moves

    await asyncio.gather(*(player.play(done) for player in players))
    return later


def view_of(guest: Guest, room: Room) -> Frame:
    """The table as a program asks for it by HTTP."""
    table = room.socket.replace("/ws/", "/en/").rstrip("/")
    address, headers = f"{guest.base}{table}/view?format=json", {"Accept": "application/json"}
    with guest.opener.open(Request(address, headers=headers), timeout=PATIENCE) as answer:
        return dict(json.load(answer)["view"])


async def sit_here(guest: Guest, room: Room, until: asyncio.Event) -> None:
    """Gives signs of life over a socket, as pages do."""
    async with guest.connect(room.socket) as line:
        await greet(line)
        while not until.is_set():
            await say(line, t="ping", v=0)
            await asyncio.sleep(1)


async def seen_elsewhere(who: Guest, by: Guest, room: Room) -> bool:
    """Whether `by` sees at one process that `who` is at the other."""
    over, end = asyncio.Event(), asyncio.get_running_loop().time() + PATIENCE
    sitting = asyncio.create_task(sit_here(who, room, over))
    seen = False
    while not seen and asyncio.get_running_loop().time() < end:
        view = await asyncio.to_thread(view_of, by, room)
        seen = view["seats"][0]["present"]
        await asyncio.sleep(0.1)
    over.set()
    await sitting
    return seen


def test_a_move_here_is_seen_there(pair: list[Server], redis: Redis) -> None:
    here, there = pair
    for site in pair:
        site.wait_for("/readyz")
    room = open_room(here.url, ["Alice", "Bob"])
    before = heard(there)
    print("with Redis", sorted(asyncio.run(play_apart(room, here, there, 10)))[-3:])
    assert heard(there) > before, "told, not found by looking"
    redis.kill()
    for site in pair:
        wait_for_figure(site, "maumau_relay_up", 0.0)
    print("without", sorted(asyncio.run(play_apart(room, here, there, 2)))[-3:])
    redis.start()
    for site in pair:
        wait_for_figure(site, "maumau_relay_up", 1.0)
    before = heard(there)
    asyncio.run(play_apart(room, here, there, 5))
    assert heard(there) > before
    for site in pair:
        assert site.stop() == 0
        said = [line for line in site.lines if "Redis does not answer" in line]
        assert len(said) == 1, "said once, not every second"


def test_who_is_here_is_seen_there(pair: list[Server]) -> None:
    here, there = pair
    room = open_room(here.url, ["Alice", "Bob"])
    assert asyncio.run(seen_elsewhere(room.guests[0], at(room.guests[1], there), room))
