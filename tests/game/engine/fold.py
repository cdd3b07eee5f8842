"""The fold law's fold: a viewer's old view and what it heard give its new view.

Events explain what moved: cards, counts, scores, people. What merely stands at the end (whose turn, what is
open, what is legal) no rule-free reader can know; `STANDING` names it and it is taken over from the new view.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

STANDING = (
    "state", "round", "dealer", "turn", "turn_no", "dir", "wish", "due", "skip", "again", "wish_owed", "said",
    "drew", "mau_open", "outs", "bare", "legal", "drawn", "outcome",
)  # fmt: skip
SEAT_STANDING = ("mau", "out", "in_match", "owes", "place")
COMPARED = ("top", "pile", "discard", "stock", "history", "hand", "hands", "winner", "seats")

View = dict[str, Any]


def fold(view: View, heard: list[dict[str, Any]]) -> View:
    """`view` with all that was heard done to it; only `COMPARED` is right afterwards."""
    now = deepcopy(view)
    for event in heard:
        _DO.get(event["e"], _nothing)(now, event)
        now["top"] = now["pile"][-1] if now["pile"] else None
        now["discard"] = len(now["pile"])
    now["hand"] = sorted(now["hand"])
    return now


def standing(view: View) -> View:
    """`view` without what an event cannot tell."""
    kept = {key: deepcopy(view[key]) for key in COMPARED}
    for seat in kept["seats"]:
        for key in SEAT_STANDING:
            del seat[key]
    return kept


def _nothing(now: View, event: dict[str, Any]) -> None:
    """Nothing moves."""


def _dealt(now: View, event: dict[str, Any]) -> None:
    now["pile"], now["stock"] = event["pile"], event["stock"]
    now["hand"], now["hands"], now["winner"] = event.get("hand", []), None, None
    for seat, cards in zip(now["seats"], event["cards"], strict=True):
        seat["cards"] = cards


def _lose(now: View, seat: int, cards: list[str]) -> None:
    now["seats"][seat]["cards"] -= len(cards)
    if now["me"] == seat:
        for card in cards:
            now["hand"].remove(card)


def _played(now: View, event: dict[str, Any]) -> None:
    _lose(now, event["seat"], event["cards"] + event["under"])
    now["pile"] = event["under"] + now["pile"] + event["cards"]


def _jumped(now: View, event: dict[str, Any]) -> None:
    _lose(now, event["seat"], [event["card"]])
    now["pile"].append(event["card"])


def _got(now: View, event: dict[str, Any]) -> None:
    now["seats"][event["seat"]]["cards"] += event["n"]
    now["stock"] -= event["n"]
    now["hand"] += event.get("cards", [])


def _renewed(now: View, event: dict[str, Any]) -> None:
    now["pile"] = now["pile"][-1:]
    now["stock"] += event["stock"]


def _round_over(now: View, event: dict[str, Any]) -> None:
    now["winner"], now["hands"] = event["winner"], event["hands"]
    now["history"].append(event["points"])
    for seat, points, wins in zip(now["seats"], event["points"], event["wins"], strict=True):
        seat["score"] += points
        seat["wins"] = wins


def _match_over(now: View, event: dict[str, Any]) -> None:
    now["hands"] = event["hands"]


def _left(now: View, event: dict[str, Any]) -> None:
    seat = now["seats"][event["seat"]]
    if event["removed"]:
        seat["removed"] = True
        now["stock"] += seat["cards"]
        seat["cards"] = 0
        now["hand"] = [] if now["me"] == event["seat"] else now["hand"]


def _stand_in(now: View, event: dict[str, Any]) -> None:
    now["seats"][event["seat"]]["bot"] = event["bot"]


def _back(now: View, event: dict[str, Any]) -> None:
    now["seats"][event["seat"]] |= {"bot": None, "name": event["name"]}


_DO = {
    "dealt": _dealt, "played": _played, "jumped": _jumped, "renewed": _renewed,
    "drew": _got, "took": _got, "forgot": _got, "challenged": _got, "tried": _got,
    "round-over": _round_over, "match-over": _match_over, "left": _left, "stand-in": _stand_in, "back": _back,
}  # fmt: skip
