"""The coach in real browsers: a hint at the table and a match in review, with and without scripts."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Person, play
from tests.browser.test_no_scripts import visit
from tests.server import Server

ONE_SITE = True
WORDS = {"de": ("Tipp", "rueckblick"), "en": ("Hint", "review")}


def sits_down(page: Page, site: Server, lang: str) -> Person:
    """Alone against one bot."""
    person = Person(page, "Anna", site.url, lang)
    visit(page, f"{site.url}/{lang}/solo/")
    page.locator("input[name=bots_count][value='1']").check(force=True)
    page.locator(".rail .btn-gold").click()
    person.is_at_the_table()
    return person


def on_turn(person: Person) -> None:
    """Waits for the own turn."""
    expect(person.page.locator("#me.turn")).to_be_visible()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_hint_at_the_table(site: Server, new_page: Callable[..., Page], lang: str) -> None:
    page = new_page(lang, 360, 800)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/hint") else None)
    anna = sits_down(page, site, lang)
    expect(page.locator("html.whole")).to_be_attached()
    on_turn(anna)
    button = page.locator("#b-hint")
    expect(button).to_have_accessible_name(WORDS[lang][0])
    button.dblclick()
    told = page.locator("#hint p")
    expect(told).to_contain_text(":")
    assert len(asked) == 1, asked
    expect(page.locator("#say p", has_text=told.inner_text())).to_have_count(1)
    assert page.locator(".tip").count() >= 1
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("h")
    expect(told).to_have_count(1)
    assert len(asked) == 1, "asked again for the same position"
    before = anna.version()
    play([anna], until=lambda: anna.version() > before)
    expect(told).to_have_count(0)
    expect(page.locator(".tip")).to_have_count(0)


def test_the_button_can_be_switched_off(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    page.add_init_script("localStorage.setItem('maumau-device', '{\"hint\":\"off\"}')")
    on_turn(sits_down(page, site, "en"))
    expect(page.locator("#b-hint")).to_be_hidden()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_hint_without_scripts(site: Server, new_page: Callable[..., Page], lang: str) -> None:
    page = new_page(lang, 844, 390, js=False)
    anna = sits_down(page, site, lang)
    table = page.url
    for _ in range(100):
        visit(page, table)
        if page.locator("#me.turn").count():
            break
        page.wait_for_timeout(50)
    on_turn(anna)
    page.locator("#b-hint").click()
    expect(page.locator("#hint p")).to_contain_text(":")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_match_in_review(site: Server, new_page: Callable[..., Page], lang: str) -> None:
    page = new_page(lang, 360, 800)
    anna = sits_down(page, site, lang)
    play([anna])
    link = page.locator("#go-review")
    address = link.get_attribute("href") or ""
    assert address.endswith(WORDS[lang][1])
    link.click()
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_function("() => !document.querySelector('meta[http-equiv=refresh]')")
    expect(page.locator(".review > p").first).not_to_be_empty()
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    plain = new_page(lang, js=False)
    plain.context.add_cookies(page.context.cookies())
    visit(plain, site.url + address)
    expect(plain.locator("h1")).to_have_text(page.locator("h1").inner_text())
    assert plain.locator(".review section").count() == page.locator(".review section").count()
    stranger = new_page(lang)
    answer = stranger.goto(site.url + address)
    assert answer is not None and answer.status == 403
