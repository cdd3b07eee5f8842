"""Limits by key: codes guessed, questions sent."""

from game.throttle import WINDOW_MS, Throttle

KEYS = [("guest:1", 3), ("address:a", 5)]
NOW = 1_000_000


def test_tries_are_free_until_the_limit() -> None:
    throttle = Throttle()
    for _ in range(3):
        assert throttle.allowed(KEYS, NOW)
        throttle.count(KEYS, NOW)
    assert not throttle.allowed(KEYS, NOW)


def test_another_guest_at_the_address_has_his_own_tries_up_to_the_addresss_limit() -> None:
    throttle = Throttle()
    for _ in range(3):
        throttle.count(KEYS, NOW)
    other = [("guest:2", 3), ("address:a", 5)]
    assert throttle.allowed(other, NOW)
    for _ in range(2):
        throttle.count(other, NOW)
    assert not throttle.allowed(other, NOW)


def test_time_heals() -> None:
    throttle = Throttle()
    for _ in range(3):
        throttle.count(KEYS, NOW)
    assert not throttle.allowed(KEYS, NOW + WINDOW_MS - 1)
    assert throttle.allowed(KEYS, NOW + WINDOW_MS)


def test_memory_stays_bounded() -> None:
    throttle = Throttle()
    for number in range(10_050):
        throttle.count([(f"guest:{number}", 3)], NOW)
    assert len(throttle._tries) <= 10_000
