"""Masters at a real server: they search in its workers, and the workers go with it, however it goes."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.clients import Guest, Player
from tests.game.thinking.waiting import PATIENCE, until
from tests.server import ROOT, Server, free_port, serving

SEARCHES = 3


def stat(pid: int) -> list[str]:
    """State, parent and so on, as Linux tells them; nothing if there is no such process any more."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def workers(site: Server) -> set[int]:
    """The server's living children, and its children's."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    parents = {pid: int(facts[1]) for pid in pids if (facts := stat(pid)) and facts[0] != "Z"}
    found = {site.process.pid}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    named = (f"/proc/{pid}/cmdline" for pid in found)
    return {int(name.split("/")[2]) for name in named if b"game.thinking.worker" in Path(name).read_bytes()}


def searches(site: Server) -> float:
    text = site.get("/metrics").read().decode()
    samples = [one for family in text_string_to_metric_families(text) for one in family.samples]
    wanted = ("maumau_thinking_seconds_count", "decide")
    return sum(one.value for one in samples if (one.name, one.labels.get("job")) == wanted)


def play_with_masters(site: Server) -> None:
    """A guest alone against masters, until some turns of theirs were searched."""
    guest = Guest(site.url)
    path = guest.post("/en/solo/", bots="master,master", preset="mau-mau", match_end="wins:20")["socket"]
    player = Player(guest, path, random.Random(1))
    until(lambda: searches(site) >= SEARCHES, lambda: asyncio.run(a_move(player)))


async def a_move(player: Player) -> None:
    acks = len(player.acks)
    async with asyncio.timeout(PATIENCE):
        await player.play(lambda: len(player.acks) > acks)


@pytest.mark.parametrize(
    ("server", "number"),
    [("daphne", signal.SIGTERM), ("uvicorn", signal.SIGTERM), ("uvicorn", signal.SIGKILL)],
)
def test_workers_go_with_the_server(tmp_path: Path, server: str, number: int) -> None:
    port = free_port()
    with serving(tmp_path, port=port, MAUMAU_SERVER=server, MAUMAU_METRICS="1") as site:
        play_with_masters(site)
        pids = workers(site)
        assert 1 <= len(pids) <= 3
        os.kill(site.process.pid, number)
        assert site.process.wait(PATIENCE) == (0 if number == signal.SIGTERM else -number)
        assert not [line for line in site.lines if "cut short" in line]
        until(lambda: all(stat(pid)[:1] in ([], ["Z"]) for pid in pids))
    with serving(tmp_path, port=port, MAUMAU_SERVER=server, MAUMAU_METRICS="1") as site:
        until(lambda: site.get("/readyz").status == 200)


def test_they_work_under_runserver_too(tmp_path: Path) -> None:
    """With its reloader, which is a process of its own; and nothing is left of them."""
    command = [str(ROOT / "dev"), "manage", "runserver", "{port}"]
    with serving(tmp_path, MAUMAU_METRICS="1") as site:
        pass  # the database is there now
    with serving(tmp_path, command=command, MAUMAU_METRICS="1", MAUMAU_DEBUG="1") as site:
        play_with_masters(site)
        pids = workers(site)
        assert pids
        os.kill(site.process.pid, signal.SIGKILL)
        site.process.wait(PATIENCE)
        for pid in pids:
            parent = int((stat(pid) or ["", "0"])[1])
            if parent > 1:
                os.kill(parent, signal.SIGTERM)
        until(lambda: all(stat(pid)[:1] in ([], ["Z"]) for pid in pids))
