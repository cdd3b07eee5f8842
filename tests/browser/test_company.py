"""Bots as company: faces, words at their plates, and strengths, in every size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from django.utils.translation import override
from playwright.sync_api import Page, expect

from game import present
from game.faces import BOT_NAMES
from game.reactions import KINDS
from tests.browser.people import Person
from tests.browser.test_layout import SCALE, SHOW, SIZES, still  # noqa: F401
from tests.game.views_by_hand import MATCH, finished, seat_of, view_of
from tests.server import Server

PART = "name => new URL(name, document.querySelector('script[src*=\"js/table\"]').src).href"
START = f"async () => (await import(({PART})('reactions.js'))).start()"
SAY = "says => document.dispatchEvent(new CustomEvent('fx', { detail: { says, events: [], jump: false } }))"

# Says something, and swaps in a whole view: what is being said then, and where.
SAY_AND_SWAP = f"""async says => {{
  const {{ swap }} = await import(({PART})('swap.js'));
  const html = await (await fetch('view?v=0')).text();
  ({SAY})(says);
  await Promise.resolve().then(() => 0).then(() => 0);
  swap(html);
  return [...document.querySelectorAll('.says')].map(one => `${{one.closest('li').id}} ${{one.textContent}}`);
}}"""

# What a word at this seat covers, or that it is not all to be seen; null if nothing is said.
FAULTS = """async says => {
  document.dispatchEvent(new CustomEvent('fx', { detail: { says, events: [], jump: false } }));
  await new Promise(done => setTimeout(done));
  const bubble = document.querySelector('.says');
  if (!bubble) return null;
  for (const one of bubble.getAnimations()) one.finish();
  const box = bubble.getBoundingClientRect();
  const faults = [];
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
    faults.push(`outside: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
  }
  const keep = '#seats :is(.who, .av), #stock, #stock .n, #pile, #note :is(.disc, p), #me .plate, ' +
    '#hand .card, #rail .act, #top .ib';
  const apart = (a, b) => a.right < b.left + 1 || a.bottom < b.top + 1;
  for (const one of document.querySelectorAll(keep)) {
    const other = one.getBoundingClientRect();
    if (!one.checkVisibility() || apart(box, other) || apart(other, box)) continue;
    faults.push(`on ${one.id || one.className} "${one.textContent.trim().slice(0, 20)}"`);
  }
  bubble.remove();
  return faults;
}"""


def longest(lang: str) -> str:
    """The longest word anybody says."""
    with override(lang):
        return max((str(word) for kind in KINDS.values() for word in kind.words), key=len)


def company(seats: int, **more: Any) -> dict[str, Any]:
    """A person among bots."""
    bots = [seat_of(n, 5 + n, name=BOT_NAMES[n - 1], bot="master") for n in range(1, seats)]
    return view_of(seats) | {"seats": [seat_of(0), *bots]} | more


def put(page: Page, view: dict[str, Any], lang: str) -> None:
    """Shows a view."""
    with override(lang):
        page.evaluate(SHOW, "".join(present.fresh(view, MATCH, lang)))


def test_a_word_covers_no_card_and_no_name(still: Page) -> None:  # noqa: F811
    """With usual type there is room for every word, but on the smallest phones; where there is none, nothing
    is said."""
    still.evaluate(START)
    still.evaluate(SAY, {"seat": 1, "mood": "glad", "text": "Hello"})
    still.wait_for_selector(".says")
    faults, silent, said = list[str](), list[str](), 0
    happens: dict[str, dict[str, Any]] = {"": {}, "wish": {"wish": "H"}, "due": {"due": 4, "top": "7H"}}
    for text, (width, height), seats in product(("100", "200"), SIZES, range(2, 9)):
        still.evaluate(SCALE, text)
        still.set_viewport_size({"width": width, "height": height})
        lang = "de" if seats % 2 else "en"
        for what, more in happens.items() if seats in (4, 8) else [("", {})]:
            put(still, company(seats, turn=0, **more), lang)
            for seat in range(1, seats):
                found = still.evaluate(FAULTS, {"seat": seat, "mood": "glad", "text": longest(lang)})
                where = f"{width}x{height} {text} % {lang} {seats} seats, at {seat} {what}"
                faults += [f"{where}: {one}" for one in found or []]
                said += found is not None
                if found is None and text == "100" and width > 320 and (not more or what == "wish"):
                    silent.append(where)
    assert "\n".join(faults) == ""
    assert "\n".join(silent) == ""
    assert said > 500


def test_on_a_result_it_stands_at_its_row(still: Page) -> None:  # noqa: F811
    still.evaluate(START)
    for width, height in ((320, 568), (360, 640), (844, 390), (1366, 768)):
        still.set_viewport_size({"width": width, "height": height})
        put(still, finished(), "de")
        still.evaluate(SAY, {"seat": 1, "mood": "cheer", "text": longest("de")})
        bubble = still.locator("#sheet .rank .won .says")
        expect(bubble).to_be_visible()
        box, name = bubble.bounding_box(), still.locator("#sheet .rank .won .name b").bounding_box()
        assert box is not None and name is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= name["y"] + name["height"] / 2, "the name is to be read"
        still.evaluate("() => document.querySelector('.says').remove()")


def at_a_table(page: Page, site: Server) -> Person:
    """A person who has just begun a match against seven bots, two of them not like the others."""
    page.goto(f"{site.url}/en/solo/")
    page.locator("[name=bots_count][value='7']").check(force=True)
    page.locator("label.opt", has=page.locator("[name=strength][value=master]")).click()
    page.locator("details.more > summary").first.click()
    page.locator("[name=bot_2]").select_option("easy")
    page.locator(".rail .btn-gold").click()
    person = Person(page, "Anna", site.url, "en")
    person.is_at_the_table()
    expect(page.locator("html.whole")).to_be_attached()
    return person


def test_faces_and_strengths_from_the_menu_to_the_table(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 360, 640)
    page.goto(f"{site.url}/en/solo/")
    crew = page.locator(".crew li:visible")
    for count in (1, 3, 7):
        page.locator(f"[name=bots_count][value='{count}']").check(force=True)
        expect(crew).to_have_text(list(BOT_NAMES[:count]))
    at_a_table(page, site)
    uses = "() => [...document.querySelectorAll('#seats .av use')].map(one => one.getAttribute('href'))"
    faces = page.evaluate(uses)
    assert sorted(faces) == sorted(f"#f-{name.lower()}" for name in BOT_NAMES[:7])
    assert page.evaluate("hrefs => hrefs.every(href => document.querySelector(href))", faces)
    drawn = page.locator("#seats .av svg").first.bounding_box()
    assert drawn is not None and drawn["width"] > 15
    view = page.request.get(f"{page.url}view?format=json", headers={"Accept": "application/json"}).json()
    assert [seat["bot"] for seat in view["view"]["seats"]] == [None, "master", "easy", *["master"] * 5]


def test_a_word_stays_through_the_next_view_and_goes_by_itself(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en", 360, 640)
    at_a_table(page, site)
    page.evaluate(SAY, {"seat": 3, "mood": "wink", "text": "For you"})
    expect(page.locator("#s-3 .says")).to_have_text("For you")
    assert page.locator("#s-3 .says").get_attribute("aria-hidden") == "true"
    assert "For you" not in page.locator("#say").inner_text()
    left = page.evaluate(SAY_AND_SWAP, {"seat": 4, "mood": "oops", "text": "Oops"})
    assert left == ["s-4 Oops"], "one at a time, and a new view does not take it away"
    expect(page.locator(".says")).to_have_count(0)


def test_words_can_be_switched_off_for_good(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 1366, 768)
    at_a_table(page, site)
    page.evaluate(SAY, {"seat": 3, "mood": "wink", "text": "For you"})
    expect(page.locator(".says")).to_have_count(1)
    page.locator("#b-set").click()
    page.locator("[name=set-says]").uncheck(force=True)
    expect(page.locator(".says")).to_have_count(0)
    page.reload()
    expect(page.locator("html.whole[data-says=off]")).to_be_attached()
    page.evaluate(SAY, {"seat": 3, "mood": "wink", "text": "For you"})
    assert page.locator(".says").count() == 0


def test_the_room_shows_faces_strengths_and_the_stand_in(site: Server, new_page: Callable[..., Page]) -> None:
    host, guest = new_page("en", 320, 568), new_page("de", 360, 640)
    anna = Person(host, "Anna", site.url, "en")
    invite = anna.opens_a_table()
    Person(guest, "Ben", site.url, "de").joins(invite)
    anna.takes_bots(2)
    hrefs = (
        "() => [...document.querySelectorAll('#seats .av-b use')].map(one => one.href.baseVal.split('#')[1])"
    )
    assert host.evaluate(hrefs) == guest.evaluate(hrefs) == ["f-ada", "f-bruno"]
    first = host.locator("select[name=set]").first
    assert first.locator("option").all_inner_texts() == ["Easy", "Normal", "Hard", "Master"]
    first.select_option("2:master")
    host.locator("#stand-in").select_option("hard")
    expect(guest.locator("#seats .pips .on")).to_have_count(6)  # four and two
    expect(guest.locator("#seats .stand-in")).to_contain_text("stark")
    expect(host.locator("#stand-in")).to_have_value("hard")
    for page in (host, guest):
        wide = "() => document.scrollingElement.scrollWidth <= innerWidth"
        assert page.evaluate(wide), "nothing is wider than the window"
