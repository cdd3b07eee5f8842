"""Template helpers of the rule chooser: its script knows no rule, the page tells it in data attributes."""

from __future__ import annotations

from django import template

from game.engine import INERT_UNDER, PRESETS
from game.rule_words import INERT_REASONS, SHOWN

register = template.Library()


@register.filter
def preset_values(name: object) -> str:
    """What a preset says of the fields shown: `wish_rank=8 seven=off …`."""
    values = PRESETS[str(name)].values()
    return " ".join(f"{field}={values[field]}" for field in SHOWN)


@register.simple_tag
def inert(field: str) -> dict[str, str] | None:
    """`when` a field has no effect (`wish_rank=8`), and the reason in words; None if it always has one."""
    if field not in INERT_UNDER:
        return None
    return {"when": "=".join(INERT_UNDER[field]), "reason": str(INERT_REASONS[field])}
