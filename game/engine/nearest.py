"""The nearest allowed rule set: what to change in values that RULES §1 refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from game.engine.errors import RuleError
from game.engine.rules import FIELDS, RuleSet, check_value

NUMBERED: dict[str, dict[str, tuple[int, int, int]]] = {
    "match_end": {
        "wins": (1, 20, 5), "most-wins": (1, 20, 3), "limit": (20, 1000, 100), "knockout": (20, 1000, 100),
    },
    "turn_seconds": {"": (10, 180, 40)},
}  # fmt: skip
"""Open field -> kind -> least, most and usual number (RULES §1); the kind without a name is the number."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Values that do not go together: who says `having` must say `needing`, or take `instead` of it."""

    having: Mapping[str, str]
    needing: Mapping[str, str]
    instead: Mapping[str, str]

    def holds(self, values: Mapping[str, str]) -> bool:
        """Do these values clash?"""
        return _says(values, self.having) and not _says(values, self.needing)


CLASHES = (
    Clash({"combos": "on"}, {"pack": "french52", "second_pack_from": "2"}, {"combos": "off"}),
    Clash({"last_card": "full"}, {"play_on": "off"}, {"last_card": "seven"}),
)
"""The pairs RULES §1 refuses; `RuleSet` refuses the same ones."""


def nearest(values: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """Smallest changes that make an allowed rule set of `values` (every field, as text), the best first.

    Nothing if the values are allowed, and if a value is no near miss of any allowed one.
    """
    near = {name: near_value(name, value) for name, value in values.items()}
    mended = {name: value for name, value in near.items() if value is not None}
    if len(mended) < len(values):
        return ()
    ways = [(clash.needing, clash.instead) for clash in CLASHES if clash.holds(mended)]
    changes = [_merged(mended, *way) for way in product(*ways)]
    real = [{name: new for name, new in change.items() if values[name] != new} for change in changes]
    return tuple(change for change in real if change and _allowed({**values, **change}))


def near_value(name: str, value: str) -> str | None:
    """The allowed value of a field next to `value`: itself, a number within bounds, or None."""
    if _is_allowed(name, value):
        return value
    kind, colon, number = value.rpartition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        return None
    if kind in NUMBERED.get(name, {}):
        low, high, _ = NUMBERED[name][kind]
        return f"{kind}{colon}{min(max(int(number), low), high)}"
    return _next_number(kind + colon, int(number), FIELDS.get(name, ()))


def _next_number(start: str, number: int, allowed: tuple[str, ...]) -> str | None:
    """The allowed value of this start with the number next to `number`."""
    numbers = [value.removeprefix(start) for value in allowed if value.startswith(start)]
    known = [int(text) for text in numbers if text.isdigit()]
    return f"{start}{min(known, key=lambda one: abs(one - number))}" if known else None


def _is_allowed(name: str, value: str) -> bool:
    try:
        check_value(name, value)
    except RuleError:
        return False
    return True


def _allowed(values: Mapping[str, str]) -> bool:
    try:
        RuleSet().with_values(values)
    except RuleError:
        return False
    return True


def _says(values: Mapping[str, str], some: Mapping[str, str]) -> bool:
    return all(values[name] == value for name, value in some.items())


def _merged(*changes: Mapping[str, str]) -> dict[str, str]:
    return {name: value for change in changes for name, value in change.items()}
