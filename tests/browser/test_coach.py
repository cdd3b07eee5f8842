"""The coach in real browsers: a hint at the table and a match in review, with and without scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Person, play
from tests.browser.test_no_scripts import visit
from tests.server import Server

ONE_SITE = True
TRIES = 30  # so often one asks where nobody is free to think
REVIEW_MS = 300_000
WORDS = {"de": ("Tipp", "rueckblick"), "en": ("Hint", "review")}


def sits_down(page: Page, site: Server, lang: str) -> Person:
    """Alone against one bot."""
    person = Person(page, "Anna", site.url, lang)
    visit(page, f"{site.url}/{lang}/solo/")
    page.locator("input[name=bots_count][value='1']").check(force=True)
    page.locator(".rail .btn-gold").click()
    person.is_at_the_table()
    return person


def were_refusals(complaints: list[str]) -> None:
    """That nobody is free to think is no fault of the page."""
    complaints[:] = [one for one in complaints if not (one.startswith("503") and one.endswith("/hint"))]


def on_turn(person: Person) -> None:
    """Waits for the own turn."""
    expect(person.page.locator("#me.turn")).to_be_visible()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_hint_at_the_table(
    site: Server, new_page: Callable[..., Page], complaints: list[str], lang: str
) -> None:
    page = new_page(lang, 360, 800)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/hint") else None)
    anna = sits_down(page, site, lang)
    expect(page.locator("html.whole")).to_be_attached()
    on_turn(anna)
    button = page.locator("#b-hint")
    expect(button).to_have_accessible_name(WORDS[lang][0])
    told = page.locator("#hint p")
    for _ in range(TRIES):
        asked.clear()
        button.dblclick()
        expect(told).to_be_visible()
        expect(button).not_to_have_attribute("aria-busy", "true")
        assert len(asked) == 1, asked
        if page.locator(".tip").count():
            break
    were_refusals(complaints)
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


def test_the_button_can_be_switched_off(
    site: Server, new_page: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_page("en")
    page.add_init_script("localStorage.setItem('maumau-device', '{\"hint\":\"off\"}')")
    on_turn(sits_down(page, site, "en"))
    expect(page.locator("html.whole")).to_be_attached()
    expect(page.locator("#b-hint")).to_be_hidden()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/hint") else None)
    page.keyboard.press("h")
    page.evaluate("localStorage.setItem('maumau-device', '{}'); document.documentElement.dataset.hint = 'on'")
    page.keyboard.press("h")
    expect(page.locator("#hint p")).to_have_count(1)
    assert len(asked) == 1, "H asked although hints were off"
    were_refusals(complaints)


def test_after_a_refusal_one_may_ask_again(
    site: Server, new_page: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_page("en")
    answers = [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=503, json={"error": "hint-busy", "text": "Nobody is free."}),
        lambda route: route.fulfill(json=hint_for(page)),
    ]
    page.route("**/hint", lambda route: answers.pop(0)(route))
    on_turn(sits_down(page, site, "en"))
    expect(page.locator("html.whole")).to_be_attached()
    told = page.locator("#hint p")
    for text in ("No hint just now. Try again in a moment.", "Nobody is free.", "Just so."):
        page.locator("#b-hint").click()
        expect(told).to_have_text(text)
    expect(page.locator("#hand .tip")).to_have_count(1)
    expect(page.locator("#hand [data-card]").first).to_have_class(re.compile(r"\btip\b"))
    page.locator("#b-hint").click()
    expect(told).to_have_text("Just so.")
    assert not answers
    were_refusals(complaints)


def hint_for(page: Page) -> dict[str, Any]:
    """An answer that names the first card of the hand, and one that is not in it."""
    card = page.locator("#hand [data-card]").first.get_attribute("data-card")
    v = page.locator("#me input[name=v]").input_value()
    return {"v": int(v), "word": f"p {card}", "cards": [card, "none"], "text": "Just so."}


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
    told = page.locator("#hint p")
    for _ in range(TRIES):
        page.locator("#b-hint").click()
        page.wait_for_load_state()
        if told.count():
            break
    expect(told).to_contain_text(":")


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
    expect(page.locator("[data-waits]")).to_have_count(0, timeout=REVIEW_MS)
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
