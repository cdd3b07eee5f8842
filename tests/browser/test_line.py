"""A cut line: what was sent and not answered counts once, nothing else is replayed, nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lines import (
    RULES,
    card,
    is_away,
    laid,
    lay,
    moves,
    said,
    sees,
    shows_no_worry,
    two_at_a_table,
    until,
)
from tests.browser.network import Network
from tests.browser.scenes import dealt, set_up
from tests.server import Server, serving


def test_a_move_whose_answer_was_lost_counts_once(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "down"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    network.swallow = ""
    network.cut()
    for person in (alice, bob):
        sees(person, name)
    laid(alice, name)
    alice.page.wait_for_function("() => !document.querySelector('.sent')")
    assert moves(network) == [f"p {name}"]
    assert len(alice.asked) == 1 and set(alice.acknowledged) == set(alice.asked)


def test_a_move_that_never_arrived_is_sent_again(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "up"
    name = lay(alice.page)
    expect(alice.page.locator(".card.sent")).to_have_count(1)
    network.cut()
    network.swallow = ""
    laid(alice, name)
    sees(bob, name)
    assert moves(network) == [f"p {name}"]
    assert len(alice.asked) == 1


def test_it_is_sent_again_on_a_line_that_lost_it(network: Network, new_page: Callable[..., Page]) -> None:
    alice, _ = two_at_a_table(network, new_page)
    network.swallow = "down"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    opened = network.opened
    network.swallow = ""
    laid(alice, name)
    assert moves(network) == [f"p {name}"]
    assert network.opened == opened  # the same socket brought the answer


def test_what_is_pressed_while_away_is_not_kept(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    before = (alice.version(), alice.cards())
    network.down = True
    network.cut()
    is_away(alice.page)
    lay(alice.page)
    expect(alice.page.locator("#net")).to_have_text("It goes on in a moment …")
    expect(alice.page.locator(".card.sent")).to_have_count(0)
    network.down = False
    shows_no_worry(alice.page)
    shows_no_worry(bob.page)
    assert (alice.version(), alice.cards(), moves(network)) == (*before, [])
    name = lay(alice.page)
    laid(alice, name)
    assert moves(network) == [f"p {name}"]


def test_the_page_says_so_calmly_and_nothing_jumps(network: Network, new_page: Callable[..., Page]) -> None:
    alice, _ = two_at_a_table(network, new_page)
    box = card(alice.page).bounding_box()
    alice.page.evaluate(
        """() => {
          window.told = [];
          new MutationObserver(() => told.push(net.textContent)).observe(net, { childList: true });
        }"""
    )
    network.down = True
    network.cut()
    is_away(alice.page)
    tries = len(network.requests)
    assert card(alice.page).bounding_box() == box
    expect(alice.page.locator("#net")).to_have_attribute("role", "status")
    network.down = False
    shows_no_worry(alice.page)
    expect(alice.page.locator("#net")).to_be_empty()
    assert len(network.requests) > tries
    assert alice.page.evaluate("told") == ["Reconnecting\u00a0…", "Connected again", ""]


COVERED = """() => {
  const box = net.getBoundingClientRect();
  const apart = other => other.right <= box.left || other.left >= box.right || other.top >= box.bottom;
  return [...document.querySelectorAll('#top :is(a, button), #rail button, .seat')]
    .filter(element => !apart(element.getBoundingClientRect())).map(element => element.id);
}"""


@pytest.mark.parametrize("sockets", ["pass", "refuse"])
@pytest.mark.parametrize("size", [(320, 568), (360, 800), (844, 390)])
def test_what_it_says_on_a_phone_covers_no_button_and_nobody(
    network: Network, new_page: Callable[..., Page], size: tuple[int, int], sockets: str
) -> None:
    scene = dealt(RULES, lambda state: True, seats=4)
    network.sockets = sockets
    page = new_page("de", *size)
    set_up(network.site, scene, [page], ["de"])
    if sockets == "pass":
        shows_no_worry(page)
        network.down = True
        network.cut()
    expect(page.locator("#net")).to_have_text("Ich verbinde neu …" if network.down else "Langsame Verbindung")
    assert page.evaluate(COVERED) == []


def test_what_is_typed_stays_and_is_said_once(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    field = alice.page.locator("#chat input[name=text]")
    alice.page.locator("label:has(#tab-chat)").click()
    field.fill("half a sen")
    network.down = True
    network.cut()
    is_away(alice.page)
    field.press_sequentially("tence")
    field.press("Enter")
    expect(alice.page.locator("#net")).to_contain_text("It goes on in a moment")
    expect(field).to_have_value("half a sentence")
    network.down = False
    shows_no_worry(alice.page)
    expect(field).to_have_value("half a sentence")
    assert said(network) == []
    field.press("Enter")
    expect(bob.page.locator("#chat .lines")).to_contain_text("half a sentence")
    expect(field).to_have_value("")
    assert said(network) == ["half a sentence"]


def test_a_chat_line_whose_answer_was_lost_is_said_once(
    network: Network, new_page: Callable[..., Page]
) -> None:
    alice, bob = two_at_a_table(network, new_page)
    field = alice.page.locator("#chat input[name=text]")
    alice.page.locator("label:has(#tab-chat)").click()
    network.swallow = "down"
    field.fill("hello")
    field.press("Enter")
    until(alice, lambda: said(network))
    network.swallow = ""
    network.cut()
    for person in (alice, bob):
        expect(person.page.locator("#chat .lines li")).to_have_count(1)
    assert said(network) == ["hello"]
    field.fill("and more")
    field.press("Enter")
    expect(bob.page.locator("#chat .lines li")).to_have_count(2)
    assert said(network) == ["hello", "and more"]


def test_a_killed_server_has_the_unanswered_move_once(
    network: Network, new_page: Callable[..., Page], site: Server
) -> None:
    alice, bob = two_at_a_table(network, new_page)
    network.swallow = "down"
    name = lay(alice.page)
    until(alice, lambda: moves(network))
    site.kill()
    network.swallow = ""
    is_away(alice.page)
    with serving(site.data, port=network.target):
        laid(alice, name)
        shows_no_worry(bob.page)
        sees(bob, name)
        assert moves(network) == [f"p {name}"]
