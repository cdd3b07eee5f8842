"""What can be done with a match, and what cannot."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import connection

from game import batch, engine, luck, services, store
from game.due import schedule
from game.engine import parse_rules
from game.models import Guest, Match, Move
from game.services import Ack, Nack, Player, ServiceError
from game.snapshot import Transition
from tests.game.conftest import Opener


def test_a_new_match_is_dealt(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, "easy")
    assert table.v == 1
    assert table.match.state.phase == "play"
    move = Move.objects.get(match_id=table.id)
    assert move.word.startswith("round 1 dealer=")
    assert services.seat_of(table.id, alice) == 0
    assert services.seat_of(table.id, bob) == 1


def test_wrong_players_are_refused(alice: Guest) -> None:
    rules = parse_rules("mau-mau")
    for players in (
        [Player("Alice", alice)],
        [Player("Alice", alice), Player("Alice", alice)],
        [Player("Alice", alice), Player("Nobody")],
        [Player("Alice", alice)] + [Player(f"B{n}", None, "easy") for n in range(8)],
    ):
        with pytest.raises(ServiceError):
            services.create_match(rules=rules, players=players, solo=True, host=alice)
    assert not Match.objects.exists()


def test_an_action_moves_the_version_and_is_stored(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH")
    assert table.act(alice, "p 9H") == Ack(2)
    row = table.row
    assert row.version == 2
    move = Move.objects.get(match_id=table.id, version=2)
    assert (move.seat, move.word) == (0, "p 9H")
    assert move.events[0]["e"] == "played"


def test_the_log_says_how_many_cards_and_when(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H KH KD", "8C QC TC"], "TH")
    assert table.act(alice, "p 7H") == Ack(2)
    assert table.act(bob, "d", 2) == Ack(3)
    took = table.match.log[-1]
    assert (took["e"], took["n"], took["v"]) == ("took", 2, 3)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("p 8C", "not-in-hand"), ("p KD", "does-not-fit"), ("p JC", "wish-missing"),
        ("-", "pass-not-allowed"),
        ("t", "bad-action"), ("join Mallory", "bad-action"), ("bot hard", "bad-action"),
        ("human Mallory", "bad-action"), ("", "bad-action"), ("deal", "bad-action"), ("rest", "bad-action"),
        ("link x", "bad-action"), ("expire", "bad-action"), ("next now", "bad-action"), ("p", "bad-action"),
        ("p 9H\n", "bad-action"), ("leave ", "bad-action"), ("p 1X", "bad-action"), ("\ud800", "bad-action"),
    ],
)  # fmt: skip
def test_refused_and_nothing_changed(
    alice: Guest, bob: Guest, open_table: Opener, word: str, code: str
) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD JC", "8C QC TC"], "TH")
    before = table.row.state
    assert table.act(alice, word) == Nack(code, 1)
    assert table.row.state == before
    assert Move.objects.filter(match_id=table.id).count() == 1


def test_out_of_turn(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H", "8C QH TC"], "TH")
    assert table.act(bob, "p QH") == Nack("not-your-turn", 1)


def test_strangers_have_no_say(alice: Guest, bob: Guest, mallory: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    for word in ("d", "leave", "next", "back"):
        assert table.act(mallory, word) == Nack("not-seated", 1)
    assert services.seat_of(table.id, mallory) is None
    with pytest.raises(services.NoMatch):
        services.act("0" * 32, alice, "d", 1, "x")


def test_at_most_once(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD", "8C QC TH"], "TH")
    assert table.act(alice, "p 9H", 1, "one") == Ack(2)
    assert table.act(bob, "d", 2, "one") == Ack(3), "ids belong to a seat"
    assert table.act(alice, "p 9H", 1, "one") == Ack(2)
    store.forget()
    assert table.act(alice, "p 9H", 1, "one") == Ack(2)
    assert table.v == 3


def test_nacks_are_not_stored(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD", "8C QH TH"], "TH", turn=1)
    assert table.act(alice, "p 9H", 1, "one") == Nack("not-your-turn", 1)
    assert table.act(bob, "p QH", 1, "two") == Ack(2)
    assert table.act(alice, "p 9H", 2, "one") == Ack(3)


def test_double_tap_after_an_eight_with_two_players(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["8H 9H KH", "8C QC TC"], "TH")
    assert table.act(alice, "p 8H", 1) == Ack(2)
    assert table.turn == 0
    assert table.act(alice, "p 9H", 1) == Nack("stale", 2)
    assert len(table.match.state.hands[0]) == 2


@pytest.mark.parametrize("made_on", [0, 3, 2**31 - 1])
def test_versions_that_are_not_are_stale(alice: Guest, bob: Guest, open_table: Opener, made_on: int) -> None:
    table = open_table(alice, bob)
    table.lay_out(["8H 9H KH", "8C QC TC"], "TH")
    assert table.act(alice, "p 9H", made_on) == Nack("stale", 1)


def test_mau_and_the_card_on_the_same_version(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["9H KH", "8C QC TC"], "TH")
    assert table.act(alice, "m", 1) == Ack(2)
    assert table.act(alice, "p 9H", 1) == Ack(3)
    assert len(table.match.state.hands[0]) == 1


def test_a_stand_in_elsewhere_does_not_make_stale(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie)
    table.lay_out(["9H KH 7C", "8C QC TC", "7D QD TD"], "TH")
    hand_over(table.id, 1, "bot normal")
    assert table.v == 2
    assert table.act(alice, "p 9H", 1) == Ack(3)


def test_the_own_stand_in_makes_stale(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["9H KH 7C", "8C QC TC"], "TH")
    hand_over(table.id, 0, "bot normal")
    assert table.act(alice, "p 9H", 1) == Nack("stale", 2)


def hand_over(match_id: str, seat: int, word: str) -> None:
    """Write a handover as the referee does within a timeout, without the timeout."""
    before = store.current(match_id)
    draft = batch.draft_of(before, 0)
    draft.ref["seats"][seat]["stand_in"] = word.startswith("bot")
    draft.play(seat, word)
    schedule(draft, settings.BOT_MS, luck.chance)
    store.write([store.Written(before, [draft], draft.after())])


def test_words_for_any_version(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    assert table.act(alice, "back", 0) == Ack(1)
    assert table.act(alice, "next", 77) == Ack(1), "too late or too early is no mistake"
    assert isinstance(table.act(bob, "leave", 0), Ack)


def test_long_ids_are_refused(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    assert table.act(alice, "d", 1, "x" * 65) == Nack("bad-message", 1)


def test_a_row_that_has_moved_on_is_judged_again(
    alice: Guest, bob: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, bob)
    table.lay_out(["9H KH 7C", "8C QC TC"], "TH")
    stale = table.match
    assert table.act(alice, "p 9H") == Ack(2)
    fresh = store.current
    reads = iter([stale])
    monkeypatch.setattr(store, "current", lambda match_id: next(reads, None) or fresh(match_id))
    assert services.commit(Transition(table.id, "d", 0, 1, "late"), table.now) == Nack("stale", 2)


def test_restart_loses_nothing(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["8H 9H KH", "8C QC TC"], "TH")
    table.act(alice, "p 8H")
    before = (table.view(0), table.view(None), table.match.trail[-1].public)
    store.forget()
    assert (table.view(0), table.view(None), table.match.trail[-1].public) == before
    assert table.act(alice, "p 9H", 1) == Nack("stale", 2)
    assert table.act(alice, "p 9H") == Ack(3)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_and_one_move(alice: Guest, bob: Guest, open_table: Opener) -> None:
    """Two tabs and a resending line: the same id is played once, other ids on the same version are stale."""
    table = open_table(alice, bob)
    table.lay_out(["8H 9H KH QH", "8C QC TC"], "TH")

    def tap(n: int) -> Ack | Nack:
        try:
            return services.act(table.id, alice, "p 8H", 1, "same" if n % 2 else f"other-{n}", table.now)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(tap, range(16)))
    assert table.v == 2
    assert Move.objects.filter(match_id=table.id).count() == 2
    winners = {n for n, answer in enumerate(answers) if isinstance(answer, Ack)}
    assert winners == {n for n in range(16) if n % 2} or len(winners) == 1
    assert {answer.code for answer in answers if isinstance(answer, Nack)} == {"stale"}


def test_leaving_hands_the_seat_to_a_bot(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie)
    assert isinstance(table.act(bob, "leave", action_id="bye"), Ack)
    v = table.v
    assert table.match.state.seats[1].bot == "normal"
    assert services.seat_of(table.id, bob) is None
    assert services.may_watch(table.id, bob)
    assert table.act(bob, "leave", action_id="bye") == Ack(v)
    assert table.act(bob, "back") == Nack("not-seated", v)
    assert table.act(bob, "d") == Nack("not-seated", v)


def test_leaving_removes_the_seat_where_the_rules_say_so(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, charlie, rules="mau-mau leavers=removed")
    table.act(bob, "leave")
    assert table.match.state.seats[1].removed
    assert table.match.status == "play"
    table.act(alice, "leave")
    assert table.match.status == "over"
    assert table.row.due_at is None
    assert table.row.ended == table.now


def test_sent_away_for_good(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    services.add_watcher(table.id, charlie, "Charlie")
    services.remove_player(table.id, bob)
    services.remove_player(table.id, charlie)
    assert services.seat_of(table.id, bob) is None
    for guest in (bob, charlie):
        assert not services.may_watch(table.id, guest)
        with pytest.raises(ServiceError):
            services.add_watcher(table.id, guest, "again")


def test_nobody_watches_solo(alice: Guest, mallory: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    with pytest.raises(ServiceError):
        services.add_watcher(table.id, mallory, "Mallory")


def test_leaving_solo_ends_it(alice: Guest, mallory: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    assert [match.pk for match in services.guest_matches(alice)] == [table.id]
    with pytest.raises(ServiceError):
        services.discard(table.id, mallory)
    services.discard(table.id, alice)
    assert table.match.status == "over"
    assert services.guest_matches(alice) == []


def test_solo_rematch_is_one_match(alice: Guest, mallory: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", "hard", solo=True)
    with pytest.raises(ServiceError):
        services.again(table.id, alice)
    Match.objects.filter(pk=table.id).update(status="over", due_at=None)
    with pytest.raises(ServiceError):
        services.again(table.id, mallory)
    new = services.again(table.id, alice)
    assert services.again(table.id, alice) == new != table.id
    assert table.match.next_match == new
    assert [seat.bot for seat in store.current(new).state.seats] == [None, "easy", "hard"]


def test_chat(alice: Guest, bob: Guest) -> None:
    first = services.chat("room", alice, "Alice", " Hallo \u202e zusammen ", "a1", now=0)
    assert (first.n, first.text) == (1, "Hallo zusammen")
    assert services.chat("room", alice, "Alice", "anders", "a1", now=1).pk == first.pk
    assert services.chat("room", bob, "Bob", "Moin", "a1", now=2).n == 2
    assert [line.n for line in services.chat_since("room", 1)] == [2]
    assert services.chat_since("other", 0) == []
    tower = services.chat("room", bob, "Bob", "Z" + "\u0301\u200d" * 200 + "ok", now=3).text
    assert tower.count("\u0301") == 3 and tower.endswith("ok")
    for text, code in (("", "chat-empty"), ("\u200b\n", "chat-empty"), ("x" * 301, "too-long")):
        with pytest.raises(ServiceError) as caught:
            services.chat("room", alice, "Alice", text, now=3)
        assert caught.value.code == code


def test_chat_has_a_pace(alice: Guest) -> None:
    for n in range(6):
        services.chat("room", alice, "Alice", f"{n}", now=n)
    with pytest.raises(ServiceError):
        services.chat("room", alice, "Alice", "too many", now=10)
    services.chat("room", alice, "Alice", "later", now=20_000)


def test_a_state_of_another_version_of_the_code_is_played_on(
    alice: Guest, bob: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob)
    guests = [alice, bob]
    for _ in range(6):
        turn = table.turn
        assert turn is not None
        words = engine.legal_words(table.match.state, turn)
        assert isinstance(table.act(guests[turn], words[0]), Ack)
    before, row = engine.dump(table.match.state), table.row.state
    Match.objects.filter(pk=table.id).update(state={"f": 99, "seats": row["seats"], "more": "of it"})
    store.forget()
    assert engine.dump(table.match.state) == before == row
    turn = table.turn
    assert turn is not None
    assert isinstance(table.act(guests[turn], engine.legal_words(table.match.state, turn)[0]), Ack)
    assert table.row.state["f"] == row["f"]
