"""What the sums of many rounds say: lengths, shares and how sure they are. No words, no chance, no clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.simulate.numbers import wilson

SECONDS_A_TURN = 8
"""What people at a table take on average; a guess, and the page says so."""
BUCKET = 5
"""Turns in one bar of the sums."""
BARS = 12
"""So many bars fit a narrow page."""
TYPICAL = (0.1, 0.9)
"""Eight rounds of ten lie between."""
FEWEST_TO_TELL = 100
"""With fewer rounds nothing is said about who wins."""

Sums = Mapping[str, Any]


class Share(NamedTuple):
    """A share of rounds and its 95 % interval, all from 0 to 1."""

    share: float
    low: float
    high: float


class Bar(NamedTuple):
    """Rounds of `low` to `high` turns, and their share of all."""

    low: int
    high: int
    share: float


class Figures(NamedTuple):
    """One set of rules at a table of `players`. Turns, minutes and renewals are a round's.

    `even` is what each would win if all were alike; `hard` what one hard bot wins among easy ones. `hard` and
    `places` are None and empty where too few rounds were played to tell.
    """

    players: int
    played: int
    stopped: int
    turns: float
    each: float
    low: int
    high: int
    minutes: float
    bars: tuple[Bar, ...]
    renewals: float
    renewed: float
    even: float
    places: tuple[Share, ...]
    hard: Share | None


def figures(sums: Sums, players: int) -> Figures:
    """From the sums of `game.simulate.rounds`; ValueError if no round came to an end."""
    even, mixed = sums["even"], sums["mixed"]
    ended = even["rounds"] - even["stopped"]
    if not ended:
        raise ValueError("no round came to an end")
    counts = {int(low): int(count) for low, count in even["turns_hist"].items()}
    turns = even["turns"] / ended
    return Figures(
        players=players,
        played=even["rounds"] + mixed["rounds"],
        stopped=even["stopped"] + mixed["stopped"],
        turns=turns,
        each=turns / players,
        low=quantile(counts, TYPICAL[0]),
        high=quantile(counts, TYPICAL[1]),
        minutes=turns * SECONDS_A_TURN / 60,
        bars=bars(counts),
        renewals=even["renewals"] / ended,
        renewed=even["renewed"] / ended,
        even=1 / players,
        places=_places([mine + theirs for mine, theirs in zip(even["wins"], mixed["wins"], strict=True)]),
        hard=_share(mixed["hard_wins"], mixed["rounds"] - mixed["stopped"]),
    )


def quantile(counts: Mapping[int, int], part: float) -> int:
    """So many turns or fewer has `part` of the rounds; within a bucket they are taken as spread evenly."""
    wanted = part * sum(counts.values())
    for low in sorted(counts):
        if counts[low] >= wanted:
            return low + round(BUCKET * wanted / counts[low])
        wanted -= counts[low]
    return max(counts) + BUCKET


def bars(counts: Mapping[int, int]) -> tuple[Bar, ...]:
    """The rounds by length in at most `BARS` bars of equal width; the last holds the few long ones."""
    total = sum(counts.values())
    first = min(counts)
    width = BUCKET
    while first + width * BARS <= quantile(counts, 0.98):
        width += BUCKET
    found: list[Bar] = []
    for low in range(first, max(counts) + 1, width):
        last = len(found) == BARS - 1
        high = max(counts) + BUCKET if last else low + width
        within = sum(count for at, count in counts.items() if low <= at < high)
        found.append(Bar(low, high - 1, within / total))
        if last:
            break
    return tuple(found)


def _places(wins: Sequence[int]) -> tuple[Share, ...]:
    shares = [_share(won, sum(wins)) for won in wins]
    return tuple(share for share in shares if share is not None)


def _share(won: int, of: int) -> Share | None:
    if of < FEWEST_TO_TELL:
        return None
    return Share(won / of, *wilson(won, of))
