"""What is shown of a table."""

import pytest
from django.utils import translation

from game.bots import STRENGTHS
from game.engine import PRESETS, parse_rules
from game.rule_summary import rules_summary
from lobby.templatetags.lobby import in_words, initial, strength_label


@pytest.fixture(autouse=True)
def english() -> object:
    with translation.override("en"):
        yield


def test_mau_mau_differs_in_nothing() -> None:
    summary = rules_summary(parse_rules("mau-mau"))
    assert summary["name"] == "Mau-Mau" and not summary["base"] and summary["count"] == 0


def test_each_difference_names_what_mau_mau_says() -> None:
    summary = rules_summary(parse_rules("mau-mau reverse_rank=9 mau_penalty=2"))
    assert (summary["name"], summary["base"], summary["count"]) == ("Custom rules", "Mau-Mau", 2)
    assert [(one["text"], one["usual"]) for one in summary["diff"]] == [
        ("A nine turns the direction of play.", "No card turns the direction."),
        ("A forgotten “Mau” costs two cards.", "A forgotten “Mau” costs one card."),
    ]


def test_what_has_no_effect_is_no_difference() -> None:
    summary = rules_summary(parse_rules("crazy-eights"))
    assert [one["label"] for one in summary["diff"]] == ["Seven", "Wish card", "Saying “Mau”"]
    assert rules_summary(parse_rules("mau-mau mau=off mau_penalty=2"))["count"] == 1


def test_the_points_variant_is_named_by_what_it_is_near() -> None:
    summary = rules_summary(parse_rules("five-wins points=jack2 last_card=seven match_end=limit:100"))
    assert (summary["name"], summary["base"]) == ("Custom rules", "Five Wins by points")


def test_the_clock_is_no_difference() -> None:
    assert rules_summary(parse_rules("mau-mau turn_seconds=90"))["count"] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_shown(preset: str) -> None:
    summary = rules_summary(parse_rules(preset))
    assert summary["name"] and not summary["base"]
    assert summary["count"] == len(summary["diff"]) + len(summary["more"])
    assert all(one["value"] != one["usual"] for one in summary["diff"] + summary["more"])


@pytest.mark.parametrize(
    ("name", "shown"),
    [("mara", "M"), ("👩‍👩‍👧 Lena", "👩‍👩‍👧"), ("🇩🇪 Fan", "🇩🇪"), ("é", "É"), ("شهد", "ش"), ("ß", "SS")],
)
def test_the_initial_is_one_character_for_the_eye(name: str, shown: str) -> None:
    assert initial(name) == shown


def test_small_numbers_are_words() -> None:
    assert [in_words(number) for number in (1, 2, 12, 13)] == ["one", "two", "twelve", "13"]


def test_strengths_have_names() -> None:
    labels = ["Easy", "Normal", "Hard", "Master"]
    assert [strength_label(name) for name in STRENGTHS] == labels
