"""A spectator takes a seat between rounds (RULES.md §11, WIRE.md §3)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game import engine, luck, newcomers, present, services, store
from game.engine import card_name
from game.hub import presence
from game.models import Guest, Match, MatchSeat, Move, Watcher
from game.result_text import result
from game.services import Ack, ServiceError
from tests.game.conftest import NOW, Opener, Table, make_guest
from tests.game.test_secrecy import CARD, everything, known_to, said

RULES = "mau-mau match_end=rounds:3 mau=off late_join=on"


@pytest.fixture
def table(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> Table:
    """Alice and Bob play, Charlie came by the link."""
    made = open_table(alice, bob, rules=RULES, room="r")
    services.add_watcher(made.id, charlie, "Charlie")
    return made


def end_round(table: Table, winner: Guest) -> None:
    """Whoever sits in seat 0 lays the last card; the others hold 21 points each."""
    hands = ["9H", *["8C QC TC"] * (len(table.match.state.seats) - 1)]
    table.lay_out(hands, "TH", turn=0)
    assert isinstance(table.act(winner, "p 9H"), Ack)
    assert table.match.state.phase == "between"


def refused(table: Table, guest: Guest) -> str:
    with pytest.raises(ServiceError) as refusal:
        newcomers.ask_for_seat(table.id, guest, table.now)
    return refusal.value.code


# -- the seat ------------------------------------------------------------------------------------------


def test_who_asked_is_seated_when_the_round_is_over(table: Table, alice: Guest, charlie: Guest) -> None:
    assert newcomers.ask_for_seat(table.id, charlie, table.now) is None
    assert len(table.match.guests) == 2
    end_round(table, alice)
    match = table.match
    assert match.seat_of(charlie.pk) == 2
    assert (match.state.scores, match.state.wins) == ([0, 21, 21], [1, 0, 0])
    assert [(step.seat, step.word) for step in match.trail[-2:]] == [(0, "p 9H"), (2, "join Charlie")]
    joined = {"e": "joined", "seat": 2, "name": "Charlie", "score": 21, "wins": 0}
    assert match.log[-1] == {**joined, "v": match.version}
    assert MatchSeat.objects.get(match_id=table.id, number=2).guest == charlie
    assert table.match.humans() == [0, 1, 2]


def test_the_ack_names_the_play_and_not_the_newcomer(table: Table, alice: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    table.lay_out(["9H", "8C QC TC"], "TH", turn=0)
    assert table.act(alice, "p 9H", action_id="last") == Ack(table.v - 1)
    assert table.act(alice, "p 9H", action_id="last") == Ack(table.v - 1)
    assert Move.objects.get(match_id=table.id, action_id="last").word == "p 9H"


def test_the_next_round_is_dealt_to_three(table: Table, alice: Guest, bob: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    end_round(table, alice)
    for guest in (alice, bob):
        table.act(guest, "next")
    assert table.match.state.round_no == 1, "the newcomer is waited for"
    assert isinstance(table.act(charlie, "next"), Ack)
    match = table.match
    assert match.state.round_no == 2
    assert [len(hand) for hand in match.state.hands] == [5, 5, 5]
    assert len(table.view(2)["hand"]) == 5


def test_in_a_pause_one_sits_down_at_once(table: Table, alice: Guest, charlie: Guest) -> None:
    end_round(table, alice)
    assert newcomers.ask_for_seat(table.id, charlie, table.now) == 2
    assert newcomers.ask_for_seat(table.id, charlie, table.now) == 2
    assert table.match.trail[-1].word == "join Charlie"
    assert [step.word for step in table.match.trail].count("join Charlie") == 1


def test_asked_twice_is_asked_once(table: Table, alice: Guest, charlie: Guest) -> None:
    v = table.v
    for _ in range(2):
        assert newcomers.ask_for_seat(table.id, charlie, table.now) is None
    assert table.v == v, "a wish makes nobody's move stale"
    end_round(table, alice)
    assert len(table.match.guests) == 3


def test_the_wish_can_be_taken_back(table: Table, alice: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    newcomers.take_back_wish(table.id, charlie)
    end_round(table, alice)
    assert len(table.match.guests) == 2


def test_the_wish_survives_a_restart(table: Table, alice: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    store.forget()
    end_round(table, alice)
    store.forget()
    assert table.match.seat_of(charlie.pk) == 2
    assert table.match.ref["seats"][2]["gone"] is False


def test_first_come_first_seated_and_at_most_eight(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, *["easy"] * 5, rules=RULES)
    people = [make_guest(f"Guest {n}") for n in range(4)]
    for n, guest in enumerate(people):
        services.add_watcher(table.id, guest, guest.name)
        newcomers.ask_for_seat(table.id, guest, table.now + 4 - n)
    end_round(table, alice)
    assert table.match.guests[6:] == (people[3].pk, people[2].pk)
    assert newcomers.joining(table.match, people[0]) == {"open": False, "asked": True}
    assert newcomers.joining(table.match, people[3]) is None
    late = make_guest("Late")
    services.add_watcher(table.id, late, "Late")
    assert refused(table, late) == "match-full"


def test_names_are_unique_at_the_table(table: Table, alice: Guest) -> None:
    other = make_guest("alice")
    services.add_watcher(table.id, other, "alice")
    newcomers.ask_for_seat(table.id, other, table.now)
    end_round(table, alice)
    assert table.match.state.seats[2].name == "alice (2)"
    assert table.match.trail[-1].word == "join alice%20(2)"


def test_who_went_away_is_seated_in_a_later_pause(table: Table, alice: Guest, charlie: Guest) -> None:
    presence.start(NOW)
    newcomers.ask_for_seat(table.id, charlie, table.now)
    table.now += 90_000
    services.seen(table.id, alice, table.now)
    end_round(table, alice)
    assert len(table.match.guests) == 2
    services.seen(table.id, charlie, table.now)
    table.now += 20_000
    table.tick()
    assert table.match.state.round_no == 2
    assert len(table.match.state.hands[2]) == 5


def test_the_last_round_seats_nobody(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau mau=off late_join=on")
    services.add_watcher(table.id, charlie, "Charlie")
    newcomers.ask_for_seat(table.id, charlie, table.now)
    hands = ["9H", "8C QC TC"]
    table.lay_out(hands, "TH", turn=0)
    table.act(alice, "p 9H")
    assert table.match.status == "over"
    assert len(table.match.guests) == 2
    assert refused(table, charlie) == "match-over"


def test_with_nobody_left_but_bots_the_newcomer_is_dealt_in(
    alice: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, "easy", rules=RULES)
    services.add_watcher(table.id, charlie, "Charlie")
    newcomers.ask_for_seat(table.id, charlie, table.now)
    table.act(alice, "leave")
    for _ in range(500):
        if len(table.match.guests) == 3 or table.match.status == "over":
            break
        table.tick()
    assert table.match.seat_of(charlie.pk) == 2
    assert table.row.due_at == table.now + 20_000, "somebody looks at the points now"


def test_a_newcomer_wakes_a_match_that_rests_in_a_pause(table: Table, alice: Guest, charlie: Guest) -> None:
    end_round(table, alice)
    match = table.match
    services.commit(services.Transition(match.id, "rest", None, match.version), table.now)
    assert table.match.status == "rest"
    assert newcomers.ask_for_seat(table.id, charlie, table.now) == 2
    assert table.match.status == "play"
    assert table.row.due_kind == "next"


def test_the_newcomer_plays_leaves_and_keeps_the_number(
    table: Table, alice: Guest, bob: Guest, charlie: Guest
) -> None:
    end_round(table, alice)
    newcomers.ask_for_seat(table.id, charlie, table.now)
    assert isinstance(table.act(charlie, "leave"), Ack)
    assert table.match.gone(2)
    assert refused(table, charlie) == "one-seat-only"
    assert newcomers.joining(table.match, charlie) is None
    dora = make_guest("Dora")
    services.add_watcher(table.id, dora, "Dora")
    assert newcomers.ask_for_seat(table.id, dora, table.now) == 3


# -- who may ------------------------------------------------------------------------------------------


def test_only_spectators_may_ask(table: Table, alice: Guest, mallory: Guest) -> None:
    assert newcomers.ask_for_seat(table.id, alice, table.now) == 0
    assert refused(table, mallory) == "not-seated"
    assert newcomers.joining(table.match, mallory) is None
    assert newcomers.joining(table.match, alice) is None


def test_who_was_sent_away_may_not(table: Table, alice: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    services.remove_player(table.id, charlie)
    assert refused(table, charlie) == "barred"
    assert newcomers.joining(table.match, charlie) is None
    end_round(table, alice)
    assert len(table.match.guests) == 2


def test_not_where_the_rules_do_not_have_it(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, rules="mau-mau match_end=rounds:3")
    services.add_watcher(table.id, charlie, "Charlie")
    assert refused(table, charlie) == "join-not-allowed"
    assert newcomers.joining(table.match, charlie) is None


# -- what is seen --------------------------------------------------------------------------------------


def test_the_view_of_a_spectator_says_what_he_may_do(table: Table, charlie: Guest) -> None:
    def join() -> Any:
        view = present.table_view(table.match, None, NOW, newcomers.joining(table.match, charlie))
        return view["join"]

    assert join() == {"open": True, "asked": False}
    newcomers.ask_for_seat(table.id, charlie, table.now)
    assert join() == {"open": True, "asked": True}
    assert present.table_view(table.match, 0, NOW)["join"] is None


def test_fragments_are_not_shared_by_those_who_may_do_different_things(table: Table) -> None:
    shown = [
        present.fragments(table.match, None, "en", NOW, join)
        for join in (None, {"open": True, "asked": False}, {"open": True, "asked": True})
    ]
    assert len(set(shown)) == 3


@pytest.mark.django_db(transaction=True)
def test_no_card_shows_before_or_after(
    alice: Guest, bob: Guest, charlie: Guest, open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Charlie's frames hold what a spectator may know, and from his seat on his own hand besides."""
    rng = random.Random(11)
    monkeypatch.setattr(luck, "new_seed", lambda: rng.randbytes(32))
    table = open_table(alice, bob, "hard", rules=RULES)
    services.add_watcher(table.id, charlie, "Charlie")
    seen_at = 0
    for step in range(400):
        match = table.match
        seat = match.seat_of(charlie.pk)
        found = set(CARD.findall(everything(match, seat, seen_at).decode()))
        hidden = found - known_to(engine.view(match.state, seat)) - said_to(match, seat)
        assert not hidden, f"version {match.version}: {sorted(hidden)}"
        if match.status == "over" or match.state.round_no == 3:
            break
        seen_at = match.version
        if step == 5:
            newcomers.ask_for_seat(table.id, charlie, table.now)
        go_on(table, rng)
    assert table.match.seat_of(charlie.pk) == 3
    assert table.match.state.round_no >= 2


def said_to(match: Any, seat: int | None) -> set[str]:
    """Cards that were shown to this viewer; deals from before he sat down showed him no hand."""
    shown = said(match, None)
    for step in match.trail:
        for event in step.events:
            if event.kind == "dealt" and seat is not None and seat < len(event.hands):
                shown |= set(event.hands[seat])
            elif getattr(event, "seat", None) == seat and hasattr(event, "cards"):
                shown |= set(event.cards)
    return shown


def go_on(table: Table, rng: random.Random) -> None:
    """Somebody does something: the human on turn at random, or the clock."""
    match = table.match
    turn = match.state.turn
    if turn is not None and match.guests[turn] is not None:
        guest = Guest.objects.get(pk=match.guests[turn])
        table.act(guest, rng.choice(engine.legal_words(match.state, turn)))
    else:
        table.now = max(table.now, table.row.due_at or 0)
        for guest_id in filter(None, match.guests):
            services.seen(table.id, Guest.objects.get(pk=guest_id), table.now)
        table.tick()


def test_old_events_are_told_a_newcomer_without_a_hand(table: Table, alice: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    end_round(table, alice)
    events = present.events_since(table.match, 0, 2)
    assert "hand" not in events[0]
    hands = {card_name(card) for hand in table.match.state.hands for card in hand}
    assert hands, "the round is over, the hands lie open"


def test_the_newcomer_is_no_part_of_the_round_before(table: Table, alice: Guest, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    end_round(table, alice)
    view = present.table_view(table.match, 2, NOW)
    assert [seat["new"] for seat in view["seats"]] == [False, False, True]
    rows = result(view).rows
    assert [(row.name, row.points) for row in rows] == [("Alice", 0), ("Bob", 21), ("Charlie", None)]
    assert rows[2].score is not None
    table.now += 20_000
    table.tick()
    assert not any(seat["new"] for seat in present.table_view(table.match, 2, NOW)["seats"])


def test_a_watcher_row_holds_the_wish_and_no_seat_row_is_made_before(table: Table, charlie: Guest) -> None:
    newcomers.ask_for_seat(table.id, charlie, table.now)
    assert Watcher.objects.get(match_id=table.id, guest=charlie).asked == table.now
    assert MatchSeat.objects.filter(match_id=table.id).count() == 2
    assert Match.objects.get(pk=table.id).version == 1
