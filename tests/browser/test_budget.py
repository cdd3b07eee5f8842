"""What a first visit may cost, in bytes and requests as served, and what the canvas may draw. No timing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from bench import probes
from tests.browser import looking, states
from tests.browser.people import Person, play
from tests.server import Server

KB = 1024
CANVAS = 20 * KB
"""The painter, and all that moves on the canvas."""
A_WORD = 0.002
"""The shift of a line of words in a plate; of anything bigger it is a multiple."""


def total(files: list[tuple[str, int]]) -> int:
    """Bytes of all of them."""
    return sum(size for _, size in files)


def test_a_first_visit_to_the_table(site: Server, new_page: Callable[..., Page]) -> None:
    table = states.of("four", site)
    page = new_page("en", 390, 844)
    looking.sign_in(page.context, table.viewer)
    page.context.add_init_script(looking.KEEP.format("""'{"quality":"high"}'"""))
    first = probes.first_visit(page, table.address("en"))
    assert len(first) <= 12, first
    assert total(first) <= 45 * KB, first
    later = probes.later_parts(page)
    assert "js/scene/scene.js" in dict(later), "this test does not see what comes later"
    assert not {name for name, _ in first} & {name for name, _ in later}
    canvas = {Path(name).stem: size for name, size in later if name.startswith("js/scene/")}
    assert sum(canvas.get(name, 0) for name in probes.PAINTER) <= 8 * KB, canvas
    assert sum(canvas.values()) <= CANVAS, canvas


def test_pages_that_are_read(site: Server, new_page: Callable[..., Page]) -> None:
    for path in ("de/", "de/regeln/", "de/fragen/", "de/sonderkarten/"):
        files = probes.first_visit(new_page("de", 390, 844), f"{site.url}/{path}")
        assert len(files) <= 3 and total(files) <= 14 * KB, files


def test_the_example_round(site: Server, new_page: Callable[..., Page]) -> None:
    files = probes.first_visit(new_page("de", 390, 844), f"{site.url}/de/beispielrunde/")
    to_read = [file for file in files if file[0] != "js/steps.js"]  # comes after the page, and only moves it
    assert len(files) == len(to_read) + 1
    assert len(to_read) <= 3 and total(to_read) <= 14 * KB, files


def test_a_sheet_of_rules(site: Server, new_page: Callable[..., Page]) -> None:
    files = probes.first_visit(new_page("de", 390, 844), f"{site.url}/de/regeln/1asbbp375ky/")
    to_read = [name for name, _ in files if not name.endswith(".js")]  # its buttons' scripts come after it
    assert len(to_read) <= 3 and total(files) <= 14 * KB, files


def expected(moved: str) -> bool:
    """The own cards close up, and the words on the own plate change."""
    return moved in ("hand", "gone") or moved.startswith("#me ")


def test_a_whole_match_shifts_nothing_and_draws_little(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 360, 640, reduced_motion="no-preference")
    page.context.add_init_script(looking.KEEP.format("""'{"quality":"low"}'"""))
    page.context.add_init_script(looking.WATCH_CSP)
    probes.watch(page.context)
    anna = Person(page, "Anna", site.url, "en")
    page.goto(f"{site.url}/en/solo/")
    page.locator(".rail .btn-gold").click()
    anna.is_at_the_table()
    expect(page.locator("html.gl.whole")).to_be_attached()
    play([anna])
    seen = probes.noted(page)
    assert seen["views"] and seen["taps"], "nothing was watched"
    one_row = {one["box"] for one in seen["views"] if one["cards"] <= 10}
    assert len(one_row) == 1, "the hand is as high with no card as with ten"
    moved = [one for one in seen["shifts"] if one["box"] in one_row and not all(map(expected, one["what"]))]
    assert sum(one["value"] for one in moved) < A_WORD, moved
    assert 0 < max(seen["draws"]) <= 4
    looking.settle(page)
    before = len(probes.noted(page)["frames"])
    page.wait_for_timeout(2_000)
    assert len(probes.noted(page)["frames"]) == before, "frames are drawn while nothing happens"
