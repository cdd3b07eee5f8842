"""From a refusal and from the log to the sentence of the rulebook, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.engine import card_name, rules_code
from game.engine.misfits import misfit
from game.engine.state import State
from tests.browser.people import INDEX, Person
from tests.browser.scenes import Scene, dealt, set_up
from tests.server import Server

ONE_SITE = True
RULES = "mau-mau start_card=cover"


def covered(state: State) -> bool:
    """Seat 0 begins with a card that does not fit, and a special starting card was covered (the log says)."""
    return state.turn == 0 and len(state.pile) > 1 and bool(unfit(state))


def unfit(state: State) -> list[str]:
    """Cards of seat 0 that have neither suit nor rank."""
    return [card_name(card) for card in state.hands[0] if misfit(state, 0, card) == "suit-or-rank"]


@pytest.fixture
def scene() -> Scene:
    """A table with one bot."""
    return dealt(RULES, covered)


def tap(page: Page, scene: Scene) -> None:
    """A finger on a card that does not fit."""
    page.locator(f"#hand [data-card='{unfit(scene.state)[0]}']").first.click(position=INDEX, force=True)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_from_a_refusal_and_the_log_to_the_sentence(
    site: Server, new_page: Callable[..., Page], scene: Scene, lang: str
) -> None:
    page = new_page(lang, width=360, height=800, has_touch=True)
    set_up(site, scene, [page], [lang])
    tap(page, scene)
    page.locator("#error a").click()
    sentence = page.locator("#info[open] #r-suit-rank.hit")
    expect(sentence).to_be_in_viewport()
    expect(sentence).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#info")).to_be_hidden()
    page.locator("#b-chat").click()
    page.locator("#log a").first.click()
    expect(page.locator("#info[open] #r-start.hit")).to_be_in_viewport()
    expect(page.locator("#info .hit")).to_have_count(1)
    page.locator("#info .head [data-close]").click()
    expect(page.locator("#info")).to_be_hidden()


def test_the_whole_sheet_is_one_tap_away(site: Server, new_page: Callable[..., Page], scene: Scene) -> None:
    page = new_page("en")
    set_up(site, scene, [page], ["en"])
    page.locator("#b-info").click()
    expect(page.locator("#info[open] .rulebook section").first).to_be_visible()
    expect(page.locator("#info .hit")).to_have_count(0)
    assert page.locator("#info").evaluate("dialog => dialog.scrollTop") == 0


def test_without_a_network_the_page_is_offered(
    site: Server, new_page: Callable[..., Page], scene: Scene
) -> None:
    page = new_page("en")
    set_up(site, scene, [page], ["en"])
    page.route("**/rules/**", lambda route: route.abort())
    page.locator("#b-info").click()
    expect(page.locator("#book [role=status]")).to_contain_text("cannot be loaded just now")
    expect(page.locator(f"#info a[href='/en/rules/{rules_code(scene.state.rules)}/']")).to_be_visible()
    page.unroute("**/rules/**")
    page.keyboard.press("Escape")
    page.locator("#b-info").click()
    expect(page.locator("#info .rulebook")).to_be_visible()
    expect(page.locator("#book [role=status]")).to_be_empty()


def test_without_scripts_the_link_leads_to_the_page(
    site: Server, new_page: Callable[..., Page], scene: Scene
) -> None:
    page = new_page("en", width=360, height=800, js=False)
    set_up(site, scene, [page], ["en"], ready="#stage")
    tap(page, scene)
    page.locator("#error a").click()
    page.wait_for_url(re.compile(rf"/en/rules/{rules_code(scene.state.rules)}/#r-suit-rank$"))
    expect(page.locator("p#r-suit-rank:target")).to_be_in_viewport()


def test_a_german_deck_has_its_names_in_refusals(
    site: Server, new_page: Callable[..., Page], scene: Scene
) -> None:
    page = new_page("de")
    set_up(site, scene, [page], ["de"])
    page.evaluate("() => localStorage.setItem('maumau-cards', JSON.stringify({ deck: 'german' }))")
    page.reload()
    page.wait_for_selector("html.js #stage")
    tap(page, scene)
    expect(page.locator("#error p")).to_contain_text("Unter")
    expect(page.locator("#error p")).not_to_contain_text("Bube")


def test_the_rules_are_read_in_the_room_without_leaving_it(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en", width=360, height=800)
    Person(page, "Alice", site.url, "en").opens_a_table()
    room = page.url
    page.locator("#rules a[data-sheet]").click()
    expect(page.locator("#info[open] #r-seven")).to_contain_text("takes two cards")
    page.locator("#info [data-close]").click()
    expect(page.locator("#info")).to_be_hidden()
    page.request.post(
        f"{room}rules",
        form={"seven": "off", "csrfmiddlewaretoken": page.locator("#act input").first.input_value()},
        headers={"Referer": room},
    )
    expect(page.locator("#rules")).to_contain_text("The seven is a plain card.")
    page.locator("#rules a[data-sheet]").click()
    expect(page.locator("#info[open] #r-plain")).to_contain_text("seven")
    expect(page.locator("#info #r-seven")).to_have_count(0)
    assert page.url == room


def test_the_rules_are_read_as_they_are_chosen_by_now(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", width=360, height=800)
    page.goto(f"{site.url}/en/solo/")
    page.locator("label.opt", has=page.locator("input[value=five-wins]")).click()
    page.locator("[data-read]").click()
    expect(page.locator("#info[open] #r-strict")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("input[value=five-wins]")).to_be_checked()
