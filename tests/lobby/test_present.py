"""What is shown of a table."""

import pytest
from django.utils import translation

from game.engine import PRESETS, parse_rules
from lobby.present import rules_summary
from lobby.templatetags.lobby import in_words, initial, strength_label


@pytest.fixture(autouse=True)
def english() -> object:
    with translation.override("en"):
        yield


def test_mau_mau_differs_in_nothing() -> None:
    summary = rules_summary(parse_rules("mau-mau"))
    assert summary["name"] == "Mau-Mau" and not summary["own"] and summary["count"] == 0


def test_each_difference_names_what_mau_mau_says() -> None:
    summary = rules_summary(parse_rules("mau-mau reverse_rank=9 mau_penalty=2"))
    assert summary["own"] and summary["count"] == 2
    assert [(one["label"], one["value"], one["usual"]) for one in summary["diff"]] == [
        ("Turns the direction", "Nine", "no card"),
        ("Forgetting it costs", "2 cards", "1 card"),
    ]


def test_the_clock_is_no_difference() -> None:
    assert rules_summary(parse_rules("mau-mau turn_seconds=90"))["count"] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_shown(preset: str) -> None:
    summary = rules_summary(parse_rules(preset))
    assert summary["name"] and not summary["own"]
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
    assert [strength_label(name) for name in ("easy", "normal", "hard")] == ["Easy", "Normal", "Hard"]
