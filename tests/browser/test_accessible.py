"""axe finds nothing at all, however small, on every page and in every state of the table.

Languages, light and dark, sizes and text sizes take turns, so that each page is seen in several of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from content import texts
from tests.browser import looking, states
from tests.clients import Guest
from tests.server import Server

ONE_SITE = True
RULES = {
    # What WCAG asks for, and what is good practice besides.
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True)
class Look:
    """How somebody sees the site."""

    lang: str
    theme: str
    size: tuple[int, int]
    text: str = "100"


LOOKS = (
    Look("de", "light", (360, 800)), Look("en", "dark", (1366, 768)),
    Look("en", "light", (844, 390)), Look("de", "dark", (320, 640), "200"),
)  # fmt: skip
PATHS = ("", "{rules}/1asbbp375ky/", "solo/", "lobby/", "lobby/join", "nowhere/", "offline/")
SLUGS = {lang: {"rules": texts.address("rules", lang)} for lang in texts.LANGUAGES}
QUERIES = {"search": "?q=jack", "ask": "?page=faq"}


class Viewer:
    """Opens pages in all looks and gathers what axe finds."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.looks, self.found = browser, itertools.cycle(LOOKS), list[str]()

    @contextmanager
    def page(self, address: str, look: Look | None = None, guest: Guest | None = None) -> Iterator[Page]:
        """A page in this look or the next one; `{lang}`, `{rules}` … in the address are filled in."""
        look = look or next(self.looks)
        device = {"theme": look.theme, "text": look.text, "quality": "off"}
        context = looking.context(
            self.browser, look.lang, look.size, device=device, guest=guest, reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto(address.format(lang=look.lang, **SLUGS[look.lang]))
        looking.settle(page)
        yield page
        context.close()

    def check(self, page: Page, what: str) -> None:
        """No finding, and nothing to scroll sideways."""
        where = f"{what} {page.url} {page.viewport_size}"
        for violation in Axe().run(page, options=RULES).response["violations"]:
            nodes = "; ".join(
                node["html"][:140] + str(node["any"][:1])[:200] for node in violation["nodes"][:3]
            )
            self.found.append(f"{where}: {violation['id']} ({violation['impact']}) {nodes}")
        if (wider := page.evaluate(WIDER)) > 0:
            self.found.append(f"{where} scrolls sideways by {wider} px")


@pytest.fixture
def viewer(browser: Browser) -> Iterator[Viewer]:
    """Fails the test with all that was found."""
    viewer = Viewer(browser)
    yield viewer
    assert viewer.found == [], "\n".join(viewer.found)


def test_pages(site: Server, viewer: Viewer) -> None:
    for path, look in itertools.product(PATHS, (LOOKS[0], LOOKS[1])):
        with viewer.page(f"{site.url}/{{lang}}/{path}", look) as page:
            viewer.check(page, path or "home")
    for path in ("", "solo/", "lobby/"):
        with viewer.page(f"{site.url}/{{lang}}/{path}", LOOKS[3]) as page:
            viewer.check(page, f"{path or 'home'} at 320 px with text twice as large")


def test_texts(site: Server, viewer: Viewer) -> None:
    for key in texts.pages():
        look = next(viewer.looks)
        address = f"{site.url}/{look.lang}/{texts.address(key, look.lang)}/{QUERIES.get(key, '')}"
        with viewer.page(address, look) as page:
            viewer.check(page, key)


def test_rooms(site: Server, viewer: Viewer) -> None:
    host, guest, watcher = (Guest(site.url) for _ in range(3))
    made = host.post("/en/lobby/", name="Anna", preset="mau-mau", seven="draw")
    guest.post("/en/lobby/join", code=made["code"], name="Bernd")
    watcher.post("/en/lobby/join", code=made["code"], name="Zoe", watch="1")
    room = f"{site.url}/{{lang}}/lobby/{made['lobby']}/"
    with viewer.page(made["invite"]) as page:
        viewer.check(page, "invitation")
    for who, look in zip((host, guest, watcher, host), LOOKS, strict=True):
        with viewer.page(room, look, who) as page:
            viewer.check(page, "room")
            if who is not host:
                continue
            page.locator("[data-big]").click()
            viewer.check(page, "code for the whole table")
            page.keyboard.press("Escape")
            for _ in range(2):
                before = page.locator("#seats li").count()
                page.locator("button[name=add]").first.click()
                expect(page.locator("#seats li")).not_to_have_count(before)
            viewer.check(page, "room with bots")


STATES = (
    "eight",
    "others-turn",
    "six-due",
    "wish",
    "spectator",
    "out",
    "reversed",
    "stand-in",
    "round",
    "result",
)


def test_tables(site: Server, viewer: Viewer) -> None:
    for name in STATES:
        table = states.of(name, site)
        table.everybody_is_here()
        look = next(viewer.looks)
        with viewer.page(table.address(look.lang), look, table.viewer) as page:
            page.wait_for_selector("html.whole")
            viewer.check(page, name)


def test_sheets_of_the_table(site: Server, viewer: Viewer) -> None:
    """Two looks: a phone with the drawer, a screen with the panel."""
    for look in LOOKS[:2]:
        table = states.of("wishing", site)
        with viewer.page(table.address(look.lang), look, table.viewer) as page:
            page.wait_for_selector("html.whole")
            for opener, sheet in (("#b-leave", "#leave"), ("#b-info", "#info"), ("#b-set", "#settings")):
                page.locator(opener).click()
                expect(page.locator(sheet)).to_be_visible()
                looking.settle(page)
                viewer.check(page, sheet)
                page.keyboard.press("Escape")
                expect(page.locator(sheet)).to_be_hidden()
            if page.locator("#b-chat").is_visible():
                page.locator("#b-chat").click()
            for tab in ("#tab-log", "#tab-chat"):
                page.locator(f"label:has({tab})").click()
                viewer.check(page, tab)
            page.keyboard.press("Escape")
            page.locator("#hand .card.on[data-wish]").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("#wish")).to_be_visible()
            looking.settle(page)
            viewer.check(page, "wish")
