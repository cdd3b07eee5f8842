"""The alarm clock of the ticker: patience is generous, so only what never rings can fail."""

from __future__ import annotations

import threading
import time

from game.alarm import Alarm
from game.clock import now_ms

FOR_EVER = 600_000
PATIENCE = 60


def sleeper(alarm: Alarm) -> threading.Thread:
    """Somebody who sleeps, in his own thread."""
    thread = threading.Thread(target=alarm.sleep, args=(FOR_EVER,), daemon=True)
    thread.start()
    return thread


def test_what_is_due_earlier_wakes() -> None:
    alarm = Alarm()
    thread = sleeper(alarm)
    alarm.ring_at(now_ms() + 20)
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_rung_before_the_sleep_is_not_forgotten() -> None:
    alarm = Alarm()
    alarm.ring_at(now_ms() - 5_000)
    alarm.sleep(FOR_EVER)


def test_it_never_wakes_before_its_time() -> None:
    alarm = Alarm()
    due = now_ms() + 50
    alarm.ring_at(due + FOR_EVER)
    alarm.ring_at(None)
    alarm.ring_at(due)
    start = time.monotonic()
    alarm.sleep(FOR_EVER)
    assert time.monotonic() - start > 0.045


def test_the_earlier_of_two_counts_and_both_are_used_up() -> None:
    alarm = Alarm()
    thread = sleeper(alarm)
    alarm.ring_at(now_ms() + FOR_EVER)
    alarm.ring_at(now_ms() + 10)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    start = time.monotonic()
    alarm.sleep(60)
    assert time.monotonic() - start > 0.055, "what has rung once rings no more"


def test_later_ones_do_not_disturb() -> None:
    alarm = Alarm()
    thread = sleeper(alarm)
    alarm.ring_at(now_ms() + 2 * FOR_EVER)
    alarm.ring_at(None)
    thread.join(0.1)
    assert thread.is_alive()
    alarm.ring_at(0)
    thread.join(PATIENCE)
    assert not thread.is_alive()
