"""The engine alone: `python -m bench.engine`.

Random play of four at `mau-mau`: each move asks for the legal actions, takes one by chance and plays it
checked. Then the time of one copy, and how many rollouts fit into 100 ms: copies of a round just dealt,
played to its end by players who say "Mau" in time and lay by chance when a card fits (rounds of purely
random moves are some 20 times longer, mostly drawing). Every figure is the median of several runs.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
import time
from collections.abc import Callable

from game.engine import PRESETS, Seat, State, copy, deal, legal, new_match, step
from game.engine.actions import LAYS, MAU
from game.engine.state import PLAY

RUNS = 5
MOVES = 100_000
COPIES = 20_000
ROLLOUT_SECONDS = 0.1


def dealt(number: int) -> State:
    """Four seats with their first cards."""
    state = new_match(PRESETS["mau-mau"], [Seat(f"P{seat}") for seat in range(4)])
    deal(state, number.to_bytes(32, "big"))
    return state


def moves_per_second(rng: random.Random) -> float:
    """Random checked moves, deals included."""
    chance, done, number = rng.random, 0, 0
    begun = time.perf_counter()
    while done < MOVES:
        number += 1
        state = dealt(number)
        while state.phase == PLAY:
            seat = state.turn
            assert seat is not None
            actions = legal(state, seat)
            step(state, seat, actions[int(chance() * len(actions))])
            done += 1
    return done / (time.perf_counter() - begun)


def copy_microseconds(rng: random.Random) -> float:
    """One copy of a round just dealt."""
    state = dealt(rng.randrange(1000))
    begun = time.perf_counter()
    for _ in range(COPIES):
        copy(state)
    return (time.perf_counter() - begun) / COPIES * 1e6


def rollouts(rng: random.Random) -> float:
    """Rounds played to their end in 100 ms."""
    start, chance, done = dealt(rng.randrange(1000)), rng.random, 0
    end = time.perf_counter() + ROLLOUT_SECONDS
    while time.perf_counter() < end:
        roll_out(copy(start), chance)
        done += 1
    return done


def roll_out(state: State, chance: Callable[[], float]) -> None:
    """Plays a round to its end: "Mau" first, then by chance among the lays, else a draw or pass."""
    while state.phase == PLAY:
        seat = state.turn
        assert seat is not None
        actions = legal(state, seat)
        if MAU in actions:
            step(state, seat, MAU)
            continue
        lays = [action for action in actions if action < LAYS] or actions
        step(state, seat, lays[int(chance() * len(lays))])


def main() -> None:
    """Prints one line for each figure."""
    print(f"Python {platform.python_version()} ({sys.platform}), median of {RUNS} runs")
    for name, measure, form in (
        ("moves/s, random play of 4, mau-mau", moves_per_second, "{:,.0f}"),
        ("copy, microseconds", copy_microseconds, "{:.2f}"),
        ("rollouts in 100 ms", rollouts, "{:,.0f}"),
    ):
        figures = [measure(random.Random(run)) for run in range(RUNS)]
        print(f"{name:40}{form.format(statistics.median(figures)):>12}")


if __name__ == "__main__":
    main()
