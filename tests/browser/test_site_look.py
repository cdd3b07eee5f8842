"""The pages round the table: nothing jumps or scrolls sideways, inviting works, the result tells all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.engine.state import OVER
from tests.browser.people import Person
from tests.browser.scenes import played, set_up
from tests.content import site as reading
from tests.server import Server

ONE_SITE = True
NewPage = Callable[..., Page]

SHIFTS = """() => {
  window.shifts = [];
  const seen = list => list.getEntries().filter(e => !e.hadRecentInput).map(e => e.value);
  new PerformanceObserver(list => window.shifts.push(...seen(list)))
    .observe({ type: 'layout-shift', buffered: true });
}"""
UNSEEN = 0.01  # on a machine under load the first push may come between two paints
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
NO_CLIPBOARD = """
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  window.copied = [];
  const marked = () => document.getSelection().toString() || document.activeElement.value;
  document.addEventListener('copy', () => window.copied.push(marked()));
"""
SHARING = "window.shared = []; navigator.share = async what => { window.shared.push(what.url); };"
NO_SHARING = "delete Navigator.prototype.share; navigator.share = undefined;"


def shifted(page: Page) -> float:
    """How much what is shown has jumped without being touched."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return float(page.evaluate("() => window.shifts.reduce((sum, one) => sum + one, 0)"))


@pytest.mark.parametrize(("width", "height"), [(360, 800), (1366, 768)])
def test_nothing_jumps(site: Server, new_page: NewPage, width: int, height: int) -> None:
    page = new_page("de", width=width, height=height)
    page.add_init_script(f"({SHIFTS})()")
    for path in ("/de/", "/de/solo/", "/de/lobby/", "/de/lobby/join"):
        page.goto(site.url + path)
        page.wait_for_load_state("networkidle")
        assert shifted(page) == 0, path
    alice = Person(page, "Alice", site.url, "de")
    invite = alice.opens_a_table()
    page.wait_for_load_state("networkidle")
    assert shifted(page) < UNSEEN
    bob = Person(new_page("de"), "Bob", site.url, "de")
    bob.joins(invite)
    expect(page.locator("#seats")).to_contain_text("Bob")
    felt = page.locator("#invite").bounding_box()
    bob.page.locator("button[name=up]").click()
    expect(page.locator("#seats")).to_contain_text("1")
    assert page.locator("#invite").bounding_box() == felt


def test_inviting_with_the_devices_own_sheet(site: Server, new_page: NewPage) -> None:
    page = new_page("en", width=360, height=800)
    page.add_init_script(SHARING)
    invite = Person(page, "Alice", site.url, "en").opens_a_table()
    button = page.locator("#invite [data-share]")
    expect(button).to_have_class("btn btn-gold js")  # alone, inviting is the one thing to do
    button.click()
    assert page.evaluate("() => window.shared") == [invite]
    page.locator("button[name=add]").click()
    expect(button).to_have_class("btn btn-card js")


def test_copying_without_a_clipboard_and_without_a_share_sheet(site: Server, new_page: NewPage) -> None:
    page = new_page("en")
    page.add_init_script(NO_CLIPBOARD + NO_SHARING)
    invite = Person(page, "Alice", site.url, "en").opens_a_table()
    page.locator("#invite [data-copy]").click()
    expect(page.locator("#toasts")).to_have_text("Link copied")
    page.locator("#invite [data-share]").click()
    expect(page.locator("#toasts")).to_have_text("Link copied. Now send it to your people.")
    assert page.evaluate("() => window.copied") == [invite, invite]


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_the_code_for_the_whole_table(site: Server, new_page: NewPage, width: int, height: int) -> None:
    page = new_page("en", width=width, height=height, color_scheme="dark")
    alice = Person(page, "Alice", site.url, "en")
    invite = alice.opens_a_table()
    opener = page.locator("[data-big]")
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(width / 2, height / 2)):
        opener.click()
        show = page.locator("#show")
        expect(show).to_have_js_property("open", True)
        assert show.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
        assert show.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
        expect(show).to_contain_text(invite)
        assert alice.code() == (show.locator("b").inner_text()).replace(" ", "")
        picture = show.locator(".qr").bounding_box()
        assert picture is not None
        assert min(picture["width"], picture["height"]) >= 230
        assert picture["y"] >= 0 and picture["y"] + picture["height"] <= height
        close()
        expect(show).to_be_hidden()
        expect(opener).to_be_focused()


def test_the_theme_is_kept(site: Server, new_page: NewPage) -> None:
    page = new_page("en", color_scheme="light")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    page.goto(f"{site.url}/en/")
    light = page.evaluate(paper)
    page.locator(".theme input[value=dark]").check(force=True)
    dark = page.evaluate(paper)
    assert dark != light
    page.goto(f"{site.url}/en/solo/")
    assert page.evaluate(paper) == dark
    expect(page.locator(".theme input[value=dark]")).to_be_checked()
    Person(page, "Alice", site.url, "en").opens_a_table()
    assert page.evaluate(paper) == dark
    page.goto(f"{site.url}/en/")
    page.locator(".theme input[value=auto]").check(force=True)
    assert page.evaluate(paper) == light


def test_no_switch_without_scripts(site: Server, new_page: NewPage) -> None:
    page = new_page("en", js=False)
    page.goto(f"{site.url}/en/")
    expect(page.locator(".theme")).to_be_hidden()


@pytest.mark.parametrize(("width", "percent"), [(320, 100), (390, 200)])
def test_nothing_scrolls_sideways(site: Server, new_page: NewPage, width: int, percent: int) -> None:
    page = new_page("de", width=width, height=700)
    page.add_init_script(f"localStorage.setItem('maumau-device', JSON.stringify({{ text: '{percent}' }}))")
    paths = ["/de/", "/de/solo/", "/de/lobby/", "/de/lobby/join", "/de/nowhere/"]
    paths += [address for address in reading.addresses() if address.startswith("/de/")]
    paths += [f"/de/was-passiert-wenn/?rules={'W' * 200}", f"/de/suche/?q={'W' * 300}"]
    for path in paths:
        page.goto(site.url + path)
        if percent != 100:  # pages of rules bring no script: there the browser's own setting counts
            page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        assert page.evaluate(WIDER) <= 0, path
    alice = Person(page, "W" * 20, site.url, "de")
    alice.opens_a_table()
    alice.takes_bots(1)
    assert page.evaluate(WIDER) <= 0
    page.locator("[data-big]").click()
    assert page.locator("#show").evaluate("e => e.scrollWidth - e.clientWidth") <= 0


@pytest.mark.parametrize(
    "rules", ["mau-mau mau=off match_end=rounds:3", "mau-mau mau=off match_end=rounds:1"]
)
def test_the_result_tells_all(site: Server, new_page: NewPage, rules: str) -> None:
    scene = played(rules, lambda state: state.phase == OVER, most=400)
    history = scene.state.history
    alice, bob = new_page("en", width=360, height=800), new_page("de")
    set_up(site, scene, [alice, bob], ["en", "de"], ready="#sheet.res .best li")
    for page, name in ((alice, "Alice"), (bob, "Bob")):
        sheet = page.locator("#sheet")
        assert 1 <= sheet.locator(".best li").count() <= 3
        assert sheet.locator(".best li:has(svg)").count() >= 1
        assert page.locator("#sheet .act.mau:visible").count() <= 1
        assert page.evaluate(WIDER) <= 0
        if len(history) == 1:
            expect(sheet.locator(".rank li")).to_have_count(2)
            continue
        rows = {row.locator("bdi").inner_text(): row for row in sheet.locator("tbody tr").all()}
        for seat, who in enumerate(("Alice", "Bob")):
            cells = rows[who].locator("td").all_inner_texts()
            assert cells[1:-1] == [str(points[seat]) for points in history]
            assert cells[-1] == str(sum(points[seat] for points in history))
            assert rows[who].locator(".z").all_inner_texts() == ["0"] * scene.state.wins[seat]
        expect(sheet.locator("tr.me bdi")).to_have_text(name)
        order = sorted((sum(points[seat] for points in history), who) for seat, who in enumerate(rows))
        assert order[0][0] <= order[-1][0]
