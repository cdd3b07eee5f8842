"""The ticker as a thread beside the site."""

from __future__ import annotations

import threading

import pytest

from game import services, ticker
from game.clock import now_ms
from game.models import Guest, Match
from tests.game.conftest import Opener

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_plays_by_itself_and_survives_mistakes(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    real, stumbles = ticker.tick, iter([True])

    def tick(now: int, jumped: bool = False) -> int:
        if next(stumbles, False):
            raise RuntimeError("a mistake")
        wait = real(now, jumped)
        if Match.objects.filter(status="over").exists():
            over.set()
        return wait

    monkeypatch.setattr(ticker, "tick", tick)
    monkeypatch.setattr(ticker, "HEARTBEAT_MS", 50)
    ticker.start()
    thread = ticker._thread
    ticker.start()
    assert ticker._thread is thread, "once"
    try:
        table = open_table(alice, "easy", "normal", now=now_ms())
        services.act(table.id, alice, "leave", 1, "bye")
        assert over.wait(60)
        assert ticker.last_tick_ms is not None
    finally:
        ticker.stop()
    assert thread is not None and not thread.is_alive()
