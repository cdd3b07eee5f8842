"""Facts are the engine's, and no text writes down a number that a rule set decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from content import facts, markdown, texts
from content.facts import amount, fact
from content.figures import FigureError
from game.engine import FIELDS, PRESETS, RuleSet, hand_size
from game.engine.actions import MOST_SEATS
from lobby.codes import LENGTH
from tests.content.number_lint import bare_numbers


@pytest.mark.parametrize(
    ("expression", "german", "english"),
    [
        ("mau-mau.hand_size", "fünf", "five"),
        ("#tournament.end", "100", "100"),
        ("classic.end", "drei", "three"),
        ("mau-mau.turn_seconds", "40", "40"),
        ("cards:mau-mau.mau_penalty", "eine Karte", "one card"),
        ("Cards:tournament.mau_penalty", "Zwei Karten", "Two cards"),
        ("five-wins.two_player_hand", "sechs", "six"),
        ("tournament.most", "fünf", "five"),
        ("points.J", "20", "20"),
        ("points.classic.Q", "zehn", "ten"),
        ("points.jack2.J", "zwei", "two"),
        ("sum.JC.TH.QS", "33", "33"),
        ("sum.classic.JC.TH.QS", "40", "40"),
        ("due.7", "zwei", "two"),
        ("due.777", "sechs", "six"),
        ("cards:due.6", "eine Karte", "one card"),
        ("last.penalty", "zwei", "two"),
        ("seats.most", "acht", "eight"),
        ("pack.skat32", "32", "32"),
        ("pack.french52", "52", "52"),
        ("presets", "sieben", "seven"),
        ("stock.least", "sieben", "seven"),
        ("name:classic", "Klassisch", "Classic"),
        ("label:seven", "Sieben", "Seven"),
        ("value:crazy-eights.wish_rank", "Acht", "Eight"),
    ],
)
def test_facts_in_words(expression: str, german: str, english: str) -> None:
    assert (fact(expression, "de"), fact(expression, "en")) == (german, english)


@pytest.mark.parametrize("preset", PRESETS)
def test_number_fields_are_those_of_the_rule_set(preset: str) -> None:
    rules = PRESETS[preset]
    assert amount(f"{preset}.hand_size") == rules.hand_size
    assert amount(f"{preset}.mau_penalty") == rules.mau_penalty
    assert amount(f"{preset}.two_player_hand") == hand_size(rules, 2)
    assert amount(f"{preset}.turn_seconds") == rules.seconds
    assert amount(f"{preset}.end") == rules.end_number


def test_what_the_engine_does_not_know_is_what_the_lobby_says() -> None:
    assert amount("code.digits") == LENGTH
    assert amount("seats.most") == MOST_SEATS
    assert set(facts.ADVISED) <= set(PRESETS)


@pytest.mark.parametrize(
    "expression",
    [
        "", "#", "mau-mau", "mau-mau.", "mau-mau.colour", "mau-mau.seven", "other.hand_size", "points.X",
        "points.other.J", "sum", "sum.ZZ", "due.", "due.8", "due.77777", "cards:", "label:colour",
        "value:mau-mau.colour", "value:other.seven", "name:other", "presets.x",
        "first-lesson.second_pack_from",
        "__class__", "mau-mau.__class__", "mau-mau.values", "five-wins-points.hand_size", "pack.tarot",
    ],
)  # fmt: skip
def test_what_is_no_fact_says_so(expression: str) -> None:
    with pytest.raises(FigureError):
        fact(expression, "en")


def test_other_rules_make_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    text = texts.file_text("rules", "en")._replace(
        body="Everyone gets {cards:mau-mau.hand_size}.\n\n```by-preset\nfield=hand_size\n```\n"
    )
    before = "".join(map(str, markdown.render(text).pieces))
    monkeypatch.setitem(PRESETS, "mau-mau", replace(RuleSet(), hand_size=6))
    markdown.render.cache_clear()
    after = "".join(map(str, markdown.render(text).pieces))
    markdown.render.cache_clear()
    assert "gets five cards" in before and "gets six cards" in after
    first = {"before": before.split("<li>")[1], "after": after.split("<li>")[1]}
    assert "5 cards" in first["before"] and "Mau-Mau" in first["before"]
    assert "6 cards" in first["after"] and "Mau-Mau" in first["after"]


def test_texts_write_down_no_number_that_a_rule_decides() -> None:
    found = [line for language in texts.LANGUAGES for key in texts.pages() for line in _lines(key, language)]
    assert not found, "write a fact, or list the phrase in the head under `plain:`\n" + "\n".join(found)


def _lines(key: str, language: str) -> list[str]:
    text = texts.file_text(key, language)
    if text.section not in ("learn", "rules") and key != "faq":
        return []
    path = texts.FOLDER / text.language / f"{key}.md"
    above = path.read_text("utf-8").split("---\n", 2)[1].count("\n") + 2
    name = path.relative_to(Path(texts.FOLDER).parent)
    return [f"{name}:{above + line}: {phrase}" for line, phrase in bare_numbers(text)]


@pytest.mark.parametrize(
    ("language", "body", "found"),
    [
        ("de", "Du ziehst zwei Karten.", ["zwei"]),
        ("de", "Bube 20, Ass 11.", ["20", "11"]),
        ("de", "Die Sieben und die Acht, {mau-mau.hand_size} und {9H}.", []),
        ("de", "Für zwei Leute.", []),
        ("en", "You draw two cards.", ["two"]),
        ("en", "A seven makes the next player draw; the eight skips.", []),
        ("en", "The seven presets.", ["seven"]),
        ("en", "```points\ntable=standard 12\n```\n[x](page:faq#a-12)", []),
        ("en", "1. first\n2. second", []),
    ],
)
def test_what_the_search_for_numbers_finds(language: str, body: str, found: list[str]) -> None:
    text = texts.file_text("rules", language)._replace(body=body, plain=("zwei Leute",))
    phrases = [phrase for _line, phrase in bare_numbers(text)]
    assert len(phrases) == len(found)
    assert all(number in phrase for number, phrase in zip(found, phrases, strict=True))


def test_every_field_has_a_figure_in_both_languages() -> None:
    for language in texts.LANGUAGES:
        anchors = {
            heading.anchor for heading in markdown.render(texts.file_text("house-rules", language)).headings
        }
        assert set(FIELDS) <= anchors
