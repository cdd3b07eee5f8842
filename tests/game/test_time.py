"""Deadlines, bots, pauses, absence and rest (WIRE.md §3). The time is always given."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from django.conf import settings

from game import bots, lease, metrics, server_words, services, store, ticker
from game.hub import presence
from game.models import Guest, Heartbeat, Match, Move
from game.services import Ack, Nack
from game.slow_lane import SLOW_MS, SlowLane
from game.snapshot import Transition
from tests.game.conftest import NOW, Opener

TURN = 40_000


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take their time as at a real table."""
    monkeypatch.setattr(settings, "BOT_MS", (800, 2500))


def words(match_id: str) -> list[str]:
    return list(Move.objects.filter(match_id=match_id).order_by("version").values_list("word", flat=True))


# -- the turn --------------------------------------------------------------------------------------


def test_a_turn_has_forty_seconds(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    assert (table.row.due_kind, table.row.due_at) == ("turn", NOW + TURN)
    table.now = NOW + TURN - 1
    table.tick()
    assert table.v == 1
    table.now += 1
    table.tick()
    assert words(table.id)[-1] == "t"
    assert table.row.due_at == table.now + TURN


@pytest.mark.parametrize(
    ("rules", "due"),
    [("mau-mau turn_seconds=15", ("turn", 15_000)), ("mau-mau turn_seconds=off", ("idle", 60_000))],
)
def test_other_limits(alice: Guest, bob: Guest, open_table: Opener, rules: str, due: tuple[str, int]) -> None:
    table = open_table(alice, bob, rules=rules)
    assert (table.row.due_kind, table.row.due_at - NOW) == due


def test_solo_has_no_limit(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH")
    table.act(alice, "d")
    assert table.row.due_kind == "idle"
    table.wait(600_000, alice)
    assert table.turn == 0
    assert table.match.status == "play"


def test_draws_and_mau_do_not_stretch_the_turn(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["9H KD", "8C QC TC"], "TH", stock="7C 7D")
    deadline = table.row.due_at
    for word in ("m", "d"):
        table.now += 5_000
        assert isinstance(table.act(alice, word), Ack)
        assert table.row.due_at == deadline
    table.act(alice, "-")
    assert table.row.due_at == table.now + TURN


def test_one_more_card_after_an_ace_has_its_own_time(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau ace=again")
    table.lay_out(["AH KH 9D", "8C QC TC"], "TH")
    table.now += 10_000
    assert isinstance(table.act(alice, "p AH"), Ack)
    assert (table.turn, table.row.due_at) == (0, table.now + TURN)


def test_the_dealers_wish_and_the_turn_after_it_have_their_own_time(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD", "8C QC TC"], "JH", turn=0, wish_owed=True)
    wish = next(word for word in table.view(0)["legal"] if word.startswith("w"))
    table.now += 10_000
    assert isinstance(table.act(alice, wish), Ack)
    assert table.row.due_at == table.now + TURN
    table.now += 5_000
    seat = table.turn
    assert seat is not None
    assert isinstance(table.act((alice, bob)[seat], "d"), Ack)
    assert table.row.due_at == table.now - 5_000 + TURN


def test_a_stand_in_and_its_end_do_not_stretch_the_turn_of_another(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau leavers=bot")
    table.lay_out(["7H 9D KD", "8C QC TC", "7C 9C KC"], "TH", turn=0)
    table.act(alice, "d")
    table.act(alice, "-")
    assert table.turn == 1
    deadline = table.row.due_at
    table.now += 7_000
    table.act(charlie, "leave")
    assert (table.turn, table.row.due_at) == (1, deadline)


def test_two_misses_and_a_bot_stands_in(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau seven=off eight=off")
    table.wait(5 * TURN, alice, bob)
    spoken = words(table.id)
    assert spoken.count("t") == 4, spoken
    assert all(facts["stand_in"] for facts in table.match.ref["seats"])
    assert spoken.count("bot normal") == 2


def test_an_act_in_between_counts_anew(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9D KD", "8C QC TC"], "TH", stock="AC AD AS KC KS QS TS 9S")
    table.now += TURN
    table.tick()
    assert table.match.ref["seats"][0]["missed"] == 1
    table.act(bob, "d")
    table.act(bob, "-")
    table.act(alice, "d")
    assert table.match.ref["seats"][0]["missed"] == 0


def test_the_stand_in_plays_until_its_player_is_back(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None
) -> None:
    table = open_table(alice, bob)
    for missing in (0, 1):
        table.lay_out(["7H 9D KD AD KS", "8C QC TC AC KC"], "TH", stock="AS QS TS 9S QD", turn=0)
        Match.objects.filter(pk=table.id).update(due_at=table.now, due_kind="turn")
        table.tick()
        assert table.match.ref["seats"][0]["missed"] == missing + 1
    assert table.match.state.seats[0].bot == "normal"
    seen = table.v
    assert table.act(alice, "back", 0) == Ack(seen + 1)
    assert table.match.state.seats[0].bot is None
    assert table.match.ref["seats"][0] == {"missed": 0, "stand_in": False, "ready": False, "gone": False}
    assert words(table.id)[-1] == "human Alice"


def test_the_player_acts_and_so_is_back(alice: Guest, bob: Guest, open_table: Opener, thinking: None) -> None:
    table = open_table(alice, bob)
    for _ in range(2):
        table.lay_out(["7H 9D KD AD KS", "8C QC TC AC KC"], "TH", stock="AS QS TS 9S QD", turn=0)
        Match.objects.filter(pk=table.id).update(due_at=table.now, due_kind="turn")
        table.tick()
    table.lay_out(["7H 9D KD", "8C QC TC"], "TH", turn=0)
    assert table.act(alice, "d", action_id="d1") == Ack(table.v)
    assert words(table.id)[-2:] == ["human Alice", "d"]
    assert table.act(alice, "d", action_id="d1") == Ack(table.v)


# -- bots ------------------------------------------------------------------------------------------


def test_bots_think_whatever_they_hold(alice: Guest, open_table: Opener, thinking: None) -> None:
    times = set()
    for _ in range(20):
        table = open_table(alice, "easy")
        if table.turn == 1:
            assert table.row.due_kind == "bot"
            times.add(table.row.due_at - NOW)
            table.now = table.row.due_at
            table.tick()
            assert table.v == 2
    assert all(800 <= time <= 2500 for time in times)
    assert len(times) > 3


def test_a_whole_match_by_bots(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", "normal", "hard", rules="mau-mau match_end=rounds:3")
    table.act(alice, "leave")
    for _ in range(3_000):
        if table.match.status == "over":
            break
        table.tick()
    assert table.match.status == "over"
    assert table.row.due_at is None
    assert len(table.match.state.history) == 3


def test_a_bot_that_breaks_does_not_stop_the_table(
    alice: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("a mistake in a bot")

    monkeypatch.setattr(bots, "decide", broken)
    table = open_table(alice, "easy")
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=1)
    Match.objects.filter(pk=table.id).update(due_at=NOW, due_kind="bot")
    table.tick()
    assert words(table.id)[-1] == "d"
    monkeypatch.setattr(bots, "decide", lambda *_: "p 7H")
    table.tick()
    assert words(table.id)[-1] == "-"


def test_one_bad_match_stops_no_other(
    alice: Guest, bob: Guest, open_table: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = open_table(alice, bob), open_table(alice, bob)
    Match.objects.filter(pk=bad.id).update(state={"f": 99}, due_at=NOW, due_kind="turn")
    store.forget()
    ticker.tick(NOW + TURN)
    assert good.v > 1
    assert "could not be played" in caplog.text
    assert Match.objects.get(pk=bad.id).claimed_until > NOW


def test_leased_rows_are_left_alone(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy")
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=1)
    Match.objects.filter(pk=table.id).update(due_at=NOW, due_kind="bot", claimed_until=NOW + 500)
    table.tick()
    assert table.v == 1
    table.now += 500
    table.tick()
    assert table.v == 2


def test_fast_play_only_when_every_human_is_gone(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None
) -> None:
    table = open_table(alice, bob, "easy", "easy")
    table.act(alice, "leave")
    table.lay_out(["7H 9H KD", "8C QC TC", "7C 9C KC", "7D 9D TD"], "TH", turn=1)
    table.act(bob, "d")
    assert table.row.due_at == NOW + TURN
    table.act(bob, "-")
    assert table.row.due_at >= NOW + 800
    table.act(bob, "leave")
    table.wait(1_000)
    for _ in range(500):
        table.tick()
    assert table.match.status == "over"


# -- the challenge window --------------------------------------------------------------------------


@pytest.mark.parametrize("challenged", [True, False])
def test_bots_wait_while_a_mau_is_forgotten(
    alice: Guest, open_table: Opener, thinking: None, monkeypatch: pytest.MonkeyPatch, challenged: bool
) -> None:
    table = open_table(alice, "easy", "easy", rules="mau-mau mau=challenge eight=off")
    table.lay_out(["9H KD", "8C QC TC", "7C 9C KC"], "TH")

    def decide(strength: str, view: dict[str, Any], *_: object) -> str | None:
        may = "c 0" in view["legal"]
        return ("c 0" if challenged and view["me"] == 2 else None) if may else "d"

    monkeypatch.setattr(bots, "decide", decide)
    assert isinstance(table.act(alice, "p 9H"), Ack)
    assert table.row.due_kind == "challenge"
    assert 1_000 <= table.row.due_at - table.now <= 2_500
    table.now = table.row.due_at
    table.tick()
    assert words(table.id)[-1] == ("c 0" if challenged else "p 9H")
    assert table.row.due_kind == "bot"
    if not challenged:
        assert table.row.due_at == max(NOW + 3_000, table.match.ref["think"]["until"])
        assert table.row.due_at <= NOW + 3_000, "the bot has thought in the meantime"
        table.now = table.row.due_at
        table.tick()
        assert words(table.id)[-1] == "d"


# -- pauses ----------------------------------------------------------------------------------------


def end_round(table, alice: Guest) -> None:  # type: ignore[no-untyped-def]
    """Alice lays her last card."""
    others = ["8C QC TC"] * (len(table.match.state.seats) - 1)
    table.lay_out(["9H", *others], "TH", turn=0)
    assert isinstance(table.act(alice, "p 9H"), Ack)
    assert table.match.state.phase == "between"


def test_the_pause_lasts_twenty_seconds(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau match_end=rounds:3 mau=off")
    end_round(table, alice)
    assert (table.row.due_kind, table.row.due_at) == ("next", NOW + 20_000)
    table.now += 20_000
    table.tick()
    assert table.match.state.round_no == 2
    assert table.row.due_kind == "turn"


def test_the_pause_ends_when_everybody_present_goes_on(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau match_end=rounds:3 mau=off")
    end_round(table, alice)
    table.now += 15_000
    table.act(alice, "next")
    table.act(alice, "next")
    assert [facts["ready"] for facts in table.match.ref["seats"]] == [True, False, False]
    table.now += 1_000
    presence.clear()
    for guest in (alice, bob):
        services.seen(table.id, guest, table.now)
    answer = table.act(bob, "next", action_id="n")
    assert table.match.state.round_no == 2, "Charlie is not there"
    assert table.act(bob, "next", action_id="n") == answer
    assert not any(facts["ready"] for facts in table.match.ref["seats"])


def test_solo_waits_for_its_player(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", rules="mau-mau match_end=rounds:3 mau=off", solo=True)
    end_round(table, alice)
    table.wait(300_000, alice)
    assert table.match.state.round_no == 1
    table.act(alice, "next")
    assert table.match.state.round_no == 2


def test_who_leaves_in_the_pause_holds_nobody_up(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau match_end=rounds:3 mau=off")
    end_round(table, alice)
    table.act(alice, "next")
    table.act(bob, "leave")
    assert table.match.state.round_no == 1, "Charlie is there and looks at the points"
    table.act(charlie, "next")
    assert table.match.state.round_no == 2


def test_the_last_who_was_waited_for_leaves(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, "easy", rules="mau-mau match_end=rounds:3 mau=off")
    end_round(table, alice)
    table.act(alice, "next")
    table.act(bob, "leave")
    assert table.match.state.round_no == 2


def test_nobody_left_to_wait_for(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", rules="mau-mau match_end=rounds:3 mau=off")
    end_round(table, alice)
    table.act(alice, "leave")
    table.tick()
    assert table.match.state.round_no == 2


# -- never early -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "seat", "by_bot"),
    [("t", 0, False), ("deal", None, False), ("expire", None, False), ("d", 1, True)],
)
def test_what_the_clock_brings_is_refused_while_it_is_not_due(
    alice: Guest, open_table: Opener, word: str, seat: int | None, by_bot: bool
) -> None:
    table = open_table(alice, "easy")
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=1 if by_bot else 0)
    Match.objects.filter(pk=table.id).update(due_at=NOW + 5_000, due_kind="bot" if by_bot else "turn")
    wanted = Transition(table.id, word, seat, table.v, by_bot=by_bot)
    assert services.commit(wanted, NOW + 4_999) == Nack("stale", 1)
    if word not in ("deal", "expire"):
        assert isinstance(services.commit(wanted, NOW + 5_000), Ack)


# -- many at once ----------------------------------------------------------------------------------


def test_the_oldest_come_first_and_more_than_a_round_holds_come_at_once(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticker, "AT_ONCE", 2)
    tables = [open_table(alice, bob, now=NOW + n) for n in (2, 0, 3, 1, 4)]
    now = NOW + TURN + 10
    played = []
    while True:
        wait = ticker.play(now)
        played.append(sorted(n for n, table in enumerate(tables) if table.v > 1))
        if wait:
            break
    assert played == [[1, 3], [0, 1, 2, 3], [0, 1, 2, 3, 4]]


def test_a_slow_bot_thinks_apart_from_the_second_time_on() -> None:
    apart: list[str] = []
    done = Event()
    lane = SlowLane(lambda due: apart.append(due.match_id) or done.set())  # type: ignore[func-returns-value]
    slow, quick = lease.Due(1, "a", 1, "bot"), lease.Due(2, "b", 1, "bot")
    assert list(lane.keep_slow([slow, quick])) == [slow, quick]
    lane.note(slow, SLOW_MS + 1)
    lane.note(quick, 1)
    assert list(lane.keep_slow([slow, quick])) == [quick]
    assert done.wait(60)
    assert apart == ["a"]
    lane.note(slow, 1)
    assert list(lane.keep_slow([slow, quick])) == [slow, quick]
    lane.stop()


def test_lateness_is_counted_by_kind(alice: Guest, bob: Guest, open_table: Opener) -> None:
    def late(what: str) -> float:
        name = f"maumau_ticker_late_seconds_{what}"
        return metrics.registry.get_sample_value(name, {"kind": "turn"}) or 0

    table = open_table(alice, bob)
    Heartbeat.objects.create(pk=1, at=NOW + TURN)
    count, total = late("count"), late("sum")
    ticker.tick(NOW + TURN + 700)
    assert table.v == 2
    assert late("count") == count + 1
    assert late("sum") - total >= 0.7


def test_what_stays_due_does_not_keep_the_ticker_busy(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, bob)
    monkeypatch.setitem(server_words._PLANS, "turn", lambda *_: [Transition(table.id, "wake")])
    table.now += TURN
    assert table.tick() > 0
    assert table.row.claimed_until > table.now


def test_tick_says_when_to_look_again(alice: Guest, bob: Guest, open_table: Opener) -> None:
    assert ticker.tick(NOW) == 1_000
    open_table(alice, bob, now=NOW - TURN + 300)
    assert ticker.tick(NOW) == 300
