"""Drawn positions: a view written in a line, and what a bot says in it."""

from __future__ import annotations

import random
from typing import Any

from game.bots import decide
from game.bots.base import Log, View

DEALT = {"e": "dealt", "dealer": 1, "top": "9H"}


def given(hand: str, legal: str, *, top: str = "9H", others: tuple[int, ...] = (4, 4), **more: Any) -> View:
    """The view of seat 0, on turn, with these cards, words (separated by commas) and others' card counts."""
    cards = hand.split()
    seats = [
        {
            "seat": n,
            "name": f"Bot {n}",
            "bot": "hard",
            "cards": count,
            "mau": False,
            "out": False,
            "removed": False,
            "in_match": True,
            "owes": 0,
            "score": 0,
            "wins": 0,
            "place": None,
        }
        for n, count in enumerate((len(cards), *others))
    ]
    view = {
        "state": "play",
        "round": 1,
        "dealer": 1,
        "turn": 0,
        "turn_no": 3,
        "dir": 1,
        "rules": "mau-mau",
        "preset": "mau-mau",
        "top": top,
        "pile": [top],
        "discard": 1,
        "stock": 15,
        "wish": None,
        "due": 0,
        "skip": 0,
        "again": False,
        "wish_owed": False,
        "mau_open": None,
        "seats": seats,
        "history": [],
        "me": 0,
        "hand": cards,
        "legal": legal.split(","),
        "drawn": None,
        "hands": None,
        "winner": None,
        "outcome": None,
    }
    return view | more


def say(strength: str, view: View, seed: int = 1, log: Log = (DEALT,)) -> str | None:
    """What a bot of this strength says there, after the deal and nothing else unless told."""
    return decide(strength, view, log, random.Random(seed))
