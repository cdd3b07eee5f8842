"""Tables made and joined through the public API (docs/api.md), over connections that stay open."""

from __future__ import annotations

import http.client
import urllib.parse
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from threading import local
from typing import Any, TypeVar

import orjson

SEATS = 4
THREADS = 4
RULES = {"preset": "mau-mau", "match_end": "wins:20"}
_T = TypeVar("_T")
_TOKEN = "b" * 32
_kept = local()


class Refused(Exception):
    """The site said no; the message has what it said."""


@dataclass
class Guest:
    """One guest of the site: its cookies."""

    base: str
    jar: dict[str, str] = field(default_factory=lambda: {"csrftoken": _TOKEN})

    @property
    def headers(self) -> dict[str, str]:
        """What every request and handshake carries."""
        return {"Cookie": "; ".join(f"{k}={v}" for k, v in self.jar.items()), "Origin": self.base}

    def post(self, path: str, **fields: str) -> dict[str, Any]:
        """The answer to a form-encoded POST; raises Refused."""
        headers = self.headers | {
            "Accept": "application/json", "X-CSRFToken": _TOKEN,
            "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        status, cookies, body = _ask(self.base, path, urllib.parse.urlencode(fields), headers)
        for cookie in cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.jar[name.strip()] = value
        if status >= 400:
            raise Refused(f"{path}: {status} {body[:200]!r}")
        return dict(orjson.loads(body))


@dataclass
class Opened:
    """A table that waits for its start: guests in seat order."""

    guests: list[Guest]
    lobby: str
    code: str
    socket: str = ""

    def start(self) -> Opened:
        """Deals; from now on somebody's time runs."""
        self.socket = self.guests[0].post(f"/en/lobby/{self.lobby}/start")["socket"]
        return self

    def watcher(self, number: int) -> Guest:
        """One more guest, who watches the running match."""
        guest = Guest(self.guests[0].base)
        guest.post(f"/en{self.socket.removeprefix('/ws')}watch", name=f"Watcher {number}")
        return guest


def open_table(bases: list[str], number: int, **rules: str) -> Opened:
    """A lobby made and joined by its code; seats are spread over the servers in `bases`."""
    guests = [Guest(bases[seat % len(bases)]) for seat in range(SEATS)]
    room = guests[0].post("/en/lobby/", name=f"Host {number}", **RULES | rules)
    for seat, guest in enumerate(guests[1:], start=1):
        guest.post("/en/lobby/join", code=room["code"], name=f"Guest {seat}")
    return Opened(guests, room["lobby"], room["code"])


def many(work: Callable[[int], _T], numbers: Iterable[int]) -> list[_T]:
    """`work` for each number, several at a time, in order."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, numbers))


def open_tables(bases: list[str], tables: int, **rules: str) -> list[Opened]:
    """Running tables; all are seated before the first is started, so that nobody's time runs out."""
    opened = many(lambda n: open_table(bases, n, **rules), range(tables))
    return many(lambda n: opened[n].start(), range(tables))


def sockets(opened: list[Opened]) -> int:
    """How many seats there are."""
    return len(list(chain.from_iterable(table.guests for table in opened)))


def _ask(base: str, path: str, body: str, headers: dict[str, str]) -> tuple[int, list[str], bytes]:
    """Status, cookies set and body; once more on a new connection if the kept one was closed."""
    lines: dict[str, http.client.HTTPConnection] = _kept.__dict__
    for again in (True, False):
        line = lines.get(base) or http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
        lines[base] = line
        try:
            line.request("POST", path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.headers.get_all("Set-Cookie") or [], answer.read()
        except (http.client.HTTPException, ConnectionError):
            line.close()
            del lines[base]
            if not again:
                raise
    raise AssertionError
