"""The lab in a browser, with scripts and without: choose, wait, read; leave and come back by the address."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from content.lab.questions import version
from tests.server import Server

ONE_SITE = True
NewPage = Callable[..., Page]
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
PATIENCE_MS = 300_000
"""For two thousand rounds and those before them in the queue, on a machine that does much else."""
FORM = {"de": "/de/labor/", "en": "/en/lab/"}
LOOKS = [("de", True, "dark"), ("en", False, "light"), ("en", True, "light"), ("de", False, "dark")]


def chosen(page: Page, address: str, players: int) -> None:
    """Crazy Eights for so many, and off."""
    page.goto(address)
    page.locator("label.opt", has=page.locator("input[value=crazy-eights]")).click()
    page.locator(".seg label", has=page.locator(f"input[value='{players}']")).click()
    page.locator(".rail .btn-gold").click()


def read(page: Page) -> None:
    """The result is there, with figures and drawings, and fits the page."""
    expect(page.locator("#figures")).to_be_visible(timeout=PATIENCE_MS)
    assert page.locator("#lengths ~ .bars rect").count() >= 3
    assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize(("lang", "js", "theme"), LOOKS)
def test_from_the_choice_to_the_result(
    site: Server, new_page: NewPage, lang: str, js: bool, theme: str
) -> None:
    players = 3 if lang == "de" else 2
    page = new_page(lang, width=360, height=800, js=js, color_scheme=theme)
    chosen(page, site.url + FORM[lang], players)
    expect(page.locator("h1")).to_contain_text("Crazy Eights")
    address = page.url
    assert address.startswith(site.url + FORM[lang]) and address.endswith(f"/{players}/")
    expect(page.locator("#lab-now, #figures").first).to_be_visible()
    assert page.evaluate(WIDER) <= 0
    read(page)  # nobody has touched anything: the page has seen to it by itself
    other = new_page(lang, width=844, height=390)
    other.goto(address)
    read(other)
    assert {cookie["name"] for cookie in other.context.cookies()} == set()
    found = Axe().run(other, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"]})
    assert found.response["violations"] == []


@pytest.fixture
def busy(site: Server) -> Iterator[None]:
    """Another process has been at work on something else all the time."""
    tell(
        site,
        "INSERT INTO content_labrun (rules, players, version, rounds, sums, spent, failures, asked, claim,"
        f" claimed_until) VALUES ('elsewhere', 2, '{version()}', 0, '{{}}', 0, 0, 0, 'another', {2**60})",
    )
    yield
    tell(site, "DELETE FROM content_labrun WHERE rules = 'elsewhere'")


def tell(site: Server, sql: str) -> None:
    """A word to the server's database."""
    with closing(sqlite3.connect(site.data / "db.sqlite3", timeout=60)) as database, database:
        database.execute(sql)


@pytest.mark.usefixtures("busy")
def test_while_one_waits_the_bar_fills_in_place(site: Server, new_page: NewPage) -> None:
    """The page stays the one it was until the figures are there; how far it is, is read out now and then."""
    page = new_page("en", width=360, height=800)
    page.goto(f"{site.url}/en/lab/?rules=five-wins&players=6")
    asked: list[Route] = []
    page.route("**/6/?state", lambda route: asked.append(route))
    page.locator(".rail .btn-gold").click()
    expect(page.locator("[data-far]")).to_contain_text("ahead of this one")
    page.evaluate("window.same = true")
    tell_how_far(page, asked, 500)
    expect(page.locator("[data-said]")).to_have_text("500 of 2000")
    tell_how_far(page, asked, 1500)
    expect(page.locator("[data-far]")).to_have_text("1500 of 2000")
    assert page.locator("progress").evaluate("e => e.value") == 1500
    assert page.evaluate("window.same")
    expect(page).to_have_url(re.compile(r"/6/$"))


def tell_how_far(page: Page, asked: list[Route], rounds: int) -> None:
    """Answers the page's next question; until then it waits."""
    while not asked:
        page.wait_for_timeout(50)
    state = {"done": False, "rounds": rounds, "of": 2000, "text": f"{rounds} of 2000"}
    asked.pop().fulfill(json=state)


def test_pasted_rules_keep_the_players(site: Server, new_page: NewPage) -> None:
    page = new_page("de", width=360, height=800)
    page.goto(f"{site.url}/de/labor/")
    page.locator(".seg label", has=page.locator("input[value='7']")).click()
    page.locator("#rules-share summary").click()
    page.locator("#paste-rules").fill("tournament")
    page.locator("#rules-share button[form=paste]").click()
    expect(page.locator("[name=preset][value=tournament]")).to_be_checked()
    expect(page.locator(".seg [value='7']")).to_be_checked()


def test_a_rules_sheet_leads_into_the_lab(site: Server, new_page: NewPage) -> None:
    page = new_page("en", js=False)
    page.goto(f"{site.url}/en/rules/1kg29g40fn5p1/")
    page.locator("a[href*='/en/lab/?rules=']").click()
    expect(page.locator("[name=preset][value=tournament]")).to_be_checked()
