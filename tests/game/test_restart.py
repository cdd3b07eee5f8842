"""A power cut in the middle of a match: nothing that was acknowledged is lost, nothing is played twice."""

from __future__ import annotations

import http.cookiejar
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from tests.server import free_port, serving

KILLS = 2
MOVES_EACH = 6
PATIENCE = 60


class Program:
    """A guest who plays over plain HTTP (WIRE.md §5)."""

    def __init__(self, url: str) -> None:
        self.url, self.jar = url, http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.jar)
        self.opener = urllib.request.build_opener(cookies, urllib.request.ProxyHandler({}))
        self.opener.open(url + "/en/solo/", timeout=PATIENCE)

    def get(self, path: str) -> dict[str, Any]:
        return self._ask(urllib.request.Request(self.url + path, headers={"Accept": "application/json"}))

    def post(self, path: str, **form: str | int) -> dict[str, Any]:
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        headers = {"Accept": "application/json", "X-CSRFToken": str(token), "Origin": self.url}
        body = urllib.parse.urlencode(form).encode()
        return self._ask(urllib.request.Request(self.url + path, body, headers))

    def _ask(self, request: urllib.request.Request) -> dict[str, Any]:
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            return dict(json.load(error))


def my_turn(program: Program, table: str) -> dict[str, Any]:
    """The view as soon as there is something to do or the match is over; a pause is ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        view: dict[str, Any] = program.get(f"{table}view?format=json")["view"]
        if view["state"] == "match-over" or (view["turn"] == view["me"] and view["legal"]):
            return view
        if view["state"] == "round-over":
            program.post(f"{table}act", do="next", v=view["v"])
        time.sleep(0.02)
    raise AssertionError("the bots do not play")


def test_killed_twice_and_nothing_lost(tmp_path: Path) -> None:
    port, rng = free_port(), random.Random(5)
    acked: list[tuple[str, str, int, int]] = []
    program, table = None, ""
    for _ in range(KILLS + 1):
        with serving(tmp_path, port=port) as site:
            if program is None:
                program = Program(site.url)
                started = program.post("/en/solo/", preset="mau-mau", bots="easy", match_end="rounds:5")
                table = f"/en/table/{started['match']}/"
            view = my_turn(program, table)
            for word, action_id, made_on, version in acked[-3:]:
                assert view["v"] >= version
                answer = program.post(f"{table}act", do=word, v=made_on, id=action_id)
                assert answer == {"t": "ack", "id": action_id, "v": version}
            for _ in range(MOVES_EACH):
                view = my_turn(program, table)
                if view["state"] == "match-over":
                    break
                word, action_id = rng.choice(view["legal"]), f"id-{len(acked)}"
                answer = program.post(f"{table}act", do=word, v=view["v"], id=action_id)
                assert answer["t"] == "ack", answer
                acked.append((word, action_id, view["v"], answer["v"]))
            site.kill()
    assert len(acked) >= KILLS * MOVES_EACH
    with serving(tmp_path, port=port):
        assert program is not None
        view = my_turn(program, table)
        while view["state"] != "match-over":  # how many moves that takes is luck
            lays = [word for word in view["legal"] if word.startswith("p ")]  # bring the end nearer
            answer = program.post(f"{table}act", do=rng.choice(lays or view["legal"]), v=view["v"])
            assert answer["t"] == "ack", answer
            view = my_turn(program, table)
        assert view["outcome"]["winners"]
