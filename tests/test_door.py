"""Who may open a socket, asked of the real server."""

import json
import socket
from collections.abc import Iterator
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from maumau_site.closing import CalmProtocol
from tests.server import Server, serving

TABLE = "/ws/table/" + "0" * 32 + "/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as server:
        yield server


def status(site: Server, path: str, origin: str | None) -> int:
    """What the handshake is answered with: 101 for a socket."""
    try:
        where = site.url.replace("http", "ws", 1) + path
        with connect(where, origin=Origin(origin) if origin else None, proxy=None) as opened:
            return opened.response.status_code if opened.response else 0
    except InvalidStatus as refused:
        return refused.response.status_code


def test_our_own_pages_may(site: Server) -> None:
    assert status(site, TABLE, site.url) == 101


@pytest.mark.parametrize("path", [TABLE, "/ws/lobby/" + "0" * 32 + "/"])
@pytest.mark.parametrize("origin", [None, "null", "http://elsewhere.example", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_others_may_not(site: Server, path: str, origin: str | None) -> None:
    assert status(site, path, origin) == 403


def test_another_host_name_may_not(site: Server) -> None:
    wire = socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2])))
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://elsewhere.example{TABLE}", sock=wire, origin=Origin("http://elsewhere.example"))
    assert refused.value.response.status_code == 403


def test_unknown_paths_end_without_a_traceback(site: Server) -> None:
    for path in ("/", "/ws/", "/ws/table/", "/ws/" + "x" * 2000, "/de/"):
        assert status(site, path, site.url) == 403
    assert site.get("/healthz").status == 200
    assert not any("Traceback" in line for line in site.lines), site.lines


@pytest.fixture(scope="module")
def own_table(site: Server) -> dict[str, str]:
    """A solo match: its socket's address and the cookies of its player."""
    jar = CookieJar()
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(jar))
    opener.open(f"{site.url}/en/solo/").close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    headers = {"Accept": "application/json", "Origin": site.url, "X-CSRFToken": str(token)}
    with opener.open(Request(f"{site.url}/en/solo/", b"bots=easy", headers)) as answer:
        path = json.load(answer)["socket"]
    return {"path": path, "cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)}


def end_of(line: ClientConnection) -> tuple[int, str]:
    """The code and the reason this socket is closed with."""
    try:
        while True:
            line.recv(timeout=60)
    except ConnectionClosed as closed:
        assert closed.rcvd, "the line broke without a goodbye"
        return closed.rcvd.code, closed.rcvd.reason


@pytest.mark.parametrize(
    ("frames", "goodbye"),
    [(['{"t":"hello","p":2}'], (1012, "protocol")), (["junk"] * 40, (1008, ""))],
    ids=["another protocol", "much junk"],
)
def test_the_real_server_says_the_code_and_the_reason(
    site: Server, own_table: dict[str, str], frames: list[str], goodbye: tuple[int, str]
) -> None:
    where, cookie = site.url.replace("http", "ws", 1) + own_table["path"], {"Cookie": own_table["cookie"]}
    with connect(where, origin=Origin(site.url), additional_headers=cookie, proxy=None) as line:
        for frame in frames:
            line.send(frame)
        assert end_of(line) == goodbye


@pytest.mark.parametrize(
    "message", [{"type": "websocket.send", "text": "x"}, {"type": "websocket.close", "code": 1008}]
)
@pytest.mark.parametrize("state", [CalmProtocol.STATE_CLOSING, CalmProtocol.STATE_CLOSED])
def test_a_word_to_somebody_who_has_just_gone_is_no_error(message: dict[str, object], state: int) -> None:
    protocol = CalmProtocol()
    protocol.state = state
    protocol.handle_reply(message)
    assert protocol.state == state
