"""The fair shuffle (NOTATION §4): a seed and a label give a stream, the stream gives an order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct

_WORDS = Struct(">8I")
_ROOM = 1 << 32


def words(seed: bytes, label: str) -> Iterator[int]:
    """32-bit big-endian words of SHA-256(seed ‖ label ‖ counter), eight words a block."""
    start = sha256(seed + label.encode("ascii"))
    counter = 0
    while True:
        block = start.copy()
        block.update(counter.to_bytes(8, "big"))
        yield from _WORDS.unpack(block.digest())
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, every one equally likely: words past the last full turn are left out."""
    limit = _ROOM - _ROOM % n
    for word in stream:
        if word < limit:
            return word % n
    raise AssertionError("the stream has no end")


def shuffled(cards: Sequence[int], seed: bytes, label: str) -> list[int]:
    """`cards` in the order that `seed` and `label` give (Fisher-Yates from the end)."""
    order = list(cards)
    stream = words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def first_dealer(seed: bytes, seats: int) -> int:
    """Who of `seats` deals round 1."""
    return below(words(seed, "dealer"), seats)


def commitment(secret: bytes) -> str:
    """What the server publishes before the deal: SHA-256 of its secret, in hex."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[bytes | None]) -> bytes:
    """The round's seed from the server's secret and one nonce a seat (None: bots and silent seats)."""
    return sha256(secret + b"".join(nonce or bytes(16) for nonce in nonces)).digest()
