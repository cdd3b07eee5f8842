"""Rule sets for every pair of switches: all of them one by one, or few in which every pair occurs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from game.engine import FIELDS, PRESETS, RuleError, RuleSet

Choice = tuple[str, str]
"""A field and one of its values; of the open fields those that `FIELDS` names."""

CHOICES: list[Choice] = [(field, value) for field, values in FIELDS.items() for value in values]
NEEDED = {"combos": {"on": {"pack": "french52", "second_pack_from": "2"}}}
"""What a value needs beside itself, whatever else is chosen."""


def with_needs(chosen: Mapping[str, str]) -> dict[str, str] | None:
    """`chosen` and what it needs, None if that is not what is chosen."""
    values = dict(chosen)
    for field, needs in NEEDED.items():
        for other, value in needs.get(chosen.get(field, ""), {}).items():
            if values.setdefault(other, value) != value:
                return None
    return values


def rule_set(chosen: Mapping[str, str]) -> RuleSet | None:
    """The default rule set with `chosen` in it, None where RULES §1 refuses that."""
    values = with_needs(chosen)
    try:
        return None if values is None else PRESETS["mau-mau"].with_values(values)
    except RuleError:
        return None


def pairs() -> list[tuple[Choice, Choice]]:
    """Every pair of values of two fields that is not refused."""
    found = combinations(CHOICES, 2)
    return [(a, b) for a, b in found if a[0] != b[0] and rule_set(dict((a, b))) is not None]


def covering() -> Iterator[RuleSet]:
    """Rule sets in which every pair occurs: each begins with a pair that is missing and takes for every
    other field the value with which most missing pairs come in. Always the same ones."""
    missing = set(pairs())
    while missing:
        values = with_needs(dict(min(missing)))
        assert values is not None
        for field in FIELDS:
            if field not in values:
                values = max(_ways(values, field), key=lambda way: len(missing & set(_pairs_of(way))))
        missing -= set(_pairs_of(values))
        rules = rule_set(values)
        assert rules is not None
        yield rules


def _ways(values: Mapping[str, str], field: str) -> list[dict[str, str]]:
    """`values` with each value of `field` that is not refused beside them."""
    ways = [with_needs({**values, field: value}) for value in FIELDS[field]]
    return [way for way in ways if way is not None and rule_set(way) is not None]


def _pairs_of(values: Mapping[str, str]) -> Iterator[tuple[Choice, Choice]]:
    chosen = [(field, values[field]) for field in FIELDS if field in values]
    return combinations(chosen, 2)
