"""What time changes at tables while nobody looks: the ticker asks each second."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import gaps, ticker
from game import services as table
from game.clock import clock as clock_of_the_site
from game.models import Match
from lobby import services, upkeep
from lobby.models import Lobby
from lobby.room import load
from lobby.throttle import code_tries
from tests.lobby.conftest import Clock, Person


def pass_time(clock: Clock, seconds: int, lobby: Lobby, *here: Person) -> None:
    """Time goes by; those who are `here` give signs of life."""
    while seconds > 0:
        clock.passes(min(10, seconds))
        seconds -= 10
        for one in here:
            services.sign_of_life(lobby.pk, one.guest)
    upkeep.Upkeep()(clock.now)


def test_it_is_a_job_of_the_ticker() -> None:
    assert any(isinstance(job, upkeep.Upkeep) for job in ticker.jobs)
    assert upkeep.after_a_gap in gaps.told_of_gap


def test_nobody_is_kept_out_by_a_clock_set_back() -> None:
    code_tries.count([("somewhere", 1)], 1_800_000_000_000)
    for told in clock_of_the_site._told:
        told(-3_600_000)
    assert code_tries.allowed([("somewhere", 1)], 1_800_000_000_000 - 3_600_000)


def test_who_is_silent_is_away_and_who_is_back_is_not(
    clock: Clock, with_bob: Lobby, alice: Person, bob: Person
) -> None:
    version = load(with_bob.pk).lobby.version
    pass_time(clock, 20, with_bob)
    assert load(with_bob.pk).lobby.version == version
    pass_time(clock, 20, with_bob, alice)
    assert bob.row(with_bob).away and not alice.row(with_bob).away
    assert load(with_bob.pk).lobby.version == version + 1
    pass_time(clock, 10, with_bob, alice, bob)
    assert not bob.row(with_bob).away
    assert load(with_bob.pk).lobby.version == version + 2


def test_the_host_right_passes_after_its_minute_and_only_once(
    clock: Clock, with_bob: Lobby, alice: Person, bob: Person
) -> None:
    pass_time(clock, 25 + 50, with_bob, bob)
    assert load(with_bob.pk).lobby.host == alice.guest
    pass_time(clock, 10, with_bob, bob)
    room = load(with_bob.pk)
    assert room.lobby.host == bob.guest
    pass_time(clock, 10, with_bob, alice, bob)
    pass_time(clock, 10, with_bob, alice, bob)
    assert load(with_bob.pk).lobby.host == bob.guest
    assert load(with_bob.pk).lobby.version == room.lobby.version + 1, "Alice is back, no more"


def test_an_empty_room_is_written_once_and_keeps_its_host(
    clock: Clock, with_bob: Lobby, alice: Person
) -> None:
    version = load(with_bob.pk).lobby.version
    pass_time(clock, 600, with_bob)
    pass_time(clock, 600, with_bob)
    room = load(with_bob.pk)
    assert (room.lobby.version, room.lobby.host) == (version + 1, alice.guest)


def test_the_room_is_open_again_after_the_match(
    clock: Clock, playing: Lobby, end_match: Callable[[str], None]
) -> None:
    upkeep.Upkeep()(clock.now)
    assert load(playing.pk).lobby.status == Lobby.Status.PLAYING
    end_match(playing.match)
    upkeep.Upkeep()(clock.now)
    assert load(playing.pk).lobby.status == Lobby.Status.OPEN


def test_the_room_of_a_match_that_is_gone_opens_too(clock: Clock, playing: Lobby) -> None:
    Match.objects.filter(pk=playing.match).delete()
    upkeep.Upkeep()(clock.now)
    assert load(playing.pk).lobby.status == Lobby.Status.OPEN


def test_a_table_in_use_stays_open_and_one_left_alone_does_not(
    clock: Clock, with_bob: Lobby, alice: Person, charlie: Person
) -> None:
    lonely = charlie.opens()
    Lobby.objects.update(touched=clock.now)
    for _ in range(4):  # that everybody has gone is noted in the first
        clock.passes(12 * 3600)
        services.sign_of_life(with_bob.pk, alice.guest)
        upkeep.Upkeep()(clock.now)
    assert load(with_bob.pk).lobby.touched == clock.now
    lonely.refresh_from_db()
    assert lonely.status == Lobby.Status.CLOSED


def test_playing_is_using(clock: Clock, playing: Lobby, alice: Person) -> None:
    Lobby.objects.update(touched=clock.now)
    for _ in range(3):
        clock.passes(12 * 3600)
        table.seen(playing.match, alice.guest)
        upkeep.Upkeep()(clock.now)
    assert load(playing.pk).lobby.touched == clock.now


@pytest.mark.parametrize(("jumped", "left"), [(True, 24 * 3600_000), (False, 3600_000)])
def test_no_table_is_abandoned_by_a_set_clock_or_an_outage(
    clock: Clock, lobby: Lobby, jumped: bool, left: int
) -> None:
    Lobby.objects.update(touched=clock.now)
    clock.passes(3 * 24 * 3600)
    upkeep.after_a_gap(clock.now, jumped)
    upkeep.close_abandoned(clock.now + left)
    assert load(lobby.pk)
    upkeep.close_abandoned(clock.now + left + 1)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.CLOSED


def test_one_bad_table_stops_no_other(
    clock: Clock, with_bob: Lobby, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = charlie.opens()
    real = upkeep.settled

    def settled(lobby_id: str, now: int) -> object:
        if lobby_id == min(with_bob.pk, other.pk):
            raise RuntimeError("a mistake")
        return real(lobby_id, now)

    monkeypatch.setattr(upkeep, "settled", settled)
    clock.passes(30)
    upkeep.Upkeep()(clock.now)
    assert load(max(with_bob.pk, other.pk)).people[0].away


def test_what_there_is_no_time_for_comes_next(
    clock: Clock, with_bob: Lobby, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [with_bob, charlie.opens()]
    clock.passes(30)
    monkeypatch.setattr(upkeep, "SLICE_MS", -1)
    upkeep.Upkeep()(clock.now)
    assert not any(load(one.pk).people[0].away for one in tables)
    monkeypatch.setattr(upkeep, "SLICE_MS", 60_000)
    upkeep.Upkeep()(clock.now)
    assert all(load(one.pk).people[0].away for one in tables)
