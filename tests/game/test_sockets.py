"""The table's socket (WIRE.md §2)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils.translation import override

from game import house, services, sockets, store
from game.clock import now_ms
from game.hub import presence, writing
from game.models import Guest, Move
from game.presence import LEASE_MS
from game.table_text import error_text
from tests.game.conftest import Opener, Table
from tests.game.lines import PATIENCE, Client, clients

pytestmark = pytest.mark.django_db(transaction=True)


def two(open_table: Opener, alice: Guest, bob: Guest, **more: Any) -> Table:
    table = open_table(alice, bob, now=now_ms(), **more)
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=0)
    return table


async def test_hello_gives_a_snapshot_or_the_same(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice, bob) as (a, b):
        frame = await a.open()
        assert (frame["t"], frame["v"]) == ("snapshot", 1)
        assert sorted(frame["view"]["hand"]) == ["7H", "9H", "KD"]
        assert 0 <= frame["left"] <= frame["of"] == 40_000
        assert (await b.open(have=1))["t"] == "same"
        await b.send(t="hello", p=1, have=99, format="json")
        assert (await b.next("snapshot", "same"))["t"] == "snapshot"


async def test_html_is_the_default(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.line.connect(timeout=PATIENCE)
        await a.send(t="hello", p=1)
        frame = await a.next("snapshot")
        assert 'id="box"' in frame["html"]
        assert "csrf" not in frame["html"]


async def test_a_view_brings_only_fragments_that_changed(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    """The snapshot has all; after Alice's draw Bob's own hand is not sent again, what changed is whole."""
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice, bob) as (a, b):
        for client in (a, b):
            await client.line.connect(timeout=PATIENCE)
            await client.send(t="hello", p=1)
            assert (await client.next("snapshot"))["html"].count('id="box"') == 1
        await a.act("d", 1)
        mine, others = await a.next("view"), await b.next("view")
        assert 'id="box"' in mine["html"] and 'id="box"' not in others["html"]
        for name in ("seats", "centre", "me", "log"):
            assert others["html"].count(f'id="{name}"') == 1


async def test_an_act_is_acked_and_seen_by_all(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    await sync_to_async(services.add_watcher)(table.id, charlie, "Charlie")
    async with clients(table, alice, bob, charlie) as lines:
        a = lines[0]
        for client in lines:
            await client.open()
        assert await a.act("d", 1) == {"t": "ack", "id": "id-1", "v": 2}
        views = [await client.next("view") for client in lines]
        assert [(view["from"], view["v"]) for view in views] == [(1, 2)] * 3
        drawn = [view["events"][0] for view in views]
        assert "cards" in drawn[0]
        assert "cards" not in drawn[1] and "cards" not in drawn[2]
        assert views[2]["view"]["hand"] == [] and views[2]["view"]["me"] is None
        assert views[1]["view"]["drawn"] is None


async def test_the_same_id_gets_the_same_answer(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice, alice) as (a, other_tab):
        await a.open()
        await other_tab.open()
        first = await a.act("p 9H", 1)
        assert await a.act("p 9H", 1) == first
        assert await other_tab.act("p 9H", 1) == first
    assert await Move.objects.filter(match_id=table.id).acount() == 2


async def test_a_stale_act_is_followed_by_a_snapshot(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open(lang="en")
        await a.act("d", 1)
        nack = await a.act("-", 1, "id-2")
        assert (nack["t"], nack["why"], nack["v"]) == ("nack", "stale", 2)
        assert nack["text"]
        assert (await a.next("snapshot"))["v"] == 2


async def test_out_of_turn_is_told_in_the_language(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, bob) as (b,):
        await b.open(lang="en")
        nack = await b.act("p TC", 1)
        assert nack["why"] == "not-your-turn"
        assert nack["text"] == "It is not your turn yet. Wait for the gold plate."
        assert nack["rule"] == "turn"


async def test_a_card_that_does_not_fit_is_told_with_its_rule(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open(lang="en")
        nack = await a.act("p KD", 1)
        assert (nack["why"], nack["rule"]) == ("does-not-fit", "suit-rank")
        assert nack["text"] == (
            "Only hearts, another ten or any jack fits here. Lay a card that fits or draw."
        )


async def test_a_card_tried_in_vain_is_told_with_its_rule(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob, rules="mau-mau strict=on")
    async with clients(table, alice) as (a,):
        await a.open(lang="en")
        ack = await a.act("x KD", 1)
        assert (ack["t"], ack["rule"]) == ("ack", "suit-rank")
        assert ack["text"] == "You tried the king of diamonds and draw for it: neither suit nor rank."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "bad-frame"), ("nonsense", "bad-frame"), ("[]", "bad-frame"), ("null", "bad-frame"),
        ('"act"', "bad-frame"), ("[" * 4000, "bad-frame"), ('{"t":"act"}', "bad-frame"),
        ('{"t":"dance"}', "unknown-type"), ('{"t":["act"]}', "unknown-type"), ("{}", "unknown-type"),
        ('{"t":"ping","v":true}', "bad-type"), ('{"t":"ping","v":"1"}', "bad-type"),
        ('{"t":"ping","v":1.0}', "bad-type"), ('{"t":"ping","v":-1}', "bad-type"),
        ('{"t":"ping","v":99999999999999999999}', "bad-type"),
        ('{"t":"ping","v":1,"seat":0}', "unknown-key"),
        ('{"t":"act","id":"1","v":1,"do":"d","seat":1}', "unknown-key"),
        ('{"t":"act","id":7,"v":1,"do":"d"}', "bad-type"), ('{"t":"act","id":"","v":1,"do":"d"}', "bad-type"),
        ('{"t":"act","id":"x","v":1,"do":null}', "bad-type"),
        ('{"t":"act","id":"x","v":1,"do":"t"}', "bad-action"),
        ('{"t":"act","id":"x","v":1,"do":"bot hard"}', "bad-action"),
        ('{"t":"act","id":"x","v":1,"do":"join Mallory"}', "bad-action"),
        ('{"t":"act","id":"x","v":1,"do":"human Mallory"}', "bad-action"),
        ('{"t":"hello","p":1,"lang":"xx"}', "bad-type"), ('{"t":"hello","p":1,"format":"xml"}', "bad-type"),
        ('{"t":"chat","id":"x","text":"\\u0000 "}', "chat-empty"),
        ('{"t":"chat","id":"x","text":"' + "x" * 4000 + '"}', "bad-type"),
        ('{"t":"ping","v":1}' + " " * 5000, "too-big"), ("ä" * 3000, "too-big"),
    ],
)  # fmt: skip
async def test_junk_is_nacked_and_the_socket_lives(
    alice: Guest, bob: Guest, open_table: Opener, text: str, why: str
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        await a.raw(text)
        nack = await a.next("nack")
        assert nack["why"] == why
        assert nack["text"]
        await a.send(t="ping", v=1)
        assert (await a.next("beat"))["v"] == 1
    assert await Move.objects.filter(match_id=table.id).acount() == 1


async def test_bytes_are_junk(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        await a.line.send_to(bytes_data=b'{"t":"ping","v":1}')
        assert (await a.next("nack"))["why"] == "bad-frame"


async def test_hello_comes_first(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.line.connect(timeout=PATIENCE)
        nack = await a.act("d", 1)
        assert (nack["why"], nack["id"]) == ("hello-first", "id-1")


@pytest.mark.parametrize(
    ("headers", "lang"),
    [
        ([(b"cookie", b'other="; maumau_lang=en'), (b"accept-language", b"de")], "en"),
        ([(b"accept-language", b"en-GB,en;q=0.9")], "en"),
        ([(b"cookie", b"maumau_lang=xx"), (b"accept-language", b"fr")], "de"),
        ([], "de"),
    ],
)
async def test_before_hello_it_speaks_as_the_browser_does(
    alice: Guest, bob: Guest, open_table: Opener, headers: list[tuple[bytes, bytes]], lang: str
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        own = a.line.scope["headers"]
        cookie = b"; ".join([own[0][1], *(value for name, value in headers if name == b"cookie")])
        own[:] = [(b"cookie", cookie), *(pair for pair in headers if pair[0] != b"cookie")]
        await a.line.connect(timeout=PATIENCE)
        with override(lang):
            assert (await a.act("d", 1))["text"] == error_text("hello-first")


async def test_much_junk_ends_the_socket(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        for _ in range(sockets.MAX_JUNK + 1):
            await a.raw("junk")
        assert await a.closed() == 1008


async def test_who_may_not_come_in(alice: Guest, bob: Guest, mallory: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    for match_id, guest, code in (
        (table.id, None, 4401), (table.id, mallory, 4403), ("0" * 32, alice, 4410), ("x", alice, 4410),
    ):  # fmt: skip
        client = Client(match_id, guest)
        assert (await client.line.connect(timeout=PATIENCE))[0], "accepted first, so that the code is heard"
        assert await client.closed() == code
        await client.line.disconnect(timeout=PATIENCE)


async def test_an_unknown_protocol_reloads(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.line.connect(timeout=PATIENCE)
        await a.send(t="hello", p=2)
        assert await a.closed() == 1012


async def test_sent_away_and_closed(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, bob) as (b,):
        await b.open()
        await sync_to_async(services.remove_player)(table.id, bob)
        assert await b.closed() == 4403


async def test_chat_is_numbered_and_missing_lines_follow_hello(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice, bob) as (a, b):
        await a.open()
        await a.send(t="chat", id="c1", text="Hallo")
        assert (await a.next("ack"))["id"] == "c1"
        assert await a.next("chat") == {"t": "chat", "n": 1, "name": "Alice", "text": "Hallo", "mine": True}
        await a.send(t="chat", id="c1", text="Hallo")
        await a.next("ack")
        await a.send(t="chat", id="c2", text="noch da?")
        await a.next("chat")
        frame = await b.open(chat=1)
        assert frame["v"] == 1, "talk does not count the version up"
        line = await b.next("chat")
        assert (line["n"], line["text"], line["mine"]) == (2, "noch da?", False)
        await b.send(t="ping", v=1)
        assert (await b.next("beat"))["n"] == 2


async def test_alone_there_is_no_chat(alice: Guest, open_table: Opener) -> None:
    table = await sync_to_async(open_table)(alice, "easy", solo=True)
    async with clients(table, alice) as (a,):
        await a.open()
        await a.send(t="chat", id="c1", text="Hallo?")
        assert (await a.next("nack"))["why"] == "chat-off"


async def test_a_burst_arrives_as_one_view(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, bob) as (b,):
        await b.open()

        def burst() -> None:
            for word in ("d", "-"):
                services.act(table.id, alice, word, store.current(table.id).version, word)

        await sync_to_async(burst)()
        seen, version = [], 1
        while version < 3:
            view = await b.next("view")
            assert view["from"] == version, "no gap"
            version = view["v"]
            seen += [event["e"] for event in view["events"]]
        assert seen == ["drew", "passed"]


async def test_beats_come_by_themselves(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "BEAT_S", 0.05)
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        for _ in range(2):
            beat = await a.next("beat")
            assert (beat["v"], beat["n"]) == (1, 0)
            assert "left" in beat


async def test_who_went_silent_is_shown_with_the_next_beat(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No version counts who is there: a snapshot of the same version follows the beat, once."""
    monkeypatch.setattr(house, "BEAT_S", 0.05)
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        before = await a.open()
        presence.seen(f"match:{table.id}", str(alice.pk), now_ms() + 10 * LEASE_MS)
        monkeypatch.setattr("game.consumers.now_ms", lambda: now_ms() + LEASE_MS)
        after = await a.next("snapshot")
        assert before["v"] == after["v"] == 1
        assert [seat["present"] for seat in before["view"]["seats"]] == [True, True]
        assert [seat["present"] for seat in after["view"]["seats"]] == [True, False]
        for _ in range(2):
            await a.next("beat")
        assert not [frame for frame in a.waiting if frame["t"] == "snapshot"]


async def test_a_client_that_lags_gets_no_more(alice: Guest, bob: Guest, open_table: Opener) -> None:
    lag = sockets.Lag()
    lag.sent(5, 60_000)
    assert not lag.blocked()
    lag.sent(6, 10_000)
    assert lag.blocked()
    assert not lag.too_long()
    lag.applied(5)
    assert not lag.blocked()
    lag.sent(7, 60_000)
    assert lag.blocked()
    lag.applied(7)
    assert not lag.blocked() and not lag.too_long()


async def test_a_client_that_lags_for_long_may_come_back_soon(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1013 and not 1008: a slow line is no offence."""
    monkeypatch.setattr(sockets.Lag, "too_long", lambda self: True)
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        await a.send(t="ping", v=1)
        assert await a.closed() == 1013


async def test_a_mistake_of_ours_is_no_answer_and_no_end(
    alice: Guest,
    bob: Guest,
    open_table: Opener,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        real = services.intended

        def broken(*_: Any) -> Any:
            raise RuntimeError("a mistake")

        monkeypatch.setattr(services, "intended", broken)
        await a.send(t="act", id="x", v=1, do="d")
        await a.send(t="ping", v=1)
        await a.next("beat")
        assert not [frame for frame in a.frames if frame["t"] in ("ack", "nack")]
        monkeypatch.setattr(services, "intended", real)
        assert (await a.act("d", 1, "x"))["t"] == "ack"
    assert "could not be answered" in caplog.text


async def test_leaving_turns_the_view_into_a_spectators(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        await a.act("leave", 0)
        view = await a.next("view")
        assert view["view"]["me"] is None and view["view"]["hand"] == []


async def test_a_player_who_is_back_wakes_the_match(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = await sync_to_async(two)(open_table, alice, bob)
    await sync_to_async(table.wait)(300_000)
    assert (await sync_to_async(lambda: table.match)()).status == "rest"
    async with clients(table, alice) as (a,):
        frame = await a.open()
        assert frame["view"]["status"] == "play"


async def test_the_loop_is_not_held_up(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """Database work runs beside the event loop: a held database leaves it free."""
    table = await sync_to_async(two)(open_table, alice, bob)
    async with clients(table, alice) as (a,):
        await a.open()
        with writing:
            await a.send(t="act", id="x", v=1, do="d")
            for _ in range(20):
                await asyncio.sleep(0)
        assert (await a.next("ack"))["v"] == 2
