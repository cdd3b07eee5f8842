"""The short code of a rule set: every rule set has one, it never changes, and slips are noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import FIELDS, PRESETS, RuleError, RuleSet, parse_code, parse_rules, rules_code
from game.engine.rulecode import ALPHABET, VERSION_1

PRINTED = {
    "mau-mau": "100",
    "crazy-eights": "1cvmx0kh",
    "classic": "116gwhhqj8vm",
    "tournament": "1kg29g40fn5p1",
    "first-lesson": "17kedz7t67v",
    "five-wins": "1ax2zzg5a67",
    "double-52": "1asbbp375ky",
    "five-wins points=jack2 last_card=seven match_end=limit:100": "15w9kf825aqs",
    "mau-mau turn_seconds=180 match_end=knockout:1000 leavers=removed": "13zqh12gh0000gt",
}
"""Codes people have sent each other: these never change."""


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    values = {field: draw(st.sampled_from(possible)) for field, possible in VERSION_1}
    try:
        return RuleSet().with_values(values)
    except RuleError:  # combinations without their packs, a full last card with playing on
        return RuleSet().with_values(values | {"combos": "off", "play_on": "off"})


@pytest.mark.parametrize("text", PRINTED)
def test_a_code_never_changes(text: str) -> None:
    assert rules_code(parse_rules(text)) == PRINTED[text]
    assert parse_code(PRINTED[text]) == parse_rules(text)


@given(rule_sets())
def test_every_rule_set_comes_back_from_its_code(rules: RuleSet) -> None:
    code = rules_code(rules)
    assert parse_code(code) == rules
    assert set(code) <= set(ALPHABET) and len(code) <= 16


def test_every_field_and_value_has_its_digit() -> None:
    assert [field for field, _ in VERSION_1] == list(FIELDS)
    for field, possible in VERSION_1:
        assert set(FIELDS[field]) <= set(possible) and possible[0] == FIELDS[field][0]


@pytest.mark.parametrize("heard", ["1AX2 zzg5a67", "lax2zzg5a67", "iax2zzg5a67", " 1ax_2zzg5a67 - "])
def test_a_code_may_be_written_as_it_is_heard(heard: str) -> None:
    assert parse_code(heard) == PRESETS["five-wins"]


@given(rule_sets(), st.integers(0, 99), st.sampled_from(ALPHABET))
def test_one_wrong_sign_gives_no_other_rules(rules: RuleSet, place: int, sign: str) -> None:
    code = rules_code(rules)
    wrong = code[: place % len(code)] + sign + code[place % len(code) + 1 :]
    try:
        assert parse_code(wrong) == rules
    except RuleError as error:
        assert error.code == "bad-code"
    else:
        assert wrong == code


OTHERS = ["", "1", "0", "2ax2zzg5a67", "1ax2zzg5a6", "1000", "10", "1ü0", "１００", "1.00", "1\x0000"]


@pytest.mark.parametrize("text", [*OTHERS, "1" + "z" * 30, "x" * 5000])
def test_other_texts_are_no_code(text: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_code(text)
    assert (refused.value.code, refused.value.field) == ("bad-code", "code")
