"""Positions to solve: “which move wins in so many turns, whatever the other does?”.

A line of content/puzzles.txt is a position (NOTATION §3) and, after `|`, what both can see here besides:
`other=` the other hand, `stock=` the stock, the next card first; in how many turns seat 0 is to win; the
theme, and how hard it is, from 1 to 3:

    top=9H hand=KD.9C.AH rules=mau-mau hands=3,3 | other=QH.TD.8H stock=7C.KS.TC turns=3 theme=wish level=2
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from content.lessons.solve import Move, Solver, moves, spent
from game.engine import Seat, State, card_name, parse_card, parse_position, position_text

NAME = "Ben"
PATH = Path(__file__).parents[1] / "puzzles.txt"


class Puzzle(NamedTuple):
    """A position with one solution; `line` as it stands in the file."""

    line: str
    position: str
    other: tuple[str, ...]
    stock: tuple[str, ...]
    turns: int
    theme: str
    level: int

    def state(self) -> State:
        """The position: seat 0 is on turn."""
        state = parse_position(self.position)
        state.hands[1] = [parse_card(name) for name in self.other]
        state.stock = [parse_card(name) for name in reversed(self.stock)]
        state.seats = (Seat(""), Seat(NAME))
        return state


def parse(line: str) -> Puzzle:
    """A line of the file; raises ValueError or KeyError for anything else."""
    position, bar, rest = line.strip().partition(" | ")
    if not bar:
        raise ValueError(f"not a puzzle: {line[:40]}")
    words = dict(word.split("=", 1) for word in rest.split())
    other, stock = (tuple(words[key].split(".")) for key in ("other", "stock"))
    turns, level = int(words["turns"]), int(words["level"])
    return Puzzle(line.strip(), position, other, stock, turns, words["theme"], level)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, in the order of their days."""
    lines = PATH.read_text("ascii").splitlines()
    return tuple(parse(line) for line in lines if line and not line.startswith("#"))


def of_day(day: date) -> Puzzle:
    """The puzzle of a day; after the last one they begin again."""
    return puzzles()[day.toordinal() % len(puzzles())]


class Solution(NamedTuple):
    """What a search found: the first moves that win in `turns` turns, those that do not, and how to go on."""

    state: State
    turns: int
    wins: tuple[Move, ...]
    fails: tuple[Move, ...]
    solver: Solver

    def after(self, move: Move) -> list[Move]:
        """`move` and how it goes on: to the win, or until the turns do not suffice."""
        return [move, *self.solver.line(move.state, self.turns - spent(self.state, move))]

    def left(self, line: list[Move]) -> tuple[int, int]:
        """After the line: the cards seat 0 still holds, and the turns it has left for them."""
        before = [self.state, *(move.state for move in line[:-1])]
        used = sum(spent(state, move) for state, move in zip(before, line, strict=True))
        return len(line[-1].state.hands[0]), self.turns - used

    def move(self, word: str) -> Move | None:
        """The first move of that word of the notation."""
        return next((move for move in (*self.wins, *self.fails) if move.word == word), None)


def solve(state: State, turns: int, limit: int = 20_000) -> Solution:
    """Every first move judged by trying everything after it. Raises Unproven."""
    solver = Solver(limit)
    found: dict[bool, list[Move]] = {True: [], False: []}
    for move in moves(state):
        found[solver.wins_by(state, move, turns)].append(move)
    return Solution(state, turns, tuple(found[True]), tuple(found[False]), solver)


@cache
def solved(puzzle: Puzzle) -> Solution:
    """The solution of a puzzle of the file, searched for once."""
    return solve(puzzle.state(), puzzle.turns)


def theme(state: State, move: Move) -> str:
    """What the solution is about: its word is the key of the sentence that hints at it."""
    word = move.word
    if word == "d":
        return "draw"
    if ":" in word:
        return "wish"
    names = {"7": ("seven", state.rules.seven), "8": ("eight", state.rules.eight)}
    name, value = names.get(word[2], ("order", "on"))
    return name if value != "off" else "order"


def line_of(state: State, turns: int, about: str, level: int) -> str:
    """A position with seat 0 on turn as a line of the file."""
    other, stock = (".".join(map(card_name, cards)) for cards in (state.hands[1], reversed(state.stock)))
    more = f"other={other} stock={stock} turns={turns} theme={about} level={level}"
    return f"{position_text(state, 0)} | {more}"
