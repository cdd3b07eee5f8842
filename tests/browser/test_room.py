"""The room of a table under a keyboard, and what only scripts can do there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.people import Person
from tests.server import Server

ONE_SITE = True


@pytest.mark.parametrize("js", [True, False])
def test_enter_on_a_switch_presses_nobodys_button(
    site: Server, new_page: Callable[..., Page], js: bool
) -> None:
    page = new_page("en", js=js)
    Person(page, "Alice", site.url, "en").opens_a_table()
    room = page.url
    page.locator("input[name=lock]").focus()
    if js:
        page.keyboard.press("Enter")
    else:
        with page.expect_navigation():
            page.keyboard.press("Enter")
    page.goto(room)
    expect(page.locator("#seats")).to_contain_text("1 of 8")


def test_focus_stays_where_it_was_when_the_room_changes(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    Person(page, "Alice", site.url, "en").opens_a_table()
    page.locator("button[name=add]").focus()
    for seats in ("2 of 8", "3 of 8"):
        page.keyboard.press("Enter")
        expect(page.locator("#seats")).to_contain_text(seats)
        expect(page.locator("button[name=add]")).to_be_focused()
    page.locator("select[name=set]").last.select_option(label="Hard")
    page.reload()
    expect(page.locator("select[name=set]").last).to_have_value("2:hard")


def test_a_match_cannot_start_alone_and_the_page_says_what_to_do(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en")
    Person(page, "Alice", site.url, "en").opens_a_table()
    page.locator("#rail .btn-gold").click(force=True)
    expect(page.locator("#error")).to_contain_text("It takes two.")
    page.locator("button[name=add]").click()
    expect(page.locator("#error")).to_be_empty()


def test_the_link_is_copied(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", permissions=["clipboard-read", "clipboard-write"])
    address = Person(page, "Alice", site.url, "en").opens_a_table()
    page.locator("#invite [data-copy]").click()
    expect(page.locator("#toasts")).to_have_text("Link copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == address


def test_the_widest_name_keeps_to_its_line(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("de", width=320, height=568)
    Person(page, "W" * 20, site.url, "de").opens_a_table()
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the room scrolls sideways by {wide} px"


def test_what_is_half_typed_goes_along_to_the_table(site: Server, new_page: Callable[..., Page]) -> None:
    alice, bob = (Person(new_page("en"), name, site.url, "en") for name in ("Alice", "Bob"))
    bob.joins(alice.opens_a_table())
    bob.page.locator("#msg").fill("half a sen")
    expect(alice.page.locator("#seats")).to_contain_text("Bob")
    alice.starts()
    bob.is_at_the_table()
    expect(bob.page.locator("#chat input[name=text]")).to_have_value("half a sen")


def test_what_is_pressed_before_the_answer_is_not_lost(site: Server, new_page: Callable[..., Page]) -> None:
    """The line shows the new bot before its form is answered; what is pressed then waits for the answer."""
    page = new_page("en")
    alice = Person(page, "Alice", site.url, "en")
    alice.opens_a_table()
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/bots", lambda route: held.append((route, route.fetch())))
    page.locator("button[name=add]").click()
    expect(page.locator("#seats")).to_contain_text("2 of 8")
    alice.starts()
    page.wait_for_timeout(300)
    expect(page.locator("#game")).to_have_count(0)
    route, answer = held.pop()
    route.fulfill(response=answer)
    alice.is_at_the_table()


def test_a_second_tap_before_the_answer_is_none(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    alice = Person(page, "Alice", site.url, "en")
    alice.opens_a_table()
    page.route_web_socket("**/ws/**", lambda line: None)  # nothing tells of the first tap
    page.reload()
    page.locator("button[name=add]").dblclick()
    page.wait_for_timeout(300)
    page.unroute_all()
    page.reload()
    expect(page.locator("#seats")).to_contain_text("2 of 8")
