"""Where no socket will stand: noticed by itself, the same game by polls, and left again by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.lines import (
    ONLINE,
    laid,
    lay,
    moves,
    network_changes,
    said,
    sees,
    shows_no_worry,
    tries_a_socket,
    two_at_a_table,
    until,
    without_a_socket,
)
from tests.browser.network import Network
from tests.browser.people import Person

MOST_QUIET_MS = 60_000  # so long a page without a socket may wait before it tries for one
BAD = ("refuse", "mute", "deaf", "brief")


@pytest.mark.parametrize("sockets", BAD)
def test_a_table_without_sockets_and_back(
    network: Network, new_page: Callable[..., Page], sockets: str
) -> None:
    network.sockets = sockets
    alice, bob = two_at_a_table(network, new_page)
    name = lay(alice.page)
    laid(alice, name)
    sees(bob, name)
    bob.page.locator("#rail [value=d]").click()
    expect(alice.page.locator("#log")).to_contain_text("draws")
    alice.page.locator("label:has(#tab-chat)").click()
    field = alice.page.locator("#chat input[name=text]")
    field.fill("slow here")
    field.press("Enter")
    expect(bob.page.locator("#chat .lines")).to_contain_text("slow here")
    assert moves(network) == [f"p {name}", "d"]
    assert said(network) == ["slow here"]
    network.sockets = "pass"
    network_changes(network, (alice, bob))
    for person in (alice, bob):
        shows_no_worry(person.page)
    heard = len(bob.frames)
    field.fill("better")
    field.press("Enter")
    expect(bob.page.locator("#chat .lines li")).to_have_count(2)
    until(bob, lambda: any(frame["t"] == "chat" for frame in bob.frames[heard:]))
    assert said(network) == ["slow here", "better"]


def test_a_socket_is_found_again_with_nobody_saying_so(
    network: Network, new_page: Callable[..., Page]
) -> None:
    network.sockets = "refuse"
    alice, _ = two_at_a_table(network, new_page)
    network.sockets = "pass"
    shows_no_worry(alice.page, MOST_QUIET_MS + PATIENCE_MS)
    laid(alice, lay(alice.page))
    assert len(alice.acknowledged) == 1


def test_refusals_are_the_same(network: Network, new_page: Callable[..., Page]) -> None:
    network.sockets = "refuse"
    _, bob = two_at_a_table(network, new_page)
    bob.page.locator("#hand .card").first.click(force=True)
    expect(bob.page.locator("#error p")).not_to_be_empty()
    assert moves(network) == []


def test_the_unanswered_move_of_a_socket_is_posted_once(
    network: Network, new_page: Callable[..., Page]
) -> None:
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "down"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    network.sockets = "mute"
    network.cut()
    without_a_socket(alice.page)
    laid(alice, name)
    alice.page.wait_for_function("() => !document.querySelector('.sent')")
    without_a_socket(bob.page)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]


def test_a_move_the_socket_lost_is_posted(network: Network, new_page: Callable[..., Page]) -> None:
    alice, _ = two_at_a_table(network, new_page)
    network.swallow = "up"
    name = lay(alice.page)
    network.sockets = "refuse"
    network.cut()
    laid(alice, name)
    assert moves(network) == [f"p {name}"]
    assert len(alice.asked) == 1


def test_an_unanswered_post_goes_on_by_the_socket_once(
    network: Network, new_page: Callable[..., Page]
) -> None:
    network.sockets = "refuse"
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "posts"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    expect(alice.page.locator(f"#hand [data-card='{name}']")).to_have_count(0)  # a poll has brought it
    network.sockets = "pass"
    tries_a_socket(alice, lambda: alice.page.evaluate(ONLINE))
    until(alice, lambda: len(alice.acknowledged) == 1)
    shows_no_worry(alice.page)
    sees(bob, name)
    assert set(alice.asked) == set(alice.acknowledged)
    assert moves(network) == [f"p {name}"]


def test_a_lost_post_is_posted_again_once(network: Network, new_page: Callable[..., Page]) -> None:
    network.sockets = "refuse"
    alice, _ = two_at_a_table(network, new_page)
    network.swallow = "posts"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    network.swallow = ""
    alice.page.wait_for_function("() => !document.querySelector('.sent')")
    laid(alice, name)
    assert moves(network) == [f"p {name}"]


def test_half_an_hour_later_a_socket_is_still_tried(network: Network, new_page: Callable[..., Page]) -> None:
    network.sockets = "refuse"
    alice, _ = two_at_a_table(network, new_page)
    alice.page.clock.install()
    alice.page.reload()
    without_a_socket(alice.page)
    for _ in range(6):
        alice.page.clock.fast_forward(4 * MOST_QUIET_MS)
        tries_a_socket(alice, lambda: alice.page.clock.fast_forward(MOST_QUIET_MS))
    network.sockets = "pass"
    tries_a_socket(alice, lambda: alice.page.clock.fast_forward(MOST_QUIET_MS))
    shows_no_worry(alice.page)
    laid(alice, lay(alice.page))
    assert len(alice.acknowledged) == 1


def test_room_spectator_and_match_without_sockets(network: Network, new_page: Callable[..., Page]) -> None:
    network.sockets = "refuse"
    alice, bob, charlie = (
        Person(new_page("en"), name, network.site.url, "en") for name in ("Alice", "Bob", "Charlie")
    )
    invite = alice.opens_a_table()
    without_a_socket(alice.page)
    bob.joins(invite)
    charlie.joins(invite, watching=True)
    expect(alice.page.locator("#seats")).to_contain_text("Bob")
    expect(alice.page.locator("#seats")).to_contain_text("Charlie")
    without_a_socket(bob.page)
    bob.page.locator("#msg").fill("I am here")
    bob.page.locator("#msg").press("Enter")
    expect(alice.page.locator("#lines")).to_contain_text("I am here")
    expect(bob.page.locator("#lines li")).to_have_count(1)
    alice.starts()
    for person in (alice, bob, charlie):
        expect(person.page).to_have_url(re.compile(r"/table/[0-9a-f]{32}/$"))
        person.is_at_the_table()
        without_a_socket(person.page)
    for person in (alice, bob):
        if person.page.locator("#me.turn").count():
            person.page.locator("#rail [value=d]").click()
    until(charlie, lambda: "d" in moves(network))
    expect(charlie.page.locator("#log")).to_contain_text("draws")
    charlie.page.locator("label:has(#tab-chat)").click()
    charlie.page.locator("#chat input[name=text]").fill("well drawn")
    charlie.page.locator("#chat input[name=text]").press("Enter")
    for person in (alice, bob, charlie):
        expect(person.page.locator("#chat .lines")).to_contain_text("well drawn")
    assert said(network) == ["I am here", "well drawn"]


NOTED = """() => {
  window.noted = [];
  const poll = fetch;
  window.fetch = (...all) => poll(...all).then(
    answer => { noted.push('poll'); return answer; },
    error => { noted.push('no site'); throw error; },
  );
  window.WebSocket = class extends WebSocket {
    constructor(...all) { super(...all); noted.push('socket'); }
  };
  const isPlain = () => net.dataset.state === 'plain' && noted.push('plain');
  new MutationObserver(isPlain).observe(net, { attributes: true });
}"""


def test_a_site_that_is_back_is_asked_for_sockets_before_it_is_polled(
    network: Network, new_page: Callable[..., Page]
) -> None:
    alice, _ = two_at_a_table(network, new_page)
    alice.page.evaluate(NOTED)
    network.down = True
    network.cut()
    alice.page.wait_for_function("() => noted.includes('no site')")
    network.sockets = "refuse"
    network.down = False
    without_a_socket(alice.page)
    noted = alice.page.evaluate("noted")
    assert "socket" in noted[noted.index("poll") : noted.index("plain")]
