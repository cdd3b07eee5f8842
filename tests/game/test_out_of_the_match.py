"""Seats that play no more: knocked out, out of the round, removed; and who is still waited for."""

from __future__ import annotations

import pytest
from django.conf import settings

from game import bots, engine, present, services, store
from game.models import Guest, Move
from game.services import Ack, Nack
from tests.game.conftest import NOW, Opener, Table

KNOCKOUT = "mau-mau match_end=knockout:20 mau=off"


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take their time as at a real table."""
    monkeypatch.setattr(settings, "BOT_MS", (800, 2500))


def words(table: Table) -> list[str]:
    return list(Move.objects.filter(match_id=table.id).order_by("version").values_list("word", flat=True))


def knock_out_bob(table: Table, alice: Guest) -> None:
    """Alice wins a round in which Bob holds 21 points and nobody else more than 20."""
    others = ["7C 9D"] * (len(table.match.state.seats) - 2)
    table.lay_out(["9H", "8C QC TC", *others], "TH", turn=0)
    assert isinstance(table.act(alice, "p 9H"), Ack)
    assert table.match.state.knocked_out[1] == 1


# -- knockout ------------------------------------------------------------------------------------------


@pytest.fixture
def knocked(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> Table:
    """Bob is out of the match, Alice and Charlie play on; the pause goes on."""
    table = open_table(alice, bob, charlie, rules=KNOCKOUT)
    knock_out_bob(table, alice)
    return table


def test_who_is_out_is_not_waited_for(knocked: Table, alice: Guest, bob: Guest, charlie: Guest) -> None:
    knocked.act(alice, "next")
    assert knocked.match.state.round_no == 1
    knocked.act(charlie, "next")
    assert knocked.match.state.round_no == 2
    assert [len(hand) for hand in knocked.match.state.hands] == [5, 0, 5]


def test_who_is_out_ends_no_pause_of_others(knocked: Table, bob: Guest) -> None:
    assert isinstance(knocked.act(bob, "next"), Ack)
    assert knocked.match.state.round_no == 1


def test_who_is_out_sees_what_a_spectator_sees(knocked: Table) -> None:
    knocked.now += 20_000
    knocked.tick()
    own, watching = knocked.view(1), knocked.view(None)
    assert (own.pop("me"), watching.pop("me")) == (1, None)
    assert own == watching
    table = present.table_view(knocked.match, 1, NOW)
    assert (table["hand"], table["legal"], table["hands"], table["join"]) == ([], [], None, None)


def test_who_is_out_does_nothing_but_talk(knocked: Table, bob: Guest) -> None:
    knocked.now += 20_000
    knocked.tick()
    turn = knocked.turn
    for word in ("d", "-", "p 9H", "m", "j 9H", "c 0"):
        assert isinstance(knocked.act(bob, word), Nack), word
    assert knocked.turn == turn
    assert services.chat("room", bob, "Bob", "Good luck").n == 1


def test_who_is_out_may_leave_and_the_places_stay(knocked: Table, bob: Guest) -> None:
    assert isinstance(knocked.act(bob, "leave"), Ack)
    assert knocked.match.status == "play"
    assert services.may_watch(knocked.id, bob)


def test_somebody_watching_from_his_seat_keeps_the_match_awake(knocked: Table, bob: Guest) -> None:
    knocked.wait(300_000, bob)
    assert knocked.match.status != "rest"


def test_the_last_one_in_wins(knocked: Table, alice: Guest) -> None:
    knocked.now += 20_000
    knocked.tick()
    knocked.lay_out(["9H", "", "8C QC TC"], "TH", turn=0)
    knocked.act(alice, "p 9H")
    assert knocked.match.status == "over"
    assert engine.places(knocked.match.state) == [1, 3, 2]


def test_bots_play_fast_once_every_human_is_out(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None
) -> None:
    table = open_table("easy", bob, "easy", "easy", rules=KNOCKOUT)
    table.lay_out(["9H", "8C QC TC", "7C 9D", "7S 9S"], "TH", turn=0)
    services.commit(services.Transition(table.id, "look"), table.now)
    table.now = NOW + 10_000
    table.tick()
    assert table.match.state.knocked_out[1] == 1
    assert table.row.due_at == table.now + 20_000
    table.act(bob, "next")
    assert table.match.state.round_no == 2, "he alone looks on"
    for _ in range(300):
        if table.match.state.phase != "play":
            break
        assert table.row.due_at <= table.now
        table.tick()
    assert table.match.state.phase != "play"


def test_alone_against_bots_the_pause_ends_by_itself_when_out(bob: Guest, open_table: Opener) -> None:
    table = open_table("easy", bob, "easy", "easy", rules=KNOCKOUT, solo=True)
    table.lay_out(["9H", "8C QC TC", "7C 9D", "7S 9S"], "TH", turn=0)
    services.commit(services.Transition(table.id, "look"), table.now)
    table.now = NOW + 10_000
    table.tick()
    assert (table.row.due_kind, table.row.due_at) == ("next", table.now + 20_000)
    for _ in range(3_000):
        if table.match.status == "over":
            break
        table.now = max(table.now, table.row.due_at)
        services.seen(table.id, bob, table.now)
        table.tick()
    assert table.match.status == "over"
    assert services.again(table.id, bob)
    again = store.current(table.match.next_match)
    assert again.rules == table.match.rules


def test_alone_against_bots_the_pause_waits_while_in(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", "easy", rules=KNOCKOUT, solo=True)
    knock_out_bob(table, alice)
    table.wait(200_000, alice)
    assert table.match.state.round_no == 1
    table.act(alice, "next")
    assert table.match.state.round_no == 2


# -- play on -------------------------------------------------------------------------------------------


def test_who_is_out_of_the_round_waits_for_the_next_one(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None
) -> None:
    table = open_table(alice, bob, "easy", rules="mau-mau play_on=on match_end=rounds:3 mau=off")
    table.lay_out(["9H", "8C QC TC", "7C 9D"], "TH", turn=0)
    table.act(alice, "p 9H")
    match = table.match
    assert (match.state.phase, match.state.outs, table.turn) == ("play", [0], 1)
    assert table.row.due_kind == "turn", "Bob still plays, he has his time"
    table.act(bob, "d")
    table.act(bob, "-")
    assert table.row.due_at >= table.now + 800, "and the bot thinks, for Bob looks on"


def test_fast_once_every_human_is_out_of_the_round(alice: Guest, open_table: Opener, thinking: None) -> None:
    table = open_table(alice, "easy", "easy", rules="mau-mau play_on=on match_end=rounds:3 mau=off")
    table.lay_out(["9H", "8C QC TC", "7C 9D"], "TH", turn=0)
    table.act(alice, "p 9H")
    for _ in range(300):
        if table.match.state.phase != "play":
            break
        assert table.row.due_at <= table.now
        table.tick()
    assert table.row.due_at == table.now + 20_000, "in the pause the points can be looked at"


# -- leavers -------------------------------------------------------------------------------------------


def test_removed_the_seat_leaves_the_list_and_the_numbers_stay(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau leavers=removed match_end=rounds:3 mau=off")
    table.lay_out(["9H KD", "8C QC TC", "7C 9D"], "TH", turn=1)
    assert isinstance(table.act(bob, "leave"), Ack)
    match = table.match
    assert (match.state.turn, match.state.seats[1].removed, match.humans()) == (2, True, [0, 2])
    assert match.seat_of(charlie.pk) == 2
    assert services.may_watch(table.id, bob)
    assert present.table_view(match, None, NOW)["seats"][1]["removed"]
    assert isinstance(table.act(bob, "d"), Nack)


def test_removed_the_last_but_one_ends_the_match(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau leavers=removed match_end=rounds:3")
    table.act(bob, "leave")
    assert table.match.status == "over"
    assert table.row.due_at is None
    assert table.match.state.reason == "left"
    assert present.table_view(table.match, 0, NOW)["state"] == "match-over"


def test_removed_in_the_pause_ends_it_if_only_he_was_waited_for(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau leavers=removed match_end=rounds:3 mau=off")
    table.lay_out(["9H", "8C QC TC", "7C 9D"], "TH", turn=0)
    table.act(alice, "p 9H")
    table.act(alice, "next")
    table.act(charlie, "next")
    table.act(bob, "leave")
    assert table.match.state.round_no == 2
    assert [len(hand) for hand in table.match.state.hands] == [5, 0, 5]


def test_a_resting_match_nobody_can_wake_is_played_to_its_end(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, rules="mau-mau leavers=bot")
    table.wait(200_000)
    assert table.match.status == "rest"
    table.act(alice, "leave")
    assert table.match.status == "rest", "Bob may come back"
    table.act(bob, "leave")
    for _ in range(1_000):
        if table.match.status == "over":
            break
        table.tick()
    assert table.match.status == "over"


# -- wishes and challenges -----------------------------------------------------------------------------


def owed(table: Table, dealer: int) -> None:
    """A jack was turned, and the dealer owes the wish."""
    hands = ["7H 9C KD"] * len(table.match.state.seats)
    table.lay_out(hands, "JH", turn=dealer, dealer=dealer, wish_owed=True)


def test_a_human_dealer_wishes_or_the_clock_does(alice: Guest, bob: Guest, open_table: Opener) -> None:
    for word in ("w S", "t"):
        table = open_table(alice, bob, rules="mau-mau start_card=dealer")
        owed(table, 0)
        if word == "t":
            table.now = table.row.due_at
            table.tick()
        else:
            assert isinstance(table.act(alice, word), Ack)
        assert table.view(None)["wish"] == ("H" if word == "t" else "S")
        assert table.turn == 1
        assert words(table)[-1] == word


def test_a_bot_dealer_wishes_by_its_own_hand(alice: Guest, open_table: Opener) -> None:
    for strength in bots.STRENGTHS:
        table = open_table(alice, strength, rules="mau-mau start_card=dealer")
        table.lay_out(["7H 9H KH", "9C QC TC"], "JH", turn=1, dealer=1, wish_owed=True)
        services.commit(services.Transition(table.id, "look"), table.now)
        assert table.row.due_kind == "bot"
        table.tick()
        wish = words(table)[-1]
        assert wish.startswith("w ")
        assert strength == "easy" or wish == "w C"


def test_a_bot_says_mau_late_before_it_is_challenged(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, "hard", rules="mau-mau mau=challenge eight=off")
    table.lay_out(["KC KD KS", "8C QC TC", "9H"], "TH", turn=0, window=2)
    services.commit(services.Transition(table.id, "look"), table.now)
    assert table.row.due_kind == "challenge"
    table.now = table.row.due_at
    table.tick()
    assert (table.match.trail[-1].seat, table.match.trail[-1].word) == (2, "m")


def test_people_challenge_too(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau mau=challenge eight=off")
    table.lay_out(["9H KD", "8C QC TC", "7C 9C KC"], "TH")
    table.act(alice, "p 9H")
    v = table.v
    assert isinstance(table.act(charlie, "c 0"), Ack)
    assert isinstance(table.act(bob, "d", v), Ack), "a challenge makes nobody's move stale"
