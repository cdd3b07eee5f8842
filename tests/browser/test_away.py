"""Phones that slept, tabs, the way back, an old page after an update, and lines that end for good."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, expect

from tests.browser.conftest import FLAGS
from tests.browser.lines import (
    card,
    is_away,
    laid,
    lay,
    moves,
    sees,
    shows_no_worry,
    two_at_a_table,
    until,
    without_a_socket,
)
from tests.browser.network import Network
from tests.browser.people import Person

WAKES = {
    "visibility": "document.dispatchEvent(new Event('visibilitychange'))",
    "online": "dispatchEvent(new Event('online'))",
    "pageshow": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
}


def test_after_a_sleep(network: Network, new_page: Callable[..., Page]) -> None:
    """The page is frozen as phones do it; meanwhile its line is cut and the others play on."""
    alice, bob = two_at_a_table(network, new_page)
    name = lay(alice.page)
    sees(bob, name)
    phone = alice.page.context.new_cdp_session(alice.page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    heard = len(bob.frames)
    network.cut()
    bob.is_back(heard)
    bob.page.locator("#rail [value=d]").click()
    until(bob, lambda: moves(network) == [f"p {name}", "d"])
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(alice.page.locator("#log")).to_contain_text("draws")
    shows_no_worry(alice.page)
    assert moves(network) == [f"p {name}", "d"]


@pytest.mark.parametrize("wakes", WAKES)
def test_a_dead_line_is_noticed_on_waking(
    network: Network, new_page: Callable[..., Page], wakes: str
) -> None:
    """Nothing was cut: only the missing answer to a ping tells. No timer but that of the waking runs out."""
    alice, bob = two_at_a_table(network, new_page)
    alice.page.clock.install(time=0)
    heard = len(alice.frames)
    alice.page.reload()
    alice.is_back(heard)  # a line on its way would be given up by the leap, and its next try never come
    heard = len(alice.frames)
    alice.page.clock.pause_at(24 * 3600)
    until(alice, lambda: any(frame["t"] == "beat" for frame in alice.frames[heard:]))
    network.swallow = "down"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    opened = network.opened
    alice.page.evaluate(WAKES[wakes])
    alice.page.clock.run_for(2_500)
    network.swallow = ""
    until(alice, lambda: network.opened > opened)
    alice.page.clock.resume()
    laid(alice, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]


def test_a_clock_that_is_set_back_holds_no_move_back(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "up"
    name = lay(alice.page)
    alice.page.evaluate("() => { const now = Date.now; Date.now = () => now() - 3_600_000; }")
    network.swallow = ""
    laid(alice, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]


def test_offline_and_online_again(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    alice.page.context.set_offline(True)
    network.down = True
    network.cut()
    is_away(alice.page)
    lay(alice.page)
    network.down = False
    alice.page.context.set_offline(False)
    shows_no_worry(alice.page)
    name = lay(alice.page)
    laid(alice, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]


def test_pressed_in_a_dialog_while_away(network: Network, new_page: Callable[..., Page]) -> None:
    """What is said lies outside the dialog, where nobody sees or hears it: so the dialog goes."""
    alice, _ = two_at_a_table(network, new_page)
    alice.page.locator("#b-set").click()
    expect(alice.page.locator("#settings")).to_be_visible()
    network.down = True
    network.cut()
    is_away(alice.page)
    alice.page.evaluate("document.querySelector('#rail [value=d]').click()")  # as a button of a dialog's own
    expect(alice.page.locator("#settings")).to_be_hidden()
    expect(alice.page.locator("#net")).to_have_text("It goes on in a moment …")
    network.down = False
    shows_no_worry(alice.page)
    assert moves(network) == [], "what was pressed while away is not done later"


@pytest.fixture
def with_memory(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """A Chromium whose memory of pages is on, which Playwright switches off."""
    off = ["--disable-back-forward-cache"]
    with playwright.chromium.launch(executable_path=chromium, args=FLAGS, ignore_default_args=off) as started:
        yield started


def test_another_page_and_back(network: Network, with_memory: Browser) -> None:
    contexts = [with_memory.new_context(locale="en-GB") for _ in range(2)]
    pages = iter([context.new_page() for context in contexts])
    alice, bob = two_at_a_table(network, lambda lang: next(pages))
    alice.page.locator("label:has(#tab-chat)").click()
    field = alice.page.locator("#chat input[name=text]")
    field.fill("half a sen")
    alice.page.goto(f"{network.site.url}/en/rules/")
    alice.page.go_back()
    expect(alice.page.locator("html.js #stage")).to_be_visible()
    shows_no_worry(alice.page)
    expect(field).to_have_value("half a sen")
    name = lay(alice.page)
    laid(alice, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]


def test_a_move_unanswered_when_the_page_is_loaded_again(
    network: Network, new_page: Callable[..., Page]
) -> None:
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "up"
    name = lay(alice.page)
    alice.page.reload()
    network.swallow = ""
    laid(alice, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]
    assert len(alice.asked) == 1


def test_two_tabs_after_a_cut(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    second = Person(alice.page.context.new_page(), "Alice", network.site.url, "en")
    second.page.goto(alice.page.url)
    second.is_back(0)
    network.swallow = "up"
    name = lay(alice.page)
    same = card(second.page).get_attribute("data-card")
    assert lay(second.page) == same == name
    network.swallow = ""
    network.cut()
    for person in (alice, second):
        laid(person, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]  # pressed in both, laid once


def test_a_double_tap_while_away(network: Network, new_page: Callable[..., Page]) -> None:
    alice, _ = two_at_a_table(network, new_page)
    network.swallow = "up"
    hand = len(alice.cards())
    card(alice.page).dblclick(position={"x": 14, "y": 20}, delay=60)
    alice.page.locator("#hand .card.on").last.click(position={"x": 14, "y": 20})
    network.swallow = ""
    network.cut()
    expect(alice.page.locator("#hand .card")).to_have_count(hand - 1)
    shows_no_worry(alice.page)
    assert len(moves(network)) == len(alice.asked) == 1


@pytest.mark.parametrize("old", ["once", "always"])
def test_an_old_page_after_an_update_loads_anew_once(
    network: Network, new_page: Callable[..., Page], old: str
) -> None:
    alice, _ = two_at_a_table(network, new_page)
    loads: list[str] = []
    stale = [True]

    def age(route: Route) -> None:
        script = route.fetch()
        known = "PROTOCOL=0" if stale[0] else "PROTOCOL=1"
        route.fulfill(response=script, body=script.text().replace("PROTOCOL=1", known))

    def loaded(page: Page) -> None:
        loads.append(page.url)
        stale[0] = old == "always"

    alice.page.route(re.compile(r"/socket\.[0-9a-z.]*js|/socket\.js"), age)
    alice.page.on("domcontentloaded", loaded)
    opened = network.opened
    alice.page.reload()
    if old == "once":
        until(alice, lambda: len(loads) == 2)
        shows_no_worry(alice.page)
        laid(alice, lay(alice.page))
    else:
        until(alice, lambda: network.opened >= opened + 3)  # a socket of either page, and one more try
        is_away(alice.page)
    assert len(loads) == 2


@pytest.mark.parametrize("sockets", ["pass", "refuse"])
def test_a_line_that_ends_says_why_and_where_to_go(
    network: Network, new_page: Callable[..., Page], sockets: str
) -> None:
    network.sockets = sockets
    alice, bob = two_at_a_table(network, new_page)
    bob.page.context.clear_cookies()
    network.cut()
    net = bob.page.locator("#net")
    expect(net).to_contain_text("not known here any more" if sockets == "pass" else "no longer at this table")
    expect(net.locator("a")).to_be_visible()
    with closing(sqlite3.connect(network.site.data / "db.sqlite3", timeout=30)) as db, db:
        db.execute("DELETE FROM game_match")
    network.cut()
    expect(alice.page.locator("#net")).to_have_text("This table no longer exists. To the start page")
    alice.page.locator("#net a").click()
    expect(alice.page).to_have_url(re.compile(r"/en/$"))


def test_without_a_socket_the_next_page_knows_it(network: Network, new_page: Callable[..., Page]) -> None:
    network.sockets = "mute"
    alice, _ = two_at_a_table(network, new_page)
    alice.page.clock.install()
    alice.page.reload()
    without_a_socket(alice.page)
    laid(alice, lay(alice.page))
