"""Leases."""

from game.presence import RELAY_MS, Presence

NOW = 1_000_000


def test_a_lease_lasts_25_seconds() -> None:
    people = Presence()
    people.seen("match:1", "7", 1_000)
    assert people.present("match:1", "7", 25_999)
    assert not people.present("match:1", "7", 26_000)
    assert not people.present("match:2", "7", 1_000)
    assert not people.present("match:1", "8", 1_000)


def test_an_old_sign_does_not_shorten_a_lease() -> None:
    people = Presence()
    people.seen("t", "7", 5_000)
    people.seen("t", "7", 1_000)
    assert people.present("t", "7", 29_000)


def test_absence_counts_from_the_end_of_the_last_lease() -> None:
    people = Presence()
    people.start(0)
    people.seen("t", "7", 1_000)
    people.seen("t", "8", 2_000)
    assert people.absent_ms("t", ["7", "8"], 27_000) == 0
    assert people.absent_ms("t", ["7", "8"], 28_000) == 1_000
    assert people.absent_ms("t", ["7"], 28_000) == 2_000


def test_a_new_process_counts_from_its_start() -> None:
    people = Presence()
    people.start(100_000)
    assert people.absent_ms("t", ["7"], 125_000) == 0
    assert people.absent_ms("t", ["7"], 130_000) == 5_000
    assert Presence().absent_ms("t", ["7"], 10**12) == 0


def test_prune() -> None:
    people = Presence()
    people.seen("old", "7", 0)
    people.seen("new", "7", 4_000_000)
    people.prune(4_000_001)
    assert list(people._seen) == ["new"]


def test_others_are_told_now_and_then_and_what_they_tell_is_not_told_again() -> None:
    people, told = Presence(), []
    people.relay = lambda *sign: told.append(sign)
    for now, so_far in ((NOW, 1), (NOW + 1_000, 1), (NOW + RELAY_MS, 2)):
        people.seen("t", "alice", now)
        assert told == [("t", "alice")] * so_far
    people.seen("t", "bob", NOW)
    people.heard("t", "charlie", NOW)
    assert told[2:] == [("t", "bob")]
    assert people.present("t", "charlie", NOW)
