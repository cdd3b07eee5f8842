"""A match rests when nobody is there, for a day (WIRE.md §3). The time is always given."""

from __future__ import annotations

import pytest

from game import services, store, ticker
from game.hub import presence
from game.models import Guest, Match
from game.services import Ack
from game.snapshot import Transition
from tests.game.conftest import NOW, Opener
from tests.game.test_time import thinking

__all__ = ["thinking"]

HOUR = 3_600_000


# -- rest ------------------------------------------------------------------------------------------


def test_a_match_rests_when_nobody_is_there_and_wakes(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, "easy", "easy")
    table.lay_out(["7H 9D KD", "8C QC TC", "7C 9C KC", "7D 9D TD"], "TH", turn=0)
    table.wait(200_000)
    assert table.match.status == "rest"
    assert table.row.due_kind == "expire"
    v = table.v
    table.wait(100_000)
    assert table.v == v
    services.wake(table.id, bob, table.now)
    assert table.match.status == "play"
    assert table.row.due_kind in ("turn", "bot")
    assert table.row.due_at > table.now or table.row.due_kind == "bot"


def test_the_turn_goes_on_where_it_stood(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau turn_seconds=120")
    table.now += 30_000
    Match.objects.filter(pk=table.id).update(due_at=table.now, due_kind="idle")
    presence.start(NOW - 1_000_000)
    presence.clear()
    presence.start(NOW - 1_000_000)
    table.tick()
    assert table.match.status == "rest"
    table.now += 3_600_000
    services.wake(table.id, alice, table.now)
    assert table.row.due_at == table.now + 90_000


def test_strangers_and_spectators_wake_nothing(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob)
    table.wait(300_000)
    services.add_watcher(table.id, charlie, "Charlie")
    services.wake(table.id, charlie, table.now)
    assert table.match.status == "rest"


def test_an_act_wakes_and_is_judged(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=0)
    Match.objects.filter(pk=table.id).update(due_at=NOW, due_kind="idle")
    table.wait(200_000)
    assert table.match.status == "rest"
    assert table.act(alice, "p 9H", 1) == Ack(2)
    assert table.match.status == "play"


def test_rest_ends_after_a_day(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.wait(300_000)
    assert table.row.due_at is not None
    table.now = table.row.due_at - 1
    table.tick()
    assert table.match.status == "rest"
    table.now += 1
    table.tick()
    assert table.match.status == "over"
    assert table.row.ended == table.now
    assert table.act(alice, "d").code == "match-over"  # type: ignore[union-attr]


def test_somebody_there_is_enough(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau turn_seconds=off")
    table.wait(400_000, bob)
    assert table.match.status == "play"


def test_after_a_restart_nobody_is_absent_at_once(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    presence.clear()
    presence.start(NOW + 500_000)
    table.now += 500_000
    table.tick()
    assert table.match.status == "play"


# -- rest, though nothing falls due ----------------------------------------------------------------


@pytest.mark.parametrize("rules", ["mau-mau turn_seconds=off", "mau-mau turn_seconds=120"])
def test_a_match_rests_a_minute_after_the_last_lease(
    alice: Guest, bob: Guest, open_table: Opener, rules: str
) -> None:
    table = open_table(alice, bob, rules=rules)
    table.wait(20_000, alice)
    assert table.row.due_at > NOW + 20_000
    table.wait(25_000 + 59_000)
    assert table.match.status == "play"
    table.wait(2_000)
    assert table.match.status == "rest"


def test_bots_do_not_play_on_for_nobody(alice: Guest, open_table: Opener, thinking: None) -> None:
    table = open_table(alice, "easy", "easy", rules="mau-mau match_end=wins:20", solo=True)
    table.lay_out(["7H 9H KD", "8C QC TC", "7C 9C KC"], "TH", turn=1)
    services.seen(table.id, alice, table.now)
    Match.objects.filter(pk=table.id).update(due_at=NOW + 86_000, due_kind="bot")
    table.wait(87_000)
    assert table.match.status == "rest"
    assert table.v == 1


def test_whoever_may_only_watch_keeps_no_match_awake(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau turn_seconds=off leavers=bot")
    table.act(alice, "leave")
    table.wait(90_000, alice)
    assert table.match.status == "rest"


def test_the_watch_survives_a_broken_match(alice: Guest, bob: Guest, open_table: Opener) -> None:
    bad, good = (open_table(alice, bob, rules="mau-mau turn_seconds=off") for _ in range(2))
    Match.objects.filter(pk=bad.id).update(state={"f": 99}, due_at=NOW + HOUR)
    store.forget()
    good.wait(90_000)
    assert good.match.status == "rest"


def test_who_cannot_see_the_others_takes_nobody_for_absent(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, bob, rules="mau-mau turn_seconds=off")
    monkeypatch.setattr(ticker, "blind", [lambda: table.now < NOW + 200_000])
    table.wait(200_000)
    table.wait(80_000)
    assert table.match.status == "play"
    table.wait(10_000)
    assert table.match.status == "rest"


def test_waking_bots_think_first(alice: Guest, open_table: Opener, thinking: None) -> None:
    table = open_table(alice, "easy", solo=True)
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=0, stock="7C 7D 9C 9S")
    table.act(alice, "d")
    table.act(alice, "-")
    services.commit(Transition(table.id, "rest", None, table.v), table.now)
    table.now += HOUR
    services.wake(table.id, alice, table.now)
    assert table.row.due_kind == "bot"
    assert 800 <= table.row.due_at - table.now <= 2_500
