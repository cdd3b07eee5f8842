"""PostgreSQL behind a real server: killed servers and a restarted database lose nothing acknowledged."""

import asyncio
from pathlib import Path

import pytest

from tests.clients import Player, open_room
from tests.server import PATIENCE, Server, free_port, serving
from tests.services.private import PostgreSQL
from tests.test_kill import acks, play_and_kill, play_on, seated, settle
from tests.test_load_sample import Rows, check_player, check_rows

TABLES, SEATS = 3, 4
ACKS_EACH = 40


def rows_of(postgres: PostgreSQL, name: str, match: str) -> tuple[int, Rows]:
    """The match's version and its moves in order, read from the database."""
    with postgres.connect(name) as link:
        (version,) = link.execute("SELECT version FROM game_match WHERE id = %s", [match]).fetchone() or (0,)
        moves = "SELECT version, action_id FROM game_move WHERE match_id = %s ORDER BY version"
        return version, list(link.execute(moves, [match]).fetchall())


def check(postgres: PostgreSQL, name: str, matches: list[str], players: list[Player]) -> None:
    """Everything everybody was told is in the rows, once."""
    assert all(player.open is None for player in players), "every action has its answer in the end"
    for number, match in enumerate(matches):
        version, rows = rows_of(postgres, name, match)
        check_rows(version, rows)
        for player in players[number * SEATS : (number + 1) * SEATS]:
            check_player(player, version, rows)


def sit_down(url: str) -> tuple[list[str], list[Player]]:
    """Tables of friends: the matches, and who plays."""
    rooms = [open_room(url, [f"T{n} S{seat}" for seat in range(SEATS)]) for n in range(TABLES)]
    return [room.match for room in rooms], seated(rooms)


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_killed_under_load(tmp_path: Path, postgres: PostgreSQL, server: str) -> None:
    name, port = f"killed_{server}", free_port()
    settings = {"MAUMAU_SERVER": server, "MAUMAU_DATABASE": postgres.database(name)}
    matches: list[str] = []
    players: list[Player] = []
    for _ in range(2):
        with serving(tmp_path, port=port, **settings) as site:
            if not matches:
                matches, players = sit_down(site.url)
            asyncio.run(play_and_kill(site, players))
    with serving(tmp_path, port=port, **settings):
        asyncio.run(settle(players))
    assert acks(players) > TABLES
    check(postgres, name, matches, players)


async def play_through_restarts(site: Server, players: list[Player], postgres: PostgreSQL) -> None:
    """All play, while the database goes away and comes back, once in order and once by a crash."""
    over = False
    tasks = [asyncio.create_task(play_on(player, lambda: over)) for player in players]
    for cut in (postgres.restart, postgres.crash):
        await more(players)
        await asyncio.to_thread(cut)
    await more(players)
    over = True
    for task in tasks:  # whoever waits for a frame wakes by himself, within 5 s
        await task


async def more(players: list[Player]) -> None:
    """Returns when play has gone on for a while."""
    before, end = acks(players), asyncio.get_running_loop().time() + PATIENCE
    while acks(players) < before + ACKS_EACH:
        assert asyncio.get_running_loop().time() < end, "play does not go on"
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_play_goes_on_after_the_database_was_restarted(
    tmp_path: Path, postgres: PostgreSQL, server: str
) -> None:
    name = f"restarted_{server}"
    settings = {"MAUMAU_SERVER": server, "MAUMAU_DATABASE": postgres.database(name)}
    with serving(tmp_path, **settings) as site:
        matches, players = sit_down(site.url)
        asyncio.run(play_through_restarts(site, players, postgres))
        asyncio.run(settle(players))
        site.wait_for("/readyz")
        assert site.stop() == 0
    check(postgres, name, matches, players)


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_a_database_that_hangs_does_not_hang_the_stop(
    tmp_path: Path, postgres: PostgreSQL, server: str
) -> None:
    name = f"frozen_{server}"
    settings = {"MAUMAU_SERVER": server, "MAUMAU_DATABASE": postgres.database(name)}
    with serving(tmp_path, **settings) as site:
        matches, players = sit_down(site.url)
        asyncio.run(play_until_frozen(site, players, postgres))
        assert site.process.poll() == 0, "\n".join(site.lines)
    for number, match in enumerate(matches):
        version, rows = rows_of(postgres, name, match)
        check_rows(version, rows)
        for player in players[number * SEATS : (number + 1) * SEATS]:
            check_player(player, version, rows)


async def play_until_frozen(site: Server, players: list[Player], postgres: PostgreSQL) -> None:
    """All play; the database freezes, and the server is told to stop."""
    over = False
    tasks = [asyncio.create_task(play_on(player, lambda: over)) for player in players]
    await more(players)
    with postgres.frozen():
        site.process.terminate()
        await asyncio.to_thread(site.process.wait, PATIENCE)
        over = True
        await asyncio.gather(*tasks)
