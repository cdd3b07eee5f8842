"""What a family calls its calls: with combination cards it is “Last card” and then “Mau” (RULES §7)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from game.engine import RuleSet


def call(rules: RuleSet) -> str:
    """What is said for one card left."""
    return _("Last card") if rules.combos == "on" else "Mau"


def call_out(rules: RuleSet, double: bool = False) -> str:
    """What is said with the last card; `double`: with one that makes the round count twice."""
    return "Mau" if rules.combos == "on" and not double else "Mau-Mau"
