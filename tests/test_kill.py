"""`kill -9` under load: what was acknowledged is there, what was not is there at most once."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from tests.clients import Player, Room, open_room
from tests.server import Server, free_port, serving
from tests.test_load_sample import check_player, check_rows, rows_of

TABLES, SEATS = 4, 4
KILLS, FULL_KILLS = 3, 20
ACKS_EACH = 40
PATIENCE_S = 60.0


async def play_on(player: Player, done: Callable[[], bool]) -> None:
    """Plays until `done()`, whatever becomes of the server."""
    while not done():
        try:
            await player.play(done)
        except (OSError, WebSocketException):  # killed, or not up again yet
            await asyncio.sleep(0.05)


async def play_and_kill(site: Server, players: list[Player]) -> None:
    """All play; the server dies in the middle of it, without a word."""
    before, killed = acks(players), False

    def done() -> bool:
        return killed

    tasks = [asyncio.create_task(play_on(player, done)) for player in players]
    end = asyncio.get_running_loop().time() + PATIENCE_S
    while acks(players) < before + ACKS_EACH and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(site.kill)
    killed = True
    await asyncio.gather(*tasks)


async def settle(players: list[Player]) -> None:
    """Whoever has no answer yet asks again, with the same id, until there is one."""
    for player in players:
        player.cuts = player.repeats = 0.0
    end = asyncio.get_running_loop().time() + PATIENCE_S

    async def ask(player: Player) -> None:
        def done() -> bool:
            return player.open is None or asyncio.get_running_loop().time() > end

        await play_on(player, done)

    await asyncio.gather(*(ask(player) for player in players if player.open is not None))


def acks(players: list[Player]) -> int:
    return sum(len(player.acks) for player in players)


def seated(rooms: list[Room]) -> list[Player]:
    return [
        Player(guest, room.socket, random.Random(f"{number} {seat}"), cuts=0.02, repeats=0.1)
        for number, room in enumerate(rooms)
        for seat, guest in enumerate(room.guests)
    ]


@pytest.mark.prove
@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_killed_under_load(tmp_path: Path, server: str, full_length: bool) -> None:
    port = free_port()
    players: list[Player] = []
    rooms: list[Room] = []
    for _ in range(FULL_KILLS if full_length else KILLS):
        with serving(tmp_path, port=port, MAUMAU_SERVER=server) as site:
            if not rooms:
                names = [[f"T{number} S{seat}" for seat in range(SEATS)] for number in range(TABLES)]
                rooms = [open_room(site.url, table) for table in names]
                players = seated(rooms)
            asyncio.run(play_and_kill(site, players))
    with serving(tmp_path, port=port, MAUMAU_SERVER=server):
        asyncio.run(settle(players))
    assert all(player.open is None for player in players), "every action has its answer in the end"
    assert acks(players) > TABLES
    for number, room in enumerate(rooms):
        version, rows = rows_of(tmp_path, room.match)
        check_rows(version, rows)
        for player in players[number * SEATS : (number + 1) * SEATS]:
            check_player(player, version, rows)
