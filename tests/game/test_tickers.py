"""Ten tickers side by side: each turn times out once, each bot moves once, never early, no version twice."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, connections

from game import bots, gaps, lease, store, ticker
from game.clock import Clock, now_ms
from game.hub import presence
from game.models import Guest, Heartbeat, Match, Move
from game.slow_lane import SLOW_MS
from tests.game.conftest import NOW, Opener, Table
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

TICKERS = 10
PROCESSES = 4
LIMIT, PAUSE, THINK = 15_000, 20_000, (800, 2_500)
STEP = 500
RULES = "mau-mau turn_seconds=15 mau=off match_end=wins:9"
SECONDS = 110
PATIENCE = 300


@pytest.fixture(autouse=True)
def _thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BOT_MS", THINK)
    monkeypatch.setattr(ticker, "blind", [lambda: True])  # nobody is taken for absent


def open_matches(people: list[Guest], open_table: Opener) -> list[Table]:
    """Matches of people who never do anything, with and without bots."""
    one, two = people
    return [
        open_table(one, two, rules=RULES),
        open_table(one, "easy", "normal", "hard", rules=RULES),
        open_table("easy", one, rules=RULES),
        open_table(one, two, "hard", rules=RULES),
    ]


def check(tables: list[Table], until: int) -> None:
    """Read what happened from the moves; each has the time it was committed at."""
    for table in tables:
        moves = list(Move.objects.filter(match_id=table.id).order_by("version"))
        assert [move.version for move in moves] == list(range(1, table.row.version + 1))
        for before, move in pairwise(moves):
            least = wait_before(before, move)
            assert move.at - before.at >= least, (before.word, move.word)
        people = sum(guest is not None for guest in table.match.guests)
        words = [move.word for move in moves]
        assert words.count("t") == 2 * people, "each person missed two turns, and no more"
        assert words.count("bot normal") == people
        assert len(words) > 20
        assert table.row.due_at > until - LIMIT


def wait_before(before: Move, move: Move) -> int:
    """The least time that lies between two steps that follow each other."""
    kind = move.word.split(" ")[0]
    if kind == "bot":
        return 0
    return {"t": LIMIT, "round": PAUSE}.get(kind, THINK[0])


def test_ten_tickers_in_one_process(alice: Guest, bob: Guest, open_table: Opener) -> None:
    tables = open_matches([alice, bob], open_table)
    times = range(NOW, NOW + SECONDS * 1000, STEP)
    together, failed = Barrier(TICKERS), []

    def run() -> None:
        try:
            for now in times:
                together.wait(PATIENCE)
                ticker.tick(now)
        except BaseException as error:  # the others wait at the barrier
            failed.append(error)
            together.abort()
        finally:
            connections.close_all()

    threads = [Thread(target=run) for _ in range(TICKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not failed
    check(tables, times[-1])


ONE_TICKER = """
import json, os, sys
given = json.load(sys.stdin)
os.environ["DJANGO_SETTINGS_MODULE"] = "maumau_site.settings"
import django
from django.conf import settings
settings.TICKER = False
settings.BOT_MS = tuple(given["think"])
settings.DATABASES["default"].update(given["database"])
django.setup()
from game import ticker
ticker.blind.append(lambda: True)
sys.stdin.close()
for now in range(given["now"], given["until"], given["step"]):
    ticker.tick(now)
"""


def test_several_processes_on_one_database(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """Each at its own speed: some are ahead in time, others late."""
    tables = open_matches([alice, bob], open_table)
    known = connection.settings_dict
    until = NOW + SECONDS * 1000
    given = {
        "think": THINK, "now": NOW, "until": until, "step": STEP,
        "database": {key: known[key] for key in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")},
    }  # fmt: skip
    runs = [
        subprocess.Popen([sys.executable, "-c", ONE_TICKER], cwd=ROOT, stdin=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    try:
        for run in runs:
            assert run.stdin is not None
            run.stdin.write(json.dumps(given))
            run.stdin.close()
        assert [run.wait(PATIENCE) for run in runs] == [0] * PROCESSES
    finally:
        for run in runs:
            run.kill()
    store.forget()
    check(tables, until - STEP)


def test_a_row_is_leased_to_one(alice: Guest, bob: Guest, open_table: Opener) -> None:
    tables = [open_table(alice, bob) for _ in range(20)]
    now, got = NOW + 40_000, []
    together = Barrier(TICKERS)

    def take() -> None:
        together.wait(PATIENCE)
        got.extend(lease.take(now, 7))
        connections.close_all()

    threads = [Thread(target=take) for _ in range(TICKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    ids = [due.match_id for due in got]
    assert sorted(ids) == sorted(table.id for table in tables)
    assert lease.take(now, 7) == []
    assert len(lease.take(now + lease.LEASE_MS, 100)) == len(tables), "a lease ends by itself"


def test_what_one_ticker_could_not_play_another_does(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    now = NOW + 40_000
    lease.take(now, 7)  # and then its process dies
    ticker.tick(now)
    for later in range(1_000, lease.LEASE_MS, 1_000):
        ticker.tick(now + later)
        assert table.v == 1
    ticker.tick(now + lease.LEASE_MS)
    assert Move.objects.get(match_id=table.id, version=2).word == "t"


def test_another_process_gave_grace(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """Memory here knows the old deadline; the row decides."""
    table = open_table(alice, bob)
    row = table.row
    Match.objects.filter(pk=table.id).update(
        due_at=row.due_at + 15_000, ref={**row.ref, "deadline": row.due_at + 15_000}
    )
    assert store.kept(table.id) is not None
    for seconds in (40, 41, 54):
        ticker.tick(NOW + seconds * 1_000)
    assert table.v == 1
    ticker.tick(NOW + 55_000)
    assert table.v == 2


def test_grace_is_given_before_the_beat(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ticker that starts in between must still see the silence."""
    table = open_table(alice, bob)
    ticker.tick(NOW)
    seen: list[int] = []
    real = gaps.give_grace

    def give_grace(now: int) -> None:
        real(now)
        seen.append(gaps.silent_ms(now))

    monkeypatch.setattr(gaps, "give_grace", give_grace)
    ticker.tick(NOW + 60_000)
    assert (seen, gaps.silent_ms(NOW + 60_000), table.v) == ([60_000], 0, 1)


def test_no_table_waits_for_a_slow_bot(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought_out, real = Event(), bots.decide

    def decide(strength: str, *rest: Any) -> str | None:
        if strength == "hard":
            assert thought_out.wait(PATIENCE)
        return real(strength, *rest)

    monkeypatch.setattr(bots, "decide", decide)
    now = now_ms()
    slow, quick = (open_table(strength, alice, bob, now=now) for strength in ("hard", "easy"))
    for table in (slow, quick):
        table.lay_out(["7H 9H KD", "8C QC TC", "7C 9C KC"], "TH", turn=0)
    Match.objects.update(due_at=now, due_kind="bot")
    store.forget()
    ticker._slow_lane.note(lease.Due(now, slow.id, 1, "bot"), SLOW_MS + 1)
    for _ in range(2):
        ticker.play(now)
    assert (slow.v, quick.v) == (1, 2)
    thought_out.set()
    lane = ticker._slow_lane._thread
    ticker._slow_lane.stop()
    assert lane is not None
    lane.join(PATIENCE)
    assert slow.v == 2


# -- the thread's own eyes on the clocks -----------------------------------------------------------------


@dataclass
class Hands:
    """Both clocks, moved by hand, and the thread's rounds by them."""

    wall: int = NOW
    steady: int = 5_000

    def pass_time(self, ms: int) -> None:
        self.wall += ms
        self.steady += ms


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    watched = Clock(lambda: hands.wall, lambda: hands.steady)
    watched.on_jump(presence.shift)
    monkeypatch.setattr(ticker, "clock", watched)
    monkeypatch.setattr(ticker, "now_ms", watched.now_ms)
    monkeypatch.setattr(ticker, "steady_ms", lambda: hands.steady)
    monkeypatch.setattr(ticker, "blind", [])
    presence.start(NOW)
    return hands


def test_the_rounds_notice_a_set_clock(alice: Guest, bob: Guest, open_table: Opener, hands: Hands) -> None:
    table, rounds = open_table(alice, bob), ticker._Rounds()
    for by in (3_600_000, -7_200_000, 2_500, 3_600_000):
        rounds.next()
        hands.pass_time(200)
        hands.wall += by
        rounds.next()
        assert (table.v, table.match.status) == (1, "play")
        assert table.row.due_at == hands.wall + 40_000
        assert presence.present(table.match.topic, str(alice.pk), hands.wall)


def test_the_rounds_notice_that_the_process_stood_still(
    alice: Guest, bob: Guest, open_table: Opener, hands: Hands
) -> None:
    table, rounds = open_table(alice, bob), ticker._Rounds()
    rounds.next()
    hands.pass_time(600_000)
    rounds.next()
    assert (table.v, table.match.status) == (1, "play")
    assert table.row.due_at == hands.wall + 15_000


def test_another_ticker_went_on_while_this_process_stood_still(
    alice: Guest, bob: Guest, open_table: Opener, hands: Hands
) -> None:
    """Then there is no silence, but this process has not seen who was there."""
    table, rounds = open_table(alice, bob, rules="mau-mau turn_seconds=off"), ticker._Rounds()
    rounds.next()
    hands.pass_time(600_000)
    Heartbeat.objects.update(at=hands.wall - 500)
    rounds.next()
    assert table.match.status == "play"


def test_a_start_notices_that_the_clock_was_set_back_before(
    alice: Guest, bob: Guest, open_table: Opener, hands: Hands
) -> None:
    table = open_table(alice, bob)
    Heartbeat.objects.create(pk=1, at=NOW)
    hands.wall -= 3_600_000
    ticker.clock.now_ms()
    ticker._Rounds().next()
    assert table.row.due_at == hands.wall + 40_000
    assert Heartbeat.objects.get().at == hands.wall


def test_between_two_seconds_only_what_is_due_is_played(
    alice: Guest, bob: Guest, open_table: Opener, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds: list[int] = []
    monkeypatch.setattr(ticker, "jobs", [seconds.append])
    table, rounds = open_table(alice, bob, now=NOW - 39_700), ticker._Rounds()
    assert rounds.next() == 300
    hands.pass_time(300)
    assert rounds.next() <= 700
    assert (table.v, seconds) == (2, [NOW])
    hands.pass_time(700)
    rounds.next()
    assert seconds == [NOW, NOW + 1_000]


# -- a database that does not answer --------------------------------------------------------------------


def test_the_thread_survives_a_database_that_is_gone_for_a_while(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = ticker._Rounds()
    real, broken = lease.first_due, [True]

    def first_due(now: int) -> int | None:
        if broken[0]:
            raise DatabaseError("database is locked")
        return real(now)

    monkeypatch.setattr(lease, "first_due", first_due)
    table = open_table(alice, "easy")
    Match.objects.filter(pk=table.id).update(due_at=1)
    before = ticker.last_tick_ms
    for _ in range(3):
        with pytest.raises(DatabaseError):
            rounds.next()
    assert ticker.last_tick_ms == before, "/readyz sees that it does not tick"
    broken[0] = False
    rounds.next()
    assert ticker.last_tick_ms != before
    presence.clear()


@pytest.mark.sqlite
def test_the_thread_waits_for_a_locked_database(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, now=now_ms() - 39_000)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    ticker.start()
    try:
        time.sleep(1.2)
        assert table.v == 1, "nobody can write"
        other.execute("ROLLBACK")
        end = time.monotonic() + PATIENCE
        while table.v == 1 and time.monotonic() < end:
            time.sleep(0.01)
        dealt, missed = Move.objects.filter(match_id=table.id, version__lte=2).order_by("version")
        assert missed.word == "t"
        assert missed.at - dealt.at >= 40_000
    finally:
        other.close()
        ticker.stop()


def test_a_job_that_fails_stops_nothing(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(now: int) -> None:
        raise DatabaseError("no such table")

    done: list[int] = []
    monkeypatch.setattr(ticker, "jobs", [fails, done.append])
    table = open_table(alice, bob)
    table.wait(40_000)
    assert len(done) == 40
    assert table.v == 2
