"""Many tables at once on the real server, with cut lines and doubled frames: afterwards the rows must agree
with everything that anybody was told."""

import asyncio
import random
import sqlite3
import time
from collections import Counter
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from tests.clients import Player, Room, open_room
from tests.server import Server, serving
from tests.services.private import PostgreSQL

TABLES, SEATS = 10, 4
MOVES = 1000
ENOUGH_S = 12.0
"""A slow machine plays fewer moves; what it plays is judged all the same."""

Rows = list[tuple[int, str | None]]  # version and action id


async def play(rooms: list[Room]) -> list[list[Player]]:
    """All tables play at once until there were `MOVES` answers."""
    tables = [
        [
            Player(guest, room.socket, random.Random(f"{number} {seat}"), cuts=0.04, repeats=0.1)
            for seat, guest in enumerate(room.guests)
        ]
        for number, room in enumerate(rooms)
    ]
    players = [player for table in tables for player in table]
    end = time.monotonic() + ENOUGH_S

    def done() -> bool:
        return sum(len(one.acks) for one in players) >= MOVES or time.monotonic() > end

    await asyncio.gather(*(player.play(done) for player in players))
    return tables


def ask(place: Path | str, query: LiteralString, value: str) -> list[Any]:
    """The rows, from the SQLite file in a folder or from the PostgreSQL at an address."""
    if isinstance(place, Path):
        with sqlite3.connect(place / "db.sqlite3") as file:
            return file.execute(query, [value]).fetchall()
    with psycopg.connect(place) as link:
        return link.execute(query.replace("?", "%s"), [value]).fetchall()


def rows_of(place: Path | str, match: str) -> tuple[int, Rows]:
    """The match's version and its moves in order."""
    [(version,)] = ask(place, "SELECT version FROM game_match WHERE id = ?", match)
    moves = ask(place, "SELECT version, action_id FROM game_move WHERE match_id = ? ORDER BY version", match)
    return version, moves


def check_rows(version: int, rows: Rows) -> None:
    """No gap, nothing beyond the match's own version, no action id twice."""
    assert [number for number, _ in rows] == list(range(rows[0][0], version + 1))
    ids = Counter(action for _, action in rows if action)
    assert not [action for action, times in ids.items() if times > 1]


def check_player(player: Player, version: int, rows: Rows) -> None:
    """What this seat was told is what the rows say."""
    at = {action: number for number, action in rows if action}
    for action, number in player.acks:
        assert at.get(action) == number, "acknowledged, but not there, or elsewhere"
    acked = {action for action, _ in player.acks}
    assert not acked & set(player.nacks), "one action was both done and refused"
    assert not set(player.nacks) & set(at), "refused, but there"
    assert player.seen == sorted(player.seen), "an older view came after a newer one"
    committed = {number for number, _ in rows} | {rows[0][0] - 1}
    assert set(player.seen) <= committed, "a view of nothing committed"


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_what_was_told_is_what_is_stored(tmp_path: Path, server: str) -> None:
    with serving(tmp_path, MAUMAU_SERVER=server, MAUMAU_DATABASE="") as site:
        check(site, tmp_path)


def test_what_was_told_is_what_is_stored_in_postgresql(tmp_path: Path, postgres: PostgreSQL) -> None:
    place = postgres.database("sample")
    with serving(tmp_path, MAUMAU_SERVER="uvicorn", MAUMAU_DATABASE=place) as site:
        check(site, place)


def check(site: Server, place: Path | str) -> None:
    """Tables are opened and played, the server ends, and the rows are read."""
    names = [[f"T{number} S{seat}" for seat in range(SEATS)] for number in range(TABLES)]
    rooms = [open_room(site.url, table) for table in names]
    tables = asyncio.run(play(rooms))
    site.stop()
    for room, players in zip(rooms, tables, strict=True):
        version, rows = rows_of(place, room.match)
        check_rows(version, rows)
        for player in players:
            check_player(player, version, rows)
    assert sum(len(player.acks) for table in tables for player in table) > TABLES
