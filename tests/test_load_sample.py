"""Many tables at once on the real server, with cut lines and doubled frames: afterwards the rows must agree
with everything that anybody was told."""

import asyncio
import random
import sqlite3
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.clients import Player, Room, open_room
from tests.server import serving

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


def rows_of(data: Path, match: str) -> tuple[int, Rows]:
    """The match's version and its moves in order, read from the file."""
    with sqlite3.connect(data / "db.sqlite3") as file:
        (version,) = file.execute("SELECT version FROM game_match WHERE id = ?", [match]).fetchone()
        moves = "SELECT version, action_id FROM game_move WHERE match_id = ? ORDER BY version"
        return version, file.execute(moves, [match]).fetchall()


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
    with serving(tmp_path, MAUMAU_SERVER=server) as site:
        names = [[f"T{number} S{seat}" for seat in range(SEATS)] for number in range(TABLES)]
        rooms = [open_room(site.url, table) for table in names]
        tables = asyncio.run(play(rooms))
        site.stop()
        for room, players in zip(rooms, tables, strict=True):
            version, rows = rows_of(tmp_path, room.match)
            check_rows(version, rows)
            for player in players:
                check_player(player, version, rows)
        assert sum(len(player.acks) for table in tables for player in table) > TABLES
        assert len({action for table in tables for player in table for action in player.sent}) > TABLES
