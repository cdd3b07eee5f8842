"""Numbers and names that stand in texts and belong to the rules: asked of the engine, never written down.

`mau-mau.hand_size` is "fünf" or "five", `#mau-mau.hand_size` is "5", `cards:mau-mau.hand_size` "fünf Karten",
`Cards:…` the same at the head of a sentence; `label:mau_penalty`, `value:classic.eight` and `name:classic`
are words of the rule chooser.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.utils.text import capfirst
from django.utils.translation import gettext_noop, override

from content.figures import FigureError
from content.lab.questions import ROUNDS
from game.engine import FIELDS, PRESETS, RuleSet, full_pack, hand_size
from game.engine.actions import MOST_SEATS
from game.engine.cards import CARDS
from game.engine.deal import packs
from game.engine.tables import tables
from game.rule_words import FIELD_LABELS, PRESET_LABELS, field_label, preset_label, value_label
from game.rulebook.facts import due_after, mau_mau_cost
from game.rulebook.words import cards, number

CODE_DIGITS = 6
"""Digits of the code that leads to a lobby; a test compares it with the lobby's own."""
LEAST_SEATS = 2
ADVISED = {"tournament": (2, 5), "first-lesson": (2, 4)}
"""Players that a preset is best with where not for all seats (RULES §1); advice the engine lacks."""


def fact(expression: str, language: str) -> str:
    """What stands for `{expression}` in a text of this language; raises FigureError."""
    with override(language):
        kind, colon, name = expression.partition(":")
        if colon:
            return _worded(kind, name, expression)
        if expression.startswith("#"):
            return str(amount(expression[1:]))
        return number(amount(expression))


def _worded(kind: str, name: str, expression: str) -> str:
    if kind in ("cards", "Cards"):
        said = cards(amount(name))
        return capfirst(said) if kind == "Cards" else said
    if kind == "label" and name in FIELD_LABELS:
        return field_label(name)
    if kind == "name" and name in PRESET_LABELS:
        return preset_label(name)
    if kind == "value":
        preset, _dot, field = name.partition(".")
        if field in FIELDS:
            return value_label(field, getattr(rules_of(preset), field))
    raise FigureError(gettext_noop("there is no fact {name}"), name=f"{{{expression}}}")


def rules_of(preset: str) -> RuleSet:
    """A preset by its word; raises FigureError."""
    if preset not in PRESETS:
        raise FigureError(gettext_noop("there is no preset “{name}”"), name=preset)
    return PRESETS[preset]


def table_rules(table: str) -> RuleSet:
    """Mau-Mau with one of the points tables; raises FigureError."""
    if table not in FIELDS["points"]:
        raise FigureError(gettext_noop("there is no points table “{name}”"), name=table)
    return PRESETS["mau-mau"].with_values({"points": table, "pack": "french52"})


def costs(table: str, names: list[str]) -> list[int]:
    """What each card (`JC`) counts by a points table; raises FigureError for what is no card."""
    by_card = tables(table_rules(table)).points
    unknown = [name for name in names if name not in CARDS]
    if unknown:
        raise FigureError(gettext_noop("“{name}” is no card"), name=unknown[0])
    return [by_card[CARDS[name]] for name in names]


def amount(name: str) -> int:
    """The number that a fact names; raises FigureError."""
    subject, _dot, rest = name.partition(".")
    try:
        ask = _SUBJECTS.get(subject)
        return ask(rest) if ask else _of_preset(rules_of(subject), subject, rest)
    except (LookupError, ValueError):
        raise FigureError(gettext_noop("there is no fact {name}"), name=f"{{{name}}}") from None


def _of_preset(rules: RuleSet, preset: str, field: str) -> int:
    if field == "end":
        return rules.end_number
    if field in ("least", "most"):
        return ADVISED.get(preset, (LEAST_SEATS, MOST_SEATS))[field == "most"]
    if field == "two_player_hand":
        return hand_size(rules, 2)
    if field not in FIELDS:
        raise KeyError(field)
    return int(getattr(rules, field))


def _points(rest: str) -> int:
    """`J` by the standard table, `classic.Q` by another."""
    table, dot, rank = rest.rpartition(".")
    return costs(table if dot else "standard", [rank + "H"])[0]


def _sum(rest: str) -> int:
    """`JC.TH.QS` or `classic.JC.TH.QS`."""
    table, *names = rest.split(".")
    return sum(costs(table, names)) if table in FIELDS["points"] else sum(costs("standard", [table, *names]))


def _due(rest: str) -> int:
    """The cards due after `7`, after `77` one on the other, after `6` …"""
    rank, count = rest[0], len(rest)
    if rest != rank * count or rank not in "67" or count > 4:
        raise KeyError(rest)
    return due_after(PRESETS["mau-mau" if rank == "7" else "double-52"], rank, count)


def _last(rest: str) -> int:
    """`penalty`: the cards that a forgotten "Mau-Mau" brings."""
    return {"penalty": mau_mau_cost(PRESETS["classic"])}[rest]


def _pack(rest: str) -> int:
    rules = RuleSet().with_values({"pack": rest}) if rest in FIELDS["pack"] else None
    if rules is None:
        raise KeyError(rest)
    return len(full_pack(rules, 2)) // packs(rules, 2)


@lru_cache(maxsize=1)
def least_stock() -> int:
    """The fewest cards that stay in the stock after any deal, the starting card counted."""
    rules = [
        RuleSet().with_values({"pack": pack, "second_pack_from": second, "hand_size": size})
        for pack in FIELDS["pack"]
        for second in FIELDS["second_pack_from"]
        for size in FIELDS["hand_size"]
    ]
    return min(
        len(full_pack(one, players)) - players * hand_size(one, players)
        for one in rules
        for players in range(LEAST_SEATS, MOST_SEATS + 1)
    )


_SUBJECTS: dict[str, Callable[[str], int]] = {
    "points": _points,
    "sum": _sum,
    "due": _due,
    "last": _last,
    "pack": _pack,
    "seats": lambda rest: {"least": LEAST_SEATS, "most": MOST_SEATS}[rest],
    "presets": lambda rest: {"": len(PRESETS)}[rest],
    "code": lambda rest: {"digits": CODE_DIGITS}[rest],
    "stock": lambda rest: {"least": least_stock()}[rest],
    "lab": lambda rest: {"rounds": ROUNDS}[rest],
}
"""The first word of a fact that is no preset."""
