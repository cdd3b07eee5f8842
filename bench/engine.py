"""The engine alone: `python -m bench.engine`.

Random play of four at `mau-mau`: each move asks for the legal actions, takes one by chance and plays it
checked, without events and with them. Beside it, run by run, OpenSpiel's crazy_eights driven the same way,
if it could be installed. Then the time of one copy, and how many rollouts fit into 100 ms: copies of a round
just dealt, played to its end by players who say "Mau" in time and lay by chance when a card fits (rounds of
purely random moves are some 20 times longer, mostly drawing). Every figure is the median of several runs.
"""

from __future__ import annotations

import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from game.engine import PRESETS, Seat, State, apply, copy, deal, legal, new_match, step
from game.engine.actions import LAYS, MAU
from game.engine.state import PLAY

ROOT = Path(__file__).parent.parent
SPIEL = ROOT / ".venv" / "bench" / "bin" / "python"
RUNS = 5
MOVES = 100_000
COPIES = 20_000
ROLLOUT_SECONDS = 0.1


def dealt(number: int) -> State:
    """Four seats with their first cards."""
    state = new_match(PRESETS["mau-mau"], [Seat(f"P{seat}") for seat in range(4)])
    deal(state, number.to_bytes(32, "big"))
    return state


def moves_per_second(rng: random.Random, play: Callable[..., object]) -> float:
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
            play(state, seat, actions[int(chance() * len(actions))])
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


def spiel(run: int) -> tuple[float, float] | None:
    """OpenSpiel's moves and steps a second, None where it is not installed."""
    words = [str(SPIEL), "-c", "from bench.spiel import main; main()", str(MOVES), str(run)]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    moves, steps = map(float, done.stdout.split())
    return moves, steps


def show(name: str, figure: float, form: str = "{:,.0f}") -> None:
    """One line."""
    print(f"{name:56}{form.format(figure):>12}")


def compare() -> None:
    """Ours and theirs take turns, so that a busy moment hits both; a ratio is of the figures of one turn."""
    ours, told, theirs = [], [], []
    for run in range(RUNS):
        ours.append(moves_per_second(random.Random(run), step))
        other = spiel(run)
        if other is not None:
            theirs.append(other)
        told.append(moves_per_second(random.Random(run), apply))
    show("moves/s, random play of 4, mau-mau, events off", statistics.median(ours))
    show("moves/s, random play of 4, mau-mau, events on", statistics.median(told))
    if len(theirs) < RUNS:
        print("OpenSpiel is not installed (./dev bench engine installs it); nothing to compare with.")
        return
    show("OpenSpiel crazy_eights, moves/s", statistics.median([one[0] for one in theirs]))
    show("OpenSpiel crazy_eights, steps/s, chance counted too", statistics.median([one[1] for one in theirs]))
    for name, mine in (("off", ours), ("on", told)):
        ratio = statistics.median([a / b[0] for a, b in zip(mine, theirs, strict=True)])
        show(f"ratio of moves/s, events {name}", ratio, "{:.2f}")


def main() -> None:
    """Prints one line for each figure."""
    print(f"Python {platform.python_version()} ({sys.platform}), median of {RUNS} runs")
    compare()
    copies = [copy_microseconds(random.Random(run)) for run in range(RUNS)]
    show("copy, microseconds", statistics.median(copies), "{:.2f}")
    show("rollouts in 100 ms", statistics.median([rollouts(random.Random(run)) for run in range(RUNS)]))


if __name__ == "__main__":
    main()
