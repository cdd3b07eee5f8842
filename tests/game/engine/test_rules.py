"""RULES §1: the rule set as a value."""

import pytest

from game.engine import FIELDS, PRESETS, RuleError, RuleSet, parse_rules, rules_name, rules_text

# Every field in the order of the table.
PRESET_TEXTS = {
    "mau-mau": (
        "skat32 5 5 same bury J not-on-wish"
        " stack off skip none off"
        " one always drawn button 1 off ends allowed"
        " off off off off standard rounds:1 off off bot 40"
    ),
    "crazy-eights": (
        "skat32 5 5 same bury 8 not-on-wish"
        " off off off none off"
        " one always drawn off 1 off ends allowed"
        " off off off off standard rounds:1 off off bot 40"
    ),
    "classic": (
        "skat32 5 6 same dealer J any"
        " stack off add none off"
        " one stuck drawn button 1 2 full allowed"
        " off off off off classic most-wins:3 off off bot 40"
    ),
    "tournament": (
        "french52 2 7 same cover J any"
        " stack off skip 9 again"
        " one always end button 2 off seven allowed"
        " off off off off classic knockout:100 off on removed 40"
    ),
    "first-lesson": (
        "skat32 never 5 same nine J any"
        " draw off skip none off"
        " one stuck drawn challenge 2 auto seven allowed"
        " off off off off standard wins:3 off off bot 40"
    ),
    "five-wins": (
        "skat32 6 5 6 free J not-on-wish"
        " stack off skip none off"
        " one always drawn challenge 2 auto ends forbidden"
        " off off off on standard wins:5 off off bot 40"
    ),
    "double-52": (
        "french52 2 7 same plain J match"
        " stack stack counter none off"
        " one always end button 1 auto ends double"
        " off off on off standard wins:5 off off bot 40"
    ),
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_as_the_table_says(name: str) -> None:
    assert " ".join(PRESETS[name].values().values()) == PRESET_TEXTS[name]
    assert rules_name(PRESETS[name]) == rules_text(PRESETS[name]) == name


def test_defaults_come_first() -> None:
    assert RuleSet().values() == {name: values[0] for name, values in FIELDS.items()}


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("", "unknown-preset", "preset"),
        ("maumau", "unknown-preset", "preset"),
        ("mau-mau eigth=skip", "unknown-field", "eigth"),
        ("mau-mau eight", "unknown-field", "eight"),
        ("mau-mau eight=never", "unknown-value", "eight"),
        ("mau-mau seven=off seven=off", "field-twice", "seven"),
        ("mau-mau hand_size=8", "unknown-value", "hand_size"),
        ("mau-mau combos=on", "needs-french52", "combos"),
        ("mau-mau combos=on pack=french52", "needs-two-packs", "combos"),
        ("classic play_on=on", "not-with-play-on", "last_card"),
        ("mau-mau match_end=rounds:2", "unknown-value", "match_end"),
        ("mau-mau match_end=wins:0", "unknown-value", "match_end"),
        ("mau-mau match_end=wins:21", "unknown-value", "match_end"),
        ("mau-mau match_end=wins:03", "unknown-value", "match_end"),
        ("mau-mau match_end=limit:19", "unknown-value", "match_end"),
        ("mau-mau match_end=knockout:1001", "unknown-value", "match_end"),
        ("mau-mau match_end=most-wins:x", "unknown-value", "match_end"),
        ("mau-mau match_end=ever", "unknown-value", "match_end"),
        ("mau-mau turn_seconds=9", "unknown-value", "turn_seconds"),
        ("mau-mau turn_seconds=181", "unknown-value", "turn_seconds"),
    ],
)
def test_refusals_name_the_field(text: str, code: str, field: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_rules(text)
    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mau-mau turn_seconds=10", "mau-mau"),
        ("tournament late_join=off leavers=bot", "tournament"),
        ("mau-mau seven=off", "custom"),
        ("mau-mau seven=off eight=off mau=off wish_rank=8", "crazy-eights"),
        ("five-wins points=jack2 last_card=seven match_end=limit:100", "custom"),
        ("mau-mau wish_rank=8 eight=off", "custom"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert rules_name(parse_rules(text)) == name


def test_text_is_against_the_nearest_preset() -> None:
    assert rules_text(parse_rules("mau-mau wish_rank=8 eight=off seven=off")) == "crazy-eights mau=button"
    assert rules_text(parse_rules("mau-mau match_end=wins:20 turn_seconds=off")) == (
        "mau-mau match_end=wins:20 turn_seconds=off"
    )


def test_time_and_end_as_numbers() -> None:
    rules = parse_rules("mau-mau match_end=limit:250 turn_seconds=180")
    assert (rules.end_kind, rules.end_number, rules.seconds) == ("limit", 250, 180)
    assert parse_rules("mau-mau turn_seconds=off").seconds is None
