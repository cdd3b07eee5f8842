"""Why one word is better than another: facts of the position that set them apart, never a guess.

A reason is a feature (`features`) that the better word has, or has more of, than its rival.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from math import sqrt

from game.bots.base import Log
from game.bots.master import Weighed
from game.coach.board import View, calls, cards_of
from game.coach.features import Case, Facts, features

SURE = 2.5  # standard errors that make a difference one
CLEARLY, ALMOST = 0.12, 0.025  # of the chance: so much apart is clear, so little is almost the same


@dataclass(frozen=True)
class Advice:
    """A word and the reason for it. `key` names the sentence, `facts` fill it; `clear`: far better than all
    else; `almost`: the word that is nearly as good, "" if none. JSON-ready by `asdict`."""

    word: str
    key: str
    facts: Facts = field(default_factory=dict)
    clear: bool = False
    almost: str = ""

    def json(self) -> Facts:
        """As plain values."""
        return asdict(self)


def advise(view: View, log: Log, weighed: Sequence[Weighed]) -> Advice | None:
    """What to do in `view` and why, from what was weighed (best first); None if there is nothing to do."""
    called = at_once(view)
    if called:
        return called
    weighed = settled(view, weighed)
    if not weighed:
        return None
    best = weighed[0].word
    call = next(iter(calls(view, best)), None)
    if call:
        return Advice(call, "mau" if call == "m" else "mau-mau", {"then": best})
    return explain(view, log, weighed)


def at_once(view: View) -> Advice | None:
    """What comes before everything else, however that is weighed: a challenge, the own late "Mau"."""
    challenge = next((word for word in view["legal"] if word.startswith("c ")), None)
    if challenge:
        return Advice(challenge, "challenge", {"seat": int(challenge[2:])})
    return Advice("m", "late") if view["mau_open"] == view["me"] else None


def settled(view: View, weighed: Sequence[Weighed]) -> list[Weighed]:
    """Only plays, draws and passes, best first: "Mau" by itself is the best of the plays that it precedes."""
    found = [one for one in weighed if one.word not in ("m", "mm")]
    for called in (one for one in weighed if one.word in ("m", "mm")):
        plays = [one for one in found if calls(view, one.word) == (called.word,)]
        if plays:
            found[found.index(plays[0])] = replace(called, word=plays[0].word)
    return sorted(found, key=lambda one: -one.worth)


def explain(view: View, log: Log, weighed: Sequence[Weighed], worse: str = "") -> Advice:
    """Why the first of `weighed` is the best; compared with `worse`, if that is given."""
    case = Case(view, log)
    best, rivals = weighed[0], [one for one in weighed[1:] if not worse or one.word == worse]
    others = [one for one in weighed[1:] if _apart(weighed[0].word, one.word)]
    near = [] if worse else [one for one in others if gap(best, one) < ALMOST and one.worlds]
    if not rivals:
        return Advice(best.word, *forced(case, best.word))
    distinct = [one for one in rivals if one not in near] or rivals
    key, facts = next(filter(None, (set_apart(case, best.word, one.word) for one in distinct)), ("tried", {}))
    clear = not worse and bool(others) and all(is_clear(best, one) for one in others)
    return Advice(best.word, key, facts, clear, near[0].word if near else "")


def _apart(one: str, other: str) -> bool:
    """Whether two words are to be told as two things: the same cards wished alike are one."""
    return cards_of(one)[-1:] != cards_of(other)[-1:] or one[-1:] != other[-1:]


def gap(better: Weighed, other: Weighed) -> float:
    """By how much the chance of one is higher than that of another."""
    return better.chance - other.chance


def error(better: Weighed, other: Weighed) -> float:
    """The standard error of `gap`, as if both were sampled by themselves: never less than it is."""
    return sqrt(_variance(better) + _variance(other))


def _variance(one: Weighed) -> float:
    """Of a share of `worlds` samples; a share of all or nothing is not taken for certain."""
    n = one.worlds + 1
    return (one.chance * (1 - one.chance) + 0.25 / n) / n


def is_clear(better: Weighed, other: Weighed) -> bool:
    """Far apart, and not by the luck of the draw."""
    return gap(better, other) > max(CLEARLY, SURE * error(better, other))


def set_apart(case: Case, word: str, rival: str) -> tuple[str, Facts] | None:
    """The first feature by which `word` is ahead of `rival`; None if nothing sets them apart."""
    theirs = {key: found[0] for key, found in features(case, rival)}
    for key, (much, facts) in features(case, word):
        if much > theirs.get(key, 0.0):
            return key, facts
    return None


def forced(case: Case, word: str) -> tuple[str, Facts]:
    """The reason for the one thing that can be done."""
    if not word.startswith("p "):
        return _nothing_to_lay(case, word)
    found = dict(features(case, word))
    key = next((key for key in FORCED if key in found), "tried")
    return key, found[key][1] if key in found else {}


FORCED = ("wins", "out", "open", "answer", "pass-on", "only", "many")
"""What is said of the only play."""


def _nothing_to_lay(case: Case, word: str) -> tuple[str, Facts]:
    view = case.view
    if not view["hand"]:
        return "bare", {}
    if view["due"]:
        return "due", {"n": view["due"], "rank": view["top"][0] if case.stacks else ""}
    if view["skip"]:
        return "no-eight", {}
    if view["drawn"]:
        return "misfit", {"card": view["drawn"]}
    key = "empty" if word == "-" else "again-none" if view["again"] else "none"
    return key, {"top": view["top"], "wish": view["wish"] or ""}
