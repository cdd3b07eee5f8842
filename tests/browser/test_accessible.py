"""axe finds nothing serious: every kind of page, both languages, light and dark, phone and desktop."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Person, play
from tests.server import Server

SERIOUS = ("serious", "critical")


def check(page: Page, what: str) -> None:
    """No serious finding, and nothing to scroll sideways."""
    found = [
        f"{what}: {violation['id']} {violation['nodes'][0]['html'][:160]}"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in SERIOUS
    ]
    assert found == []
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{what} scrolls sideways by {wide} px"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_pages(site: Server, new_page: Callable[..., Page], lang: str, scheme: str) -> None:
    page = new_page(lang, width=360, height=800, color_scheme=scheme)
    rules = {"de": "regeln", "en": "rules"}[lang]
    for path in ("", f"{rules}/", f"{rules}/1asbbp375ky/", "solo/", "lobby/", "lobby/join"):
        page.goto(f"{site.url}/{lang}/{path}")
        check(page, f"/{lang}/{path} {scheme}")
    page.goto(f"{site.url}/{lang}/nowhere/")
    check(page, f"404 {lang} {scheme}")


@pytest.mark.parametrize(
    ("lang", "scheme", "width", "height"), [("de", "light", 360, 800), ("en", "dark", 844, 390)]
)
def test_room_and_table(
    site: Server, new_page: Callable[..., Page], lang: str, scheme: str, width: int, height: int
) -> None:
    alice = Person(new_page(lang, width, height, color_scheme=scheme), "Alice", site.url, lang)
    alice.opens_a_table()
    check(alice.page, "room")
    alice.takes_bots(7)
    check(alice.page, "full room")
    alice.starts()
    alice.is_at_the_table()
    play([alice], until=lambda: bool(alice.page.evaluate("() => !!document.querySelector('#me.turn, .res')")))
    check(alice.page, "table")
    play([alice])
    check(alice.page, "result")


def test_the_sheets_of_the_table(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("de", width=360, height=640)
    page.goto(f"{site.url}/de/solo/")
    page.locator(".rail .btn-gold").click()
    expect(page.locator("html.js")).to_be_attached()
    for opener, sheet in (("#b-leave", "#leave"), ("#b-info", "#info"), ("#b-set", "#settings")):
        page.locator(opener).click()
        expect(page.locator(sheet)).to_be_visible()
        check(page, sheet)
        page.keyboard.press("Escape")
        expect(page.locator(sheet)).to_be_hidden()
