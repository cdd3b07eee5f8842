"""Real Chromium against the real server; a console error or a blocked resource fails the test.

The tests of a file share one Chromium, in which each person has a context of their own. Each test has a site
of its own, unless its file says `ONE_SITE = True`: then what one test leaves behind disturbs no other.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.network import Network, between
from tests.server import Server, serving

# Background traffic off: a machine without a network refuses it, and nothing here needs it.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MS = 60_000  # for the slowest machine; nothing asserts a speed
expect.set_options(timeout=PATIENCE_MS)

# While the server is down on purpose, the browser reports exactly this; everything else counts.
EXPECTED_NOISE = (
    "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket conn",
    "error occurred when fetching the script",  # of the worker, which the browser looks for by itself
)  # fmt: skip
COUNTED_ELSEWHERE = "Failed to load resource"  # `bad` has its status and address


@pytest.fixture(scope="module")
def site_of_the_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a file, with bots that do not pretend to think."""
    with serving(tmp_path_factory.mktemp("site") / "data") as server:
        yield server


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A site for this test, likewise."""
    if getattr(request.module, "ONE_SITE", False):
        yield request.getfixturevalue("site_of_the_file")
        return
    with serving(tmp_path / "data") as server:
        yield server


@pytest.fixture
def network(site: Server) -> Iterator[Network]:
    """A network before the site that can be made bad."""
    with between(site) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """One Chromium for the tests of a file; each takes contexts of its own."""
    with playwright.chromium.launch(executable_path=chromium, args=FLAGS) as started:
        yield started


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What pages complained about; anything left at the end fails the test."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def new_page(browser: Browser, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """A page of a person of its own: `new_page(lang="de", width=360, height=800, js=True, …)`."""
    contexts: list[BrowserContext] = []

    def make(lang: str = "de", width: int = 1366, height: int = 768, js: bool = True, **more: object) -> Page:
        context = browser.new_context(
            locale={"de": "de-DE", "en": "en-GB"}[lang], viewport={"width": width, "height": height},
            java_script_enabled=js, **({"reduced_motion": "reduce"} | more),  # type: ignore[arg-type]
        )  # fmt: skip
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"pageerror: {error}"))
        page.on("console", lambda message: note(message.type, message.text, page.url))
        page.on("response", lambda response: bad(response.status, response.url))
        return page

    def note(kind: str, text: str, url: str) -> None:
        if kind == "error" and not any(noise in text for noise in (*EXPECTED_NOISE, COUNTED_ELSEWHERE)):
            complaints.append(f"console: {text} ({url})")

    def bad(status: int, url: str) -> None:
        if status >= 500 or (status == 404 and "/static/" in url):
            complaints.append(f"{status}: {url}")

    yield make
    for context in contexts:
        context.close()
