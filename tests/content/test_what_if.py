"""“What happens if …”: each situation answers under every rule set, and the answers are those of RULES.md."""

from __future__ import annotations

import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given, settings

from content.figures import FIGURES, Args, FigureError, Where
from content.what_if import GROUPS, SITUATIONS, Answer, answer_to, by_preset
from game.engine import PRESETS, RuleSet, parse_rules, rules_code
from tests.game.rulebook.rulesets import ALL_OF_IT, changed, rule_sets, values_of

LANGUAGES = ("de", "en")

PINNED: dict[tuple[str, str], tuple[str, str]] = {
    ("seven-seven", "mau-mau"): ("yes", "Then four cards are due for Ben. Or you take two cards."),
    ("seven-seven", "first-lesson"): ("no", "Two cards are due, and nothing can answer that."),
    ("seven-seven", "crazy-eights"): ("yes", "The seven is a plain card."),
    ("seven-jack", "classic"): ("no", "only a seven helps"),
    ("seven-neither", "tournament"): ("", "You take two cards. Then Ben is next."),
    ("two-sevens", "mau-mau"): ("yes", "Then six cards are due for Ben. Or you take four cards."),
    ("two-sevens", "first-lesson"): ("", "It does not come to that. Cleo takes two cards."),
    ("third-seven", "five-wins"): ("", "You take six cards."),
    ("too-many-due", "mau-mau"): ("", "You take three of four cards, no more are left."),
    ("eight-two", "mau-mau"): ("", "Ben sits out. Then it is your turn."),
    ("eight-two", "crazy-eights"): ("", "Whoever lays an eight wishes for a suit. Then Ben is next."),
    ("eight-two", "double-52"): ("", "Ben answers with an eight, or sits out and it is your turn again."),
    ("eight-eight", "mau-mau"): ("no", "You sit out. Then Ben is next."),
    ("eight-eight", "classic"): ("yes", "Ben plays an eight or sits out two turns. Or you sit out."),
    ("eight-eight", "double-52"): ("yes", "Ben plays an eight or sits out. Or you sit out."),
    ("reverse-two", "tournament"): ("", "The direction turns. Then it is your turn."),
    ("ace", "mau-mau"): ("", "The ace is a plain card. Then Ben is next."),
    ("ace", "tournament"): ("", "must lay one more card, or draws one"),
    ("jack-on-jack", "mau-mau"): ("no", "no jack may answer it"),
    ("jack-on-jack", "tournament"): ("yes", "Whoever lays a jack wishes for a suit."),
    ("jack-on-jack", "double-52"): ("no", "the jack needs that suit too"),
    ("wish-jack", "crazy-eights"): ("no", "no eight may answer it. Draw."),
    ("wish-draw", "mau-mau"): ("no", "The wish still stands."),
    ("wish-stock", "mau-mau"): ("", "The pile becomes the new stock. You draw a card. You pass."),
    ("draw-anyway", "mau-mau"): ("yes", "You draw a card."),
    ("draw-anyway", "classic"): ("no", "Drawing is allowed only if no card fits"),
    ("drawn-fits", "mau-mau"): ("yes", "Or you pass."),
    ("drawn-fits", "tournament"): ("no", "After drawing the turn is over."),
    ("drawn-other", "mau-mau"): ("no", "you may lay only the card you drew, the ten of hearts"),
    ("nothing-left", "mau-mau"): ("", "You pass. Then Ben is next."),
    ("nothing-left-fits", "mau-mau"): ("no", "you hold a card that fits"),
    ("time-up", "classic"): ("", "Your time is up. You draw a card."),
    ("last-seven", "mau-mau"): ("", "You win the round."),
    ("last-seven", "tournament"): ("", "Ben takes two cards. You win the round."),
    ("last-seven", "classic"): ("", "Cleo takes four cards. You win the round."),
    ("last-jack", "mau-mau"): ("yes", "You win the round."),
    ("last-jack", "five-wins"): ("no", "Jack as the last card is not allowed here."),
    ("last-jack", "double-52"): ("yes", "You win the round, it counts twice."),
    ("last-eight-two", "classic"): ("", "You are back in with one card"),
    ("last-ace", "tournament"): ("", "You win the round."),
    ("mau-forgotten", "mau-mau"): ("", "You forgot “Mau”: one card."),
    ("mau-forgotten", "tournament"): ("", "You forgot “Mau”: two cards."),
    ("mau-forgotten", "first-lesson"): ("", "Cleo caught you: two cards."),
    ("mau-forgotten", "crazy-eights"): ("", "Nobody has to say “Mau”."),
    ("last-silent", "double-52"): ("", "With your last card the game says “Mau” for you."),
    ("mau-drawn", "classic"): ("", "Drawing is allowed only if no card fits"),
    ("last-silent", "classic"): ("", "You forgot “Mau-Mau”: two cards. Then Ben is next."),
    ("first-seven", "mau-mau"): ("", "A special first card goes under the stock"),
    ("first-seven", "tournament"): ("", "A special first card is covered"),
    ("first-seven", "classic"): ("", "it counts. Lay a seven or take what is due."),
    ("first-jack", "classic"): ("", "Cleo wishes hearts"),
    ("twin", "mau-mau"): ("no", "Nobody jumps in at this table."),
    ("equal-cards", "mau-mau"): ("no", "only one card is laid at a time"),
    ("all-over", "tournament"): ("", "You win the round. You win the match."),
    ("all-over", "mau-mau"): ("", "There is no limit of points here."),
}
"""Situation and preset -> verdict and words, by hand from RULES.md."""

HOUSE: tuple[tuple[str, str, str, str], ...] = (
    ("twin", "mau-mau jump_in=on", "yes", "Then Ben is next."),
    ("twin", "mau-mau jump_in=on second_pack_from=never", "no", "With one pack no card is there twice."),
    ("equal-cards", "mau-mau equal_cards=on", "yes", "Then Ben is next."),
    ("eight-two", "mau-mau eight=off", "", "The eight is a plain card. Then Ben is next."),
    ("reverse-two", "mau-mau reverse_rank=K", "", "The direction turns. Then it is your turn."),
    ("ace", "mau-mau ace=skip", "", "Ben sits out. Then Cleo is next."),
    ("jack-on-jack", "mau-mau wish_rank=none", "yes", "Nobody wishes"),
    ("all-over", "mau-mau match_end=limit:100", "", "You win the round. You win the match."),
    ("last-seven", "mau-mau play_on=on", "", "You are out. Then Ben is next."),
    ("too-many-due", "double-52 seven=off", "", "You take 1 of 2 cards, no more are left."),
    ("time-up", "mau-mau turn_seconds=off", "", "Nobody is hurried."),
    ("drawn-fits-not", "mau-mau draw=three", "", "You draw three cards. You pass."),
    ("seven-jack", "mau-mau strict=on", "no", "Trying it all the same costs a card and the turn."),
)
"""House rules: situation, rules, verdict, words."""


@pytest.mark.parametrize(("situation", "preset"), PINNED)
def test_the_answers_of_the_presets(situation: str, preset: str) -> None:
    verdict, words = PINNED[situation, preset]
    found = answer_to(situation, PRESETS[preset], "en")
    assert found.verdict == verdict and words in found.text, found


@pytest.mark.parametrize(("situation", "rules", "verdict", "words"), HOUSE)
def test_the_answers_of_house_rules(situation: str, rules: str, verdict: str, words: str) -> None:
    found = answer_to(situation, parse_rules(rules), "en")
    assert found.verdict == verdict and words in found.text, found


def test_german_answers() -> None:
    assert answer_to("last-jack", PRESETS["five-wins"], "de").text.startswith(
        "Bube als letzte Karte geht hier nicht."
    )
    assert answer_to("seven-jack", PRESETS["mau-mau"], "de") == Answer(
        "no", "Zwei Karten sind fällig: Da hilft nur eine Sieben. Nimm, was fällig ist."
    )


def good(found: Answer) -> bool:
    """Whole sentences, no gaps, none twice."""
    sentences = re.split(r"(?<=[.])\s", found.text)
    return (
        bool(found.text)
        and found.text.lstrip("“„")[0].isupper()
        and found.text.endswith(".")
        and not re.search(r"%\(|  |\[|\]|None|\?", found.text)
        and len(set(sentences)) == len(sentences)
    )


@pytest.mark.parametrize("base", [PRESETS["mau-mau"], PRESETS["classic"], ALL_OF_IT])
def test_every_situation_under_every_value_of_every_field(base: RuleSet) -> None:
    fields = RuleSet().values()
    sets = (changed(base, field, value) for field in fields for value in values_of(field))
    for number, rules in enumerate({base, *filter(None, sets)}):
        for name in SITUATIONS:
            found = answer_to(name, rules, LANGUAGES[number % 2])
            assert good(found), (name, rules, found)


@settings(max_examples=40, deadline=None)
@given(rules=rule_sets())
def test_every_situation_under_any_rules(rules: RuleSet) -> None:
    for name in SITUATIONS:
        for language in LANGUAGES:
            found = answer_to(name, rules, language)
            assert good(found), (name, found)


def test_presets_with_the_same_answer_stand_together() -> None:
    for name in SITUATIONS:
        lines = by_preset(name, "en")
        assert sorted(preset for _, presets in lines for preset in presets) == sorted(PRESETS)
        assert len({found for found, _ in lines}) == len(lines)


def test_all_that_was_to_be_answered() -> None:
    assert len(SITUATIONS) >= 30 and sum(len(group) for _, group in GROUPS) == len(SITUATIONS)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in SITUATIONS)


def shown(language: str, query: str = "") -> str:
    with override(language):
        where = Where("what-if", language, "/x/", QueryDict(query))
        return str(FIGURES["what-if"].draw(Args(""), where))


def test_the_figure_answers_and_keeps_the_readers_rules() -> None:
    code = rules_code(parse_rules("mau-mau wish_fits=any"))
    html = shown("en", f"s=jack-on-jack&rules={code}")
    assert '<option value="jack-on-jack" selected>' in html
    own, presets = html.index("wi-a own"), html.index('class="wi-a"')
    assert own < presets and "<b>Yes.</b>" in html[own:presets]
    assert f"?s=seven-seven&amp;rules={code}#answer" in html


@pytest.mark.parametrize(
    "query", ["s=nothing", "s=", "rules=zz", "s=%00&rules=%3Cb%3E", "s=ace&s=<i>", "rules=" + "1" * 99]
)
def test_odd_questions_get_a_page(query: str) -> None:
    for language in LANGUAGES:
        html = shown(language, query)
        assert "<b>" not in html.partition("<form")[2].partition("</form>")[0] and "<i>" not in html
    assert "No rules go by the code" in shown("en", "rules=zz")
    assert "No such situation" in shown("en", "s=nothing")


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_situation_has_its_address(client: Client, language: str) -> None:
    with override(language):
        path = reverse("content:what-if")
    html = client.get(path).content.decode()
    for name in SITUATIONS:
        assert f'href="{path}?s={name}#answer"' in html and f'id="{name}"' in html
        assert client.get(path, {"s": name}).status_code == 200


def test_an_answer_for_other_pages() -> None:
    where = Where("faq", "en", "/x/", QueryDict())
    with override("en"):
        html = str(FIGURES["answer"].draw(Args("s=last-jack"), where))
        alone = str(FIGURES["answer"].draw(Args("s=last-jack rules=five-wins"), where))
    assert html.count("<li>") == 3 and "it counts twice" in html
    assert alone.count("<li>") == 1 and "<b>No.</b> Jack as the last card is not allowed here." in alone
    for wrong in ("s=nothing", "s=ace rules=nothing", ""):
        with pytest.raises(FigureError):
            FIGURES["answer"].draw(Args(wrong), where)
