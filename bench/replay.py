"""`manage.py replay` on a long record: `python -m bench.replay`.

A match of four at `tournament`, played by chance (a lay when a card fits), is written as a record and cut to
1,500 lines; the command is started as in a shell, with and without `--json`. The aim is under two seconds.
"""

from __future__ import annotations

import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from game.engine import Seat, apply, deal, legal_words, new_match, parse_action, parse_rules

ROOT = Path(__file__).parent.parent
LINES = 1500
RUNS = 5
RULES = "tournament match_end=wins:20"


def record() -> str:
    """A record of exactly `LINES` lines."""
    rng, rules = random.Random(1), parse_rules(RULES)
    state = new_match(rules, [Seat(f"P{seat}") for seat in range(4)])
    lines = ["mau 1", f"rules {RULES}", "seats P0|P1|P2|P3"]
    while len(lines) < LINES:
        if state.phase == "between":
            seed = rng.randbytes(32)
            deal(state, seed)
            lines.append(f"round {state.round_no} dealer={state.dealer} seed={seed.hex()}")
            continue
        assert state.turn is not None, "twenty wins need more lines"
        words = legal_words(state, state.turn)
        word = rng.choice([word for word in words if word[0] == "p"] or words)
        lines.append(f"{state.turn} {word}")
        apply(state, state.turn, parse_action(word))
    return "\n".join(lines) + "\n"


def seconds(file: Path, *options: str) -> float:
    """One start of the command."""
    begun = time.perf_counter()
    words = [sys.executable, "manage.py", "replay", str(file), *options]
    subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def main() -> None:
    """Prints one line for each way."""
    print(f"Python {platform.python_version()} ({sys.platform}), median of {RUNS} runs, {LINES:,} lines")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.mau"
        file.write_text(record(), "utf-8")
        for name, options in (("replay, seconds", ()), ("replay --json, seconds", ("--json",))):
            print(f"{name:40}{statistics.median([seconds(file, *options) for _ in range(RUNS)]):>12.2f}")


if __name__ == "__main__":
    main()
