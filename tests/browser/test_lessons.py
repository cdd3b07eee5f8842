"""Learning in a browser, with scripts or not: the example round, a guided round to its end, the puzzle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from content.lessons import guided, puzzles
from tests.server import Server

ONE_SITE = True
NewPage = Callable[..., Page]


def test_the_example_round_steps_in_place(site: Server, new_page: NewPage) -> None:
    page = new_page("en", width=360, height=800)
    page.goto(f"{site.url}/en/example-round/")
    page.evaluate("window.same = true")
    number, back = page.locator("[data-number]"), page.locator("[data-by='-1']")
    expect(back).to_be_hidden()
    page.locator("[data-by='1']").click()
    expect(number).to_have_text("2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-shown] h2")).to_have_text(page.locator("#ply-3 h3").inner_text())
    page.keyboard.press("ArrowLeft")
    back.click()
    expect(number).to_have_text("1")
    expect(back).to_be_hidden()
    assert page.evaluate("window.same"), "no page was loaded anew"


def test_the_example_round_without_scripts(site: Server, new_page: NewPage) -> None:
    page = new_page("de", js=False)
    page.goto(f"{site.url}/de/beispielrunde/")
    page.locator("[data-by='1']").click()
    expect(page.locator("[data-number]")).to_have_text("2")
    expect(page.locator("[data-shown] h2")).to_have_text(page.locator("#ply-2 h3").inner_text())
    page.locator("[data-by='-1']").click()
    expect(page.locator("[data-number]")).to_have_text("1")


@pytest.mark.parametrize(("path", "js"), [("/de/erste-runde/", False), ("/en/first-round/", True)])
def test_a_guided_round_to_its_end_by_taps_alone(
    site: Server, new_page: NewPage, path: str, js: bool
) -> None:
    page = new_page(path[1:3], width=360, height=800, js=js)
    page.goto(site.url + path)
    now = guided.moment("1", "")
    while not now.over:
        word = guided.short_word(guided.advice(now.state))
        now = guided.moment("1", ".".join((*now.moves, word)))
        for move in (word[:2], word) if len(word) > len("JS") else (word,):
            page.locator(f"#table a[href*='.{move}#table'], #table a[href*='={move}#table']").first.click()
    expect(page.locator("#table .btn-gold")).to_be_visible()
    assert page.context.cookies() == []


def test_a_puzzle_is_answered(site: Server, new_page: NewPage) -> None:
    page = new_page("en", width=360, height=800, js=False)
    page.goto(f"{site.url}/en/puzzle/")
    day = page.locator("#table time").get_attribute("datetime")
    assert day
    found = puzzles.solved(puzzles.of_day(date.fromisoformat(day)))
    word = guided.short_word(found.wins[0].word)
    for move in (word[:2], word) if len(word) > len("JS") else (word,):
        page.locator(f"#table a[href*='try={move}#table']").first.click()
    expect(page.locator("#table .wi-a.own")).to_be_visible()
    expect(page.locator("#table .wi-a li")).not_to_have_count(0)
