"""How late bots move when many tables wait for one ticker: `python -m bench.ticker`.

One process on one core, a fresh SQLite file: matches of one human and three bots that think 0.8–2.5 s. The
humans move one second after it is their turn, by the same writer. Prints how late what was due was on disk
(p50, p99, the worst), moves per second, and the CPU time of the ticker and of the process.

`--masters N`: at N further tables all bots are masters, whose searches take every core they get. Prints as
well how many of their turns were searched, and why the others were not.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from threading import Event, Thread

RULES = "mau-mau match_end=wins:20 turn_seconds=off"
STRENGTHS = ("easy", "normal", "hard")
MASTERS = ("master", "master", "master")
HUMAN_SECONDS = 1.0


class Late:
    """Stands in for the histogram of the metrics: keeps each figure, by kind."""

    def __init__(self) -> None:
        self.by_kind: dict[str, list[float]] = defaultdict(list)
        self._kind = ""

    def labels(self, kind: str) -> Late:
        """The next figure is of this kind; only the ticker's thread asks."""
        self._kind = kind
        return self

    def observe(self, seconds: float) -> None:
        """One figure."""
        self.by_kind[self._kind].append(seconds * 1000)


def prepare(folder: str, one_core: bool) -> None:
    """Django on an empty database, on one core or on all."""
    if one_core:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ.update(DJANGO_SETTINGS_MODULE="maumau_site.settings", MAUMAU_DATA=folder, MAUMAU_TICKER="0")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def open_matches(count: int, masters: int) -> list[tuple[str, int]]:
    """Matches with one human each, the last ones against masters: (match id, guest's key)."""
    from game import engine, services
    from game.clock import now_ms
    from game.models import Guest

    opened = []
    for n in range(count + masters):
        guest = Guest.objects.create(token_hash=f"{n:064}", name="Anna", created=now_ms(), seen=now_ms())
        bots = [services.Player(f"Bot {one}", None, one) for one in (STRENGTHS if n < count else MASTERS)]
        players = [services.Player("Anna", guest), *bots]
        match = services.create_match(
            rules=engine.parse_rules(RULES), players=players, solo=False, host=guest
        )
        opened.append((match.pk, guest.pk))
    return opened


def people(opened: list[tuple[str, int]], stop: Event) -> None:
    """They give signs of life, press "next", and play by chance, each a second after they could."""
    from game import engine, store, writer
    from game.clock import now_ms
    from game.hub import presence
    from game.snapshot import Transition

    rng = random.Random(1)
    since: dict[tuple[str, int], int] = {}
    while not stop.wait(0.05):
        now, wanted = now_ms(), []
        for match_id, guest in opened:
            presence.seen(f"match:{match_id}", str(guest), now)
            match = store.at_least(match_id, 0)
            mine = match.state.turn == 0 or (match.state.phase == "between" and match.status == "play")
            if not mine or now - since.setdefault((match_id, match.version), now) < HUMAN_SECONDS * 1000:
                continue
            words = engine.legal_words(match.state, 0) if match.state.phase == "play" else ["next"]
            wanted.append(Transition(match_id, rng.choice(words), 0, match.version))
            del since[match_id, match.version]
        if wanted:
            writer.commit_all(wanted)


def tell_searches(seconds: float) -> None:
    """How many masters' turns were searched since the start, and how long that took."""
    from game import metrics

    def count(name: str, **labels: str) -> float:
        return metrics.registry.get_sample_value(name, labels) or 0

    done = count("maumau_thinking_seconds_count", job="decide")
    took = count("maumau_thinking_seconds_sum", job="decide")
    whys = {why: count("maumau_master_fallbacks_total", why=why) for why in ("busy", "late", "broken")}
    print(
        f"searched: {done:.0f} turns ({done / seconds:.0f}/s, {took / max(1, done) * 1000:.0f} ms each);",
        end=" ",
    )
    print("like hard: " + ", ".join(f"{number:.0f} {why}" for why, number in whys.items()))


def measure(matches: int, masters: int, seconds: float) -> None:
    """Run and print."""
    from game import metrics, ticker
    from game.models import Match, Move

    opened = open_matches(matches, masters)
    late, stop = Late(), Event()
    metrics.ticker_late_seconds = late  # type: ignore[assignment]
    crowd = Thread(target=people, args=(opened, stop))
    crowd.start()
    ticker.start()
    assert ticker._thread is not None and ticker._thread.ident is not None
    cpu_of = time.pthread_getcpuclockid(ticker._thread.ident)
    time.sleep(3)
    late.by_kind.clear()
    moves, begun = Move.objects.count(), time.monotonic()
    used, process = time.clock_gettime(cpu_of), time.process_time()
    time.sleep(seconds)
    took = time.monotonic() - begun
    used, process = time.clock_gettime(cpu_of) - used, time.process_time() - process
    moves = Move.objects.count() - moves
    by_kind = {kind: sorted(figures) for kind, figures in late.by_kind.items()}
    if masters:
        tell_searches(took + 3)
    ticker.stop()
    stop.set()
    crowd.join()
    print(f"{matches} matches and {masters} with masters, {took:.0f} s: {moves / took:.0f} moves/s")
    for kind, figures in sorted(by_kind.items()):
        p50, p99 = (figures[int(len(figures) * part)] for part in (0.5, 0.99))
        worst = figures[-1]
        print(f"{kind:>10}: {len(figures):6} played, late p50 {p50:.0f} ms, p99 {p99:.0f}, max {worst:.0f}")
    print(f"CPU: ticker {used / took:.1%}, process {process / took:.1%} of one core;", end=" ")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB;", end=" ")
    print(f"still in play: {Match.objects.filter(status='play').count()}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--masters", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path(os.environ.get("TMPDIR", "/tmp"))) as folder:
        prepare(folder, one_core=not options.masters)
        measure(options.matches, options.masters, options.seconds)


if __name__ == "__main__":
    main()
