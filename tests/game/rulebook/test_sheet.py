"""The sheet: every field has its sentence, every rule set a whole sheet, no number is typed twice."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from game.engine import FIELDS, RuleSet, hand_size, parse_rules, rules_code
from game.engine.cards import CARDS
from game.engine.tables import tables
from game.rulebook import CLAUSES, Sheet, describe
from game.rulebook.facts import EVER_SPECIAL
from game.rulebook.words import number
from tests.game.rulebook.rulesets import ALL_OF_IT, BASES, changed, rule_sets, values_of

BELONGS: dict[str, str] = {
    "pack": "pack",
    "second_pack_from": "second-pack",
    "hand_size": "deal",
    "two_player_hand": "deal",
    "start_card": "start",
    "wish_rank": "wish-card",
    "wish_fits": "wish-card",
    "seven": "seven",
    "six": "six",
    "eight": "eight",
    "reverse_rank": "reverse",
    "ace": "ace",
    "draw": "draw",
    "draw_when": "draw",
    "after_draw": "drawn",
    "mau": "mau",
    "mau_penalty": "mau-penalty",
    "mau_mau": "mau-mau",
    "last_card": "last-card",
    "wish_finish": "wish-finish",
    "equal_cards": "equal",
    "jump_in": "jump",
    "combos": "combos",
    "strict": "strict",
    "points": "points",
    "match_end": "match-end",
    "play_on": "play-on",
    "late_join": "late",
    "leavers": "leavers",
    "turn_seconds": "time",
}
"""Field -> the clause that tells it. A new field needs its line here and its sentence."""

pytestmark = pytest.mark.usefixtures("in_english")
LANGUAGES = ("de", "en")
TALKED_WITHOUT = {"turn", "suit-rank", "stock", "plain", "wish"}
"""Clauses of no single field: they hold everywhere, or follow from several."""


def clauses(rules: RuleSet, language: str = "en") -> dict[str, str]:
    """Clause -> text of a sheet."""
    return {
        clause.id: clause.text for section in describe(rules, language).sections for clause in section.clauses
    }


def texts(sheet: Sheet) -> list[str]:
    """Everything a sheet says."""
    found = [sheet.name, sheet.short]
    for section in sheet.sections:
        found += [section.title, *(clause.text for clause in section.clauses)]
        found += [text for example in section.examples for text in (example.caption, example.text)]
    return found


def test_every_field_has_its_clause_and_every_clause_is_known() -> None:
    assert list(BELONGS) == list(FIELDS)
    assert set(BELONGS.values()) | TALKED_WITHOUT == set(CLAUSES)
    assert len(CLAUSES) == len(set(CLAUSES))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", FIELDS)
def test_two_values_of_a_field_are_never_told_alike(field: str, language: str) -> None:
    for one, other in combinations(values_of(field), 2):
        sheets = [(changed(base, field, one), changed(base, field, other)) for base in BASES]
        told = [
            (clauses(first, language).get(BELONGS[field]), clauses(second, language).get(BELONGS[field]))
            for first, second in sheets
            if first and second
        ]
        assert any(first != second for first, second in told), (field, one, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_told_by_some_table(language: str) -> None:
    sheets = [*BASES, parse_rules("mau-mau play_on=on")]
    assert {clause for rules in sheets for clause in clauses(rules, language)} == set(CLAUSES)


@settings(max_examples=80, deadline=None, derandomize=True, database=None)
@given(rule_sets())
def test_any_rule_set_has_a_whole_sheet(rules: RuleSet) -> None:
    for language in LANGUAGES:
        sheet = describe(rules, language)
        ids = [clause.id for section in sheet.sections for clause in section.clauses]
        assert ids == [clause for clause in CLAUSES if clause in ids]
        assert sheet.code == rules_code(rules)
        for text in texts(sheet):
            assert (text.strip() == text and text and text[0] != text[0].lower()) or text[0] in "“„", text
            assert not any(wrong in text for wrong in ("%", "{", "None", "  ", " .", "..", ", .")), text


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(rule_sets())
def test_what_has_no_effect_is_not_told(rules: RuleSet) -> None:
    told = clauses(rules)
    has = {
        "wish": rules.wish_rank != "none",
        "wish-card": rules.wish_rank != "none",
        "wish-finish": rules.wish_rank != "none",
        "six": rules.six == "stack" and rules.pack == "french52",
        "eight": rules.eight != "off" and rules.wish_rank != "8",
        "jump": rules.jump_in == "on" and rules.second_pack_from != "never",
        "mau-penalty": rules.mau != "off",
        "play-on": rules.play_on == "on",
    }
    assert {clause: clause in told for clause in has} == has


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(rule_sets())
def test_the_numbers_are_the_rule_set_s_own(rules: RuleSet) -> None:
    told = clauses(rules)
    assert f"dealt {number(rules.hand_size)} cards" in told["deal"]
    for players in range(3, 9):
        size = hand_size(rules, players)
        if size != rules.hand_size:
            assert f"{number(players)}" in told["deal"] and f"{number(size)} each" in told["deal"]
    if rules.mau != "off":
        cards = "one card" if rules.mau_penalty == 1 else "two cards"
        assert f"you draw {cards}" in told["mau-penalty"]
    if rules.seconds:
        assert f"{rules.seconds} seconds" in told["time"]
    if rules.end_kind in ("limit", "knockout"):
        assert f"more than {rules.end_number} points" in told["match-end"]
    elif rules.end_number > 1:
        assert f"{number(rules.end_number)} rounds" in told["match-end"]
    for rank, word in (("J", "jack"), ("A", "ace")):
        assert f"{word} {tables(rules).points[CARDS[rank + 'H']]}" in told["points"]


@pytest.mark.parametrize("rules", BASES)
def test_german_sheets_are_german(rules: RuleSet) -> None:
    english, german = (texts(describe(rules, language)) for language in ("en", "de"))
    assert len(english) == len(german)
    same = {text for text, other in zip(english, german, strict=True) if text == other}
    assert same <= {"Mau-Mau", "Crazy Eights", "Double 52"}


def test_ordinary_cards_are_those_that_other_families_use() -> None:
    special = {
        rank
        for field in FIELDS
        for value in values_of(field)
        for base in (*BASES, RuleSet())
        if (rules := changed(base, field, value))
        for rank in "23456789TJQKA"
        if tables(rules).special[CARDS[rank + "H"]]
    }
    assert set(EVER_SPECIAL) == special


def test_a_sheet_without_special_cards_names_none() -> None:
    told = clauses(parse_rules("mau-mau wish_rank=none seven=off eight=off"))
    assert "special" not in told["start"] and "wish" not in " ".join(told.values())


def test_several_rules_meet_in_one_sentence() -> None:
    told = clauses(ALL_OF_IT)
    assert "Two sevens mean four cards" in told["equal"] and "Two sixes mean two cards" in told["equal"]
    assert "With a six or a seven you have won as soon as" in told["last-card"]
    assert "Only an ace does nothing here" in told["start"]
