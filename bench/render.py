"""What one viewer costs: `python -m bench.render`.

Plays whole matches in memory and has every version shown to every seat, as html (`present.fragments`) and as
JSON (`present.view_json`), in the order a server would: a new version, then all its viewers. Prints the mean
for one viewer in µs, with nothing kept (`cold`), in a process that has shown other matches before, and what
drawing the same with the page's templates would take; then bytes, and how much is kept.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")

import django

django.setup()

import orjson  # noqa: E402

from game import present, public, slots  # noqa: E402
from game.engine import parse_rules  # noqa: E402
from game.hub import presence  # noqa: E402
from game.snapshot import Snapshot  # noqa: E402
from tests.game.in_memory import Match  # noqa: E402

RULES = ("mau-mau match_end=rounds:3", "double-52 match_end=rounds:3", "classic match_end=wins:2")
LANGS = {"one language": ("de",), "both": ("de", "en")}
FRESH_EVERY = 40  # the page's templates are slow, so only so many versions are drawn with them

RUNS = 3
Version = tuple[Snapshot, int]
Show = Callable[[Snapshot, int, int], Any]


def played(seats: int, seeds: Iterable[int]) -> list[Version]:
    """Every version of some matches, with its time; everybody is there."""
    found = []
    for seed in seeds:
        rules = parse_rules(RULES[seed % len(RULES)])
        match = Match(rules, people=seats, seed=seed, still=True, room="r" * 32)
        found += [(snapshot, match.now) for snapshot in match.snapshots()]
    return found


def mean_us(versions: list[Version], show: Show, before: Callable[[], Any] = lambda: None) -> float:
    """Mean time for one viewer of one version; of each version the best of some runs, others are busy too."""
    runs = [_run(versions, show, before) for _ in range(RUNS)]
    best: int = sum(min(times) for times in zip(*runs, strict=True))
    return best / sum(len(match.guests) for match, _ in versions) / 1000


def _run(versions: list[Version], show: Show, before: Callable[[], Any]) -> list[int]:
    """CPU time in ns for each version, all its viewers together."""
    before()
    found = []
    for match, now in versions:
        match.__dict__.pop("log", None)  # as in a snapshot that nobody has looked at
        for guest in match.guests:
            presence.seen(match.topic, str(guest), now)
        begun = time.thread_time_ns()
        for seat in range(len(match.guests)):
            show(match, seat, now)
        found.append(time.thread_time_ns() - begun)
    return found


def forget() -> None:
    """As in a new process."""
    public.forget()
    for kept in slots.MEMOS.values():
        kept.cache_clear()


def html_in(langs: tuple[str, ...]) -> Show:
    """Viewers who read these languages in turn."""
    return lambda match, seat, now: present.fragments(match, seat, langs[seat % len(langs)], now)


def fresh(match: Snapshot, seat: int, now: int) -> tuple[str, ...]:
    """The same with the page's templates."""
    return present.fresh(present.table_view(match, seat, now), match.id, "de")


def json(match: Snapshot, seat: int, now: int) -> bytes:
    """The view object."""
    return present.view_json(match, seat, now)


def whole(match: Snapshot, seat: int, now: int) -> bytes:
    """The same in one piece."""
    return orjson.dumps(present.table_view(match, seat, now))


def sizes(versions: list[Version]) -> tuple[float, float]:
    """Mean bytes of what is new in a view for one who has the one before, and of the JSON."""
    shown: dict[tuple[str, int], frozenset[str]] = {}
    new = jsons = count = 0
    for match, now in versions:
        for seat in range(len(match.guests)):
            parts = present.fragments(match, seat, "de", now)
            known = shown.get((match.id, seat), frozenset())
            new += sum(len(part.encode()) for part in parts if part not in known)
            jsons += len(present.view_json(match, seat, now))
            shown[match.id, seat] = frozenset(parts)
            count += 1
    return new / count, jsons / count


def main() -> None:
    """Prints the table."""
    for seats in (4, 8):
        others, matches = played(seats, range(100, 120)), played(seats, range(1, 13))
        gc.collect()
        gc.freeze()  # no server holds so many old versions
        gc.set_threshold(50_000, 20, 100)  # as the server
        print(f"{seats} seats, {len(matches)} versions of 12 matches; µs for one viewer")
        for name, langs in LANGS.items():
            show = html_in(langs)
            cold = mean_us(matches, show, forget)
            running = mean_us(matches, show, partial(_run, others, show, forget))
            print(f"  html, {name}: cold {cold:.1f}, running {running:.1f}")
        print(f"  html by the page's templates: {mean_us(matches[::FRESH_EVERY], fresh):.0f}")
        print(f"  JSON: {mean_us(matches, json):.1f}, in one piece {mean_us(matches, whole):.1f}")
        html, whole_view = sizes(matches)
        print(f"  bytes in the mean: html {html:.0f}, JSON {whole_view:.0f}")
    kept = {name: memo.cache_info() for name, memo in slots.MEMOS.items()}
    for name, info in sorted(kept.items(), key=lambda one: -one[1].currsize):
        hits = info.hits / (info.hits + info.misses or 1)
        print(f"  kept {name}: {info.currsize} of {info.maxsize}, found {hits:.1%}")


if __name__ == "__main__":
    main()
