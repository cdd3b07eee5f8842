"""The real server prints not a word about who plays, whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import sqlite3
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import LiteralString
from urllib.request import Request

import psycopg
import pytest

from tests.clients import Player, Room, greet, open_room, read, say
from tests.server import Server, serving

CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[CDHS]\b")
ADDRESS = re.compile(r"\d+\.\d+\.\d+\.\d+|::1")
HEX = re.compile(r"[0-9a-f]{32}")

FRAMES: list[str | bytes] = [
    "Canary", '{"t":"Canary"}', '{"t":', "[]" * 3000, "🂡" * 9000, b"\xffCanary",
    '{"t":"act","id":"Canary","v":1,"do":"Canary"}', '{"t":"chat","id":"Canary","text":["Canary"]}',
]  # fmt: skip
GARBAGE = [b"Canary /Canary HTTP/9\r\nCanary: 1\r\n\r\n", b"\x16\x03\x01Canary", b"GET /Canary\r\n\r\n"]
ACTS = [{"do": "Canary", "v": "1", "id": "Canary"}, {"do": "p 7H", "v": "x" * 5000, "id": "Canary"}]


def alter(place: Path | str, table: LiteralString, how: LiteralString) -> None:
    """A table of the SQLite file in a folder, or of the PostgreSQL at an address, is changed."""
    query = f"ALTER TABLE {table} {how}"
    if isinstance(place, Path):
        with sqlite3.connect(place / "db.sqlite3", timeout=60) as file:
            file.execute(query)
    else:
        with psycopg.connect(place) as link:
            link.execute(query)


@contextmanager
def without(place: Path | str, table: LiteralString) -> Iterator[None]:
    """Meanwhile the database has lost this table: whatever needs it fails."""
    alter(place, table, "RENAME TO lost")
    yield
    alter(place, "lost", f"RENAME TO {table}")


@contextmanager
def refusing(place: Path | str, table: LiteralString) -> Iterator[None]:
    """Meanwhile nothing may be added to this table; PostgreSQL quotes the whole row when it says so."""
    if isinstance(place, Path):
        with without(place, table):
            yield
        return
    alter(place, table, "ADD CONSTRAINT refused CHECK (false) NOT VALID")
    yield
    alter(place, table, "DROP CONSTRAINT refused")


def token_of(room: Room) -> str:
    """The key in the link by which friends come in."""
    return room.invite.rstrip("/").rpartition("/")[2]


def ask_strangely(site: Server, room: Room) -> None:
    """Requests that are refused, with names in every part of them."""
    guest = room.guests[0]
    for path in (
        f"/en/table/{room.match}x/", f"/j/{token_of(room)}x", "/en/lobby/Canary/", "/en/Canary?code=Canary",
        f"/en/lobby/{room.lobby}/view?v=Canary",
    ):  # fmt: skip
        site.get(path, Cookie=f"maumau_guest={guest.cookie('maumau_guest')}")
    site.get("/", Host="canary.example")
    site.post("/en/lobby/", b"name=Canary")
    site.post("/en/lobby/", b"name=" + b"Canary" * 200_000)
    site.ask(Request(site.url + "/en/lobby/join", b"code=Canary", {"Referer": "http://canary.example/"}))
    for garbage in GARBAGE:
        with socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2]))) as wire:
            wire.sendall(garbage)
            wire.shutdown(socket.SHUT_WR)
            wire.recv(100)
    for fields in ACTS:
        with pytest.raises(urllib.error.HTTPError):
            guest.post(f"/en/table/{room.match}/act", **fields)


async def speak_strangely(room: Room) -> None:
    """Frames that are refused or end the socket."""
    for frame in FRAMES:
        async with room.guests[1].connect(room.socket) as line:
            await greet(line)
            await read(line)
            await line.send(frame, text=True)
            await asyncio.sleep(0.05)
            line.transport.abort()


async def talk(room: Room) -> None:
    """Chat, and moves by both."""
    async with room.guests[0].connect(room.socket) as line:
        await greet(line)
        await say(line, t="chat", id="c1", text="CanaryChat here")
        while (await read(line))["t"] != "ack":
            pass
    await play(room, 10)


async def play(room: Room, moves: int) -> None:
    """Both play until there were so many answers."""
    players = [Player(guest, room.socket, random.Random(n), cuts=0.2) for n, guest in enumerate(room.guests)]

    def done() -> bool:
        return sum(len(player.acks) for player in players) >= moves

    await asyncio.gather(*(player.play(done) for player in players))


async def break_it(place: Path | str, room: Room) -> None:
    """Our own failures: the database has lost what pages, moves and chat need."""
    async with room.guests[0].connect(room.socket) as one, room.guests[1].connect(room.socket) as two:
        for line in (one, two):
            await greet(line)
            await read(line)
        with without(place, "game_chatline"):
            await say(one, t="chat", id="c2", text="CanaryChat again")
            await asyncio.sleep(0.5)
        with without(place, "game_move"):
            for line in (one, two):
                await say(line, t="act", id="Canary", v=1, do="d")
            await asyncio.sleep(0.5)


def fail_with_500(place: Path | str, room: Room) -> None:
    """A page that cannot be made."""
    with refusing(place, "lobby_member"), pytest.raises(urllib.error.HTTPError) as refused:
        room.guests[0].post("/en/lobby/", name="Canary Name")
    assert refused.value.code == 500


CASES = [
    {"MAUMAU_SERVER": "daphne", "MAUMAU_LOG": "json", "MAUMAU_DATABASE": ""},
    {"MAUMAU_SERVER": "uvicorn", "MAUMAU_LOG": "text", "MAUMAU_DATABASE": "", "MAUMAU_DEBUG": "1"},
    {"MAUMAU_SERVER": "uvicorn", "MAUMAU_LOG": "json"},
]


@pytest.mark.parametrize("settings", CASES, ids=["daphne", "debug", "postgresql"])
def test_nothing_printed_names_anybody(
    tmp_path: Path, settings: dict[str, str], request: pytest.FixtureRequest
) -> None:
    place: Path | str = tmp_path
    if "MAUMAU_DATABASE" not in settings:
        place = request.getfixturevalue("postgres").database("names")
    with serving(tmp_path, **({"MAUMAU_DATABASE": str(place)} | settings)) as site:
        room = open_room(site.url, ["CanaryOne", "CanaryTwo"])
        asyncio.run(talk(room))
        ask_strangely(site, room)
        asyncio.run(speak_strangely(room))
        asyncio.run(break_it(place, room))
        fail_with_500(place, room)
        assert site.stop() == 0
        site.reader.join()  # all was read
        lines = [line for line in site.lines if not line.startswith("http://")]
    check_secrets("\n".join(lines), room)
    if settings["MAUMAU_LOG"] == "json":
        events = [json.loads(line) for line in lines]
        assert all(list(event)[:4] == ["ts", "level", "logger", "message"] for event in events)
        said = [event["message"] for event in events]
        assert {"started", "stopped"} <= set(said)
        broken = {event["logger"].partition(".")[0] for event in events if event.get("trace")}
        assert {"django", "game"} <= broken, "nothing failed, so nothing was proved"


def check_secrets(printed: str, room: Room) -> None:
    """None of what only the people at this table know is in the text."""
    secrets = {room.lobby, room.match, room.code, token_of(room), "127.0.0.1"}
    secrets |= {str(cookie.value) for guest in room.guests for cookie in guest.jar}
    assert not [secret for secret in secrets - {"en", "de"} if secret in printed], printed
    assert "canary" not in printed.lower(), printed
    for pattern in (CARD, ADDRESS, HEX):
        assert not pattern.search(printed), printed
