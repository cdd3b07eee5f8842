"""The turns of a finished match that cost one seat most: found by what that seat knew, and nothing else.

`run` is a job for a worker (game.thinking): a pure function from JSON to JSON.

Three steps, each on fewer turns: a bot without search says cheaply where it would have done something else;
the search weighs those; and what then looks worst is weighed anew with other chances and far more deals.
Only this second look counts, so a turn is not shown because the first one was unlucky, and only a difference
well beyond its own sampling error is shown.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from game import bots
from game.bots import master
from game.bots.master import Weighed
from game.coach.board import calls, cards_of
from game.coach.reasons import SURE, error, explain, gap, settled
from game.coach.replays import Decision, decisions, has_choice

MOST_WEIGHED, MOST_SURE, MOST_SHOWN = 24, 6, 3
EFFORT = 16.0  # of the second look, in those of a move at the table
WORTH_SHOWING = 0.05  # of the chance
POSITION = (
    "round", "rules", "turn", "dir", "top", "wish", "due", "skip", "again", "drawn", "stock", "hand", "me",
    "seats", "mau_open",
)  # fmt: skip
"""What is kept of a view: enough to draw the position and to tell of it."""


def run(job: dict[str, Any]) -> dict[str, Any]:
    """The review: `found`, at most three turns in the order they were played; in how many `turns` there was a
    choice, and how many decisions were `weighed`.

    `job`: `rules`, `seats` and `steps` as `replays.decisions` takes them, `seat`, and a `seed`.
    """
    made = list(decisions(job["rules"], job["seats"], job["steps"], job["seat"]))
    chance = random.Random(job["seed"])
    choices = [one for one in made if not one.forgot]
    picked = _worth_a_look(choices, chance)
    lost = [(one, loss) for one in picked if (loss := _loss(one, chance, 1.0)) > WORTH_SHOWING / 2]
    lost.sort(key=lambda pair: -pair[1])
    found = [turn for one, _ in lost[:MOST_SURE] if (turn := _sure(one, chance))]
    found.sort(key=lambda turn: turn["played"] - turn["better"])
    shown = [*_forgotten(made)[:1], *found][:MOST_SHOWN]
    return {"found": sorted(shown, key=_when), "turns": _with_choice(made), "weighed": len(picked)}


def _with_choice(made: Sequence[Decision]) -> int:
    """In how many turns something was chosen: who draws and then lays has decided twice in one."""
    return len({(one.view["round"], one.turn) for one in made if has_choice(one.view)})


def _when(turn: dict[str, Any]) -> tuple[int, int]:
    return turn["view"]["round"], turn["turn"]


def _worth_a_look(made: Sequence[Decision], chance: random.Random) -> list[Decision]:
    """The turns a bot without search would have played otherwise; of too many, some by chance."""
    found = [one for one in made if _otherwise(one, chance)]
    return found if len(found) <= MOST_WEIGHED else chance.sample(found, MOST_WEIGHED)


def _otherwise(one: Decision, chance: random.Random) -> bool:
    """Whether hard does not say the word that was said; what it calls first does not count."""
    view = dict(one.view)
    view["legal"] = [word for word in view["legal"] if word[0] not in "mcj"]
    return bots.decide("hard", view, one.log, chance) != one.word


def _loss(one: Decision, chance: random.Random, effort: float) -> float:
    """How much was lost by what was said, by one look at it; 0 for what is not weighed."""
    pair = _pair(one, _weigh(one, chance, effort))
    return gap(*pair) if pair else 0.0


def _weigh(one: Decision, chance: random.Random, effort: float) -> list[Weighed]:
    weighed = master.weigh(one.view, one.log, random.Random(chance.getrandbits(64)), effort=effort)
    return settled(one.view, weighed)


def _pair(one: Decision, weighed: Sequence[Weighed]) -> tuple[Weighed, Weighed] | None:
    """The best word and the one that was said, if they are two and both were weighed."""
    said = next((other for other in weighed if _same(other.word, one.word)), None)
    return None if said is None or said is weighed[0] else (weighed[0], said)


def _same(one: str, other: str) -> bool:
    """Whether two words lay the same cards with the same one on top and the same wish."""
    mine, theirs = cards_of(one), cards_of(other)
    wish = one.partition(":")[2] == other.partition(":")[2]
    return one == other or bool(
        mine and theirs and mine[-1] == theirs[-1] and sorted(mine) == sorted(theirs) and wish
    )


def _sure(one: Decision, chance: random.Random) -> dict[str, Any] | None:
    """The turn as it is shown, None if a long look does not bear out that it cost something."""
    weighed = _weigh(one, chance, EFFORT)
    pair = _pair(one, weighed)
    if pair is None or gap(*pair) < max(WORTH_SHOWING, SURE * error(*pair)):
        return None
    best, said = pair
    advice = explain(one.view, one.log, weighed, said.word)
    return {
        "view": _position(one.view), "turn": one.turn, "word": one.word, "advice": advice.json(),
        "call": next(iter(calls(one.view, best.word)), ""), "forgot": 0,
        "better": best.chance, "played": said.chance, "worlds": min(best.worlds, said.worlds),
    }  # fmt: skip


def _forgotten(made: Sequence[Decision]) -> list[dict[str, Any]]:
    """The turns in which a missing call cost cards, the dearest first."""
    turns = [
        {"view": _position(one.view), "turn": one.turn, "word": one.word, "forgot": one.forgot}
        for one in made
        if one.forgot
    ]
    return sorted(turns, key=lambda turn: -int(turn["forgot"]))


def _position(view: dict[str, Any]) -> dict[str, Any]:
    kept = {name: view[name] for name in POSITION}
    names = ("seat", "name", "cards", "removed", "in_match", "out")
    return kept | {"seats": [{name: seat[name] for name in names} for seat in view["seats"]]}
