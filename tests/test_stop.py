"""SIGTERM under load: everybody is told to come back, nothing acknowledged is lost, the process ends well."""

import asyncio
import base64
import os
import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from asgiref.testing import ApplicationCommunicator
from websockets.exceptions import ConnectionClosed

from maumau_site import lifecycle
from maumau_site.asgi import application
from maumau_site.run import allow_many_files
from tests.clients import Guest, Player, Room, greet, open_room
from tests.server import PATIENCE, Server, serving
from tests.test_kill import acks, seated
from tests.test_load_sample import check_player, check_rows, rows_of

TABLES, SEATS = 3, 4
IDLE, FULL_IDLE = 60, 1000
ACKS = 60
RESTART = 1012
SERVERS = pytest.mark.parametrize("server", ["daphne", "uvicorn"])


async def told(player: Player) -> int:
    """Plays until the server ends the line; the code it said."""
    try:
        await player.play(lambda: False)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 0
    raise AssertionError("it plays for ever")


async def told_idle(guest: Guest, path: str, ready: asyncio.Semaphore) -> int:
    """Looks on until the server ends the line; the code it said."""
    async with guest.connect(path) as line:
        await greet(line)
        await line.recv()
        ready.release()
        try:
            async for _ in line:
                pass
        except ConnectionClosed:
            pass
        return line.close_code or 0


async def play_and_stop(site: Server, players: list[Player], room: Room, idle: int) -> list[int]:
    """Everybody plays or looks on; then the server is told to stop. The codes that all were told."""
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(told(player)) for player in players]
    for _ in range(idle):
        tasks.append(asyncio.create_task(told_idle(room.guests[0], room.socket, ready)))
        await ready.acquire()
    before = acks(players)
    end = asyncio.get_running_loop().time() + PATIENCE
    while acks(players) < before + ACKS and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.01)
    site.process.terminate()
    return list(await asyncio.gather(*tasks))


def deaf(guest: Guest, path: str) -> socket.socket:
    """A client that shook hands and will never read or say anything again."""
    address = urlsplit(guest.base)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in guest.jar)
    lines = (
        f"GET {path} HTTP/1.1", f"Host: {address.netloc}", f"Origin: {guest.base}", f"Cookie: {cookies}",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    )  # fmt: skip
    line = socket.create_connection((address.hostname, address.port), timeout=PATIENCE)
    line.sendall("\r\n".join((*lines, "", "")).encode())
    assert b"101" in line.recv(64)
    return line


@pytest.mark.prove
@SERVERS
def test_told_to_stop_under_load(tmp_path: Path, server: str, full_length: bool) -> None:
    allow_many_files()
    with serving(tmp_path, MAUMAU_SERVER=server) as site:
        names = [[f"T{number} S{seat}" for seat in range(SEATS)] for number in range(TABLES)]
        rooms = [open_room(site.url, table) for table in names]
        players = seated(rooms)
        for player in players:
            player.cuts = 0.0
        with deaf(rooms[0].guests[1], rooms[0].socket):
            idle = FULL_IDLE if full_length else IDLE
            codes = asyncio.run(play_and_stop(site, players, rooms[0], idle))
            status = site.process.wait(timeout=PATIENCE)
    assert status == 0, "\n".join(site.lines)
    assert set(codes) == {RESTART}, codes
    assert acks(players) >= TABLES
    for number, room in enumerate(rooms):
        version, rows = rows_of(tmp_path, room.match)
        check_rows(version, rows)
        for player in players[number * SEATS : (number + 1) * SEATS]:
            check_player(player, version, rows)


@SERVERS
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT"])
def test_a_quiet_server_stops_at_once_and_well(tmp_path: Path, server: str, number: str) -> None:
    with serving(tmp_path, MAUMAU_SERVER=server) as site:
        site.wait_for("/readyz")
        site.process.send_signal(getattr(signal, number))
        assert site.process.wait(timeout=PATIENCE) == 0, "\n".join(site.lines)


async def test_who_comes_while_it_stops_is_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "stopping", True)
    socket_ = ApplicationCommunicator(application, {"type": "websocket", "path": "/ws/table/x/"})
    await socket_.send_input({"type": "websocket.connect"})
    assert (await socket_.receive_output())["type"] == "websocket.accept"
    assert (await socket_.receive_output())["code"] == RESTART
    told_in = {"/en/": "starting anew", "/de/": "startet gerade neu", "/": "startet gerade neu"}
    for path, words in told_in.items():
        page = ApplicationCommunicator(application, {"type": "http", "path": path, "method": "GET"})
        answer = await page.receive_output()
        assert answer["status"] == 503 and (b"retry-after", b"2") in answer["headers"]
        assert words in (await page.receive_output())["body"].decode()
