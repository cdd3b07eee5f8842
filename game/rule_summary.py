"""What a rule set says otherwise than another one, in a few sentences."""

from __future__ import annotations

from typing import Any

from game import rule_words
from game.engine import NAMELESS, PRESETS, RuleSet, is_inert, rules_code, rules_name
from game.rule_choice import chosen
from game.rule_sentences import sentence

_SHOWN = 5  # differences one reads at a glance; the others fold away


def rules_summary(rules: RuleSet) -> dict[str, Any]:
    """The rule set's name, what it is nearest to if it has none of its own, and what differs from Mau-Mau."""
    own = rules_name(rules) == "custom"
    diff = differences(rules, PRESETS["mau-mau"])
    return {
        "name": rule_words.preset_label(rules_name(rules)),
        "base": rule_words.preset_label(chosen(rules)["preset"]) if own else "",
        "code": rules_code(rules),
        "diff": diff[:_SHOWN],
        "more": diff[_SHOWN:],
        "count": len(diff),
    }


def differences(rules: RuleSet, usual: RuleSet, beside: frozenset[str] = NAMELESS) -> list[dict[str, str]]:
    """What `rules` say otherwise than `usual`, as sentences and as name and value; no fields of `beside`."""
    here, there = rules.values(), usual.values()
    return [
        {
            "label": rule_words.field_label(field),
            "value": rule_words.value_label(field, here[field]),
            "text": sentence(field, here[field]),
            "usual": sentence(field, there[field]),
        }
        for field in rule_words.TOLD_FIRST
        if here[field] != there[field] and field not in beside and not is_inert(rules, field)
    ]
