"""Masters on turn: searched ahead of their moment, and played in it whatever becomes of the search."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from itertools import pairwise
from pathlib import Path
from threading import Barrier, Thread

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client

from game import bots, lease, luck, metrics, server_words, store, ticker
from game.due import WINDOW_MS
from game.models import Guest, Match, Move
from game.services import Ack
from game.thinking import ahead, lanes
from game.thinking.ahead import Ahead
from game.thinking.lanes import FORGIVEN, Lane
from tests.game.conftest import NOW, Opener, Table
from tests.game.thinking.odd_worker import COMMANDS
from tests.game.thinking.waiting import PATIENCE, held_up
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

AHEAD = 600
WHYS = ("busy", "late", "broken")


@pytest.fixture(autouse=True)
def _thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take their time as at a real table, and a search may take all it needs: machines may be slow."""
    monkeypatch.setattr(settings, "BOT_MS", (800, 2_500))
    monkeypatch.setattr(settings, "THINK_AHEAD_MS", AHEAD)
    monkeypatch.setattr(ahead, "SPARE_MS", -1_000 * PATIENCE)
    monkeypatch.setattr(ticker, "_ahead", Ahead())
    monkeypatch.setattr(ticker, "blind", [lambda: True])  # nobody is taken for absent


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Lane]]:
    """Another lane in the place of the quick one."""
    made: list[Lane] = []

    def make(command: str, size: int = 1, most: int = 8) -> Lane:
        lane = Lane("quick", size, most, PATIENCE, 0, first=("decide",), command=COMMANDS[command])
        monkeypatch.setitem(lanes.LANES, "quick", lane)
        made.append(lane)
        return lane

    yield make
    for lane in made:
        lane.stop()


def fallbacks() -> dict[str, float]:
    name = "maumau_master_fallbacks_total"
    return {why: metrics.registry.get_sample_value(name, {"why": why}) or 0 for why in WHYS}


def counted(before: dict[str, float]) -> dict[str, float]:
    """Fallbacks since then."""
    return {why: count - before[why] for why, count in fallbacks().items() if count != before[why]}


def master_on_turn(open_table: Opener, *who: Guest | str, **more: object) -> Table:
    """A table where the master in the last seat is on turn, due 2,000 ms after NOW."""
    table = open_table(*who, "master", **more)
    hands = ["8C QC TC", "7C 9C KC", "7D 9D TD", "8D QD JD"]
    table.lay_out([*hands[: len(who)], "7H 9H KD"], "TH", turn=len(who))
    Match.objects.filter(pk=table.id).update(due_at=NOW + 2_000, due_kind="master")
    store.forget(table.id)
    return table


def at(table: Table, ms: int) -> None:
    """The ticker's round so long after NOW."""
    table.now = NOW + ms
    ticker.play(table.now)


def thought_out() -> int:
    """Wait for all searches; returns how many there were."""
    futures = ticker._ahead.futures()
    assert not wait(futures, PATIENCE).not_done
    return len(futures)


def moves(table: Table) -> list[tuple[int, int | None, str, int]]:
    rows = Move.objects.filter(match_id=table.id).order_by("version")
    return list(rows.values_list("version", "seat", "word", "at"))


# -- as it should be -------------------------------------------------------------------------------


def test_it_is_searched_ahead_and_said_in_its_moment(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, before = master_on_turn(open_table, alice), fallbacks()
    at(table, 2_000 - AHEAD - 1)
    assert thought_out() == 0
    assert lease.first_ahead(table.now, 0, NOW + 9_000) == NOW + 2_000
    at(table, 2_000 - AHEAD)
    assert lease.first_ahead(table.now, 0, NOW + 9_000) is None, "nobody else searches"
    assert thought_out() == 1
    at(table, 1_999)
    assert table.v == 1
    monkeypatch.setattr(bots, "decide", lambda *_: pytest.fail("nothing is decided in this process"))
    at(table, 2_000)
    (_, seat, word, moment) = moves(table)[-1]
    assert (table.v, seat, moment) == (2, 1, NOW + 2_000)
    assert word in ("p 7H", "p 9H")
    assert not counted(before)
    assert table.row.claimed_until == 0


def test_the_ticker_wakes_for_the_search(alice: Guest, open_table: Opener) -> None:
    master_on_turn(open_table, alice)
    assert ticker.play(NOW + 2_000 - AHEAD - 300) == 300
    assert ticker.play(NOW + 2_000 - AHEAD) == AHEAD
    assert ticker.play(NOW + 1_900) == 100


def test_the_moment_does_not_depend_on_the_hand(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing fits, one card fits, everything does: the same time is drawn, and nothing else counts."""
    moments = []
    for hand in ("8D QC TC", "7H QC TC", "7H 9H KH QH AH TC"):
        table = open_table(alice, "master", rules="mau-mau mau=off seven=off eight=off")
        table.lay_out(["9H KD KS", hand], "8H", turn=0)
        monkeypatch.setattr(luck, "chance", random.Random(5))
        assert isinstance(table.act(alice, "p 9H"), Ack)
        assert table.row.due_kind == "master"
        moments.append(table.row.due_at)
        at(table, table.row.due_at - AHEAD - NOW)
        thought_out()
        at(table, moments[-1] - NOW)
        assert moves(table)[-1][3] == moments[-1]
    assert len(set(moments)) == 1
    assert NOW + 800 <= moments[0] <= NOW + 2_500


def test_there_is_always_time_for_the_search(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOT_MS", (0, 0))
    for strength, due in (("master", ("master", AHEAD)), ("hard", ("bot", 0))):
        table = open_table(alice, strength, rules="mau-mau mau=off eight=off")
        table.lay_out(["9H KD KS", "8C QC TC"], "8H", turn=0)
        assert isinstance(table.act(alice, "p 9H"), Ack)
        assert (table.row.due_kind, table.row.due_at - NOW) == due


def test_a_whole_match_with_masters(alice: Guest, open_table: Opener) -> None:
    """Alice misses turns until a bot stands in; every master's word is a searched one."""
    table, before = open_table(alice, "master", "master", rules="mau-mau turn_seconds=15"), fallbacks()
    searched = 0
    for _ in range(400):
        row = table.row
        if row.status == "over" or searched >= 12:
            break
        if row.due_kind == "master":
            at(table, row.due_at - AHEAD - NOW)
            searched += thought_out()
        at(table, row.due_at - NOW)
    assert searched >= 12 or table.row.status == "over"
    assert searched
    assert not counted(before)
    assert [version for version, *_ in moves(table)] == list(range(1, table.v + 1))


def test_nobody_waits_for_masters_alone(alice: Guest, open_table: Opener) -> None:
    table, before = open_table(alice, *["master"] * 7, rules="mau-mau match_end=rounds:3"), fallbacks()
    table.act(alice, "leave")
    for _ in range(3_000):
        if table.match.status == "over":
            break
        assert table.row.due_at == table.now
        ticker.play(table.now)
    assert table.match.status == "over"
    assert not counted(before)


def test_masters_wait_while_a_mau_is_forgotten_and_challenge_it_nine_times_in_ten(
    alice: Guest, open_table: Opener
) -> None:
    table = open_table(alice, "master", rules="mau-mau mau=challenge eight=off")
    table.lay_out(["9H KD", "7H QC TC"], "TH")
    assert isinstance(table.act(alice, "p 9H"), Ack)
    assert table.row.due_kind == "challenge"
    match = store.current(table.id)
    said = [server_words.plan(match, random.Random(n))[0].word for n in range(400)]
    assert set(said) == {"c 0", "asked"}
    assert 340 <= said.count("c 0") <= 380
    while table.row.due_kind == "challenge":
        at(table, table.row.due_at - NOW)
    if table.v == 2:
        assert table.row.due_at >= NOW + WINDOW_MS
    assert table.row.due_kind == "master"


# -- under load, and when something breaks ---------------------------------------------------------


def test_an_answer_that_is_late_is_not_waited_for(
    alice: Guest, open_table: Opener, quick: Callable[..., Lane], tmp_path: Path
) -> None:
    lane, table, before = quick("odd"), master_on_turn(open_table, alice), fallbacks()
    go_on = held_up(lane, tmp_path)
    at(table, 2_000 - AHEAD)
    (late,) = ticker._ahead.futures()
    at(table, 2_000)
    assert counted(before) == {"late": 1}
    assert moves(table)[-1][1:] == (1, moves(table)[-1][2], NOW + 2_000)
    assert moves(table)[-1][2] in ("p 7H", "p 9H")
    go_on()
    assert late.cancelled()
    v = table.v
    at(table, 2_100)
    assert table.v == v


def test_two_hundred_masters_at_once_hold_nobody_up(
    alice: Guest, bob: Guest, open_table: Opener, quick: Callable[..., Lane], tmp_path: Path
) -> None:
    """No worker ever answers; in its moment each table has moved nevertheless."""
    lane, before = quick("odd"), fallbacks()
    masters = [master_on_turn(open_table, alice) for _ in range(200)]
    others = [open_table(alice, bob) for _ in range(10)] + [open_table("easy", alice) for _ in range(10)]
    Match.objects.filter(pk__in=[table.id for table in others]).update(due_at=NOW + 2_000)
    store.forget()
    go_on = held_up(lane, tmp_path)
    for ms in (1_400, 1_500, 1_600):
        assert 0 < ticker.play(NOW + ms) <= 50
    assert ticker.play(NOW + 1_800) == 200, "too late to begin"
    asked = len(ticker._ahead.futures())
    assert asked == 1, "no more wait than there is room for"
    while ticker.play(NOW + 2_000) == 0:
        pass
    go_on()
    for table in (*masters, *others):
        assert table.v >= 2
        assert moves(table)[1][3] == NOW + 2_000
    assert counted(before) == {"late": asked, "busy": 200 - asked}


def test_workers_that_die_make_nobody_wait_and_are_only_mentioned(
    alice: Guest, open_table: Opener, quick: Callable[..., Lane], client: Client
) -> None:
    lane, before = quick("broken"), fallbacks()
    for number in range(1, FORGIVEN + 2):
        table = master_on_turn(open_table, alice)
        at(table, 2_000 - AHEAD)
        thought_out()
        at(table, 2_000)
        assert table.v == 2
        assert counted(before) == {"broken": number}
    assert not lane.well
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["thinking"]) == (200, False)


def test_without_workers_master_plays_like_hard(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "THINK_AHEAD_MS", 0)
    table = open_table(alice, "master", rules="mau-mau mau=off")
    table.lay_out(["9H KD KS", "7H QC TC"], "TH", turn=0)
    table.act(alice, "p 9H")
    assert table.row.due_kind == "bot"
    strengths = []
    real = bots.decide
    monkeypatch.setattr(
        bots, "decide", lambda strength, *rest: strengths.append(strength) or real(strength, *rest)
    )
    at(table, table.row.due_at - NOW)
    assert (table.v, strengths) == (3, ["hard"])


# -- others are faster, or the process dies --------------------------------------------------------


def test_what_was_thought_on_an_older_version_is_dropped(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table, before = master_on_turn(open_table, alice, bob), fallbacks()
    at(table, 2_000 - AHEAD)
    assert thought_out() == 1
    assert isinstance(table.act(bob, "leave"), Ack)
    v, due = table.v, table.row.due_at
    assert table.row.due_kind == "master"
    at(table, due - AHEAD - NOW)
    assert thought_out() == 1, "searched again, and the old one is forgotten"
    at(table, due - NOW)
    assert [move[0] for move in moves(table)] == list(range(1, v + 2))
    assert moves(table)[-1][1:4:2] == (2, due)
    assert not counted(before)


def test_a_match_that_is_over_meanwhile_is_left_alone(alice: Guest, open_table: Opener) -> None:
    table, before = master_on_turn(open_table, alice, solo=True), fallbacks()
    at(table, 2_000 - AHEAD)
    assert isinstance(table.act(alice, "leave"), Ack)
    assert table.match.status == "over"
    v = table.v
    at(table, 2_000)
    assert (table.v, counted(before)) == (v, {})


def test_four_tickers_search_each_turn_once(alice: Guest, open_table: Opener) -> None:
    """And play it once, never before its moment."""
    tables = [open_table(alice, "master", "master", rules="mau-mau turn_seconds=10") for _ in range(2)]
    before, failed = fallbacks(), []
    together = Barrier(4, action=thought_out)

    def run() -> None:
        try:
            for now in range(NOW, NOW + 50_000, 250):
                together.wait(PATIENCE)
                ticker.play(now)
        except BaseException as error:  # the others wait at the barrier
            failed.append(error)
            together.abort()
        finally:
            connections.close_all()

    threads = [Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    assert not failed
    assert not counted(before)
    for table in tables:
        rows = moves(table)
        assert [version for version, *_ in rows] == list(range(1, table.v + 1))
        said = [(after[3] - row[3]) for row, after in pairwise(rows) if after[1] in (1, 2)]
        assert len(said) > 3
        assert min(said) >= 800


DIES = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "maumau_site.settings"
import django
from django.conf import settings
now, database = int(sys.argv[1]), eval(sys.argv[2])
settings.TICKER = False
settings.DATABASES["default"].update(database)
django.setup()
from game import ticker
ticker.play(now)
assert len(ticker._ahead.futures()) == 1
os.kill(os.getpid(), 9)
"""


def test_another_process_takes_over_when_the_server_dies_in_the_middle(
    alice: Guest, open_table: Opener
) -> None:
    table, before = master_on_turn(open_table, alice), fallbacks()
    known = connection.settings_dict
    database = {key: known[key] for key in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")}
    died = subprocess.run(
        [sys.executable, "-c", DIES, str(NOW + 2_000 - AHEAD), repr(database)],
        cwd=ROOT, stderr=subprocess.PIPE, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert died.returncode == -9, died.stderr.decode()
    leased = NOW + 2_000 + lease.LATE_MS
    assert table.row.claimed_until == leased
    for ms in (2_000, 3_000, leased - NOW - 1):
        at(table, ms)
        assert table.v == 1
    at(table, leased - NOW)
    assert (table.v, moves(table)[-1][3]) == (2, leased)
    assert counted(before) == {"busy": 1}
