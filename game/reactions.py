"""What bots say to what happens: a word or two at their plate for a moment, now and then.

A function of public events, the match's id and the version: everybody sees the same, nothing is kept, and a
word can tell nothing of hidden cards. Only bots of their own speak; who stands in for a person puts no words
into that person's mouth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override, pgettext_lazy

from game.engine import RuleSet
from game.snapshot import Snapshot, Step

Event = dict[str, Any]

MANY = 4
"""So many cards at once are worth a word."""
AGAIN = 3
"""Drawn so often without laying in between, too."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of moment: the picture beside the words (`r-…` in `static/faces.svg`), that one in `odds` is
    spoken about, and what may be said: on a phone with eight seats there is room for 14 letters."""

    mood: str
    odds: int
    words: tuple[Any, ...]


KINDS: dict[str, Kind] = {
    "won": Kind("cheer", 2, (
        pgettext_lazy("reaction", "Yay"),
        pgettext_lazy("reaction", "Lucky me"),
        pgettext_lazy("reaction", "Lovely round"),
    )),
    "lost": Kind("cheer", 3, (
        pgettext_lazy("reaction", "Well played"),
        pgettext_lazy("reaction", "Well deserved"),
    )),
    "forgot": Kind("oops", 2, (
        pgettext_lazy("reaction", "Oops"),
        pgettext_lazy("reaction", "Forgot it"),
        pgettext_lazy("reaction", "Fair enough"),
    )),
    "caught": Kind("wink", 2, (
        pgettext_lazy("reaction", "Heard nothing"),
        pgettext_lazy("reaction", "Next time"),
    )),
    "took": Kind("oops", 3, (
        pgettext_lazy("reaction", "So many"),
        pgettext_lazy("reaction", "Phew"),
        pgettext_lazy("reaction", "Oh well"),
    )),
    "comfort": Kind("wink", 5, (
        pgettext_lazy("reaction", "Chin up"),
        pgettext_lazy("reaction", "You’ll be fine"),
    )),
    "again": Kind("oops", 3, (
        pgettext_lazy("reaction", "Not my day"),
        pgettext_lazy("reaction", "More and more"),
    )),
    "jumped": Kind("glad", 4, (
        pgettext_lazy("reaction", "Me too"),
        pgettext_lazy("reaction", "Zap"),
    )),
    "seven": Kind("wink", 8, (
        pgettext_lazy("reaction", "For you"),
        pgettext_lazy("reaction", "Here you go"),
    )),
    "skipped": Kind("oops", 10, (
        pgettext_lazy("reaction", "Short break"),
        pgettext_lazy("reaction", "Never mind"),
    )),
    "back": Kind("glad", 2, (
        pgettext_lazy("reaction", "Hello again"),
        pgettext_lazy("reaction", "There you are"),
    )),
    "joined": Kind("glad", 2, (
        pgettext_lazy("reaction", "Welcome"),
        pgettext_lazy("reaction", "Hello"),
    )),
    "dealt": Kind("glad", 6, (
        pgettext_lazy("reaction", "Here we go"),
        pgettext_lazy("reaction", "Good luck"),
    )),
}  # fmt: skip
"""What a bot may say something about, the weightiest first."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """Who says something, about which kind of moment, and which of its words."""

    seat: int
    kind: str
    word: int


def shown_since(match: Snapshot, version: int, lang: str) -> dict[str, Any] | None:
    """The last reaction after `version`, ready for a page: `seat`, `mood`, `text`."""
    bots = [seat for seat, guest in enumerate(match.guests) if guest is None]
    first = max(0, len(match.trail) - (match.version - version))
    for at in reversed(range(first, len(match.trail))) if bots else ():
        found = reaction(match.id, match.trail[: at + 1], bots, match.rules)
        if found is not None:
            kind = KINDS[found.kind]
            with override(lang):
                return {"seat": found.seat, "mood": kind.mood, "text": str(kind.words[found.word])}
    return None


def reaction(match_id: str, trail: Sequence[Step], bots: Sequence[int], rules: RuleSet) -> Reaction | None:
    """What is said about the last step of the trail. `bots`: the seats that may speak."""
    told = {kind: seat for event in trail[-1].public for kind, seat in _told(event, trail, bots, rules)}
    if not told:
        return None
    chance = random.Random(f"{match_id} {trail[-1].version}")
    kind = min(told, key=list(KINDS).index)
    if chance.randrange(KINDS[kind].odds):
        return None
    seat = told[kind]
    if seat is None:
        seat = chance.choice(bots)
    return Reaction(seat, kind, chance.randrange(len(KINDS[kind].words)))


Told = Iterator[tuple[str, int | None]]


def _told(event: Event, trail: Sequence[Step], bots: Sequence[int], rules: RuleSet) -> Told:
    """Kinds of moments this event is, with the bot that speaks (None: any of them)."""
    seat = event.get("seat")
    mine = seat in bots
    for kind, holds in _MINE.items():
        if mine and holds(event, trail, rules):
            yield kind, seat
    for kind, holds in _ANYBODYS.items():
        if not mine and holds(event, trail, rules):
            yield kind, None
    if event["e"] == "round-over":
        yield ("won", event["winner"]) if event["winner"] in bots else ("lost", None)
    elif event["e"] == "challenged" and event["by"] in bots:
        yield "caught", event["by"]


Holds = Callable[[Event, Sequence[Step], RuleSet], bool]


def _third_draw(event: Event, trail: Sequence[Step], _: RuleSet) -> bool:
    """Drawn for the third time, without having laid a card since."""
    if event["e"] != "drew":
        return False
    draws = 0
    for step in reversed(trail):
        kinds = [one["e"] for one in step.public if one.get("seat") == event["seat"] or one["e"] == "dealt"]
        if "played" in kinds or "jumped" in kinds or "dealt" in kinds:
            break
        draws += kinds.count("drew")
    return draws == AGAIN


def _is(*kinds: str) -> Holds:
    return lambda event, trail, rules: event["e"] in kinds


def _many(event: Event, trail: Sequence[Step], rules: RuleSet) -> bool:
    return event["e"] == "took" and int(event["n"]) >= MANY


_MINE: dict[str, Holds] = {
    "forgot": _is("forgot", "challenged"),
    "took": _many,
    "again": _third_draw,
    "jumped": _is("jumped"),
    "seven": lambda event, trail, rules: (
        event["e"] == "played" and event["card"][0] == "7" and rules.seven != "off"
    ),
    "skipped": _is("skipped"),
}
"""What happens to the bot that speaks."""

_ANYBODYS: dict[str, Holds] = {
    "comfort": _many,
    "back": _is("back"),
    "joined": _is("joined"),
    "dealt": lambda event, trail, rules: event["e"] == "dealt" and event["round"] > 1,
}
"""What happens to others, or to all."""
