"""The rules of a table on one page of A4: a sentence a rule, and what is not as in Mau-Mau is marked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from game.engine import PRESETS, RuleSet, is_inert, rules_code, rules_name
from game.rule_sentences import sentence
from game.rule_words import preset_label
from game.rulebook import Example, describe
from game.rulebook.examples import what_fits
from game.rulebook.facts import special_ranks

SCORE_ROWS = 24  # for writing points; those that find no room on the page are cut off
USUAL = PRESETS["mau-mau"]
CORNERS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Cards and dealing"),
        ("pack", "second_pack_from", "hand_size", "two_player_hand", "start_card"),
    ),
    (gettext_lazy("Drawing and passing"), ("draw", "draw_when", "after_draw")),
    (gettext_lazy("“Mau”"), ("mau", "mau_penalty", "mau_mau")),
    (gettext_lazy("House rules"), ("equal_cards", "jump_in", "strict", "play_on")),
    (gettext_lazy("End and points"), ("last_card", "wish_finish", "match_end", "points")),
)
"""Headings with the fields below them; the special cards stand in a list of their own."""

QUIET: dict[str, str] = {
    "two_player_hand": "same", "equal_cards": "off", "jump_in": "off", "strict": "off", "play_on": "off",
    "wish_finish": "allowed",
}  # fmt: skip
"""Values that need no words: nobody asks."""

EFFECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("6", ("six",)), ("7", ("seven",)), ("8", ("eight",)), ("9", ("reverse_rank",)), ("K", ("reverse_rank",)),
    ("A", ("ace",)),
)  # fmt: skip
"""Rank -> the field that gives it an effect, unless it is the wish card."""


class Line(NamedTuple):
    """A rule in one sentence; `cards` are drawn before it, `differs` says that Mau-Mau has it otherwise."""

    text: str
    differs: bool
    cards: tuple[str, ...] = ()


class Corner(NamedTuple):
    """Rules that belong together."""

    title: str
    lines: tuple[Line, ...]


class TableSheet(NamedTuple):
    """All that a table needs."""

    name: str
    code: str
    short: str
    corners: tuple[Corner, ...]
    special: tuple[Line, ...]
    example: Example
    """What fits, shown on a hand."""
    differs: bool


@lru_cache(maxsize=256)
def table_sheet(rules: RuleSet, language: str) -> TableSheet:
    """The page for any rule set, in "de" or "en"."""
    with override(language):
        corners = (Corner(str(title), tuple(_told(rules, fields))) for title, fields in CORNERS)
        special = tuple(_special(rules))
        filled = tuple(corner for corner in corners if corner.lines)
        every = [*special, *(line for corner in filled for line in corner.lines)]
        return TableSheet(
            name=preset_label(rules_name(rules)),
            code=rules_code(rules),
            short=describe(rules, language).short,
            corners=filled,
            special=special,
            example=what_fits(rules),
            differs=any(line.differs for line in every),
        )


def _told(rules: RuleSet, fields: tuple[str, ...]) -> list[Line]:
    values = rules.values()
    return [
        _line(rules, field)
        for field in fields
        if not is_inert(rules, field) and values[field] != QUIET.get(field)
    ]


def _line(rules: RuleSet, field: str, *cards: str) -> Line:
    value = rules.values()[field]
    return Line(sentence(field, value), value != USUAL.values()[field], cards)


def _special(rules: RuleSet) -> list[Line]:
    """The cards that do something, lowest first, the wish card at the end."""
    found = []
    for rank, fields in EFFECTS:
        if rank in special_ranks(rules) and rank != rules.wish_rank:
            found += [_line(rules, field, rank + "S") for field in fields]
    if rules.wish_rank != "none":
        wish, fits = _line(rules, "wish_rank", rules.wish_rank + "H"), _line(rules, "wish_fits")
        found.append(Line(f"{wish.text} {fits.text}", wish.differs or fits.differs, wish.cards))
    if rules.combos == "on":
        found.insert(0, _line(rules, "combos", "2S", "3S", "4S"))
    return found or [Line(_("No card has an effect."), True)]


def preset_rows(language: str) -> list[tuple[str, str, str]]:
    """Every preset with its word, name and code, in the order in which they are always named."""
    with override(language):
        return [(name, preset_label(name), rules_code(rules)) for name, rules in PRESETS.items()]


def pdf_of(rules: RuleSet, language: str) -> str:
    """The PDF of a rule set that is a preset to the letter, "" for all others."""
    name = rules_name(rules)
    return pdf_path(name, language) if rules == PRESETS.get(name) else ""


def pdf_path(preset: str, language: str) -> str:
    """Where the PDF of a preset lies below static/."""
    return f"pdf/{preset}-{language}.pdf"
