"""The rule chooser of solo and room: switches without effect, and the summary on the rail."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person
from tests.server import Server

REASONS = {
    "eight": {
        "de": "Ohne Wirkung, solange die Acht die Wunschkarte ist.",
        "en": "No effect as long as the eight is the wish card.",
    },
    "mau_penalty": {
        "de": "Ohne Wirkung, solange niemand „Mau“ sagen muss.",
        "en": "No effect as long as nobody has to say “Mau”.",
    },
}


def switch(page: Page, name: str) -> Locator:
    return page.locator(f"select[name={name}]")


def chooses(page: Page, preset: str) -> None:
    page.locator("label.opt", has=page.locator(f"input[value={preset}]")).click()


def is_greyed(page: Page, name: str, lang: str) -> None:
    expect(switch(page, name)).to_be_disabled()
    expect(page.locator(f"#id_{name}-inert")).to_have_text(REASONS[name][lang])
    expect(page.locator(f"#id_{name}-inert")).to_be_visible()
    expect(switch(page, name)).to_have_accessible_description(REASONS[name][lang])


def is_live(page: Page, name: str) -> None:
    expect(switch(page, name)).to_be_enabled()
    expect(page.locator(f"#id_{name}-inert")).to_be_hidden()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_switches_without_effect_are_greyed_with_the_reason(
    site: Server, new_page: Callable[..., Page], lang: str
) -> None:
    page = new_page(lang, width=360, height=800)
    page.goto(f"{site.url}/{lang}/solo/?preset=crazy-eights")
    page.locator("details.adj summary").click()
    for name in REASONS:
        is_greyed(page, name, lang)
    switch(page, "mau").select_option("button")
    is_live(page, "mau_penalty")
    chooses(page, "mau-mau")
    is_live(page, "eight")
    switch(page, "wish_rank").select_option("8")
    is_greyed(page, "eight", lang)
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page scrolls sideways by {wide} px"


def test_the_rail_counts_what_differs(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    page.goto(f"{site.url}/en/solo/?preset=mau-mau")
    page.locator("details.adj summary").click()
    said = page.locator("#summary span")
    expect(said).to_have_text("Mau-Mau")
    switch(page, "match_end").select_option("rounds:1")
    expect(said).to_have_text("Mau-Mau")
    switch(page, "match_end").select_option("rounds:3")
    expect(said).to_have_text("Mau-Mau, 1 changed")
    switch(page, "eight").select_option("add")
    expect(said).to_have_text("Mau-Mau, 2 changed")
    switch(page, "mau").select_option("off")
    chooses(page, "crazy-eights")
    expect(said).to_have_text("Crazy Eights, 1 changed")


def test_the_room_has_the_same_chooser(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    Person(page, "Alice", site.url, "en").opens_a_table()
    page.goto(page.url + "rules")
    chooses(page, "crazy-eights")
    page.locator("details.adj summary").click()
    is_greyed(page, "eight", "en")
    page.locator("#m ~ .rail .btn-gold").click()
    expect(page.locator("#rules")).to_contain_text("Crazy Eights")


def test_without_scripts_the_sentence_stands_there_and_any_value_is_taken(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en", js=False)
    page.goto(f"{site.url}/en/solo/?preset=crazy-eights")
    page.locator("details.adj summary").click()
    expect(page.locator("#id_eight-inert")).to_have_text(REASONS["eight"]["en"])
    switch(page, "eight").select_option("counter")
    page.locator(".rail .btn-gold").click()
    expect(page.locator("#game")).to_be_visible()
