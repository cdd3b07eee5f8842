"""What waits to be told to other processes (tests/services/test_relay.py has real ones)."""

from game import relay
from game.relay import Outbox


def test_of_versions_the_highest_is_told() -> None:
    outbox = Outbox()
    outbox.put([("match:a", 3), ("match:b", 1)])
    outbox.put([("match:a", 5)])
    outbox.put([("match:a", 4)])
    assert sorted(outbox.take()) == [("match:a", 5), ("match:b", 1)]
    assert outbox.take() == []


def test_everybody_barred_and_everybody_seen_is_told() -> None:
    outbox = Outbox()
    words = [("match:a:barred", 7), ("match:a:barred", 3), ("match:a", "7"), ("match:a", "3"), ("match:a", 9)]
    outbox.put(words)
    outbox.put(words)
    assert sorted(outbox.take(), key=str) == sorted(words, key=str)


def test_a_message_holds_only_so_much() -> None:
    outbox = Outbox()
    outbox.put([(f"match:{number}", 1) for number in range(relay.MOST + 1)])
    assert len(outbox.take()) == relay.MOST
    assert outbox.take() == [(f"match:{relay.MOST}", 1)]


def test_without_redis_the_oldest_words_make_room() -> None:
    outbox = Outbox()
    outbox.put([(f"match:{number}", 1) for number in range(relay.WAITING + 10)])
    first = outbox.take()[0]
    assert first == ("match:10", 1)
    told = relay.MOST
    while words := outbox.take():
        told += len(words)
    assert told == relay.WAITING
