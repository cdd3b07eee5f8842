"""Template helpers of the rule chooser: its script knows no rule, the page tells it in data attributes."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from game.engine import CLASHES, NAMELESS, RuleSet, rules_code
from game.rule_choice import BASES, CLASH_WORDS, VARIANTS, Repair, pairs_of, repair_words
from game.rule_words import match_end_label, value_label

register = template.Library()


@register.filter
def base_values(name: object) -> str:
    """Every value of what one may begin with: `pack=skat32 second_pack_from=5 …`."""
    return pairs_of(BASES[str(name)].values())


@register.filter
def base_end(name: object) -> str:
    """When a match ends that begins with this."""
    return match_end_label(BASES[str(name)].match_end)


@register.filter
def base_time(name: object) -> str:
    """How long one may think with this."""
    return value_label("turn_seconds", BASES[str(name)].turn_seconds)


@register.filter
def has_name(name: object) -> bool:
    """Is this a preset? A variant beside one is a set of one's own."""
    return str(name) not in VARIANTS


@register.filter
def code_of(rules: RuleSet | None) -> str:
    """The short code of a rule set; nothing for one that was refused."""
    return rules_code(rules) if rules else ""


@register.simple_tag
def nameless() -> str:
    """The fields that do not count for the name of a rule set."""
    return " ".join(sorted(NAMELESS))


@dataclass(frozen=True, slots=True)
class ClashNote:
    """One pair that does not go together, with its ways out, for the script to show."""

    text: str
    having: str
    needing: str
    repairs: list[Repair]


@register.simple_tag
def clashes() -> list[ClashNote]:
    """A note for each pair that cannot be."""
    return [
        ClashNote(
            str(CLASH_WORDS[field]), pairs_of(clash.having), pairs_of(clash.needing),
            [Repair(change, repair_words(change), "") for change in (clash.needing, clash.instead)],
        )
        for clash in CLASHES
        for field in clash.having
    ]  # fmt: skip
