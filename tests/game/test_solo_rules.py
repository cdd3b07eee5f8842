"""Rules in the solo menu: every switch, codes and links, and what programs get."""

import pytest
from django.test import Client

from game.engine import FIELDS, parse_rules, rules_code
from game.models import Guest, Match

JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def browser(db: None) -> Client:
    """Somebody's browser."""
    return Client()


@pytest.mark.parametrize("field", FIELDS)
def test_every_switch_can_be_set_and_played(browser: Client, field: str) -> None:
    value = FIELDS[field][-1]
    sent = {"preset": "double-52", field: value, "bots": "easy"}
    if field in ("pack", "second_pack_from"):
        sent["combos"] = "off"
    answer = browser.post("/en/solo/", sent, **JSON)
    assert answer.status_code == 200, answer.content
    match = Match.objects.get(pk=answer.json()["match"])
    assert parse_rules(match.rules).values()[field] == value


def test_a_link_fills_the_menu_and_keeps_the_bots(browser: Client) -> None:
    browser.post("/en/solo/", {"preset": "classic", "bots_count": "5", "strength": "hard"})
    code = rules_code(parse_rules("five-wins points=jack2"))
    page = browser.get(f"/en/solo/?rules={code}").content.decode()
    assert 'value="five-wins" checked' in page and "Custom rules · Five Wins" in page
    assert 'name="bots_count" value="5" checked' in page and 'value="hard" checked' in page


def test_a_bad_code_is_told_at_the_field(browser: Client) -> None:
    page = browser.get("/en/solo/?rules=oops").content.decode()
    assert "That is no rules code." in page and 'value="oops" aria-invalid="true"' in page


def test_rules_by_code_are_played_and_remembered(browser: Client) -> None:
    code = rules_code(parse_rules("five-wins points=jack2"))
    answer = browser.post("/en/solo/", {"rules": code.upper(), "seven": "off", "bots": "easy"}, **JSON)
    rules = parse_rules(Match.objects.get(pk=answer.json()["match"]).rules)
    assert rules == parse_rules("five-wins points=jack2 seven=off")
    assert Guest.objects.get().solo_choice["preset"] == "five-wins"
    page = browser.get("/en/solo/").content.decode()
    assert "Custom rules · Five Wins" in page


def test_a_match_by_own_rules_is_offered_as_such(browser: Client) -> None:
    browser.post("/en/solo/", {"preset": "classic", "seven": "off"})
    assert "<small>Custom rules · 3 bots" in browser.get("/en/solo/").content.decode()


def test_a_refusal_offers_the_nearest_rules(browser: Client) -> None:
    sent = {"preset": "classic", "play_on": "on"}
    told = browser.post("/en/solo/", sent, **JSON).json()
    assert told["error"] == "bad-rules" and list(told["fields"]) == ["last_card"]
    assert [one["fields"] for one in told["nearest"]] == [{"play_on": "off"}, {"last_card": "seven"}]
    assert [one["rules"] for one in told["nearest"]] == ["classic", "classic last_card=seven play_on=on"]
    page = browser.post("/en/solo/", sent)
    assert page.status_code == 400
    assert 'name="fix" value="last_card=seven">Only let a last seven count<' in page.content.decode()
    assert browser.post("/en/solo/", {**sent, "fix": "last_card=seven"}).status_code == 302


def test_a_number_out_of_range_is_refused_with_the_nearest(browser: Client) -> None:
    sent = {"preset": "mau-mau", "match_end": "limit", "match_end_number": "5"}
    page = browser.post("/en/solo/", sent).content.decode()
    button = page.split('name="fix" value="match_end=limit:20">')[1].split("<")[0]
    assert button == "The match ends: when somebody has more than 20 points"


def test_the_code_of_a_choice(browser: Client) -> None:
    answer = browser.get("/en/solo/code", {"preset": "classic", "seven": "off", "match_end": "wins"})
    rules = parse_rules("classic seven=off match_end=wins:5")
    assert answer.json() == {
        "code": rules_code(rules),
        "rules": "classic seven=off match_end=wins:5",
        "name": "custom",
        "url": f"http://testserver/en/rules/{rules_code(rules)}/",
    }
    refused = browser.get("/en/solo/code", {"combos": "on"})
    assert refused.status_code == 400 and len(refused.json()["nearest"]) == 2
    assert browser.post("/en/solo/code").status_code == 405
