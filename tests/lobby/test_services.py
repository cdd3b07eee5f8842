"""What people do at a table, below the pages."""

from collections.abc import Callable

import pytest

from game import services as table
from game.engine import parse_rules
from game.models import Match, Watcher
from game.services import snapshot
from lobby import codes, services, upkeep
from lobby.models import SEATS, Lobby, Member
from lobby.room import LobbyError, load, settled
from tests.lobby.conftest import Clock, Person

EndMatch = Callable[[str], None]


def refused(code: str) -> "pytest.RaisesContext[LobbyError]":
    """The refusal with this code."""
    return pytest.raises(LobbyError, match=f"^{code}$")


# opening


def test_the_opener_sits_in_the_first_seat_and_leads(lobby: Lobby, alice: Person) -> None:
    assert lobby.host == alice.guest
    assert alice.row(lobby).seat == 0
    assert lobby.rules == "mau-mau"


def test_open_tables_have_different_codes(lobby: Lobby, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    digits = iter([int(lobby.code or "0"), 123456])
    monkeypatch.setattr(codes.random.SystemRandom, "randrange", lambda self, n: next(digits))
    assert bob.opens().code == "123456"


def test_a_table_left_alone_for_a_day_is_closed_and_its_code_rests_another_day(
    lobby: Lobby, clock: Clock
) -> None:
    Lobby.objects.update(touched=clock.now)
    clock.passes(24 * 3600 + 1)
    upkeep.close_abandoned(clock.now)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.CLOSED and lobby.code
    clock.passes(24 * 3600 + 1)
    upkeep.close_abandoned(clock.now)
    lobby.refresh_from_db()
    assert lobby.code is None


def test_a_table_in_use_is_not_abandoned(lobby: Lobby, clock: Clock) -> None:
    Lobby.objects.update(touched=clock.now)
    for _ in range(15):
        clock.passes(2 * 3600)
        settled(lobby.pk)
    upkeep.close_abandoned(clock.now)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.OPEN


# coming and going


def test_newcomers_take_the_first_free_seat(with_bob: Lobby, bob: Person, charlie: Person) -> None:
    assert bob.row(with_bob).seat == 1
    bob.does(with_bob, "sit", up="1")
    charlie.joins(with_bob)
    assert charlie.row(with_bob).seat == 1


def test_who_comes_back_has_the_same_seat(with_bob: Lobby, bob: Person) -> None:
    seat = bob.row(with_bob).seat
    services.join(with_bob.pk, bob.guest, "Robert")
    assert bob.row(with_bob).seat == seat
    assert bob.row(with_bob).name == "Bob"


def test_the_same_name_twice(lobby: Lobby, person: Callable[[str], Person]) -> None:
    alice2, alice3 = person("Alice"), person("alice")
    alice2.joins(lobby)
    alice3.joins(lobby)
    assert [member.name for member in load(lobby.pk).seated] == ["Alice", "Alice (2)", "alice (3)"]


def test_a_full_table_makes_spectators(lobby: Lobby, alice: Person, bob: Person) -> None:
    for _ in range(SEATS - 1):
        services.add_bot(lobby.pk, alice.guest, "easy")
    with refused("table-full"):
        services.add_bot(lobby.pk, alice.guest, "easy")
    bob.joins(lobby)
    assert bob.row(lobby).seat is None
    with refused("table-full"):
        services.sit(lobby.pk, bob.guest)


def test_a_spectator_takes_a_seat_and_gets_up_again(lobby: Lobby, charlie: Person) -> None:
    charlie.joins(lobby, watch="1")
    assert charlie.row(lobby).seat is None
    services.sit(lobby.pk, charlie.guest, 5)
    assert charlie.row(lobby).seat == 5
    services.sit(lobby.pk, charlie.guest)
    assert charlie.row(lobby).seat == 5
    with refused("seat-taken"):
        services.sit(lobby.pk, charlie.guest, 0)
    with refused("seat-taken"):
        services.sit(lobby.pk, charlie.guest, 8)
    services.stand(lobby.pk, charlie.guest)
    assert charlie.row(lobby).seat is None


def test_a_table_holds_only_so_many_people(
    lobby: Lobby, bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_PEOPLE", 2)
    bob.joins(lobby)
    assert charlie.joins(lobby).status_code == 403
    assert not Member.objects.filter(name="Charlie").exists()


def test_everybody_may_leave_and_somebody_may_come_back_to_the_empty_table(
    with_bob: Lobby, alice: Person, bob: Person
) -> None:
    services.set_locked(with_bob.pk, alice.guest, True)
    services.leave(with_bob.pk, alice.guest)
    assert load(with_bob.pk).lobby.locked
    services.leave(with_bob.pk, bob.guest)
    assert load(with_bob.pk).lobby.host is None
    bob.joins(with_bob)
    assert load(with_bob.pk).lobby.host == bob.guest


def test_renaming_oneself(with_bob: Lobby, alice: Person, bob: Person) -> None:
    guest = bob.guest
    services.rename(with_bob.pk, guest, " Alice ")
    assert Member.objects.get(guest=guest).name == "Alice (2)"
    services.rename(with_bob.pk, guest, "Alice (2)")
    assert Member.objects.get(guest=guest).name == "Alice (2)"


# the host


def test_only_the_host_may(with_bob: Lobby, alice: Person, bob: Person) -> None:
    for act in (
        lambda: services.add_bot(with_bob.pk, bob.guest, "easy"),
        lambda: services.set_rules(with_bob.pk, bob.guest, parse_rules("crazy-eights")),
        lambda: services.set_locked(with_bob.pk, bob.guest, True),
        lambda: services.kick(with_bob.pk, bob.guest, alice.row(with_bob).pk),
        lambda: services.pass_host(with_bob.pk, bob.guest, bob.row(with_bob).pk),
        lambda: services.start(with_bob.pk, bob.guest),
    ):
        with refused("not-host"):
            act()
    assert load(with_bob.pk).lobby.version == with_bob.version + 1  # Bob's coming was the only change


def test_strangers_may_nothing(lobby: Lobby, mallory: Person) -> None:
    mallory.opens()
    with refused("not-member"):
        services.leave(lobby.pk, mallory.guest)
    with refused("not-member"):
        services.start(lobby.pk, mallory.guest)


def test_bots_come_change_and_go(lobby: Lobby, alice: Person) -> None:
    services.add_bot(lobby.pk, alice.guest, "easy")
    services.add_bot(lobby.pk, alice.guest, "hard")
    services.set_strengths(lobby.pk, alice.guest, {1: "normal", 2: "hard"})
    assert [(one.seat, one.bot) for one in load(lobby.pk).seated] == [(0, ""), (1, "normal"), (2, "hard")]
    services.remove_bot(lobby.pk, alice.guest, 1)
    with refused("no-such-seat"):
        services.remove_bot(lobby.pk, alice.guest, 1)
    with refused("no-such-seat"):
        services.remove_bot(lobby.pk, alice.guest, 0)  # nobody removes people this way
    with refused("bad-request"):
        services.add_bot(lobby.pk, alice.guest, "godlike")


def test_a_double_click_adds_one_bot(lobby: Lobby, alice: Person) -> None:
    services.add_bot(lobby.pk, alice.guest, "easy", lobby.version)
    with refused("stale"):
        services.add_bot(lobby.pk, alice.guest, "easy", lobby.version)
    assert len(load(lobby.pk).seated) == 2


def test_bots_have_different_names_even_when_people_take_them(
    lobby: Lobby, alice: Person, person: Callable[[str], Person]
) -> None:
    person("anna").joins(lobby)
    for _ in range(6):
        services.add_bot(lobby.pk, alice.guest, "easy")
    found = [one.name.casefold() for one in load(lobby.pk).seated]
    assert len(set(found)) == 8


def test_a_kick_sticks_to_the_guest(with_bob: Lobby, alice: Person, bob: Person) -> None:
    services.kick(with_bob.pk, alice.guest, bob.row(with_bob).pk)
    assert load(with_bob.pk).free[0] == 1
    with refused("kicked"):
        services.join(with_bob.pk, bob.guest, "Somebody Else")
    with refused("kicked"):
        services.sit(with_bob.pk, bob.guest)
    with refused("no-such-person"):
        services.kick(with_bob.pk, alice.guest, bob.row(with_bob).pk)


def test_nobody_kicks_themselves(lobby: Lobby, alice: Person) -> None:
    with refused("not-yourself"):
        services.kick(lobby.pk, alice.guest, alice.row(lobby).pk)


def test_a_locked_table_keeps_its_people_and_takes_no_new_ones(
    with_bob: Lobby, alice: Person, bob: Person, charlie: Person, mallory: Person
) -> None:
    mallory.opens()
    services.set_locked(with_bob.pk, alice.guest, True)
    assert charlie.joins(with_bob).status_code == 403
    assert bob.joins(with_bob).status_code == 302
    with refused("no-code"):
        services.lobby_by_code(with_bob.code or "", mallory.guest)


# who leads


def test_the_host_right_can_be_given_away(with_bob: Lobby, alice: Person, bob: Person) -> None:
    services.pass_host(with_bob.pk, alice.guest, bob.row(with_bob).pk)
    assert load(with_bob.pk).lobby.host == bob.guest
    with refused("not-host"):
        services.set_locked(with_bob.pk, alice.guest, True)


def test_when_the_host_leaves_the_longest_seated_leads(
    with_bob: Lobby, alice: Person, bob: Person, charlie: Person
) -> None:
    charlie.joins(with_bob)
    services.leave(with_bob.pk, alice.guest)
    assert load(with_bob.pk).lobby.host == bob.guest


def test_the_host_right_passes_after_a_minute_of_absence_and_does_not_come_back(
    clock: Clock, lobby: Lobby, alice: Person, bob: Person, charlie: Person
) -> None:
    charlie.joins(lobby, watch="1")
    clock.passes(1)
    bob.joins(lobby)
    for _ in range(8):
        clock.passes(10)
        for one in (bob, charlie):
            services.sign_of_life(lobby.pk, one.guest)
    room = settled(lobby.pk)
    assert room.lobby.host == alice.guest  # her lease ended less than a minute ago
    assert room.of(alice.guest.pk).away  # type: ignore[union-attr]
    clock.passes(10)
    for one in (bob, charlie):
        services.sign_of_life(lobby.pk, one.guest)
    assert settled(lobby.pk).lobby.host == bob.guest  # seated before watching, though Charlie came first
    services.sign_of_life(lobby.pk, alice.guest)
    room = settled(lobby.pk)
    assert room.lobby.host == bob.guest
    assert not room.of(alice.guest.pk).away  # type: ignore[union-attr]


def test_a_spectator_leads_only_when_nobody_seated_is_there(
    clock: Clock, with_bob: Lobby, charlie: Person
) -> None:
    charlie.joins(with_bob, watch="1")
    clock.passes(90)
    services.sign_of_life(with_bob.pk, charlie.guest)
    assert settled(with_bob.pk).lobby.host == charlie.guest


def test_an_empty_room_keeps_its_host(clock: Clock, with_bob: Lobby, alice: Person) -> None:
    clock.passes(3600)
    assert settled(with_bob.pk).lobby.host == alice.guest


def test_being_at_the_match_counts_as_being_there(
    clock: Clock, playing: Lobby, alice: Person, bob: Person
) -> None:
    for _ in range(12):
        clock.passes(10)
        for one in (alice, bob):
            table.seen(playing.match, one.guest)
    room = settled(playing.pk)
    assert room.lobby.host == alice.guest and not any(member.away for member in room.people)


# matches


def test_it_takes_two(lobby: Lobby, alice: Person) -> None:
    with refused("too-few"):
        services.start(lobby.pk, alice.guest)


def test_starting_twice_gives_the_same_match(with_bob: Lobby, alice: Person) -> None:
    first = services.start(with_bob.pk, alice.guest)
    assert services.start(with_bob.pk, alice.guest) == first
    assert Match.objects.count() == 1


def test_the_match_has_the_people_the_bots_and_the_rules(
    with_bob: Lobby, alice: Person, bob: Person, charlie: Person
) -> None:
    services.add_bot(with_bob.pk, alice.guest, "hard")
    charlie.joins(with_bob, watch="1")
    services.set_rules(with_bob.pk, alice.guest, parse_rules("crazy-eights turn_seconds=off"))
    match = snapshot(services.start(with_bob.pk, alice.guest))
    assert [(seat.name, seat.bot) for seat in match.state.seats] == [
        ("Alice", None), ("Bob", None), ("Ada", "hard"),
    ]  # fmt: skip
    assert table.seat_of(match.id, bob.guest) == 1
    assert table.may_watch(match.id, charlie.guest)
    assert match.rules.wish_rank == "8" and match.rules.seconds is None
    assert match.room == with_bob.pk and not match.solo


def test_the_table_stands_still_during_a_match(playing: Lobby, alice: Person, bob: Person) -> None:
    for act in (
        lambda: services.add_bot(playing.pk, alice.guest, "easy"),
        lambda: services.set_rules(playing.pk, alice.guest, parse_rules("classic")),
        lambda: services.stand(playing.pk, bob.guest),
        lambda: services.rename(playing.pk, bob.guest, "Bobby"),
    ):
        with refused("match-running"):
            act()


def test_who_comes_during_a_match_watches(playing: Lobby, charlie: Person, mallory: Person) -> None:
    mallory.opens()
    answer = charlie.joins(playing)
    assert answer.url.endswith(f"/{playing.match}/")
    assert charlie.row(playing).seat is None
    assert table.may_watch(playing.match, charlie.guest)
    with refused("no-code"):
        services.lobby_by_code(playing.code or "", mallory.guest)


def test_the_rematch_has_the_same_room_and_people(
    playing: Lobby, alice: Person, bob: Person, end_match: EndMatch
) -> None:
    end_match(playing.match)
    assert settled(playing.pk).lobby.status == Lobby.Status.OPEN
    second = services.start(playing.pk, alice.guest)
    assert second != playing.match
    assert snapshot(playing.match).next_match == second
    assert table.seat_of(second, bob.guest) == 1


def test_leaving_during_a_match_ends_the_seat(playing: Lobby, bob: Person) -> None:
    services.leave(playing.pk, bob.guest)
    assert table.seat_of(playing.match, bob.guest) is None
    assert not Member.objects.filter(guest=bob.guest).exists()


def test_a_kick_during_a_match_ends_the_seat_and_bars_the_guest(
    playing: Lobby, alice: Person, bob: Person
) -> None:
    services.kick(playing.pk, alice.guest, bob.row(playing).pk)
    assert table.seat_of(playing.match, bob.guest) is None
    assert Watcher.objects.get(match_id=playing.match, guest=bob.guest).barred


def test_a_kick_after_a_match_shuts_its_page_too(
    playing: Lobby, alice: Person, bob: Person, charlie: Person, end_match: EndMatch
) -> None:
    end_match(playing.match)
    charlie.joins(playing)
    assert settled(playing.pk).lobby.status == Lobby.Status.OPEN
    services.kick(playing.pk, alice.guest, bob.row(playing).pk)
    services.kick(playing.pk, alice.guest, charlie.row(playing).pk)
    assert table.seat_of(playing.match, bob.guest) is None and not table.may_watch(playing.match, bob.guest)
    assert not Watcher.objects.filter(guest=charlie.guest).exists(), "was never at the match"
    assert table.seat_of(playing.match, alice.guest) == 0


def test_the_match_follows_the_host(playing: Lobby, alice: Person, bob: Person) -> None:
    services.pass_host(playing.pk, alice.guest, bob.row(playing).pk)
    assert Match.objects.get(pk=playing.match).host == bob.guest


def test_a_match_that_has_vanished_frees_the_table(playing: Lobby, alice: Person, bob: Person) -> None:
    Match.objects.all().delete()
    services.leave(playing.pk, bob.guest)
    assert load(playing.pk).lobby.status == Lobby.Status.OPEN


def test_a_table_that_changes_in_another_process_during_the_start_is_read_again(
    with_bob: Lobby, alice: Person, bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = table.create_match
    comes = iter([charlie.joins])

    def slow(**given: object) -> Match:
        match = real(**given)  # type: ignore[arg-type]
        for joins in comes:
            joins(with_bob)
        return match

    monkeypatch.setattr(table, "create_match", slow)
    match = snapshot(services.start(with_bob.pk, alice.guest))
    assert [seat.name for seat in match.state.seats] == ["Alice", "Bob", "Charlie"]
    assert Match.objects.count() == 1
