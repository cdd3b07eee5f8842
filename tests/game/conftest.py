"""The cast: Alice hosts, Bob sits, Charlie watches, Mallory must not."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

import pytest

from game import engine, luck, services, store, ticker
from game.engine import parse_card, parse_rules
from game.hub import presence
from game.models import Guest, Match
from game.resting import Watch
from game.services import Ack, Nack, Player
from game.snapshot import Snapshot

NOW = 1_800_000_000_000


@pytest.fixture(autouse=True)
def _as_after_a_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing remembered, and chance that is the same every time."""
    store.forget()
    presence.clear()
    monkeypatch.setattr(luck, "chance", random.Random(1))
    monkeypatch.setattr(luck, "new_seed", partial(random.Random(3).randbytes, 32))
    monkeypatch.setattr(ticker, "_chance", random.Random(2))
    monkeypatch.setattr(ticker, "_watch", Watch())
    yield
    store.forget()
    presence.clear()


def make_guest(name: str) -> Guest:
    """A guest; the token of the cookie is kept on it for the tests."""
    token = secrets.token_urlsafe(32)
    guest = Guest.objects.create(
        token_hash=sha256(token.encode()).hexdigest(), name=name, created=NOW, seen=NOW
    )
    guest.token = token  # type: ignore[attr-defined]
    return guest


@pytest.fixture
def alice(db: None) -> Guest:
    return make_guest("Alice")


@pytest.fixture
def bob(db: None) -> Guest:
    return make_guest("Bob")


@pytest.fixture
def charlie(db: None) -> Guest:
    return make_guest("Charlie")


@pytest.fixture
def mallory(db: None) -> Guest:
    return make_guest("Mallory")


@dataclass
class Table:
    """A match with shortcuts for tests; the time stands still until it is moved."""

    id: str
    now: int = NOW

    @property
    def match(self) -> Snapshot:
        return store.current(self.id)

    @property
    def v(self) -> int:
        return self.match.version

    @property
    def turn(self) -> int | None:
        return self.match.state.turn

    @property
    def row(self) -> Match:
        return Match.objects.get(pk=self.id)

    def act(self, guest: Guest, word: str, v: int | None = None, action_id: str | None = None) -> Ack | Nack:
        """`guest` says `word` now."""
        made_on = self.v if v is None else v
        return services.act(self.id, guest, word, made_on, action_id or secrets.token_hex(8), self.now)

    def wait(self, ms: int, *here: Guest) -> None:
        """Time goes by in steps, the ticker ticks; those who are `here` give signs of life."""
        end = self.now + ms
        while self.now < end:
            self.now = min(end, self.now + 1_000)
            for guest in here:
                services.seen(self.id, guest, self.now)
            ticker.tick(self.now)

    def tick(self) -> int:
        """One round of the ticker, now."""
        return ticker.tick(self.now)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What the engine shows that seat."""
        return engine.view(self.match.state, seat)

    def lay_out(
        self, hands: list[str], top: str, turn: int = 0, stock: str | None = None, **more: Any
    ) -> None:
        """Put these cards on the table (`"7H 9C"`); the rest of the pack is the stock."""
        state = engine.copy(self.match.state)
        state.hands = [_cards(hand) for hand in hands]
        state.pile = _cards(top)
        used = [card for hand in state.hands for card in hand] + state.pile
        rest = [
            card
            for card in _cards(" ".join(f"{r}{s}" for s in "CSHD" for r in "789TJQKA"))
            if card not in used
        ]
        state.stock = rest if stock is None else _cards(stock)
        state.turn, state.phase = turn, "play"
        for name, value in more.items():
            setattr(state, name, value)
        Match.objects.filter(pk=self.id).update(state=engine.dump(state))
        store.forget(self.id)


def _cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


Opener = Callable[..., Table]


@pytest.fixture
def open_table(db: None) -> Opener:
    """Make a match: guests and strengths of bots, in the order of their seats."""

    def make(
        *who: Guest | str, rules: str = "mau-mau", solo: bool = False, now: int = NOW, **more: Any
    ) -> Table:
        players = [
            Player(f"Bot {n}", None, one) if isinstance(one, str) else Player(one.name, one)
            for n, one in enumerate(who)
        ]
        host = next((one for one in who if isinstance(one, Guest)), None)
        match = services.create_match(
            rules=parse_rules(rules), players=players, solo=solo, host=host, now=now, **more
        )
        return Table(match.pk, now)

    return make
