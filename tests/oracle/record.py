"""NOTATION §2: play a record through the oracle."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.match import Illegal, Match
from tests.oracle.rules import rule_set


def play_record(text: str) -> Iterator[dict[str, object]]:
    """The state after the deal and after every action, as `replay --json` prints it."""
    m: Match | None = None
    rules: dict[str, str] = {}
    for number, raw in enumerate(text.split("\n"), start=1):
        line = (" " + raw).split(" #")[0].strip()
        verb, _, rest = line.partition(" ")
        if not line or verb in ("mau", "fair"):
            continue
        if verb == "rules":
            rules = rule_set(rest)
        elif verb == "seats":
            m = Match(rules, rest.split("|"))
        elif m is None:
            raise Illegal("no seats yet")
        elif verb == "round":
            deal(m, rest)
            yield m.state_line(number)
        elif verb == "reshuffle":
            m.reshuffle(rest.split("."))
        elif verb == "end":
            continue
        else:
            m.apply(int(verb), rest)
            yield m.state_line(number)


def deal(m: Match, rest: str) -> None:
    number, *fields = rest.split()
    values = dict(field.split("=", 1) for field in fields)
    if int(number) != m.rounds + 1:
        raise Illegal("rounds are numbered without a gap")
    source = bytes.fromhex(values["seed"]) if "seed" in values else values["deck"].split(".")
    m.deal(source, int(values["dealer"]))
