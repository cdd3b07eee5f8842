"""The rule chooser."""

from __future__ import annotations

import pytest

from game.engine import FIELDS, PRESETS, parse_rules
from game.forms import SHOWN, RulesForm, SoloForm


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
