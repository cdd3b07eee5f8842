"""Exercises: what is right is the engine's word, with a reason for every card, whatever is asked."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from content import texts
from content.boards import Board
from content.figures import Args, ready
from tests.content.test_figures import drawn, words

ready()
EXERCISES = {
    (language, match[1]): match[0].strip("`").removeprefix("exercise\n")
    for language in texts.LANGUAGES
    for match in re.finditer(
        r"```exercise\nid=(\w+) .*?```", texts.file_text("practice", language).body, re.DOTALL
    )
}
SOLUTIONS = {
    "1": "9C AH", "2": "KS 8D", "3": "7H TH", "4": "JS 9D", "5": "JS 9D", "6": "8H 7S QC", "7": "7D", "8": "",
    "9": "6H", "10": "8S", "11": "8S TD JH", "12": "QD", "13": "", "14": "", "15": "3H", "16": "",
}  # fmt: skip
WISH = "rules=mau-mau top=JC wish=H hand=7H.AC.JH.TH"


@pytest.mark.parametrize("name", EXERCISES)
def test_solutions_and_reasons(name: tuple[str, str]) -> None:
    language, number = name
    with override(language):
        board = Board(Args(EXERCISES[name]))
        cards = board.judged()
    assert " ".join(card.name for card in cards if card.allowed) == SOLUTIONS[number]
    assert all(card.why for card in cards)


def test_both_languages_ask_the_same() -> None:
    asked = {
        language: [body.splitlines()[0] for (code, _id), body in EXERCISES.items() if code == language]
        for language in texts.LANGUAGES
    }
    assert asked["de"] == asked["en"] and len(asked["de"]) == len(SOLUTIONS) >= 12
    assert len({re.search(r"rules=([\w-]+)", line)[1] for line in asked["de"]}) >= 5  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "card", "why"),
    [
        (WISH, "7H", "It has the suit named."),
        (WISH, "JH", "A wish for hearts stands, and no jack may answer it."),
        ("rules=mau-mau top=9H hand=JS.9C.AH.KD", "JS", "The jack is the wish card and goes on everything."),
        ("rules=mau-mau top=9H hand=JS.9C.AH.KD", "9C", "The rank is the same."),
        ("rules=mau-mau top=9H hand=JS.9C.AH.KD", "AH", "The suit is the same."),
        ("rules=mau-mau top=JC hand=JS.9C", "JS", "Jack on jack is not allowed here."),
        ("rules=mau-mau top=7S due=4 hand=7D.8S", "7D", "A seven is the answer."),
        ("rules=mau-mau top=7S due=4 hand=7D.8S", "8S", "4 cards are due: only a seven helps."),
        ("rules=five-wins top=9H hand=JH", "JH", "Jack as the last card is not allowed here."),
        ("rules=classic top=JC wish=D hand=JS.9D", "JS", "The jack goes even while a wish stands."),
    ],
)
def test_reasons(body: str, card: str, why: str) -> None:
    with override("en"):
        assert Board(Args(body)).why(card) == why


def test_an_answer_keeps_its_ticks_and_jumps_to_its_place() -> None:
    html = drawn("exercise", f"id=3 {WISH}", query="x=3&k=1&k=3")
    assert 'action="/en/rules/#exercise-3"' in html and 'id="exercise-3"' in html
    assert re.findall(r'value="(\d)" checked', html) == ["1", "3"]
    said = words(html)
    assert "Not quite: two of four are right." in said
    assert "You had ticked it." in said and "You had not ticked it." in said
    assert "All of it is right." in words(drawn("exercise", f"id=3 {WISH}", query="x=3&k=4&k=1"))


def test_nothing_ticked_is_an_answer() -> None:
    body = "id=8 rules=first-lesson top=7S due=2 hand=7H.9S"
    assert "All of it is right." in words(drawn("exercise", body, query="x=8"))


def test_unasked_it_tells_nothing() -> None:
    for query in ("", "x=4&k=1", "k=1"):
        html = drawn("exercise", f"id=3 {WISH}", query=query)
        assert "✓" not in html and " checked" not in html and 'role="status"' not in html


@pytest.mark.parametrize(
    "query",
    [
        "x=3&k=ZZ&k=99&k=-1", "x=3&" + "&".join(["k=1"] * 60), "x=3&k=%00", "x[]=3&k[]=1",
        "x=<script>alert(1)</script>",
        "x=3&k=<script>", "x=" + "3" * 3000, "%ff%fe=%c3%28", "table=%F0%9F%82%A1&c=9H&c=", "x=3;k=1",
    ],
)  # fmt: skip
@pytest.mark.parametrize("page", ["/en/practice/", "/de/ueben/", "/en/points/", "/de/regeln/"])
def test_any_query_is_answered(client: Client, page: str, query: str) -> None:
    response = client.get(f"{page}?{query}")
    assert response.status_code == 200
    assert b"<script>alert" not in response.content and b"k=<script>" not in response.content


def test_more_fields_than_a_form_may_have_are_bad_input(client: Client) -> None:
    response = client.get("/en/practice/?" + "&".join(["k=1"] * 5000))
    assert response.status_code == 400
