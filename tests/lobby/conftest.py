"""The cast: Alice hosts, Bob sits, Charlie watches, Mallory must not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from game import store
from game.hub import presence
from game.models import Guest
from lobby.models import Lobby, Member
from lobby.throttle import code_tries
from tests.lobby.play import last_card

JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture(autouse=True)
def empty_memory() -> Iterator[None]:
    """Nobody was here, nobody guessed, nothing is cached."""
    presence.clear()
    code_tries.clear()
    store.forget()
    yield
    presence.clear()


class Person:
    """A browser with its own guest cookie."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.client = Client()

    @property
    def guest(self) -> Guest:
        """The guest this browser is."""
        return Guest.objects.get(name=self.name)

    @property
    def cookie(self) -> str:
        """The guest token."""
        return self.client.cookies[settings.GUEST_COOKIE].value

    def opens(self, **fields: str) -> Lobby:
        """Opens a table."""
        answer = self.client.post("/en/lobby/", {"name": self.name, **fields})
        assert answer.status_code == 302, answer.content.decode()
        return Lobby.objects.get(pk=answer.url.split("/")[-2])

    def joins(self, lobby: Lobby, **fields: str) -> HttpResponse:
        """Comes in by the invite link."""
        return self.client.post(f"/j/{lobby.invite}/", {"name": self.name, **fields})

    def does(self, lobby: Lobby, act: str, **fields: Any) -> HttpResponse:
        """A POST at the table, as a form."""
        return self.client.post(f"/en/lobby/{lobby.pk}/{act}", fields)

    def asks(self, lobby: Lobby, act: str, **fields: Any) -> HttpResponse:
        """The same as a program does it."""
        return self.client.post(f"/en/lobby/{lobby.pk}/{act}", fields, **JSON)

    def sees(self, lobby: Lobby) -> str:
        """The room page."""
        answer = self.client.get(f"/en/lobby/{lobby.pk}/")
        assert answer.status_code == 200
        return str(answer.content.decode())

    def view(self, lobby: Lobby) -> dict[str, Any]:
        """The room as a program sees it."""
        answer = self.client.get(f"/en/lobby/{lobby.pk}/view?format=json", **JSON)
        assert answer.status_code == 200, answer.content
        return dict(answer.json()["view"])

    def row(self, lobby: Lobby) -> Member:
        """Their row at the table."""
        return Member.objects.get(lobby=lobby, guest=self.guest)


@pytest.fixture
def person() -> Callable[[str], Person]:
    """Somebody new, by name."""
    return Person


@pytest.fixture
def alice() -> Person:
    """She hosts."""
    return Person("Alice")


@pytest.fixture
def bob() -> Person:
    """He sits."""
    return Person("Bob")


@pytest.fixture
def charlie() -> Person:
    """He watches."""
    return Person("Charlie")


@pytest.fixture
def mallory() -> Person:
    """She must not."""
    return Person("Mallory")


@pytest.fixture
def lobby(db: None, alice: Person) -> Lobby:
    """Alice's table, with nobody else yet."""
    return alice.opens()


@pytest.fixture
def with_bob(lobby: Lobby, bob: Person) -> Lobby:
    """Alice's table with Bob in the second seat."""
    bob.joins(lobby)
    return lobby


@pytest.fixture
def playing(with_bob: Lobby, alice: Person) -> Lobby:
    """Alice and Bob are in a match."""
    assert alice.does(with_bob, "start").status_code == 302
    with_bob.refresh_from_db()
    return with_bob


@pytest.fixture
def end_match() -> Callable[[str], None]:
    """Leaves the first seat with one card that fits, and has its player lay it."""

    def end(match_id: str) -> None:
        last_card(match_id, 0)
        assert store.current(match_id).status == "over"

    return end


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def passes(self, seconds: int) -> None:
        """Time goes by."""
        self.now += seconds * 1000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time as the lobby sees it."""
    fake = Clock(1_800_000_000_000)
    for module in ("lobby.room", "lobby.services", "lobby.views.doors", "game.services", "game.guests"):
        monkeypatch.setattr(f"{module}.now_ms", fake)
    presence.start(fake.now)
    return fake
