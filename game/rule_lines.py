"""The chooser's switches as its template shows them: groups of lines, with choices and their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.engine import FIELDS, INERT_UNDER, NUMBERED
from game.rule_choice import BASES
from game.rule_sentences import FIELD_HELP, sentence
from game.rule_words import (
    FIELD_LABELS,
    GROUP_LABELS,
    GROUPS,
    INERT_ALONE,
    INERT_REASONS,
    KIND_LABELS,
    value_label,
)

KINDS = {"match_end": {kind: f"{kind}:" for kind in NUMBERED["match_end"]}, "turn_seconds": {"seconds": ""}}
"""Open field -> choice that takes a number -> what stands before the number in the rule's value."""

_FIXED = {"match_end": ("rounds:1", "rounds:3", "rounds:5"), "turn_seconds": ("off",)}


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a line. `number` holds least, most and usual number of a choice that takes one;
    `help_one` is its sentence for 1."""

    value: str
    label: str
    help: str
    selected: bool
    number: tuple[int, int, int] | None = None
    help_one: str = ""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One switch: `inert_when` is `field=value`, or "always"; `number` stands in the field beside it,
    within `bounds`."""

    name: str
    label: str
    help: str
    options: Sequence[Option]
    errors: Sequence[str]
    inert_when: str
    inert_reason: str
    bounds: tuple[int, int] | None
    number: str
    changed: bool


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Switches that belong together."""

    name: str
    title: str
    about: str
    lines: Sequence[RuleLine]

    @property
    def changed(self) -> int:
        """How many say something else than what one began with."""
        return sum(line.changed for line in self.lines)

    @property
    def wrong(self) -> bool:
        """Is there anything to mend?"""
        return any(line.errors for line in self.lines)


def joined(name: str, given: Mapping[str, Any]) -> str:
    """The value of a field that may come in two parts: `wins` and 5 are `wins:5`."""
    value = str(given[name])
    start = KINDS.get(name, {}).get(value)
    if start is None:
        return value
    return f"{start}{given.get(f'{name}_number') or _bounds(name, value)[2]}"


def split(name: str, value: str) -> tuple[str, str]:
    """A value as the chooser shows it: the choice, and its number if it takes one."""
    for kind, start in KINDS.get(name, {}).items():
        if value.startswith(start) and value.removeprefix(start).isdigit():
            return kind, value.removeprefix(start)
    return value, ""


def rule_groups(shown: Mapping[str, str], errors: Mapping[str, Any], alone: bool) -> list[RuleGroup]:
    """All groups with what is chosen in them; `alone`: only bots are there."""
    return [
        RuleGroup(
            group, str(GROUP_LABELS[group][0]), str(GROUP_LABELS[group][1]),
            [rule_line(name, shown, errors, alone) for name in fields],
        )
        for group, fields in GROUPS.items()
    ]  # fmt: skip


def rule_line(name: str, shown: Mapping[str, str], errors: Mapping[str, Any], alone: bool) -> RuleLine:
    """One switch with what is chosen."""
    kind, number = split(name, shown[name])
    usual = BASES[shown["preset"]].values()[name]
    when, reason = _inert(name, alone)
    return RuleLine(
        name, str(FIELD_LABELS[name]), str(FIELD_HELP[name]), _options(name, kind),
        [str(text) for text in errors.get(name) or ()], when, reason,
        _widest(name), number or shown.get(f"{name}_number", ""),
        bool(shown[name]) and joined(name, shown) != usual,
    )  # fmt: skip


def _options(name: str, chosen: str) -> list[Option]:
    fixed = _FIXED.get(name, FIELDS[name])
    plain = [Option(one, value_label(name, one), sentence(name, one), one == chosen) for one in fixed]
    return plain + [_numbered(name, kind, kind == chosen) for kind in KINDS.get(name, ())]


def _numbered(name: str, kind: str, selected: bool) -> Option:
    start, bounds = KINDS[name][kind], _bounds(name, kind)
    said, said_of_one = sentence(name, f"{start}{bounds[2]}"), sentence(name, f"{start}1")
    return Option(kind, str(KIND_LABELS[name][kind]), said, selected, bounds, said_of_one)


def _bounds(name: str, kind: str) -> tuple[int, int, int]:
    return NUMBERED[name][KINDS[name][kind].rstrip(":")]


def _widest(name: str) -> tuple[int, int] | None:
    """Within which any number of a line lies, whatever the choice; None if it takes none."""
    bounds = [_bounds(name, kind) for kind in KINDS.get(name, ())]
    return (min(low for low, _, _ in bounds), max(high for _, high, _ in bounds)) if bounds else None


def _inert(name: str, alone: bool) -> tuple[str, str]:
    if alone and name in INERT_ALONE:
        return "always", str(INERT_ALONE[name])
    if name in INERT_UNDER:
        return "=".join(INERT_UNDER[name]), str(INERT_REASONS[name])
    return "", ""
