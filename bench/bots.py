"""How long a decision takes: `python -m bench.bots`.

Each strength plays rounds of `mau-mau` against itself, two and four at the table. Counted are its decisions
on turn that are a choice, in milliseconds of this process's own work: others disturb that little.
"""

from __future__ import annotations

import platform
import sys
import time

from game.bots import STRENGTHS
from game.simulate.arena import Contest, play, times
from game.simulate.proof import BUDGETS

GAMES = {"easy": 100, "normal": 100, "hard": 100, "master": 12}
SEATS = (2, 4)


def main() -> None:
    """Prints one line for each strength and table."""
    print(f"Python {platform.python_version()} ({sys.platform}), mau-mau, milliseconds of work a decision")
    print(f"{'':10}{'seats':>6}{'decisions':>11}{'median':>9}{'p99':>9}")
    for strength in STRENGTHS:
        for seats in SEATS:
            contest = Contest("mau-mau", (strength,) * seats, GAMES[strength], seed=1)
            score = play(contest, clocks=(time.perf_counter_ns, time.process_time_ns))
            took = times(score)[strength]
            half, most = (1000 * (took[key] or 0.0) for key in ("cpu_median", "cpu_p99"))
            goal = "   goal {:.0f} / {:.0f}".format(*(1000 * s for s in BUDGETS[seats]))
            goal = goal if strength == "master" else ""
            print(f"{strength:10}{seats:>6}{took['decisions']:>11}{half:>9.1f}{most:>9.1f}{goal}")


if __name__ == "__main__":
    main()
