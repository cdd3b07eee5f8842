"""What a search costs: `python -m bench.search`.

Prints for each language what the index takes to build (once, and again after an editor's change), how many
places and stems it holds, and the mean and the slowest of the queries with all that a page of hits needs; all
in ms of CPU.
"""

from __future__ import annotations

import os
import time
from statistics import fmean

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")

import django

django.setup()

from content import figures, search  # noqa: E402

ROUNDS = 20
QUERIES = {
    "de": (
        "bube auf bube", "mau vergessen", "Ablagestapel", "muss ich legen wenn ich kann", "sibben", "uno",
        "wieviel zählt das ass", "wuenschen", "xyzzy plugh", "karte " * 2_000,
    ),
    "en": (
        "jack on jack", "forgot mau", "discard pile", "must I play if I can", "sevven", "skip",
        "how many points is an ace", "wild card", "xyzzy plugh", "card " * 2_000,
    ),
}  # fmt: skip


def milliseconds(query: str, language: str) -> float:
    """One search."""
    start = time.thread_time()
    search.search(query, language)
    return (time.thread_time() - start) * 1000


def main() -> None:
    """Both languages."""
    figures.ready()
    for language, queries in QUERIES.items():
        start = time.thread_time()
        built = search.index(language)
        took = (time.thread_time() - start) * 1000
        print(f"{language}: index of {len(built.places)} places, {len(built.known)} stems in {took:.0f} ms")
        times = [milliseconds(query, language) for _ in range(ROUNDS) for query in queries]
        print(f"{language}: {len(queries)} queries, {fmean(times):.1f} ms each, {max(times):.1f} ms at most")


if __name__ == "__main__":
    main()
