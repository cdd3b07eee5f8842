"""A rule set as a sheet of sentences and examples; each clause knows whether it has something to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from game.engine import RuleSet, rules_code, rules_name
from game.engine.tables import AGAIN, REVERSE, SKIP
from game.rule_words import preset_label
from game.rulebook import cards, draw, end, mau, people, special, turn
from game.rulebook.examples import EXAMPLES
from game.rulebook.facts import SKIPS, due_after, effect, ranks_with, wish_rank
from game.rulebook.sheet import Clause, Section, Sheet
from game.rulebook.words import both, forms, paragraph
from game.rulebook.words import cards as count_cards

Sentences = Callable[[RuleSet], list[str]]

TITLES: dict[str, Any] = {
    "cards": gettext_lazy("Cards and dealing"),
    "turn": gettext_lazy("What you may lay"),
    "draw": gettext_lazy("Drawing and passing"),
    "special": gettext_lazy("What the cards do"),
    "mau": gettext_lazy("“Mau”"),
    "end": gettext_lazy("End and points"),
    "people": gettext_lazy("Who comes, who goes, how long"),
}

SECTIONS: dict[str, Mapping[str, Sentences]] = {
    "cards": cards.CLAUSES,
    "turn": turn.CLAUSES,
    "draw": draw.CLAUSES,
    "special": special.CLAUSES,
    "mau": mau.CLAUSES,
    "end": end.CLAUSES,
    "people": people.CLAUSES,
}
"""Section -> its clauses, each a function from the rule set to its sentences, none where it has nothing."""

CLAUSES: tuple[str, ...] = tuple(clause for clauses in SECTIONS.values() for clause in clauses)
"""Every clause there is, in the order of the sheet; a rule set leaves out what it does not have."""


@lru_cache(maxsize=256)
def describe(rules: RuleSet, language: str) -> Sheet:
    """The rules sheet of any rule set in `language` ("de" or "en")."""
    with override(language):
        sections = (_section(rules, name) for name in SECTIONS)
        return Sheet(
            name=preset_label(rules_name(rules)),
            code=rules_code(rules),
            short=paragraph(_short(rules)),
            sections=tuple(section for section in sections if section.clauses),
        )


def _section(rules: RuleSet, name: str) -> Section:
    told = ((clause, sentences(rules)) for clause, sentences in SECTIONS[name].items())
    drawn = (example(rules) for example in EXAMPLES.get(name, ()))
    return Section(
        id=name,
        title=str(TITLES[name]),
        clauses=tuple(Clause(clause, paragraph(text)) for clause, text in told if text),
        examples=tuple(example for example in drawn if example is not None),
    )


def _short(rules: RuleSet) -> list[str]:
    """The game in three sentences."""
    found = [_("Lay a card of the same suit or rank as the top card; if you cannot, draw.")]
    effects = _effects(rules)
    if effects:
        found.append(both(effects) + ".")
    found.append(_("Whoever is the first without cards wins the round."))
    return found


def _effects(rules: RuleSet) -> list[str]:
    found = []
    wish = wish_rank(rules)
    if wish:
        found.append(_("%(the)s wishes for a suit") % {"the": forms(wish)["the"]})
    if effect(rules, "7"):
        found.append(_("the seven costs %(cards)s") % {"cards": count_cards(due_after(rules, "7", 1))})
    if effect(rules, "6"):
        found.append(_("the six costs %(cards)s") % {"cards": count_cards(due_after(rules, "6", 1))})
    if effect(rules, "8") in SKIPS:
        found.append(_("the eight skips the next player"))
    for rank in ranks_with(rules, [REVERSE]):
        found.append(_("%(the)s turns the direction") % {"the": forms(rank)["the"]})
    if effect(rules, "A") == SKIP:
        found.append(_("the ace skips the next player"))
    elif effect(rules, "A") == AGAIN:
        found.append(_("the ace asks for one more card"))
    return found
