"""The rule chooser."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from game.engine import FIELDS, INERT_UNDER, PRESETS, parse_rules
from game.forms import RulesForm, SoloForm
from game.rule_words import INERT_REASONS, SHOWN


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_alone(preset: str) -> None:
    form = RulesForm({"preset": preset})
    assert form.is_valid(), form.errors
    assert form.ruleset() == PRESETS[preset]
    assert form.choice() == {"preset": preset}


def test_fields_go_on_top_of_the_preset() -> None:
    form = RulesForm(
        {"preset": "crazy-eights", "hand_size": "7", "match_end": "wins:4", "turn_seconds": "25"}
    )
    assert form.is_valid(), form.errors
    assert form.ruleset() == parse_rules("crazy-eights hand_size=7 match_end=wins:4 turn_seconds=25")


def test_every_field_can_be_sent_and_those_for_people_have_a_neutral_choice() -> None:
    form = RulesForm({})
    assert set(FIELDS) <= set(form.fields)
    for name in SHOWN:
        assert next(iter(form.fields[name].choices))[0] == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", ["x", "off off", "seven=off", "\x00", "9" * 50, "on\nmau=off"])
def test_junk_is_told_at_its_field(field: str, value: str) -> None:
    form = RulesForm({"preset": "mau-mau", field: value})
    assert not form.is_valid()
    assert field in form.errors


def test_what_does_not_go_together_is_told() -> None:
    form = RulesForm({"preset": "mau-mau", "combos": "on"})
    assert not form.is_valid()
    assert "combos" in form.errors


def test_bots() -> None:
    def strengths(**sent: str) -> list[str]:
        form = SoloForm({"preset": "mau-mau", **sent})
        assert form.is_valid(), form.errors
        return form.strengths()

    assert strengths() == ["normal"] * 3
    assert strengths(bots_count="2", strength="hard") == ["hard"] * 2
    assert strengths(bots="easy, hard", bots_count="7") == ["easy", "hard"]


def test_single_bots_may_play_otherwise_and_are_remembered() -> None:
    sent = {"preset": "mau-mau", "bots_count": "3", "strength": "easy", "bot_2": "hard"}
    form = SoloForm({**sent, "bot_5": "hard"})
    assert form.is_valid(), form.errors
    assert form.strengths() == ["easy", "hard", "easy"]
    assert form.choice() == sent
    assert SoloForm(form.choice()).is_valid()
    assert not SoloForm({"preset": "mau-mau", "bot_1": "godlike"}).is_valid()


def test_a_field_that_does_not_exist_is_refused_by_name() -> None:
    form = RulesForm({"preset": "mau-mau", "hand_sise": "7", "x" * 500: "1"})
    assert not form.is_valid()
    assert set(form.errors) == {"hand_sise", "x" * 40}
    assert form.error_code() == "bad-rules"
    assert RulesForm({"csrfmiddlewaretoken": "x", "name": "Anna", "v": "3"}).is_valid()
    assert SoloForm({"strength": "godlike"}).error_code() == "bad-form"


def test_what_people_are_not_shown_is_told_apart_from_the_lines() -> None:
    form = RulesForm({"hand_size": "70", "ace": "x", "hand_sise": "7"})
    with override("en"):
        assert [label for label, _ in form.elsewhere()] == ["Ace", ""]


def test_every_inert_field_has_its_reason() -> None:
    assert set(INERT_REASONS) == set(INERT_UNDER)
    for field, (under, value) in INERT_UNDER.items():
        assert field in FIELDS and value in FIELDS[under]
        for own in FIELDS[field]:
            assert RulesForm({field: own, under: value}).is_valid(), "inert, not refused"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_chooser_says_when_a_switch_has_no_effect(lang: str) -> None:
    with override(lang):
        page = render_to_string("game/_rules_form.html", {"form": RulesForm()})
    lines = {line.split('name="')[1].split('"')[0]: line for line in page.split('<div class="line"')[1:]}
    assert set(lines) == set(SHOWN)
    for field, line in lines.items():
        assert ("data-inert-when" in line) == (field in INERT_UNDER)
    assert 'data-inert-when="wish_rank=8"' in lines["eight"]
    with override(lang):
        assert str(INERT_REASONS["eight"]) in lines["eight"]
        assert str(INERT_REASONS["mau_penalty"]) in lines["mau_penalty"]


def test_the_chooser_tells_its_script_what_each_preset_holds() -> None:
    page = render_to_string("game/_rules_form.html", {"form": RulesForm()})
    for name, rules in PRESETS.items():
        told = page.split(f'value="{name}"')[1].split('data-rules="')[1].split('"')[0]
        values = rules.values()
        assert dict(pair.split("=") for pair in told.split()) == {field: values[field] for field in SHOWN}
