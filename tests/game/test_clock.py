"""The wall clock is watched: whoever keeps past times is told before anybody sees the new time."""

from __future__ import annotations

import pytest

from game import clock, ticker
from game.clock import Clock
from game.hub import presence
from game.presence import LEASE_MS, Presence

HOUR = 3_600_000


class Hands:
    """Both clocks, moved by hand."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000_000, 5_000

    def pass_time(self, ms: int) -> None:
        self.wall += ms
        self.steady += ms


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def watched(hands: Hands) -> Clock:
    return Clock(lambda: hands.wall, lambda: hands.steady)


def test_time_that_passes_is_no_jump(hands: Hands, watched: Clock) -> None:
    for ms in (0, 10, HOUR, 10):
        hands.pass_time(ms)
        assert watched.now_ms() == hands.wall
    assert watched.jumps == 0


@pytest.mark.parametrize("by", [HOUR, -HOUR, 2_001, -2_001])
def test_a_jump_is_told_once_before_the_new_time_is_seen(hands: Hands, watched: Clock, by: int) -> None:
    told: list[int] = []
    watched.on_jump(told.append)
    watched.now_ms()
    hands.pass_time(500)
    hands.wall += by
    assert watched.now_ms() == hands.wall
    assert told == [by]
    hands.pass_time(500)
    watched.now_ms()
    assert (told, watched.jumps) == ([by], 1)


def test_several_jumps(hands: Hands, watched: Clock) -> None:
    told: list[int] = []
    watched.on_jump(told.append)
    for by in (HOUR, -2 * HOUR, HOUR):
        hands.wall += by
        watched.now_ms()
        hands.pass_time(100)
    assert told == [HOUR, -2 * HOUR, HOUR]
    assert watched.jumps == 3


def test_slow_drift_is_followed(hands: Hands, watched: Clock) -> None:
    for _ in range(100):
        hands.pass_time(1_000)
        hands.wall += 1_900
        watched.now_ms()
    assert watched.jumps == 0


def test_a_thread_that_slept_between_two_readings_saw_no_jump() -> None:
    hands = Hands()
    naps = iter([0, 0, 5_000, 0])  # the third reading of the steady clock comes late, once

    def steady() -> int:
        hands.pass_time(next(naps, 0))
        return hands.steady

    watched = Clock(lambda: hands.wall, steady)
    told: list[int] = []
    watched.on_jump(told.append)
    for _ in range(3):
        watched.now_ms()
    assert (told, watched.jumps) == ([], 0)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_nobody_is_absent_or_present_by_a_jump(by: int) -> None:
    people, now = Presence(), 1_800_000_000_000
    people.start(now - 5 * HOUR)
    people.seen("match:1", "here", now)
    people.seen("match:1", "gone", now - LEASE_MS - 10_000)
    people.shift(by)
    assert people.present("match:1", "here", now + by)
    assert not people.present("match:1", "here", now + by + LEASE_MS)
    assert people.absent_ms("match:1", ["gone"], now + by) == 10_000
    assert people.absent_ms("match:1", ["never"], now + by) == 5 * HOUR - LEASE_MS


def test_the_real_presence_is_told_of_the_real_clock() -> None:
    assert ticker.presence is presence
    assert presence.shift in clock.clock._told
