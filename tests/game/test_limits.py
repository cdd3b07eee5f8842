"""What one client can do to a socket, and that the others never notice; what all of them share."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from game import house, lag, newcomers, present, services, sockets, store
from game.clock import now_ms
from game.hub import hub, writing
from game.models import ChatLine, Guest, Match, Move
from tests.game.conftest import Opener, Table, make_guest
from tests.game.lines import PATIENCE, clients

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: Guest, bob: Guest, open_table: Opener) -> Table:
    """Alice on turn; she and Bob can only draw and lay hearts."""
    made = open_table(alice, bob, now=now_ms())
    made.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=0)
    return made


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house looks after its sockets without delay."""
    monkeypatch.setattr(house, "BEAT_S", 0.05)
    monkeypatch.setattr(house, "LOOK_S", 0.01)
    monkeypatch.setattr(house, "REPAIR_S", 0.01)


# -- inward -------------------------------------------------------------------------------------------


async def test_a_flood_ends_the_socket_and_nobody_elses(table: Table, alice: Guest, bob: Guest) -> None:
    async with clients(table, alice, bob) as (a, b):
        await a.open()
        await b.open()
        for _ in range(sockets.BURST * 3):
            await b.send(t="ping", v=1)
        assert await b.closed() == 1008
        assert (await a.act("d", 1))["t"] == "ack"


async def test_a_busy_player_is_no_flood(table: Table, alice: Guest) -> None:
    async with clients(table, alice) as (a,):
        await a.open()
        for _ in range(sockets.BURST // 2):
            await a.send(t="ping", v=1)
        assert (await a.act("d", 1))["t"] == "ack"


async def test_many_oversized_frames_end_the_socket(table: Table, alice: Guest) -> None:
    async with clients(table, alice) as (a,):
        await a.open()
        for _ in range(sockets.MAX_JUNK + 1):
            await a.raw("x" * 5000)
        assert await a.closed() == 1008


async def test_no_more_than_eight_frames_wait_for_their_answer(table: Table, alice: Guest) -> None:
    """The ninth is not read before the first is answered; none is lost."""
    async with clients(table, alice) as (a,):
        await a.open()
        with writing:
            for n in range(20):
                await a.send(t="act", id=f"id-{n}", v=1, do="d")
            while a.line.input_queue.qsize() > 20 - sockets.MOST_OPEN:
                await asyncio.sleep(0.01)
            for _ in range(20):
                await asyncio.sleep(0)
            assert a.line.input_queue.qsize() == 20 - sockets.MOST_OPEN
        answers = [await a.next("ack", "nack") for _ in range(20)]
        assert [frame["id"] for frame in answers] == [f"id-{n}" for n in range(20)]
        assert [frame["t"] for frame in answers] == ["ack"] + ["nack"] * 19
    assert await Move.objects.filter(match_id=table.id).acount() == 2


async def test_who_never_greets_is_sent_away(
    table: Table, alice: Guest, bob: Guest, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with clients(table, alice, bob) as (a, b):
        await a.open()
        monkeypatch.setattr(sockets, "HELLO_S", 0.0)
        await b.line.connect(timeout=PATIENCE)
        assert await b.closed() == 4408
        await a.send(t="ping", v=1)
        await a.next("beat")


async def test_a_line_that_is_silent_for_long_is_dead(
    table: Table, alice: Guest, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with clients(table, alice) as (a,):
        await a.open()
        monkeypatch.setattr(sockets, "SILENT_S", 0.0)
        assert await a.closed() == 4408


# -- outward ------------------------------------------------------------------------------------------


async def test_who_asks_again_and_again_and_never_owns_up_gets_no_more(
    table: Table, alice: Guest, bob: Guest, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a quiet match no version moves: still all that is sent counts. The others play on."""
    async with clients(table, alice, bob) as (a, b):
        await a.open()
        first = await b.open()
        for _ in range(sockets.BURST - 20):
            await b.send(t="hello", p=1, format="json")
            while b.line.input_queue.qsize():
                await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert (await a.act("d", 1))["t"] == "ack"
        assert (await a.next("view"))["v"] == 2
        monkeypatch.setattr(lag, "LAG_S", 0.0)
        assert await b.closed() == 1013
        assert len(str(first)) * (sockets.BURST - 20) > lag.LAG_BYTES, "it asked for more than that"


def test_an_honest_reader_is_never_blocked_however_much_is_said() -> None:
    """It pings with each 24,000 characters, as static/js/socket.js does; no version moves."""
    line = lag.Lag()
    line.sent(5, 3_000)
    for _ in range(50):
        for _ in range(24):
            line.sent(5, 1_000)
            assert not line.blocked()
        line.applied(5)


def test_the_same_snapshot_again_is_not_owned_up_to_beforehand() -> None:
    """One ping vouches for the frame that brought its version, not for what was sent after that."""
    line = lag.Lag()
    line.sent(5, 3_000)
    line.applied(5)
    for _ in range(22):
        line.sent(5, 3_000)
    assert line.blocked()
    line.applied(4)
    assert line.blocked()


async def test_a_slow_reader_waits_and_then_has_it_all(table: Table, alice: Guest, bob: Guest) -> None:
    """What was held back comes after the ping, as one view without a gap."""
    async with clients(table, alice, bob) as (a, b):
        await a.open()
        await b.open()
        socket = next(one for one in house.here().sockets if one.guest_id == bob.pk)
        socket._lag.sent(2, lag.LAG_BYTES + 1)
        for n, word in enumerate(("d", "-")):
            await a.act(word, n + 1, word)
        await a.send(t="ping", v=3)
        await a.next("beat")
        assert await b.line.receive_nothing()
        await b.send(t="ping", v=2)
        view = await b.next("view")
        assert (view["from"], view["v"]) == (1, 3)
        assert [event["e"] for event in view["events"]] == ["drew", "passed"]


# -- shared -------------------------------------------------------------------------------------------


async def test_all_spectators_share_one_frame(
    table: Table, alice: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than are told at once; players first. The real renderer is asked once for all of them."""
    asked: list[int | None] = []
    real = present.view_json

    def counted(match: Any, seat: int | None, *more: Any) -> bytes:
        asked.append(seat)
        return real(match, seat, *more)

    people = [await sync_to_async(make_guest)(f"S{n}") for n in range(70)]
    for one in people:
        await sync_to_async(services.add_watcher)(table.id, one, one.name)
    async with clients(table, alice, bob, *people) as lines:
        await asyncio.gather(*(line.open() for line in lines))
        monkeypatch.setattr(present, "view_json", counted)
        await lines[0].act("d", 1)
        views = [await line.next("view") for line in lines]
        assert {(view["from"], view["v"]) for view in views} == {(1, 2)}
        assert asked.count(None) == 1 and sorted(set(asked) - {None}) == [0, 1]
        assert all(view == views[2] for view in views[3:])


async def test_a_wish_shows_in_the_spectators_other_windows(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = await sync_to_async(open_table)(alice, bob, rules="mau-mau late_join=on", now=now_ms())
    await sync_to_async(services.add_watcher)(table.id, charlie, "Charlie")
    async with clients(table, charlie, alice) as (c, a):
        assert (await c.open())["view"]["join"] == {"open": True, "asked": False}
        await a.open()
        await sync_to_async(newcomers.ask_for_seat)(table.id, charlie)
        assert (await c.next("snapshot"))["view"]["join"] == {"open": True, "asked": True}
        await sync_to_async(newcomers.take_back_wish)(table.id, charlie)
        assert (await c.next("snapshot"))["view"]["join"] == {"open": True, "asked": False}
        assert not [frame for frame in a.waiting if frame["t"] == "snapshot"]


# -- beside the sockets -------------------------------------------------------------------------------


async def test_what_no_announcement_told_is_read_from_the_rows(
    table: Table, alice: Guest, bob: Guest, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if another process had done it, and no word of it had come through."""
    async with clients(table, bob) as (b,):
        await b.open()

        def elsewhere() -> None:
            before = store.current(table.id)
            with monkeypatch.context() as silence:
                silence.setattr(hub, "announce_all", lambda news: None)
                services.act(table.id, alice, "d", 1, "x")
                ChatLine.objects.create(room=table.id, n=1, guest=alice, name="A", text="Hi", at=1)
            store.forget()
            store.remember(before)

        await sync_to_async(elsewhere)()
        assert (await b.next("view"))["v"] == 2
        assert (await b.next("chat"))["text"] == "Hi"


async def test_a_match_that_is_gone_ends_its_sockets(table: Table, alice: Guest, soon: None) -> None:
    async with clients(table, alice) as (a,):
        await a.open()
        await Match.objects.filter(pk=table.id).adelete()
        assert await a.closed() == 4410


async def test_before_a_stop_everybody_is_told(table: Table, alice: Guest, bob: Guest) -> None:
    before = sockets.live()
    async with clients(table, alice, bob) as lines:
        for line in lines:
            await line.open()
        assert sockets.live() == before + 2
        sockets.close_all(1012, "restart")
        assert [await line.closed() for line in lines] == [1012, 1012]
    assert sockets.live() == before
    assert not house.here().audiences


async def test_tasks_begin_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(asyncio.all_tasks())
    sockets.start_tasks()
    begun = len(asyncio.all_tasks()) - before
    sockets.start_tasks()
    assert begun > 0 and len(asyncio.all_tasks()) - before == begun


async def test_a_mistake_does_not_end_the_sweeping(
    table: Table, alice: Guest, soon: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with clients(table, alice) as (a,):
        await a.open()
        real = sockets.Socket.beat

        def broken(*_: Any) -> None:
            raise RuntimeError("a mistake")

        monkeypatch.setattr(sockets.Socket, "beat", broken)
        while "could not be looked after" not in caplog.text:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(sockets.Socket, "beat", real)
        await a.next("beat")


async def test_no_version_goes_backwards(table: Table, alice: Guest, bob: Guest) -> None:
    """Greetings in the midst of moves: each frame is at least as new as the one before."""
    async with clients(table, alice, bob) as (a, b):
        await a.open()
        await b.open()
        seen: list[int] = []
        for n, word in enumerate(("d", "-")):
            await b.send(t="hello", p=1, format="json", have=0)
            await a.act(word, n + 1, word)
            await b.send(t="hello", p=1, format="json", have=n)
        await b.send(t="ping", v=1)
        while not seen or b.frames[-1]["t"] != "beat" or seen[-1] < 3:
            frame = await b.next()
            seen.append(frame["v"])
            if frame["t"] == "beat" and frame["v"] < 3:
                await b.send(t="ping", v=1)
        assert seen == sorted(seen)


async def test_while_the_database_is_away_they_are_to_come_back_later(
    table: Table, alice: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(match_id: str) -> Any:
        raise OperationalError("no answer")

    with monkeypatch.context() as trouble:
        trouble.setattr(store, "current", away)
        async with clients(table, alice) as (a,):
            await a.line.connect(timeout=PATIENCE)
            assert await a.closed() == 1013
    assert "could not be let in" in caplog.text
    async with clients(table, alice) as (a,):
        assert (await a.open())["t"] == "snapshot"
