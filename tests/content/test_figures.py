"""Figures say what the engine says, in words too, and refuse what they do not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.http import QueryDict
from django.utils.html import strip_tags
from django.utils.translation import override

from content.figures import FIGURES, Args, FigureError, Where
from game.engine import FIELDS, PRESETS, is_inert
from game.rule_sentences import sentence
from game.rule_words import preset_label, value_label


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Words of the game that the tests compare with."""
    with override("en"):
        yield


def drawn(name: str, body: str = "", language: str = "en", query: str = "") -> str:
    """A figure's HTML."""
    with override(language):
        return str(FIGURES[name].draw(Args(body), Where("rules", language, "/en/rules/", QueryDict(query))))


def words(html: str) -> str:
    """Its visible words."""
    return " ".join(unescape(strip_tags(html.replace("<", " <"))).replace("\xa0", " ").split())


def test_a_position_in_words_and_marks() -> None:
    html = drawn("position", "rules=mau-mau top=9H hand=KD.9C.AH.JS\nWhat fits?")
    said = words(html)
    assert "What fits? Discard pile: nine of hearts." in said
    assert "Hand from the left: king of diamonds, nine of clubs, ace of hearts, jack of spades." in said
    assert said.endswith("Allowed: 2, 3 and 4.")
    assert re.findall(r'class="(yes|no)"', html) == ["no", "yes", "yes", "yes"]
    assert re.findall(r'class="at">(\d ?✓?)<', html) == ["1", "2 ✓", "3 ✓", "4 ✓"]


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("top=JC wish=H hand=7H.AC.JH.TH", "Wish: hearts. Hand from the left: seven of hearts, ace of clubs, "
         "jack of hearts, ten of hearts. Allowed: 1 and 4."),
        ("top=7S due=2 hand=7H.JS.TS", "Due: two cards. Hand from the left: seven of hearts, jack of spades, "
         "ten of spades. Allowed: 1."),
        ("top=KD hand=KC.QD drawn=QD", "Allowed: 2. You have just drawn the queen of diamonds."),
        ("rules=double-52 top=8D skip=1 hand=8S.TD", "Allowed: 1. Otherwise you sit out one turn."),
        ("rules=five-wins top=9H hand=JH", "Allowed: none of them."),
    ],
)  # fmt: skip
def test_what_a_position_says(body: str, ends: str) -> None:
    assert words(drawn("position", body)).endswith(ends)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("position", ""),
        ("position", "top=9H"),
        ("position", "top=ZZ hand=9C"),
        ("position", "top=9H hand=9H"),
        ("position", "top=9H hand=9C rules=other"),
        ("position", "top=9H hand=9C seats=9"),
        ("position", "top=9H hand=9C seats=23"),
        ("position", "top=9H hand=9C due=many"),
        ("exercise", "top=9H hand=9C"),
        ("exercise", "id=<b> top=9H hand=9C"),
        ("points", "table=other"),
        ("hand", "cards=JC.XX"),
        ("field", "name=colour"),
        ("by-preset", "field="),
        ("preset", "name=other"),
        ("effects", "rules=other"),
    ],
)
def test_wrong_arguments_are_refused(name: str, body: str) -> None:
    with pytest.raises(FigureError):
        drawn(name, body)


def test_points_of_all_tables() -> None:
    rows = re.findall(r'<tr><th scope="row">(\w+)</th>(.*?)</tr>', drawn("points"))
    counted = {name: re.findall(r">([^<]+)</td>", cells) for name, cells in rows}
    assert counted["Jack"] == ["20", "20", "2"]
    assert counted["Queen"] == ["3", "10", "3"]
    assert counted["King"] == ["4", "10", "4"]
    assert counted["Ace"] == ["11", "11", "11"]


def test_a_hand_added_up() -> None:
    assert words(drawn("hand", "cards=JC.TH.QS")) == "20 + 10 + 3 = 33 points"
    assert words(drawn("hand", "cards=JC.TH.QS table=classic")) == "20 + 10 + 10 = 40 points"


def test_special_cards_of_one_preset() -> None:
    rows = re.findall(
        r"<tr><th scope=\"row\">(.*?)</th><td>(.*?)</td><td>(.*?)</td>", drawn("effects", "rules=mau-mau")
    )
    assert rows == [
        ("Seven", "The next player takes two cards and sits out.", "another seven"),
        ("Eight", "The next player sits out.", "none"),
        ("Jack", "You name a suit.", "none"),
    ]
    assert len(re.findall("<tr>", drawn("effects", "rules=crazy-eights"))) == 2


def test_a_field_without_effect_says_why() -> None:
    """The eight of Crazy Eights is the wish card; the small pack holds no six (RULES §1)."""
    assert re.search("Names the suit:</b>.*Crazy Eights", drawn("by-preset", "field=eight"))
    assert re.search("No sixes in the pack:</b>.*Mau-Mau", drawn("by-preset", "field=six"))


@pytest.mark.parametrize("name", ["presets", "effects"])
def test_wide_tables_have_every_preset_and_what_it_says(name: str) -> None:
    said = words(drawn(name))
    assert all(preset_label(preset) in said for preset in PRESETS)
    assert value_label("eight", "add") in said and value_label("reverse_rank", "9") in said


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_with_its_values_and_presets(field: str) -> None:
    said = words(drawn("field", f"name={field}"))
    for rules in PRESETS.values():
        if not is_inert(rules, field):
            assert sentence(field, getattr(rules, field)) in said
    for value in FIELDS[field]:
        assert sentence(field, value) in said


def test_which_presets_say_what() -> None:
    said = words(drawn("by-preset", "field=seven"))
    assert f"Two cards, no answer: {preset_label('first-lesson')}" in said
    assert "Off: in every ready-made game" in words(
        drawn("by-preset", "field=jump_in")
    ) or "No effect" in words(drawn("by-preset", "field=jump_in"))


def test_the_calculator_adds_up() -> None:
    assert "20 + 3 + 10 = 33 points" in words(drawn("calculator", query="c=JC&c=TH&c=QS"))
    assert "20 + 10 + 10 = 40 points" in words(drawn("calculator", query="c=JC&c=TH&c=QS&table=classic"))
    assert drawn("calculator", query="c=JC").count(" checked") == 1
    assert "33" not in words(drawn("calculator"))


@pytest.mark.parametrize(
    "query",
    ["c=", "c=ZZ&table=other", "c=<script>", "table=", "c=%00", "&".join(["c=JC"] * 60), "c=" + "J" * 5000],
)
def test_the_calculator_takes_any_query(query: str) -> None:
    html = drawn("calculator", query=query)
    assert "<script>" not in html and "JJJJ" not in html
    assert html.count(" checked") == ("JC" in query.split("=") or "c=JC" in query)
