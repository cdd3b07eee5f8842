"""Lanes and their workers, as real processes: bounded, replaced when they are lost, gone when nobody asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from game.thinking import Busy, Failed
from game.thinking.lanes import FORGIVEN, Lane
from game.thinking.process import Lost, Worker
from tests.game.thinking.odd_worker import COMMANDS
from tests.game.thinking.waiting import PATIENCE, held_up, until
from tests.server import ROOT

Maker = Callable[..., Lane]


@pytest.fixture
def make_lane() -> Iterator[Maker]:
    """A lane of workers that know odd jobs, too; it ends with the test."""
    made: list[Lane] = []

    def make(size: int = 1, most: int = 4, command: str = "odd", **more: Any) -> Lane:
        lane = Lane("quick", size, most, more.pop("limit_s", PATIENCE), 0, command=COMMANDS[command], **more)
        made.append(lane)
        return lane

    yield make
    for lane in made:
        lane.stop()


def done(lane: Lane, job: str, **payload: Any) -> dict[str, Any]:
    return lane.ask(job, payload).result(PATIENCE)


def gone(pid: int) -> bool:
    """Has this process ended? (Who has lost its parent may wait for ever for somebody to take note.)"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


# -- order and bounds ------------------------------------------------------------------------------


def test_a_worker_begins_with_the_first_job_and_serves_them_all(make_lane: Maker) -> None:
    lane = make_lane(size=2)
    assert lane.room() == 2
    assert not lane._workers
    assert len({done(lane, "pid")["pid"] for _ in range(5)} - {os.getpid()}) == 1


def test_two_at_once_if_one_is_busy(make_lane: Maker, tmp_path: Path) -> None:
    lane = make_lane(size=2)
    go_on = held_up(lane, tmp_path)
    assert done(lane, "pid")["pid"]
    assert len(lane._workers) == 2
    go_on()


def test_a_full_lane_refuses_at_once_and_loses_nothing(make_lane: Maker, tmp_path: Path) -> None:
    lane = make_lane(most=4, first=("note",))
    go_on = held_up(lane, tmp_path)
    futures = []
    for text in "abcd":
        futures.append(lane.ask("note", {"file": str(tmp_path / "notes"), "text": text}))
        assert lane.room() == 0
    with pytest.raises(Busy):
        lane.ask("pid", {})
    go_on()
    for future in futures:
        future.result(PATIENCE)
    assert (tmp_path / "notes").read_text().split() == list("abcd")
    assert done(lane, "pid")


def test_what_waits_behind_bots_takes_none_of_their_room(make_lane: Maker, tmp_path: Path) -> None:
    lane = make_lane(first=("note",))
    go_on = held_up(lane, tmp_path)
    other = lane.ask("pid", {})
    assert lane.room() == 1
    given_up = lane.ask("note", {"file": str(tmp_path / "notes"), "text": "x"})
    assert lane.room() == 0
    given_up.cancel()
    assert lane.room() == 1
    go_on()
    other.result(PATIENCE)


def test_what_somebody_waits_for_at_the_table_passes_the_rest(make_lane: Maker, tmp_path: Path) -> None:
    lane = make_lane(first=("note",))
    go_on = held_up(lane, tmp_path)
    other = lane.ask("wait", {"gate": str(tmp_path / "second"), "here": str(tmp_path / "there")})
    first = lane.ask("note", {"file": str(tmp_path / "notes"), "text": "first"})
    go_on()
    assert first.result(PATIENCE) == {}
    assert not other.done()
    (tmp_path / "second").touch()
    assert other.result(PATIENCE) == {}


def test_what_is_cancelled_while_it_waits_is_never_begun(make_lane: Maker, tmp_path: Path) -> None:
    lane = make_lane()
    go_on = held_up(lane, tmp_path)
    unwanted, wanted = (lane.ask("note", {"file": str(tmp_path / "notes"), "text": text}) for text in "ab")
    assert unwanted.cancel()
    go_on()
    wanted.result(PATIENCE)
    assert (tmp_path / "notes").read_text() == "b\n"
    with pytest.raises(CancelledError):
        unwanted.result()


def test_no_lane_without_workers(make_lane: Maker) -> None:
    lane = make_lane(size=0, most=0)
    assert lane.room() == 0
    with pytest.raises(Busy):
        lane.ask("pid", {})


# -- what goes wrong -------------------------------------------------------------------------------


def test_a_job_that_raises_fails_alone_and_tells_no_names(make_lane: Maker) -> None:
    lane = make_lane()
    worker = done(lane, "pid")
    for job, why in (("fail", r"^ValueError at odd_worker\.py:\d+$"), ("no such job", "^KeyError at")):
        with pytest.raises(Failed, match=why):
            done(lane, job)
    assert done(lane, "pid") == worker
    assert lane.well


def test_what_a_job_prints_is_no_answer(make_lane: Maker) -> None:
    lane = make_lane()
    assert done(lane, "chatter") == {"said": True}
    assert done(lane, "pid")


def test_a_worker_that_was_killed_is_replaced(make_lane: Maker) -> None:
    lane = make_lane()
    before = done(lane, "pid")["pid"]
    os.kill(before, signal.SIGKILL)
    assert done(lane, "pid")["pid"] != before
    assert gone(before)


def test_a_job_whose_worker_dies_is_tried_once_more(make_lane: Maker, tmp_path: Path) -> None:
    lane = make_lane()
    assert done(lane, "die_once", file=str(tmp_path / "died")) == {"survived": True}
    with pytest.raises(Failed, match="died"):
        done(lane, "die")
    assert done(lane, "pid")


def test_a_worker_that_hangs_is_killed(make_lane: Maker) -> None:
    lane = make_lane(limit_s=0.2)
    with pytest.raises(Failed, match="hung"):
        done(lane, "hang")
    lane._limit_s = PATIENCE
    assert done(lane, "pid")


@pytest.mark.parametrize("command", ["broken", "odd"])
def test_a_lane_that_loses_one_after_another_rests_and_tries_again(make_lane: Maker, command: str) -> None:
    lane = make_lane(command=command)
    for _ in range(FORGIVEN):
        with pytest.raises(Failed):
            done(lane, "die")
    assert not lane.well
    assert lane.room() == 0
    with pytest.raises(Busy):
        lane.ask("pid", {})
    lane._rests_until = 0
    if command == "odd":
        assert done(lane, "pid")
    else:
        with pytest.raises(Failed):
            done(lane, "pid")
    assert lane.well == (command == "odd")


def test_what_cannot_be_started_fails(make_lane: Maker, tmp_path: Path) -> None:
    lane = Lane("quick", 1, 4, PATIENCE, 0, command=(str(tmp_path / "nothing"),))
    with pytest.raises(Failed, match="no-start"):
        done(lane, "pid")
    lane.stop()


# -- the end ---------------------------------------------------------------------------------------


def test_stopping_ends_workers_in_the_middle_of_a_job_and_fails_what_waits(
    make_lane: Maker, tmp_path: Path
) -> None:
    lane = make_lane(size=2)
    pid = done(lane, "pid")["pid"]
    held_up(lane, tmp_path)
    hanging, waiting = lane.ask("hang", {}), lane.ask("pid", {})
    lane.stop()
    for future in (hanging, waiting):
        with pytest.raises(Failed):
            future.result(PATIENCE)
    until(lambda: gone(pid))
    with pytest.raises(Busy):
        lane.ask("pid", {})


def test_a_worker_that_is_closed_while_it_begins_is_not_asked_any_more() -> None:
    worker = Worker(0, COMMANDS["odd"])
    worker.close()
    with pytest.raises(Lost):
        worker.ask(b'{"job": "hang", "payload": {}}', PATIENCE)
    assert worker._process is None


SERVER = """
import os, sys, time
os.environ.update(DJANGO_SETTINGS_MODULE="maumau_site.settings", MAUMAU_DATA=sys.argv[1])
import django
django.setup()
from game import thinking
from game.thinking.lanes import Lane
from tests.game.thinking.odd_worker import COMMANDS
lanes = [Lane("quick", 1, 4, 600, 0, command=COMMANDS["odd"]) for _ in range(2)]
print(*(lane.ask("pid", {}).result()["pid"] for lane in lanes), flush=True)
lanes[0].ask("hang", {})
thinking.ask("modules", {}).result()
if sys.argv[2] == "killed":
    time.sleep(600)
"""


@pytest.mark.parametrize("end", ["killed", "ended"])
def test_workers_go_with_their_server(tmp_path: Path, end: str) -> None:
    """One in the middle of a job, one that waits for the next."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path), end], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    pids = [int(pid) for pid in server.stdout.readline().split()]
    assert len(pids) == 2
    if end == "killed":
        server.kill()
    assert server.wait(PATIENCE) == (-signal.SIGKILL if end == "killed" else 0)
    for pid in pids:
        until(lambda pid=pid: gone(pid))  # type: ignore[misc]
