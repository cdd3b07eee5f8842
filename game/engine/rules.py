"""The rule set as a value: every switch of RULES §1, the presets, and their one-line text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from game.engine.errors import RuleError

FIELDS: dict[str, tuple[str, ...]] = {
    "pack": ("skat32", "french52"),
    "second_pack_from": ("5", "6", "2", "never"),
    "hand_size": ("5", "6", "7"),
    "two_player_hand": ("same", "6"),
    "start_card": ("bury", "cover", "dealer", "free", "nine", "plain"),
    "wish_rank": ("J", "8", "none"),
    "wish_fits": ("not-on-wish", "any", "match"),
    "seven": ("stack", "draw", "off"),
    "six": ("off", "stack"),
    "eight": ("skip", "counter", "add", "off"),
    "reverse_rank": ("none", "9", "K"),
    "ace": ("off", "skip", "again"),
    "draw": ("one", "three", "until"),
    "draw_when": ("always", "stuck"),
    "after_draw": ("drawn", "end"),
    "mau": ("button", "challenge", "off"),
    "mau_penalty": ("1", "2"),
    "mau_mau": ("off", "auto", "2"),
    "last_card": ("ends", "seven", "full"),
    "wish_finish": ("allowed", "forbidden", "double"),
    "equal_cards": ("off", "on"),
    "jump_in": ("off", "on"),
    "combos": ("off", "on"),
    "strict": ("off", "on"),
    "points": ("standard", "classic", "jack2"),
    "match_end": (
        "rounds:1", "rounds:3", "rounds:5", "wins:3", "wins:5", "most-wins:3", "limit:100", "knockout:100",
    ),
    "play_on": ("off", "on"),
    "late_join": ("off", "on"),
    "leavers": ("bot", "removed"),
    "turn_seconds": ("40", "20", "60", "90", "off"),
}  # fmt: skip
"""Field -> allowed values, the default first. `match_end` and `turn_seconds` are open: examples only."""

NAMELESS = frozenset({"turn_seconds", "late_join", "leavers"})
"""Fields that do not count for the name of a rule set."""

INERT_UNDER: dict[str, tuple[str, str]] = {
    "six": ("pack", "skat32"),
    "eight": ("wish_rank", "8"),
    "wish_fits": ("wish_rank", "none"),
    "wish_finish": ("wish_rank", "none"),
    "mau_penalty": ("mau", "off"),
    "jump_in": ("second_pack_from", "never"),
}
"""Field -> the field and value under which it has no effect, whatever its own value."""

_ENDS = {"wins": (1, 20), "most-wins": (1, 20), "limit": (20, 1000), "knockout": (20, 1000)}
_NUMBERS = frozenset({"hand_size", "mau_penalty"})


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One attribute for each row of RULES §1, written as there; two of them are whole numbers.

    Build one with `parse_rules`, or from the default with `with_values`; both validate.
    """

    pack: str = "skat32"
    second_pack_from: str = "5"
    hand_size: int = 5
    two_player_hand: str = "same"
    start_card: str = "bury"
    wish_rank: str = "J"
    wish_fits: str = "not-on-wish"
    seven: str = "stack"
    six: str = "off"
    eight: str = "skip"
    reverse_rank: str = "none"
    ace: str = "off"
    draw: str = "one"
    draw_when: str = "always"
    after_draw: str = "drawn"
    mau: str = "button"
    mau_penalty: int = 1
    mau_mau: str = "off"
    last_card: str = "ends"
    wish_finish: str = "allowed"
    equal_cards: str = "off"
    jump_in: str = "off"
    combos: str = "off"
    strict: str = "off"
    points: str = "standard"
    match_end: str = "rounds:1"
    play_on: str = "off"
    late_join: str = "off"
    leavers: str = "bot"
    turn_seconds: str = "40"

    def __post_init__(self) -> None:
        """Refuses values and pairs that RULES §1 refuses, naming the field (RuleError)."""
        for name in FIELDS:
            check_value(name, str(getattr(self, name)))
        if self.combos == "on" and self.pack != "french52":
            raise RuleError("needs-french52", "combos", "on")
        if self.combos == "on" and self.second_pack_from != "2":
            raise RuleError("needs-two-packs", "combos", "on")
        if self.last_card == "full" and self.play_on == "on":
            raise RuleError("not-with-play-on", "last_card", "full")

    @property
    def seconds(self) -> int | None:
        """Thinking time in seconds, None when it is off."""
        return None if self.turn_seconds == "off" else int(self.turn_seconds)

    @property
    def end_kind(self) -> str:
        """What ends the match: rounds, wins, most-wins, limit or knockout."""
        return self.match_end.partition(":")[0]

    @property
    def end_number(self) -> int:
        """The N of `match_end`."""
        return int(self.match_end.partition(":")[2])

    def with_values(self, values: Mapping[str, str]) -> RuleSet:
        """This rule set with the fields of `values` set; raises RuleError naming the field."""
        for name, value in values.items():
            check_value(name, value)
        changed = {name: int(value) if name in _NUMBERS else value for name, value in values.items()}
        return replace(self, **changed)  # type: ignore[arg-type]

    def values(self) -> dict[str, str]:
        """Every field as text, in the order of RULES §1."""
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}


def check_value(name: str, value: str) -> None:
    """Raises RuleError when there is no field `name` or it may not be `value`."""
    if name not in FIELDS:
        raise RuleError("unknown-field", name, value)
    if name == "turn_seconds":
        good = value == "off" or _whole(value, 10, 180)
    elif name == "match_end":
        good = _good_end(value)
    else:
        good = value in FIELDS[name]
    if not good:
        raise RuleError("unknown-value", name, value)


def _whole(text: str, low: int, high: int) -> bool:
    plain = text.isascii() and text.isdigit() and len(text) < 6 and not text.startswith("0")
    return plain and low <= int(text) <= high


def _good_end(value: str) -> bool:
    kind, _, number = value.partition(":")
    if kind == "rounds":
        return number in ("1", "3", "5")
    return kind in _ENDS and _whole(number, *_ENDS[kind])


def _preset(text: str) -> RuleSet:
    return RuleSet().with_values(dict(pair.split("=") for pair in text.split()))


PRESETS: dict[str, RuleSet] = {
    "mau-mau": RuleSet(),
    "crazy-eights": _preset("wish_rank=8 seven=off eight=off mau=off"),
    "classic": _preset(
        "hand_size=6 start_card=dealer wish_fits=any eight=add draw_when=stuck mau_mau=2 last_card=full"
        " points=classic match_end=most-wins:3"
    ),
    "tournament": _preset(
        "pack=french52 second_pack_from=2 hand_size=7 start_card=cover wish_fits=any reverse_rank=9 ace=again"
        " after_draw=end mau_penalty=2 last_card=seven points=classic match_end=knockout:100"
        " late_join=on leavers=removed"
    ),
    "first-lesson": _preset(
        "second_pack_from=never start_card=nine wish_fits=any seven=draw draw_when=stuck mau=challenge"
        " mau_penalty=2 mau_mau=auto last_card=seven match_end=wins:3"
    ),
    "five-wins": _preset(
        "second_pack_from=6 two_player_hand=6 start_card=free mau=challenge mau_penalty=2 mau_mau=auto"
        " wish_finish=forbidden strict=on match_end=wins:5"
    ),
    "double-52": _preset(
        "pack=french52 second_pack_from=2 hand_size=7 start_card=plain wish_fits=match six=stack"
        " eight=counter after_draw=end mau_mau=auto wish_finish=double combos=on match_end=wins:5"
    ),
}


def is_inert(rules: RuleSet, field: str) -> bool:
    """Has `field` no effect in `rules`, whatever its value?"""
    if field not in INERT_UNDER:
        return False
    other, value = INERT_UNDER[field]
    return str(getattr(rules, other)) == value


def parse_rules(text: str) -> RuleSet:
    """The rule set written as ``PRESET field=value …``; raises RuleError naming what is wrong."""
    return RuleSet().with_values(rules_values(text))


def rules_values(text: str) -> dict[str, str]:
    """Every field of ``PRESET field=value …``, before anybody asks whether the values may be.

    Raises RuleError where it is not written like that.
    """
    words = text.split()
    name = words[0] if words else ""
    if name not in PRESETS:
        raise RuleError("unknown-preset", "preset", name)
    values: dict[str, str] = {}
    for word in words[1:]:
        field, equals, value = word.partition("=")
        if not equals:
            raise RuleError("unknown-field", field)
        if field in values:
            raise RuleError("field-twice", field, value)
        values[field] = value
    return {**PRESETS[name].values(), **values}


def _differences(rules: RuleSet, preset: RuleSet) -> dict[str, str]:
    theirs = preset.values()
    return {name: value for name, value in rules.values().items() if value != theirs[name]}


@lru_cache(maxsize=512)
def rules_text(rules: RuleSet) -> str:
    """The shortest ``PRESET field=value …`` for `rules`; `parse_rules` reads it back."""
    differing = ((name, _differences(rules, preset)) for name, preset in PRESETS.items())
    name, extra = min(differing, key=lambda pair: len(pair[1]))
    return " ".join([name, *(f"{field}={value}" for field, value in extra.items())])


@lru_cache(maxsize=512)
def rules_name(rules: RuleSet) -> str:
    """The preset `rules` equals but for time, late join and leavers; else "custom"."""
    for name, preset in PRESETS.items():
        if _differences(rules, preset).keys() <= NAMELESS:
            return name
    return "custom"
