"""`manage.py find_puzzles` searches seeds for positions with one solution, for content/puzzles.txt."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from content.lessons.puzzles import PATH, Solution, line_of, solve, theme
from content.lessons.solve import Unproven
from game.engine import State, card_name, full_pack, parse_position, parse_rules

PRESETS = ("mau-mau", "crazy-eights", "mau-mau", "classic", "mau-mau", "first-lesson", "mau-mau", "five-wins")
"""Whose rules the positions follow, by turns; Mau-Mau itself every other day."""
THEMES = ("wish", "order", "seven", "eight", "draw")
HANDS = (3, 4, 5)
STOCK = 6
POSITIONS = 2500
"""A search that needs more is not for a page, nor for a head."""
TURNS = range(3, 6)
FEWEST_WAYS = 3
HEAD = "# One position a line: see content/lessons/puzzles.py. Made by `manage.py find_puzzles`.\n"


class Command(BaseCommand):
    """Finds puzzles; the same seeds give the same file."""

    help = "Search for positions with one provable solution and write content/puzzles.txt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=140)
        parser.add_argument("--first-seed", type=int, default=1)
        parser.add_argument("--to", type=Path, default=PATH)

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes as many as asked for: no theme more often than its share, presets by turns."""
        wanted = options["count"]
        lines = list(_spread(wanted, options["first_seed"]))
        options["to"].write_text(HEAD + "".join(f"{line}\n" for line in lines), "ascii")
        self.stdout.write(f"{len(lines)} puzzles")


def _spread(wanted: int, seed: int) -> Iterator[str]:
    """Puzzles whose presets follow `PRESETS` and whose themes stay about even within a preset."""
    seeds = count(seed)
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(wanted):
        preset = PRESETS[number % len(PRESETS)]
        yield _next(preset, seeds, seen)


def _next(preset: str, seeds: Iterator[int], seen: Counter[tuple[str, str]]) -> str:
    """The next puzzle of a preset; its theme is one that has not come oftener than the others need allow."""
    most_ahead = 2
    for tries, seed in enumerate(seeds):
        state = position(preset, seed)
        found = puzzle(state)
        if not found:
            continue
        about = theme(state, found.wins[0])
        rarest = min(seen[preset, other] for other in THEMES)
        if seen[preset, about] - rarest <= most_ahead + tries // 400:
            seen[preset, about] += 1
            return line_of(state, found.turns, about, level(found))
    raise AssertionError("the seeds have no end")


def position(preset: str, seed: int) -> State:
    """A position made by chance from a seed: two hands, a top card and the stock, seat 0 on turn."""
    rng = random.Random(f"puzzle {preset} {seed}")
    rules = parse_rules(preset)
    cards = full_pack(rules, 2)
    rng.shuffle(cards)
    mine, other = rng.choice(HANDS), rng.choice(HANDS)
    hand, top = cards[:mine], cards[mine + other]
    text = f"top={card_name(top)} hand={'.'.join(map(card_name, hand))} hands={mine},{other} rules={preset}"
    state = parse_position(text)
    state.hands[1] = cards[mine : mine + other]
    state.stock = cards[mine + other + 1 :][:STOCK]
    return state


def puzzle(state: State) -> Solution | None:
    """The solution, if the position is worth a look: of at least three ways one alone wins."""
    try:
        found = _won(state)
        if found is None or len(found.wins) > 1 or len(found.fails) + 1 < FEWEST_WAYS:
            return None
        for move in (*found.wins, *found.fails):
            found.after(move)  # to be told, how it goes on must be known
    except Unproven:
        return None
    return found


def _won(state: State) -> Solution | None:
    """The solution in as few turns as can be."""
    tried = (solve(state, turns, POSITIONS) for turns in TURNS)
    return next((found for found in tried if found.wins), None)


def level(found: Solution) -> int:
    """How hard it is, from 1 to 3: by how far one has to look and how many ways there are."""
    work = 2 * found.turns + len(found.fails)
    return 1 + (work > 10) + (work > 12)
