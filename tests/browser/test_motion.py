"""What the canvas shows and how it moves: at rest what the page says, in between never more than that."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.network import Network
from tests.browser.people import Person
from tests.browser.scenes import dealt, set_up
from tests.server import Server

NewPage = Callable[..., Page]
ONE, THREE = "mau-mau match_end=rounds:1", "mau-mau match_end=rounds:3"
MOST = 400  # acts until any match is over

WATCH = Path(__file__).with_name("watch_motion.js").read_text()
STILL = "() => !window.seen.report().busy"
FLYING = "() => document.querySelector('.fly') && window.seen.report().busy"

# A first canvas comes, and with it news.
CANVAS_AMID_NEWS = """async () => {
  const module = name =>
    import(document.querySelector('script[src*="js/table.js"]').src.replace('table.js', name));
  const detail = { events: [{ e: 'passed', seat: 1 }] };
  window.often = setInterval(() => document.dispatchEvent(new CustomEvent('fx', { detail })), 1);
  (await module('settings.js')).choose('quality', 'low');
}"""


def device(page: Page, **chosen: str) -> None:
    """What this browser has chosen, before the page is there."""
    text = json.dumps(json.dumps(chosen))
    page.add_init_script(
        f"localStorage.getItem('maumau-device') ?? localStorage.setItem('maumau-device', {text})"
    )


def at_a_table(site: Server, page: Page, rules: str = THREE) -> Person:
    """Somebody with two bots, watched from here on."""
    person = Person(page, "Alice", site.url, "de")
    set_up(site, dealt(rules, lambda state: state.turn == 0, seats=3), [page], ["de"], "html.whole #stage")
    page.evaluate(WATCH)
    return person


def seen(page: Page) -> dict[str, Any]:
    """What the watch has noted."""
    noted: dict[str, Any] = page.evaluate(
        "() => ({ ...window.seen, report: undefined, kind: window.seen.report().kind })"
    )
    return noted


def lays(person: Person) -> None:
    """Goes on until something of the own hand is in the air."""
    page = person.page
    for _ in range(MOST):
        assert not person.at_the_end(), "the match was too short"
        if page.evaluate(FLYING):
            return
        if person.acts() == "waits":
            page.wait_for_timeout(20)


@pytest.mark.parametrize(
    ("quality", "kind", "rules"), [("2d", "2d", THREE), ("low", "3d", ONE), ("off", "", ONE)]
)
def test_a_whole_match(site: Server, new_page: NewPage, quality: str, kind: str, rules: str) -> None:
    """In both canvases and without: nothing shifts, nothing twice or too early, and idle is idle."""
    page = new_page(width=500, height=700, reduced_motion="no-preference")
    device(page, quality=quality, speed="fast")
    alice = at_a_table(site, page, rules)
    for _ in range(MOST):
        if alice.acts() == "over":
            break
        page.wait_for_function(STILL)
    page.wait_for_function(STILL)
    noted = seen(page)
    assert noted["faults"] == []
    assert noted["kind"] == kind
    assert noted["moving"] > 0 and noted["clones"] > 0, "cards fly"
    assert (noted["rests"] > 0) == bool(kind)
    before = page.evaluate("() => window.seen.report().frames")
    page.wait_for_timeout(600)
    assert page.evaluate("() => window.seen.report().frames") == before, "nothing moves, nothing is drawn"
    if quality == "off":
        page.evaluate(CANVAS_AMID_NEWS)
        page.wait_for_selector("html.gl")
        page.evaluate("() => clearInterval(window.often)")
        page.wait_for_function(STILL)


def test_what_comes_between(network: Network, new_page: NewPage) -> None:
    """A cut line, a hidden tab, a turned screen: while cards fly, and it ends as the page says."""
    page = new_page(width=390, height=700, reduced_motion="no-preference")
    device(page, quality="2d", speed="slow")
    alice = at_a_table(network.site, page)

    lays(alice)
    heard = len(alice.frames)
    network.cut()
    alice.is_back(heard)
    page.wait_for_function(STILL)

    lays(alice)
    page.set_viewport_size({"width": 700, "height": 390})
    page.wait_for_function(STILL)

    lays(alice)
    page.evaluate(
        """() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    )
    assert page.locator(".fly").count() == 0 and page.evaluate(STILL)
    page.evaluate(
        """() => {
        delete document.hidden;
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    )
    page.wait_for_function(STILL)
    page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    noted = seen(page)
    assert [
        fault for fault in noted["faults"] if not fault.startswith("shift")
    ] == []  # another shape is laid out anew
    assert noted["rests"] > 0


def test_calm(site: Server, new_page: NewPage) -> None:
    """Who wants no motion gets none: every view is there at once."""
    page = new_page(width=390, height=700)
    device(page, quality="2d", speed="slow")
    alice = at_a_table(site, page)
    for _ in range(6):
        alice.acts()
    noted = seen(page)
    assert noted["faults"] == [] and noted["clones"] == 0
    assert page.locator("html.moment").count() == 0
