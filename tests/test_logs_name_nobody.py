"""The real server prints not a word about who plays, whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request

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
ACTS = [{"do": "Canary", "v": "1", "id": "Canary"}, {"do": "p 7H", "v": "x" * 5000, "id": "Canary"}]


@contextmanager
def without(data: Path, table: str) -> Iterator[None]:
    """Meanwhile the database has lost this table: whatever needs it fails."""
    with sqlite3.connect(data / "db.sqlite3", timeout=60) as file:
        file.execute(f"ALTER TABLE {table} RENAME TO lost")
    yield
    with sqlite3.connect(data / "db.sqlite3", timeout=60) as file:
        file.execute(f"ALTER TABLE lost RENAME TO {table}")


def ask_strangely(site: Server, room: Room) -> None:
    """Requests that are refused, with names in every part of them."""
    guest = room.guests[0]
    for path in (
        f"/en/table/{room.match}x/", f"/j/{room.invite}x", "/en/lobby/Canary/", "/en/Canary?code=Canary",
        f"/en/lobby/{room.lobby}/view?v=Canary",
    ):  # fmt: skip
        site.get(path, Cookie=f"maumau_guest={guest.cookie('maumau_guest')}")
    site.get("/", Host="canary.example")
    site.post("/en/lobby/", b"name=Canary")
    site.post("/en/lobby/", b"name=" + b"Canary" * 200_000)
    site.ask(Request(site.url + "/en/lobby/join", b"code=Canary", {"Referer": "http://canary.example/"}))
    for fields in ACTS:
        with pytest.raises(urllib.error.HTTPError):
            guest.post(f"/en/table/{room.match}/act", **fields)


async def speak_strangely(room: Room) -> None:
    """Frames that are refused or end the socket."""
    for frame in FRAMES:
        async with room.guests[1].connect(room.socket) as socket:
            await greet(socket)
            await read(socket)
            await socket.send(frame)
            await asyncio.sleep(0.05)
            socket.transport.abort()


async def talk(room: Room) -> None:
    """Chat, and moves by both."""
    async with room.guests[0].connect(room.socket) as socket:
        await greet(socket)
        await say(socket, t="chat", id="c1", text="CanaryChat here")
        while (await read(socket))["t"] != "ack":
            pass
    await play(room, 10)


async def play(room: Room, moves: int) -> None:
    """Both play until there were so many answers."""
    players = [Player(guest, room.socket, random.Random(n), cuts=0.2) for n, guest in enumerate(room.guests)]

    def done() -> bool:
        return sum(len(player.acks) for player in players) >= moves

    await asyncio.gather(*(player.play(done) for player in players))


async def break_it(site: Server, room: Room) -> None:
    """Our own failures: the database has lost what pages, moves and chat need."""
    async with room.guests[0].connect(room.socket) as one, room.guests[1].connect(room.socket) as two:
        for socket in (one, two):
            await greet(socket)
            await read(socket)
        with without(site.data, "game_chatline"):
            await say(one, t="chat", id="c2", text="CanaryChat again")
            await asyncio.sleep(0.5)
        with without(site.data, "game_move"):
            for socket in (one, two):
                await say(socket, t="act", id="Canary", v=1, do="d")
            await asyncio.sleep(0.5)


def fail_with_500(site: Server, room: Room) -> None:
    """A page that cannot be made."""
    with without(site.data, "lobby_lobby"), pytest.raises(urllib.error.HTTPError) as refused:
        room.guests[0].post("/en/lobby/", name="Canary Name")
    assert refused.value.code == 500


@pytest.mark.parametrize(
    ("server", "kind", "debug"), [("daphne", "json", "0"), ("uvicorn", "text", "0"), ("uvicorn", "json", "1")]
)  # fmt: skip
def test_nothing_printed_names_anybody(tmp_path: Path, server: str, kind: str, debug: str) -> None:
    with serving(tmp_path, MAUMAU_SERVER=server, MAUMAU_LOG=kind, MAUMAU_DEBUG=debug) as site:
        room = open_room(site.url, ["CanaryOne", "CanaryTwo"])
        asyncio.run(talk(room))
        ask_strangely(site, room)
        asyncio.run(speak_strangely(room))
        asyncio.run(break_it(site, room))
        fail_with_500(site, room)
        assert site.stop() == 0
        site.reader.join()  # all was read
        lines = [line for line in site.lines if not line.startswith("http://")]
    check_secrets("\n".join(lines), room)
    if kind == "json":
        events = [json.loads(line) for line in lines]
        assert all(list(event)[:4] == ["ts", "level", "logger", "message"] for event in events)
        said = [event["message"] for event in events]
        assert {"started", "stopped"} <= set(said)
        broken = {event["logger"].partition(".")[0] for event in events if event.get("trace")}
        assert {"django", "game"} <= broken, "nothing failed, so nothing was proved"


def check_secrets(printed: str, room: Room) -> None:
    """None of what only the people at this table know is in the text."""
    secrets = {room.lobby, room.match, room.code, room.invite, "127.0.0.1"}
    secrets |= {str(cookie.value) for guest in room.guests for cookie in guest.jar}
    assert not [secret for secret in secrets - {"en", "de"} if secret in printed], printed
    assert "canary" not in printed.lower(), printed
    for pattern in (CARD, ADDRESS, HEX):
        assert not pattern.search(printed), printed
