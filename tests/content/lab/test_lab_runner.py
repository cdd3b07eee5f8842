"""Runs are worked on by real worker processes, by one thread, and get over whatever happens in between."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from content.lab import runner, runs
from content.lab.questions import question
from content.models import LabRun
from game.clock import now_ms
from game.engine import PRESETS
from game.simulate import rounds
from game.thinking import Busy

pytestmark = pytest.mark.django_db(transaction=True)
WANTED = 150
ASKED = question(PRESETS["crazy-eights"], 2)


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runs, "ROUNDS", WANTED)
    monkeypatch.setattr(runner, "PAUSE_S", 0.0)
    yield


def whole() -> dict[str, Any]:
    job = {"rules": ASKED.rules, "seats": 2, "seed": ASKED.seed, "first": 0, "rounds": WANTED}
    return rounds.run(job)


def at_once(job: dict[str, Any]) -> Future[dict[str, Any]]:
    """The same rounds without a worker."""
    answer: Future[dict[str, Any]] = Future()
    answer.set_result(rounds.run(job))
    return answer


def done() -> LabRun:
    run = LabRun.objects.get(**ASKED._asdict())
    assert run.finished is not None
    return run


def test_workers_play_all_rounds() -> None:
    runs.ensure(ASKED, now_ms())
    runner.work()
    assert done().rounds == WANTED and done().sums == whole()


def test_the_thread_is_woken_while_there_is_something_to_do() -> None:
    runner.wake()
    assert not runner.working.running
    runs.ensure(ASKED, now_ms())
    runner.wake()
    runner.working.wait()
    assert done().sums == whole()


def test_a_process_without_workers_leaves_the_work_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "offered", lambda: False)
    runs.ensure(ASKED, now_ms())
    runner.wake()
    assert not runner.working.running and runs.idle(now_ms())


def test_two_processes_never_play_the_same_rounds() -> None:
    """Four workers at once, each with a connection of its own: every round is played by one of them."""
    other = question(PRESETS["crazy-eights"], 3)
    runs.ensure(ASKED, now_ms())
    runs.ensure(other, now_ms())
    played: list[tuple[int, int]] = []

    def asking(job: dict[str, Any]) -> Future[dict[str, Any]]:
        played.append((job["seats"], job["first"]))
        return at_once(job)

    def worker() -> None:
        try:
            runner.work(asking)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        for one in [pool.submit(worker) for _ in range(4)]:
            one.result()
    runner.work(asking)  # who came while another worked went away again
    assert sorted(played) == [(seats, first) for seats in (2, 3) for first in range(0, WANTED, runner.CHUNK)]
    assert done().sums == whole()


def test_a_restart_in_the_middle_loses_a_chunk_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    class PowerCut(BaseException):
        pass

    def cut(job: dict[str, Any]) -> Future[dict[str, Any]]:
        if job["first"] == runner.CHUNK:
            raise PowerCut
        return at_once(job)

    runs.ensure(ASKED, now_ms())
    with pytest.raises(PowerCut):
        runner.work(cut)
    left = LabRun.objects.get()
    assert (left.rounds, left.finished) == (runner.CHUNK, None)
    runner.work(at_once)
    assert LabRun.objects.get().rounds == runner.CHUNK, "it is still leased"
    later = left.claimed_until + 1
    monkeypatch.setattr(runner, "now_ms", lambda: later)
    runner.work(at_once)
    assert done().sums == whole()


def test_a_full_lane_is_asked_again() -> None:
    refusals = iter([True, True, False, True])

    def sometimes(job: dict[str, Any]) -> Future[dict[str, Any]]:
        if next(refusals, False):
            raise Busy
        return at_once(job)

    runs.ensure(ASKED, now_ms())
    runner.work(sometimes)
    assert done().sums == whole()


def test_a_chunk_that_failed_is_played_again() -> None:
    failures = iter([RuntimeError("the worker was lost")])

    def once(job: dict[str, Any]) -> Future[dict[str, Any]]:
        answer = at_once(job)
        if job["first"] and (error := next(failures, None)):
            answer = Future()
            answer.set_exception(error)
        return answer

    runs.ensure(ASKED, now_ms())
    runner.work(once)
    assert done().sums == whole()


def test_rules_that_always_fail_do_not_hold_up_the_others() -> None:
    other = question(PRESETS["crazy-eights"], 4)

    def picky(job: dict[str, Any]) -> Future[dict[str, Any]]:
        if job["seats"] == 2:
            raise RuntimeError("no such table")
        return at_once(job)

    runs.ensure(ASKED, now_ms())
    runs.ensure(other, now_ms())
    runner.work(picky)
    assert runs.is_failed(done())
    last = runs.find(other)
    assert last is not None and last.rounds == WANTED


def test_who_was_overtaken_stops() -> None:
    """A lease ran out in the middle of a chunk and another process goes on: what comes late is dropped."""

    def overtaken(job: dict[str, Any]) -> Future[dict[str, Any]]:
        LabRun.objects.update(claim="another")
        return at_once(job)

    runs.ensure(ASKED, now_ms())
    runner.work(overtaken)
    assert LabRun.objects.get().rounds == 0
