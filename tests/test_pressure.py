"""Clients that do not read, and an application that does not keep up: memory stays, and no frame is lost."""

import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import PATIENCE, Server, serving

MIB = 1024
"""In KiB, as /proc counts."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux: it reads /proc")


@pytest.fixture(params=["daphne", "uvicorn"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The application that does not keep up, behind one of our servers."""
    command = [sys.executable, "-m", "tests.pressure_app", request.param, "{port}"]
    with serving(tmp_path, command=command, DJANGO_SETTINGS_MODULE="maumau_site.settings") as server:
        yield server


def most_memory(server: Server) -> int:
    """KiB the process ever held."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1])  # type: ignore[index]


def line_to(server: Server, path: str) -> socket.socket:
    """A WebSocket by hand, after its handshake, with small buffers."""
    host, port = server.url.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024)
    line.settimeout(PATIENCE)
    line.connect((host, int(port)))
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += line.recv(1)
    assert b"101" in answer
    return line


def frame(text: bytes) -> bytes:
    """A client's text frame; the mask of zeros leaves it readable."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack("!H", len(text))
    return b"\x81" + size + bytes(4) + text


def wait_for_state(server: Server, wanted: str) -> None:
    end = time.monotonic() + PATIENCE
    while server.get("/state").read().decode() != wanted:
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(("count", "size"), [(10_000, 4000), (20_000, 0)], ids=["large", "small"])
def test_frames_wait_at_the_client_and_none_is_lost(site: Server, count: int, size: int) -> None:
    line = line_to(site, "/late")
    wait_for_state(site, "begun")
    before = most_memory(site)
    frames = b"".join(frame(b"%d " % n + b"x" * size) for n in range(count)) + frame(b"end")
    sender = threading.Thread(target=line.sendall, args=(frames,))
    sender.start()
    sender.join(2)  # by now it is stuck, or the system's own buffers have taken all
    assert site.get("/state").read() == b"begun"
    assert most_memory(site) - before < 16 * MIB
    site.get("/go")
    told = line.recv(1000)
    sender.join()
    assert told[2:7] == str(count).encode()
    line.close()


def test_who_does_not_read_fills_no_memory(site: Server) -> None:
    before = most_memory(site)
    with line_to(site, "/gush"):
        end = time.monotonic() + 3
        while time.monotonic() < end and site.get("/state").read() != b"over":
            time.sleep(0.05)
        assert most_memory(site) - before < 16 * MIB
    wait_for_state(site, "over")
    assert most_memory(site) - before < 16 * MIB


def test_who_pings_and_does_not_read_fills_no_memory(site: Server) -> None:
    with line_to(site, "/late") as line:
        before = most_memory(site)
        pings = (b"\x89\xfd" + bytes(4) + b"x" * 125) * 1000
        try:
            for _ in range(300):  # 38 MiB, and as much in answers
                line.settimeout(3)
                line.sendall(pings)
        except OSError:
            pass  # cut off, or held back
        assert most_memory(site) - before < 16 * MIB
