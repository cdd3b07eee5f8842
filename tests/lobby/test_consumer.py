"""The socket of a room (WIRE.md §2): it shows, talks and is seen; what people do are POSTs."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings

from game.hub import presence
from lobby import services
from lobby.models import Lobby
from lobby.room import topic
from lobby.routing import websocket_urlpatterns
from tests.lobby.conftest import Person

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30  # seconds; for the slowest machine, nothing asserts a speed


class Line:
    """One end of a socket."""

    def __init__(self, lobby_id: str, who: Person | None) -> None:
        cookie = f"{settings.GUEST_COOKIE}={who.cookie}".encode() if who else b""
        headers = [(b"cookie", cookie), (b"origin", b"https://cards.example"), (b"host", b"cards.example")]
        self.socket = WebsocketCommunicator(
            URLRouter(websocket_urlpatterns), f"/ws/lobby/{lobby_id}/", headers=headers
        )

    async def opens(self, **hello: Any) -> dict[str, Any]:
        """Connects and says hello; the first answer."""
        await self.socket.connect(timeout=PATIENCE)
        await self.sends(t="hello", **{"p": 1, "lang": "en", "have": 0, "chat": 0, "format": "json", **hello})
        return await self.gets("snapshot", "same")

    async def sends(self, **frame: Any) -> None:
        await self.socket.send_json_to(frame)

    async def gets(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=PATIENCE))
            if frame["t"] in kinds:
                return frame

    async def sees(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next pushed view in which something holds."""
        while True:
            frame = await self.gets("view")
            if holds(frame):
                return frame

    async def is_closed_with(self) -> int:
        """The code the server ends with."""
        while True:
            message = await self.socket.receive_output(timeout=PATIENCE)
            if message["type"] == "websocket.close":
                return int(message["code"])


@contextlib.asynccontextmanager
async def lines(lobby: Lobby, *people: Person | None) -> AsyncIterator[list[Line]]:
    """Sockets of these people, closed at the end."""
    opened = [Line(lobby.pk, who) for who in people]
    try:
        yield opened
    finally:
        for line in opened:
            await line.socket.disconnect(timeout=PATIENCE)


async def test_hello_brings_the_room(with_bob: Lobby, alice: Person) -> None:
    async with lines(with_bob, alice) as (line,):
        frame = await line.opens()
        assert frame["t"] == "snapshot" and frame["match"] == ""
        assert [one["name"] for one in frame["view"]["seats"]] == ["Alice", "Bob"]
        assert frame["view"]["me"]["host"]
        await line.sends(t="hello", p=1, have=frame["v"], format="json")
        assert (await line.gets("snapshot", "same"))["t"] == "same"


async def test_html_is_the_fragments_in_the_readers_language(with_bob: Lobby, bob: Person) -> None:
    async with lines(with_bob, bob) as (line,):
        frame = await line.opens(format="html")
        assert frame["html"].count('<section class="rail"') == 1
        assert "Alice starts the match" in frame["html"]
        assert f"https://cards.example/j/{with_bob.invite}/" in frame["html"]


async def test_everybody_sees_who_comes_and_what_the_host_does(
    lobby: Lobby, alice: Person, bob: Person
) -> None:
    async with lines(lobby, alice) as (hers,):
        await hers.opens()
        await asyncio.to_thread(bob.joins, lobby)
        frame = await hers.sees(lambda frame: len(frame["view"]["seats"]) == 2)
        assert frame["from"] < frame["v"]
        async with lines(lobby, bob) as (his,):
            await his.opens()
            await asyncio.to_thread(alice.asks, lobby, "bots", add="hard")
            for line in (hers, his):
                await line.sees(lambda frame: len(frame["view"]["seats"]) == 3)
            await asyncio.to_thread(alice.asks, lobby, "rules", preset="crazy-eights")
            for line in (hers, his):
                await line.sees(lambda frame: frame["view"]["preset"] == "crazy-eights")


async def test_the_start_takes_everybody_along(with_bob: Lobby, alice: Person, bob: Person) -> None:
    async with lines(with_bob, alice, bob) as both:
        for line in both:
            await line.opens(format="html")
        answer = await asyncio.to_thread(alice.asks, with_bob, "start")
        match = answer.json()["match"]
        for line in both:
            frame = await line.sees(lambda frame: bool(frame["go"]))
            assert frame["match"] == match and frame["go"] == f"/en/table/{match}/"


async def test_talking(with_bob: Lobby, alice: Person, bob: Person) -> None:
    async with lines(with_bob, alice, bob) as (hers, his):
        await hers.opens()
        await his.opens()
        await hers.sends(t="chat", id="line-1", text="Hello")
        assert (await hers.gets("ack", "nack"))["t"] == "ack"
        frame = await his.gets("chat")
        assert (frame["n"], frame["name"], frame["text"], frame["mine"]) == (1, "Alice", "Hello", False)
        await hers.sends(t="chat", id="line-2", text="   ")
        assert (await hers.gets("ack", "nack"))["why"] == "chat-empty"
    async with lines(with_bob, alice) as (again,):
        await again.opens(chat=0)
        assert (await again.gets("chat"))["text"] == "Hello"


async def test_acts_are_not_for_this_socket(with_bob: Lobby, alice: Person) -> None:
    async with lines(with_bob, alice) as (line,):
        frame = await line.opens()
        await line.sends(t="act", id="a", v=frame["v"], do="p 7H")
        assert (await line.gets("nack"))["id"] == "a"


async def test_a_ping_is_answered_and_keeps_the_seat_warm(with_bob: Lobby, alice: Person) -> None:
    async with lines(with_bob, alice) as (line,):
        frame = await line.opens()
        presence.clear()
        await line.sends(t="ping", v=frame["v"])
        assert (await line.gets("beat"))["v"] >= frame["v"]
        assert presence._seen[topic(with_bob.pk)]


async def test_who_has_no_cookie_or_no_place_or_no_table_is_turned_away(
    lobby: Lobby, alice: Person, mallory: Person
) -> None:
    await asyncio.to_thread(mallory.opens)
    async with lines(lobby, None, mallory) as (nobody, stranger):
        for line, code in ((nobody, 4401), (stranger, 4403)):
            await line.socket.connect(timeout=PATIENCE)
            assert await line.is_closed_with() == code
    gone = Lobby(pk="0" * 32)
    async with lines(gone, alice) as (line,):
        await line.socket.connect(timeout=PATIENCE)
        assert await line.is_closed_with() == 4410


async def test_who_is_sent_away_or_leaves_hears_no_more(
    with_bob: Lobby, alice: Person, bob: Person, charlie: Person
) -> None:
    await asyncio.to_thread(charlie.joins, with_bob, watch="1")
    who = await asyncio.to_thread(lambda: bob.row(with_bob).pk)
    async with lines(with_bob, bob, charlie) as (his, other):
        await his.opens()
        await other.opens()
        await asyncio.to_thread(alice.asks, with_bob, "kick", who=who)
        assert await his.is_closed_with() == 4403
        await asyncio.to_thread(charlie.asks, with_bob, "leave")
        assert await other.is_closed_with() == 4403


async def test_junk_is_refused_and_harms_nothing(with_bob: Lobby, alice: Person) -> None:
    async with lines(with_bob, alice) as (line,):
        await line.opens()
        for junk in ("{", "[]", '{"t":"start"}', '{"t":"ping","v":"x"}', "x" * 5000):
            await line.socket.send_to(text_data=junk)
            assert (await line.gets("nack"))["why"]
    assert (await asyncio.to_thread(services.load, with_bob.pk)).lobby.version == with_bob.version + 1


async def test_coming_back_is_seen_by_the_others(with_bob: Lobby, alice: Person, bob: Person) -> None:
    def everybody_was_away() -> None:
        from game.clock import now_ms

        presence.clear()
        presence.start(now_ms() - 40_000)

    async with lines(with_bob, alice, bob) as (hers, his):
        await asyncio.to_thread(everybody_was_away)
        frame = await hers.opens()
        assert [one["away"] for one in frame["view"]["seats"]] == [False, True]
        await his.opens()
        await hers.sees(lambda frame: not any(one["away"] for one in frame["view"]["seats"]))
