"""Holes in time: nobody ticked for a while, or the clock was set (docs/time.md). The time is always given."""

from __future__ import annotations

import pytest

from game import gaps, services, ticker
from game.hub import presence
from game.models import Guest, Heartbeat, Match
from game.services import Ack
from tests.game.conftest import NOW, Opener, Table
from tests.game.test_time import TURN, end_round, thinking, words

__all__ = ["thinking"]


# -- the heartbeat ---------------------------------------------------------------------------------


def test_turns_that_ran_out_while_nobody_ticked_get_grace(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob)
    table.tick()
    table.now += 100_000
    services.seen(table.id, alice, table.now)
    table.tick()
    assert table.v == 1
    assert table.row.due_at == table.now + 15_000
    assert Heartbeat.objects.get().at == table.now
    table.wait(15_000, alice)
    assert words(table.id)[-1] == "t"


# -- a clock that is set ---------------------------------------------------------------------------

HOUR = 3_600_000


def set_clock(table: Table, by: int) -> None:
    """The wall clock is set while somebody looks: presence is told, then the ticker notices."""
    table.now += by
    presence.shift(by)
    ticker.tick(table.now, jumped=True)


@pytest.mark.parametrize("by", [HOUR, -HOUR, 3_000, -3_000, 30 * 24 * HOUR, -30 * 24 * HOUR])
def test_a_set_clock_times_nobody_out_and_holds_nothing_up(
    alice: Guest, bob: Guest, open_table: Opener, by: int
) -> None:
    table = open_table(alice, bob)
    table.wait(30_000, alice, bob)
    set_clock(table, by)
    assert (table.v, table.match.status) == (1, "play")
    assert (table.row.due_kind, table.row.due_at) == ("turn", table.now + TURN)
    assert services.presence.present(table.match.topic, str(alice.pk), table.now)
    table.wait(TURN - 1, alice, bob)
    assert table.v == 1
    table.wait(1, alice, bob)
    assert words(table.id)[-1] == "t"


def test_several_jumps_one_after_the_other(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    for by in (HOUR, -2 * HOUR, HOUR, 5_000, -5_000):
        table.wait(TURN - 5_000, alice, bob)
        set_clock(table, by)
        assert table.row.due_at == table.now + TURN
    assert (table.v, table.match.status) == (1, "play")


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_bots_think_anew_after_a_jump(alice: Guest, open_table: Opener, thinking: None, by: int) -> None:
    table = open_table(alice, "easy")
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=0, stock="7C 7D 9C 9S")
    table.act(alice, "d")
    table.act(alice, "-")
    assert table.row.due_kind == "bot"
    v = table.v
    set_clock(table, by)
    assert table.v == v
    assert table.row.due_kind == "bot"
    assert 800 <= table.row.due_at - table.now <= 2_500
    table.wait(2_500, alice)
    assert table.v > v


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_pause_begins_anew_after_a_jump(alice: Guest, bob: Guest, open_table: Opener, by: int) -> None:
    table = open_table(alice, bob, rules="mau-mau match_end=rounds:3 mau=off")
    end_round(table, alice)
    table.wait(10_000, alice, bob)
    set_clock(table, by)
    assert (table.row.due_kind, table.row.due_at) == ("next", table.now + 20_000)
    assert table.match.state.round_no == 1


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_forgotten_mau_stays_open_after_a_jump(
    alice: Guest, open_table: Opener, thinking: None, by: int
) -> None:
    table = open_table(alice, "easy", "easy", rules="mau-mau mau=challenge eight=off")
    table.lay_out(["9H KD", "8C QC TC", "7C 9C KC"], "TH")
    assert isinstance(table.act(alice, "p 9H"), Ack)
    set_clock(table, by)
    window = table.match.ref["window"]
    assert (window["until"], window["asked"]) == (table.now + 3_000, False)
    assert table.row.due_kind == "challenge"
    assert table.now + 1_000 <= table.row.due_at <= table.now + 2_500


@pytest.mark.parametrize("by", [30 * HOUR, -30 * HOUR])
def test_a_resting_match_is_kept_a_day_after_a_jump(
    alice: Guest, bob: Guest, open_table: Opener, by: int
) -> None:
    table = open_table(alice, bob)
    table.wait(120_000)
    assert table.match.status == "rest"
    set_clock(table, by)
    assert table.match.status == "rest"
    assert table.row.due_at == table.now + 24 * HOUR
    services.wake(table.id, alice, table.now)
    assert table.match.status == "play"
    assert table.row.due_at >= table.now + 15_000


def test_a_lease_does_not_last_an_hour_longer(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    Match.objects.filter(pk=table.id).update(claimed_until=NOW + 10_000)
    set_clock(table, -HOUR)
    table.wait(TURN, alice, bob)
    assert words(table.id)[-1] == "t"


def test_the_foremost_clock_beats(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """Two machines, one two seconds behind: neither takes the other for silent."""
    table = open_table(alice, bob)
    for _ in range(20):
        table.now += 1_000
        ticker.tick(table.now)
        ticker.tick(table.now - 2_000)
        assert Heartbeat.objects.get().at == table.now
    assert table.row.due_at == NOW + TURN, "no grace was needed"


def test_a_clock_set_back_while_the_server_was_away_is_noticed(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob)
    table.tick()
    assert not gaps.clock_is_behind(table.now - 1_000)
    assert gaps.clock_is_behind(table.now - HOUR)


# -- an outage -------------------------------------------------------------------------------------


def test_grace_reaches_the_turn_behind_an_open_challenge(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, "easy", rules="mau-mau mau=challenge eight=off")
    table.lay_out(["9H KD", "8C QC TC", "7C 9C KC"], "TH")
    table.tick()
    assert isinstance(table.act(alice, "p 9H"), Ack)
    assert table.row.due_kind == "challenge"
    table.now += 100_000
    table.wait(14_000, alice, bob)
    assert "t" not in words(table.id)
    table.wait(2_000, alice, bob)
    assert "t" in words(table.id)


def test_the_dealers_wish_gets_grace_too(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD", "8C QC TC"], "JH", turn=0, wish_owed=True)
    table.tick()
    table.now += 100_000
    table.tick()
    assert table.row.due_at == table.now + 15_000
    assert table.match.state.wish_owed
    table.wait(15_000, alice)
    assert words(table.id)[-1] == "t"
    assert not table.match.state.wish_owed


def test_nobody_is_absent_after_an_outage(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau turn_seconds=off")
    table.tick()
    table.now += 10 * 60_000
    table.tick()
    table.wait(84_000)
    assert table.match.status == "play"
    table.wait(2_000)
    assert table.match.status == "rest"


def test_a_resting_match_whose_day_ended_in_an_outage_gets_an_hour(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob)
    table.wait(120_000)
    table.now += 3 * 24 * HOUR
    table.tick()
    assert table.match.status == "rest"
    assert table.row.due_at == table.now + HOUR
    table.now += HOUR - 1_000
    Heartbeat.objects.update(at=table.now)
    table.wait(1_000)
    assert table.match.status == "over"
    assert words(table.id).count("expire") == 1
