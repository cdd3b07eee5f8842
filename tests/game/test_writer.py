"""Group commit: what waits together is written together, and each gets what it would have got alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, transaction

from game import batch, engine, store, writer
from game.batch import Ack, Answer, Nack
from game.hub import hub, writing
from game.models import Guest, Match, Move
from game.snapshot import Transition
from tests.game.conftest import Opener, Table

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = ["7H 9H KD", "8C QC TC"]


@pytest.fixture(autouse=True)
def _no_writer_is_left() -> Iterator[None]:
    yield
    writer.stop()


def laid_out(open_table: Opener, *guests: Guest) -> Table:
    table = open_table(*guests)
    table.lay_out(HANDS, "TH")
    return table


def lay(table: Table, word: str = "p 9H", v: int = 1, action_id: str = "one", seat: int = 0) -> Transition:
    return Transition(table.id, word, seat, v, action_id)


async def soon(*wanted: Transition) -> list[Answer | None]:
    """What the event loop hears, in the order it asked."""
    loop = asyncio.get_running_loop()
    futures = [loop.create_future() for _ in wanted]
    for one, future in zip(wanted, futures, strict=True):
        writer.commit_soon(one, future.set_result)
    return list(await asyncio.gather(*futures))


def soon_while_writing(*wanted: Transition) -> list[Answer | None]:
    """The same, all of them waiting before the writer may begin: one batch."""

    async def ask() -> list[Answer | None]:
        with writing:
            asked = asyncio.ensure_future(soon(*wanted))
            while writer.waiting() < len(wanted):
                await asyncio.sleep(0)
        return await asked

    return asyncio.run(ask())


def in_thread(work: Any, *args: Any) -> Any:
    """As a request thread does, with a connection of its own."""

    def run() -> Any:
        try:
            return work(*args)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()


def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many matches each transaction wrote."""
    sizes: list[int] = []
    real = store.write
    monkeypatch.setattr(store, "write", lambda written: (real(written), sizes.append(len(written)))[0])
    return sizes


def test_many_matches_in_one_transaction(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [laid_out(open_table, alice, bob) for _ in range(5)]
    sizes = batches(monkeypatch)
    assert soon_while_writing(*(lay(table) for table in tables)) == [Ack(2)] * 5
    assert sizes == [5]
    assert [table.row.version for table in tables] == [2] * 5
    assert Move.objects.filter(word="p 9H", action_id="one").count() == 5


def test_one_match_one_after_another(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["9H KH", "8C QC TH"], "TH")
    said, laid = lay(table, "m", 1, "mau"), lay(table, "p 9H", 1, "card")
    followed, late = lay(table, "p TH", 3, "bob", seat=1), lay(table, "p KH", 3, "too soon")
    assert soon_while_writing(said, laid, followed, late) == [Ack(2), Ack(3), Ack(4), Nack("stale", 4)]
    moves = Move.objects.filter(match_id=table.id, version__gt=1).order_by("version")
    assert [(move.version, move.seat, move.word) for move in moves] == [
        (2, 0, "m"), (3, 0, "p 9H"), (4, 1, "p TH"),
    ]  # fmt: skip
    assert table.row.version == 4
    store.forget()
    assert engine.dump(table.match.state) == table.row.state


def test_the_same_id_twice_in_a_batch_is_one_move(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = laid_out(open_table, alice, bob)
    assert soon_while_writing(lay(table), lay(table), lay(table)) == [Ack(2)] * 3
    assert Move.objects.filter(match_id=table.id).count() == 2


def test_an_id_answered_long_ago_is_answered_again(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = laid_out(open_table, alice, bob)
    assert soon_while_writing(lay(table)) == [Ack(2)]
    known = store.kept(table.id)
    assert known is not None
    store.forget()
    store.remember(replace(known, trail=()))
    assert soon_while_writing(lay(table)) == [Ack(2)], "memory's trail has forgotten it, the moves have not"
    assert Move.objects.filter(match_id=table.id).count() == 2


@pytest.mark.parametrize("word", ["p 9H", "p 8C"])
def test_memory_behind_the_row_is_put_right(
    alice: Guest, bob: Guest, open_table: Opener, word: str
) -> None:
    """Another process has moved: neither an ack nor a refusal may come from what memory thinks."""
    mine, other = laid_out(open_table, alice, bob), laid_out(open_table, alice, bob)
    stale = store.current(mine.id)
    assert in_thread(writer.commit, lay(mine, "p 7H", 1, "elsewhere")) == Ack(2)
    store.forget(mine.id)
    store.remember(stale)
    answers = soon_while_writing(lay(mine, word, 1, "here"), lay(other))
    assert answers == [Nack("stale", 2), Ack(2)]
    assert mine.row.version == 2


def test_a_pause_that_counts_no_version_is_noticed(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """A rest moves no version; what memory thinks of the clocks must not overwrite it."""
    table = laid_out(open_table, alice, bob)
    awake = store.current(table.id)
    assert in_thread(writer.commit, Transition(table.id, "rest")) == Ack(1)
    store.forget()
    store.remember(awake)
    assert soon_while_writing(lay(table)) == [Ack(2)]
    assert table.row.status == "play"
    assert table.row.ref["left"] is None


def test_what_moves_no_version_is_noticed_by_the_count_of_writes(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    """More time for another clock than the one that is due next: no other column tells of it."""
    table = laid_out(open_table, alice, bob)
    store.current(table.id)
    ref = table.row.ref | {"left": 77}
    Match.objects.filter(pk=table.id).update(ref=ref, writes=table.row.writes + 1)
    assert soon_while_writing(lay(table)) == [Ack(2)]
    assert table.row.ref["left"] == 77


def test_memory_catches_up_to_what_a_full_reading_gives(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table, guests = open_table(alice, bob, rules="mau-mau match_end=rounds:3"), [alice, bob]
    store.forget()
    stale = store.current(table.id)
    for number in range(90):
        match = table.match
        if match.state.phase == "between":
            for guest in guests:
                table.act(guest, "next")
            continue
        turn = match.state.turn
        if turn is None:
            break
        assert isinstance(table.act(guests[turn], engine.legal_words(match.state, turn)[0]), Ack)
        if number % 7 and number != 89:
            continue
        store.forget()
        read = store.current(table.id)
        store.forget()
        store.remember(stale)
        caught_up = store.current(table.id)
        assert engine.dump(caught_up.state) == engine.dump(read.state)
        assert replace(caught_up, state=read.state) == read
        stale = read
    assert table.v > 60


def test_one_that_fails_takes_nobody_along(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = laid_out(open_table, alice, bob), laid_out(open_table, alice, bob)
    real = store._update

    def update(one: store.Written) -> Any:
        if one.before.id == bad.id:
            raise OperationalError("disk full")
        return real(one)

    monkeypatch.setattr(store, "_update", update)
    assert soon_while_writing(lay(good), lay(bad)) == [Ack(2), None]
    assert (good.row.version, bad.row.version) == (2, 1)
    monkeypatch.undo()
    assert soon_while_writing(lay(bad)) == [Ack(2)], "asked again with the same id"


def test_unknown_outcome_of_a_commit_is_settled_by_the_row(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit happened, but its answer was lost: the move is acknowledged, once."""
    table = laid_out(open_table, alice, bob)
    failures = iter([OperationalError("connection lost")])
    real = batch.Batch.publish

    def publish(batch: Any) -> None:
        error = next(failures, None)
        if error is not None:
            raise error
        real(batch)

    monkeypatch.setattr(batch.Batch, "publish", publish)
    assert soon_while_writing(lay(table)) == [Ack(2)]
    assert Move.objects.filter(match_id=table.id).count() == 2
    assert table.v == 2


def test_who_cannot_hear_keeps_nobody_from_hearing(alice: Guest, bob: Guest, open_table: Opener) -> None:
    tables = [laid_out(open_table, alice, bob) for _ in range(2)]

    async def ask() -> Answer | None:
        heard = asyncio.get_running_loop().create_future()
        hearers = dict(zip(sorted(table.id for table in tables), (deaf, heard.set_result), strict=True))
        with writing:
            for table in tables:
                writer.commit_soon(lay(table), hearers[table.id])
        async with asyncio.timeout(60):
            return await heard

    def deaf(answer: Answer | None) -> None:
        raise RuntimeError

    assert asyncio.run(ask()) == Ack(2)


def test_a_match_that_is_gone(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table, gone = laid_out(open_table, alice, bob), Transition("0" * 32, "p 9H", 0, 1, "x")
    assert soon_while_writing(gone, lay(table)) == [None, Ack(2)]
    assert in_thread(writer.commit_all, [gone, lay(table)]) == [None, Ack(2)]


def test_threads_and_loop_share_a_batch(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [laid_out(open_table, alice, bob) for _ in range(4)]
    sizes = batches(monkeypatch)

    async def both() -> list[Answer | None]:
        loop = asyncio.get_running_loop()
        with writing:
            asked = asyncio.ensure_future(soon(*(lay(table) for table in tables[:2])))
            posted = [
                loop.run_in_executor(None, in_thread, writer.commit, lay(table)) for table in tables[2:]
            ]
            while writer.waiting() < len(tables):
                await asyncio.sleep(0.001)
        return [*await asked, *await asyncio.gather(*posted)]

    assert asyncio.run(both()) == [Ack(2)] * 4
    assert sum(sizes) == 4
    assert len(sizes) < 4, "whoever came first wrote for the others"


def test_announced_before_it_is_answered_and_remembered_before_that(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = laid_out(open_table, alice, bob)
    heard: list[tuple[str, int]] = []

    def moved(version: int) -> None:
        known = store.kept(table.id)
        assert known is not None
        heard.append(("news", version))
        heard.append(("memory", known.version))

    async def listen() -> None:
        stop = hub.subscribe(f"match:{table.id}", moved)
        await soon(lay(table))
        heard.append(("answer", table_version()))
        await asyncio.sleep(0)
        stop()

    def table_version() -> int:
        return in_thread(lambda: Match.objects.get(pk=table.id).version)

    asyncio.run(listen())
    assert heard == [("news", 2), ("memory", 2), ("answer", 2)]


def test_inside_a_callers_transaction_nothing_is_told_before_it_commits(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = laid_out(open_table, alice, bob)
    store.forget()
    with pytest.raises(RuntimeError), transaction.atomic():
        assert writer.commit(lay(table)) == Ack(2)
        raise RuntimeError
    assert table.v == 1
    assert writer.commit(lay(table)) == Ack(2)


def test_how_long_a_hanging_commit_hangs_is_known(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seen = laid_out(open_table, alice, bob), []
    real = store.write

    def hang(written: Any) -> None:
        while writer.oldest_wait() < 0.01:
            pass
        seen.append(writer.oldest_wait())
        real(written)

    monkeypatch.setattr(store, "write", hang)
    assert soon_while_writing(lay(table)) == [Ack(2)]
    assert seen[0] >= 0.01
    assert writer.oldest_wait() == 0


def test_more_than_fits_one_transaction(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MOST_AT_ONCE", 3)
    tables = [laid_out(open_table, alice, bob) for _ in range(8)]
    sizes = batches(monkeypatch)
    assert soon_while_writing(*(lay(table) for table in tables)) == [Ack(2)] * 8
    assert sizes == [3, 3, 2]


def test_drained_when_nothing_waits(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = laid_out(open_table, alice, bob)
    assert writer.drain(0)

    async def ask() -> None:
        with writing:
            writer.commit_soon(lay(table), lambda answer: None)
            assert not in_thread(writer.drain, 0.05), "somebody writes"
            assert writer.oldest_wait() >= 0.05
        assert await asyncio.get_running_loop().run_in_executor(None, in_thread, writer.drain, 60)

    asyncio.run(ask())
    assert table.row.version == 2
    assert writer.oldest_wait() == 0


@pytest.mark.sqlite
def test_a_locked_database_loses_nothing(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """Another program holds the lock longer than we wait: no ack; asked again, it is done once."""
    table = laid_out(open_table, alice, bob)
    blocker = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    try:
        connection.settings_dict["OPTIONS"]["timeout"] = 0.05
        connection.close()
        assert in_thread(writer.commit_all, [lay(table)]) == [None]
    finally:
        blocker.execute("ROLLBACK")
        blocker.close()
        connection.settings_dict["OPTIONS"]["timeout"] = 20
        connection.close()
    assert in_thread(writer.commit_all, [lay(table)]) == [Ack(2)]
