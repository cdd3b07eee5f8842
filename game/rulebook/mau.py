"""Saying "Mau" and "Mau-Mau" (RULES §7, §13)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from game.engine import RuleSet
from game.rulebook.facts import mau_mau_cost
from game.rulebook.words import cards


def calls(rules: RuleSet) -> tuple[str, str]:
    """What is said for the last card but one and for the last; with combinations it has other names."""
    if rules.combos == "on":
        return _("“Last card”"), _("“Mau”")
    return _("“Mau”"), _("“Mau-Mau”")


def mau(rules: RuleSet) -> list[str]:
    call = {"call": calls(rules)[0]}
    if rules.mau == "off":
        return [_("Nobody has to say %(call)s for the last card but one.") % call]
    found = [
        _("If your play leaves you with one card, you say %(call)s in the same turn, before you lay.") % call
    ]
    if rules.mau == "challenge":
        found.append(_("If you forget, you can still say it until somebody catches you."))
    if rules.equal_cards == "on" or rules.combos == "on":
        found.append(_("If you lay several cards and none is left, that is not needed."))
    found.append(_("It holds for this one turn only."))
    return found


def mau_penalty(rules: RuleSet) -> list[str]:
    facts = {"cards": cards(rules.mau_penalty)}
    if rules.mau == "button":
        return [
            _("Forgotten: you draw %(cards)s right after laying.") % facts,
            _("What your card does still holds."),
        ]
    if rules.mau == "challenge":
        return [
            _("The others may catch you until somebody lays, draws or passes.") % facts,
            _("Caught, you draw %(cards)s.") % facts,
            _("If nobody notices, it costs nothing."),
        ]
    return []


def mau_mau(rules: RuleSet) -> list[str]:
    call = {"call": calls(rules)[1]}
    if rules.mau_mau == "auto":
        return [_("With your last card the game says %(call)s for you.") % call]
    if rules.mau_mau == "2":
        return [
            _("Before your last card you say %(call)s.") % call,
            _("Forgotten: you draw %(cards)s right after laying.") % {"cards": cards(mau_mau_cost(rules))},
            _("Your card then counts like any other, and the round goes on."),
            _("Only if there is nothing left to draw, you are out all the same."),
        ]
    return []


CLAUSES = {"mau": mau, "mau-penalty": mau_penalty, "mau-mau": mau_mau}
