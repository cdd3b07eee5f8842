"""A view as `present.table_view` gives it, to be bent to what a test needs."""

from __future__ import annotations

from typing import Any

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Frida", "Gero", "Hanna")
MATCH = "b" * 32


def seat_of(number: int, cards: int = 5, **more: Any) -> dict[str, Any]:
    """One seat, played by a human who is there."""
    seat: dict[str, Any] = {
        "seat": number, "name": NAMES[number], "bot": None, "cards": cards, "mau": False, "out": False,
        "removed": False, "in_match": True, "owes": 0, "score": 10 * number, "wins": 0, "place": None,
        "stand_in": False, "gone": False, "present": True,
    }  # fmt: skip
    return seat | more


def view_of(seats: int = 4, **more: Any) -> dict[str, Any]:
    """Alice (seat 0) is on turn, nine of hearts on top; of her five cards three fit."""
    view: dict[str, Any] = {
        "state": "play", "round": 2, "dealer": 1, "turn": 0, "turn_no": 3, "dir": 1,
        "rules": "mau-mau match_end=rounds:3", "preset": "mau-mau", "top": "9H", "pile": ["8S", "9H"],
        "discard": 2, "stock": 14, "wish": None, "due": 0, "skip": 0, "again": False, "wish_owed": False,
        "mau_open": None, "seats": [seat_of(number) for number in range(seats)], "history": [[0] * seats],
        "me": 0, "hand": ["JD", "9C", "TD", "7H", "7C"],
        "legal": ["d", "p 7H", "p 9C", "p JD:C", "p JD:D", "p JD:H", "p JD:S"], "drawn": None, "hands": None,
        "winner": None, "outcome": None, "v": 17, "left": 34_000, "of": 40_000, "status": "play",
        "solo": False, "room": "", "next": "", "ready": [False] * seats, "pause": None, "log": [],
    }  # fmt: skip
    return view | more


def finished(**more: Any) -> dict[str, Any]:
    """Bob has won the second round of three."""
    hands = [["KS", "9H"], [], ["8C", "AD"], ["JC", "TD"]]
    over: dict[str, Any] = {
        "state": "round-over", "turn": None, "winner": 1, "hands": hands, "hand": hands[0], "legal": [],
        "history": [[1, 2, 3, 4], [13, 0, 19, 30]], "left": None, "of": None, "pause": 18_000,
    }  # fmt: skip
    return view_of(**(over | more))
