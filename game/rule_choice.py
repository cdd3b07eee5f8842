"""Rule sets as people choose them: what to begin with, what people paste, and ways out of a refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game import rule_words
from game.engine import (
    FIELDS,
    PRESETS,
    RuleError,
    RuleSet,
    check_value,
    near_value,
    nearest,
    parse_code,
    parse_rules,
    rules_name,
    rules_text,
    rules_values,
)

VARIANTS: dict[str, RuleSet] = {
    "five-wins-points": parse_rules("five-wins points=jack2 last_card=seven match_end=limit:100"),
}
"""What the chooser offers beside the presets (RULES §1); a set like that has no name of its own."""

BASES: dict[str, RuleSet] = {
    name: rules
    for preset, own in PRESETS.items()
    for name, rules in {preset: own, **VARIANTS}.items()
    if name.startswith(preset)
}
"""Everything one may begin with, a variant right after its preset."""

LONGEST_PASTE = 1000
SHOWN_LENGTH = 40
_ASKED = re.compile(r"\brules=([^&#\s]*)")
_CODE_IN_PATH = re.compile(r"/([1lL][0-9A-Za-z]+)/?(?:[?#]\S*)?(?:\s|$)")
_AROUND = " .,;:!?()<>[]\"'“”„«»‹›`"
"""What stands around a code or a link where somebody tells others about it."""


def read_rules(text: str) -> RuleSet:
    """The rule set somebody pasted: a code, a message with a link that has one, or a line of rules.

    Raises RuleError.
    """
    return RuleSet().with_values(read_values(text))


def read_values(text: str) -> dict[str, str]:
    """Every field of what somebody pasted; the values may clash, or their numbers be out of bounds.

    Raises RuleError for everything else that no rule set says.
    """
    text = " ".join(word.strip(_AROUND) for word in text[:LONGEST_PASTE].replace(",", " ").split()).strip()
    if "/" in text or "rules=" in text:
        text = _out_of_link(text)
    first, *pairs = text.split() or [""]
    if first.casefold() == "rules" and pairs:  # as it stands in a record
        first, *pairs = pairs
    if first.casefold() in PRESETS:
        return _near_misses(rules_values(" ".join([first.casefold(), *map(_as_written, pairs)])))
    return parse_code(text).values()


def _near_misses(values: dict[str, str]) -> dict[str, str]:
    for name, value in values.items():
        if near_value(name, value) is None:
            check_value(name, value)
    return values


def _out_of_link(link: str) -> str:
    found = _ASKED.search(link) or _CODE_IN_PATH.search(link)
    return unquote_plus(found.group(1)) if found else link


def _as_written(pair: str) -> str:
    """`Wish_Rank=j` as the rules write it; what nobody knows stays as it is."""
    name, equals, value = pair.partition("=")
    name = name.casefold()
    known = {one.casefold(): one for one in FIELDS.get(name, ())}
    return f"{name}{equals}{known.get(value.casefold(), value.casefold())}"


def chosen(rules: RuleSet, base: str = "") -> dict[str, str]:
    """A form's values for a rule set: what it is nearest to (or `base`), and only what differs from that."""
    base = base or _nearest_base(rules)
    usual = BASES[base].values()
    differing = {name: value for name, value in rules.values().items() if value != usual[name]}
    return {"preset": base, **differing}


def _nearest_base(rules: RuleSet) -> str:
    variant = next((name for name, own in VARIANTS.items() if own == rules), None)
    return variant or rules_text(rules).split()[0]


def rules_line(rules: RuleSet | None) -> str:
    """The name of a rule set, and what it is nearest to if that is something else; "" for none."""
    if rules is None:
        return ""
    name = rules_name(rules)
    if name != "custom":
        return rule_words.preset_label(name)
    return f"{rule_words.preset_label(name)} · {rule_words.preset_label(_nearest_base(rules))}"


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to an allowed rule set: the values to take, what to call that, and the whole set."""

    changes: Mapping[str, str]
    text: str
    rules: str

    @property
    def fix(self) -> str:
        """The changes as a form sends them."""
        return pairs_of(self.changes)


def repairs(values: Mapping[str, str]) -> list[Repair]:
    """The nearest allowed choices for values that were refused, in words."""
    return [
        Repair(changes, repair_words(changes), rules_text(RuleSet().with_values({**values, **changes})))
        for changes in nearest(values)
    ]


def pairs_of(values: Mapping[str, str]) -> str:
    """`seven=off eight=add`."""
    return " ".join(f"{name}={value}" for name, value in values.items())


_REPAIR_WORDS: dict[str, Any] = {
    "pack=french52 second_pack_from=2": _("Take 52 cards and always two packs"),
    "pack=french52": _("Take 52 cards"),
    "second_pack_from=2": _("Always take two packs"),
    "combos=off": _("Leave combinations off"),
    "play_on=off": _("Do not play on for the places"),
    "last_card=seven": _("Only let a last seven count"),
}

CLASH_WORDS: dict[str, Any] = {
    "combos": _("Combinations need 52 cards and always two packs."),
    "last_card": _("A last card with its full effect and playing on for the places do not go together."),
}
"""Why values clash, by the field that refuses."""


def repair_words(changes: Mapping[str, str]) -> str:
    """What a change is called on a button."""
    said = _REPAIR_WORDS.get(pairs_of(changes))
    if said:
        return str(said)
    return ", ".join(
        f"{rule_words.field_label(name)}: {rule_words.value_label(name, value)}"
        for name, value in changes.items()
    )



def refusal_words(error: RuleError) -> str:
    """Why pasted rules were refused, and what to paste instead."""
    if error.code in ("bad-code", "unknown-preset"):
        return gettext("That is no rules code. Paste a code, a link with one, or “five-wins seven=off”.")
    if error.code == "field-twice":
        return gettext("“%(name)s” stands there twice. Leave only one of the two.") % {"name": error.field}
    if error.code not in ("unknown-field", "unknown-value"):
        return str(CLASH_WORDS[error.field])
    shown = (f"{error.field}={error.value}" if error.value else error.field)[:SHOWN_LENGTH]
    return gettext("These rules have no “%(shown)s”. Look at how it is written.") % {"shown": shown}
