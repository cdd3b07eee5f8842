"""RULES.md §2 and §10, NOTATION §4: packs, points, and the shuffle anyone can check."""

import hashlib
from collections.abc import Iterator

RANKS = {"skat32": "789TJQKA", "french52": "23456789TJQKA"}
CYCLE = "23456789TJQKA"  # §9: A follows K and precedes 2
SUITS = "CSHD"


def full_pack(rules: dict[str, str], seats: int) -> list[str]:
    """The cards in order for a round dealt to this many seats (§13: the seats dealt into this round)."""
    one = [rank + suit for suit in SUITS for rank in RANKS[rules["pack"]]]
    second = rules["second_pack_from"]
    if second != "never" and seats >= int(second):
        return one + one
    return one


def hand_size(rules: dict[str, str], seats: int) -> int:
    """§2: one card fewer each, and so on, while fewer than seven cards would remain."""
    size = int(rules["hand_size"])
    if seats == 2 and rules["two_player_hand"] == "6":
        size = 6
    while len(full_pack(rules, seats)) - seats * size < 7:
        size -= 1
    return size


def points(rules: dict[str, str], hand: list[str]) -> int:
    """§10."""
    total = 0
    for card in hand:
        rank = card[0]
        if rank == "J":
            total += 2 if rules["points"] == "jack2" else 20
        elif rank == "Q":
            total += 10 if rules["points"] == "classic" else 3
        elif rank == "K":
            total += 10 if rules["points"] == "classic" else 4
        elif rank == "A":
            total += 11
        elif rank == "T":
            total += 10
        else:
            total += int(rank)
    return total


def words(seed: bytes, label: str) -> Iterator[int]:
    """The stream of 32-bit words."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + label.encode() + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1."""
    while True:
        word = next(stream)
        if word < 2**32 - 2**32 % n:
            return word % n


def shuffled(cards: list[str], seed: bytes, label: str) -> list[str]:
    """Fisher-Yates from the end."""
    cards = list(cards)
    stream = words(seed, label)
    for i in range(len(cards) - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def first_dealer(seed: bytes, seats: int) -> int:
    """The seat drawn to deal the first round."""
    return below(words(seed, "dealer"), seats)
