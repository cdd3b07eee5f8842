"""Without network: a page that says so in the right language, and the way back. No table is ever kept."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import Person
from tests.server import Server, serving

READY = "() => navigator.serviceWorker.ready.then(worker => worker.active?.state === 'activated')"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""
FELT = "felt => getComputedStyle(felt).backgroundColor"
WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).length"


def pages_in(kept: list[str]) -> set[str]:
    """What is kept beside the parts of the page for no network."""
    return {path for path in kept if not path.startswith("/static/")}


def test_without_network_the_page_says_so_and_comes_back(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 390, 844)
    page.goto(f"{site.url}/en/rules/")
    page.locator("h1").first.click()
    page.goto(f"{site.url}/en/lobby/")
    assert page.evaluate(WORKERS) == 0, "who only reads or looks gets no worker"

    person = Person(page, "Alice", site.url, "en")
    person.opens_a_table()
    page.locator("h1").first.click()  # the room's own gesture: the one before may have gone with its page
    page.wait_for_function(READY)
    room = page.url
    assert pages_in(page.evaluate(KEPT)) == {"/de/offline/", "/en/offline/"}
    page.reload()
    expect(page.locator("#seats")).to_contain_text("Alice")

    site.kill()
    page.goto(room)
    assert page.url == room
    expect(page.locator("h1")).to_have_text("No network just now")
    assert page.locator(".felt").evaluate(FELT) != "rgba(0, 0, 0, 0)", "its stylesheet was not kept"
    page.locator("#again").click()
    expect(page.locator("#again")).to_be_visible()
    page.goto(f"{site.url}/de/regeln/")
    assert page.locator("html").get_attribute("lang") == "de"
    page.go_back()
    expect(page.locator("html")).to_have_attribute("lang", "en")

    port = int(site.url.rpartition(":")[2])
    with serving(site.data, port=port):  # and the page tries by itself
        expect(page.locator("#seats")).to_contain_text("Alice")
        assert page.url == room
        assert pages_in(page.evaluate(KEPT)) == {"/de/offline/", "/en/offline/"}, "what was seen was kept"

    with serving(site.data, port=port, MAUMAU_OFFLINE="0"):
        page.goto(room)
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration())?.update()")
        for _ in range(600):
            if page.evaluate(WORKERS) == 0 and page.evaluate(KEPT) == []:
                break
            page.wait_for_timeout(100)
        else:
            raise AssertionError("the browser did not forget the worker")
