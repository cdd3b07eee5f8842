"""The rules on one page of A4: words, marks, addresses; that it fits is tests/browser/test_print.py's."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given, settings

from content.sheets import CORNERS, EFFECTS, QUIET, Line, pdf_of, preset_rows, table_sheet
from game.engine import FIELDS, NAMELESS, PRESETS, RuleSet, parse_rules, rules_code
from game.qr import modules
from game.rule_sentences import sentence
from tests.game.rulebook.rulesets import rule_sets

LANGUAGES = ("de", "en")
pytestmark = pytest.mark.django_db


def lines(rules: RuleSet, language: str = "en") -> list[Line]:
    """Every line of a sheet."""
    sheet = table_sheet(rules, language)
    return [*sheet.special, *(line for corner in sheet.corners for line in corner.lines)]


def address(rules: RuleSet, language: str) -> str:
    with override(language):
        return reverse("content:sheet", args=[rules_code(rules)])


def test_mau_mau_is_what_the_others_are_compared_with() -> None:
    assert not any(line.differs for line in lines(PRESETS["mau-mau"]))
    assert not table_sheet(PRESETS["mau-mau"], "en").differs
    marked = {line.text for line in lines(PRESETS["first-lesson"]) if line.differs}
    assert "You always begin on a nine." in marked
    assert "After a seven the next player draws two cards and may not answer." in marked
    assert "Everyone gets five cards." not in marked


def test_the_special_cards_stand_beside_their_pictures() -> None:
    special = {line.cards: line.text for line in table_sheet(PRESETS["tournament"], "en").special}
    assert special[("7S",)].startswith("After a seven")
    assert special[("9S",)] == "A nine turns the direction of play."
    assert special[("JH",)].startswith("Whoever lays a jack wishes for a suit. The wish card fits")
    eights = [line.cards for line in table_sheet(PRESETS["crazy-eights"], "en").special]
    assert eights == [("8H",)]


def test_without_any_special_card() -> None:
    rules = parse_rules("mau-mau wish_rank=none seven=off eight=off")
    assert [line.text for line in table_sheet(rules, "en").special] == ["No card has an effect."]


@settings(max_examples=40, deadline=None)
@given(rules=rule_sets())
def test_every_rule_that_is_not_as_usual_is_on_the_page(rules: RuleSet) -> None:
    """But what has no effect, and who comes and goes."""
    told = " ".join(line.text for line in lines(rules))
    for field in ("hand_size", "start_card", "draw", "draw_when", "after_draw", "mau", "mau_mau", "last_card",
                  "points", "match_end", "equal_cards", "strict", "play_on", "pack"):  # fmt: skip
        value = rules.values()[field]
        with override("en"):
            said = sentence(field, value)
        assert said in told or QUIET.get(field) == value, field


def test_every_field_has_its_place() -> None:
    """A new house rule stands on the page, too; who comes and goes, and how long a turn takes, does not."""
    corners = {field for _title, fields in CORNERS for field in fields}
    cards = {field for _rank, fields in EFFECTS for field in fields} | {"wish_rank", "wish_fits", "combos"}
    assert corners | cards == set(FIELDS) - NAMELESS and not corners & cards


def test_quiet_values_are_defaults() -> None:
    assert all(FIELDS[field][0] == value for field, value in QUIET.items())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_the_page_has_a_code_that_leads_to_all_the_rules(client: Client, name: str, language: str) -> None:
    rules = PRESETS[name]
    html = client.get(address(rules, language)).content.decode()
    with override(language):
        full = reverse("content:ruleset", args=[rules_code(rules)])
    assert modules(f"http://testserver{full}")[1] in html and f"testserver{full}<" in html
    assert f"/pdf/{name}-{language}.pdf" in html
    assert "noindex" not in html and html.count("<h1") == 1


def test_codes_are_read_as_on_the_full_page(client: Client) -> None:
    assert client.get("/en/rules/nonsense/sheet/").status_code == 404
    moved = client.get("/en/rules/1OO/sheet/?a=1")
    assert (moved.status_code, moved["Location"]) == (301, "/en/rules/100/sheet/?a=1")
    custom = client.get(address(parse_rules("mau-mau draw=until"), "en")).content.decode()
    assert "noindex" in custom and "Custom rules" in custom and ".pdf" not in custom


def test_only_a_preset_to_the_letter_has_a_pdf() -> None:
    assert pdf_of(PRESETS["classic"], "de") == "pdf/classic-de.pdf"
    assert pdf_of(parse_rules("classic turn_seconds=90"), "de") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_there_is_to_print(client: Client, language: str) -> None:
    with override(language):
        html = client.get(reverse("content:print")).content.decode()
    for name, label, code in preset_rows(language):
        assert label in html and f"{code}/" in html and f"pdf/{name}-{language}" in html
