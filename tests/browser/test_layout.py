"""Everything has its place: every size, two to eight seats, five to forty cards, usual and doubled type.

One page is loaded. Its script is answered empty, so nothing moves under the measuring; what it shows is then
replaced by fragments drawn here by the server's own templates, from views made by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice, product
from typing import Any

import pytest
from django.utils.translation import override
from playwright.sync_api import Page

from game import present
from tests.game.views_by_hand import MATCH, finished, seat_of, view_of
from tests.server import Server

SIZES = (
    (320, 568), (360, 640), (360, 800), (390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080),
)  # fmt: skip
SEATS = (2, 4, 8)
HANDS = (5, 12, 20, 30, 40)
NAMES = (
    "Maximiliane-Charlott", "Wolfgang Amadeus Moz", "Prinzessin Wiltrudis", "Bot Friedrich-Wilhel",
    "MMMMMMMMMMWWWWWWWWWW", "Konstantin von Hohen", "Xaver der Unbesiegte", "Anna Katharina Emili",
)  # fmt: skip
PACK = [rank + suit for suit, rank in product("CSHD", "23456789TJQKA")]

SHOW = """html => {
  for (const part of [...new DOMParser().parseFromString(html, 'text/html').body.children]) {
    document.getElementById(part.id)?.replaceWith(part);
  }
}"""

# What is wrong with the table on the page, in words. A card's index takes 36 % of its width, down to 81 %.
FAULTS = """([strip, low]) => {
  const faults = [];
  const wrong = (is, ...words) => is && faults.push(words.join(' '));
  const all = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const named = one => `${one.id || one.className} "${one.textContent.trim().slice(0, 20)}"`;
  const box = one => one.getBoundingClientRect();
  const apart = (a, b) => a.right < b.left + .5 || a.bottom < b.top + .5;
  const meet = (a, b) => !apart(a, b) && !apart(b, a);
  const rooms = (one, other) => wrong(meet(box(one), box(other)), named(one), 'lies on', named(other));
  const inside = (one, foot = 0) => {
    const { left, top, right, bottom } = box(one);
    const out = left < -.5 || top < -.5 || right > innerWidth + .5 || bottom > innerHeight + foot + .5;
    wrong(out, named(one), 'is outside', [left, top, right, bottom].map(Math.round));
  };
  const controls = all('#top :is(a, button), #rail :is(a, button), #stock');
  const plates = all('.seat, #me .plate');
  for (const one of controls) {
    const { width, height } = box(one);
    wrong(width < 43.5 || height < 43.5, named(one), 'is small', width, height);
    wrong(one.matches('.act') && one.scrollWidth > one.clientWidth, named(one), 'is cut');
  }
  for (const one of [...controls, ...plates, ...all('#pile, #round, #note, .tag, .bubble')]) inside(one);
  plates.forEach((one, n) => plates.slice(n + 1).forEach(other => rooms(one, other)));
  const others = [...controls, ...all('#pile, #stock .n, #round')];
  for (const one of plates) others.forEach(other => rooms(one, other));
  const bar = all('#top > *');
  bar.forEach((one, n) => bar.slice(n + 1).forEach(other => rooms(one, other)));
  for (const one of all('#round b, #me.turn b')) {
    wrong(one.scrollWidth > one.clientWidth + 1, named(one), 'is cut');
  }
  const page = document.scrollingElement;
  const scrolls = page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth;
  wrong(scrolls, 'the page scrolls');
  const cards = all('#hand .card');
  for (const card of cards) {
    card.scrollIntoView({ block: 'nearest' });
    const { left, top, width } = box(card);
    wrong(width < 59.9, named(card), 'is narrow', width);
    for (const [x, y] of [[.1, .12], [.34, .12], [.1, .78], [.34, .78]]) {
      const there = document.elementFromPoint(left + x * width, top + y * width);
      wrong(there?.closest('.card') !== card, card.id, 'has its index under', there && named(there));
    }
    inside(card, low);
  }
  const row = cards.filter(card => card.parentElement.offsetTop === cards[0].parentElement.offsetTop);
  const seen = row.length > 1 ? box(row[1]).left - box(row[0]).left : 99;
  wrong(seen < strip, 'of a card one sees', seen);
  return faults;
}"""

# What is wrong with the open sheet: something to press that is small, cut or cannot be scrolled to.
SHEET_FAULTS = """selector => {
  const faults = [];
  const sheet = document.querySelector(selector);
  const outside = ({ left, right, top, bottom }) =>
    left < -.5 || top < -.5 || right > innerWidth + .5 || bottom > innerHeight + .5;
  if (outside(sheet.getBoundingClientRect())) faults.push('it is outside');
  if (sheet.scrollWidth > sheet.clientWidth + 1) faults.push('it scrolls sideways');
  const controls = 'button, a.ib, a.act, a.ghost, .seg label, .row, .send input';
  for (const one of sheet.querySelectorAll(controls)) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    one.scrollIntoView({ block: 'nearest' });
    const box = one.getBoundingClientRect();
    const words = `${one.id || one.className} "${(one.textContent || one.name || '').trim().slice(0, 24)}"`;
    if (box.height < 43.5 || box.width < 43.5) faults.push(`${words} is small: ${box.width} x ${box.height}`);
    if (outside(box)) faults.push(`${words} is outside`);
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`${words} is cut`);
  }
  return faults;
}"""

OVER = """async () => {
  const script = document.querySelector('script[src*="js/table"]').src;
  (await import(new URL('over.js', script))).start();
}"""

SCALE = "percent => { document.documentElement.dataset.text = percent }"


def hand(count: int) -> list[str]:
    """So many cards of a double pack of 52, sorted as the page shows them."""
    return sorted(islice(cycle(PACK), 0, count * 7, 7), key=PACK.index)


def legal(cards: list[str]) -> list[str]:
    """All hearts and nines may be laid."""
    return ["d", *sorted({f"p {card}" for card in cards if card[0] == "9" or card[1] == "H"})]


def table_of(seats: int, cards: int, **more: Any) -> dict[str, Any]:
    """A view with long names, big hands and everything that hangs on a plate."""
    held = hand(cards)
    state = [seat_of(n, 3 + 4 * n, name=NAMES[n], score=15 * n) for n in range(seats)]
    state[0]["cards"] = cards
    if seats > 2:
        state[1].update(cards=1, mau=True)
        state[2].update(gone=True, present=False)
    if seats > 4:
        state[4].update(stand_in=True)
        state[5].update(out=True, place=1, cards=0)
    return view_of(seats) | {"seats": state, "hand": held, "legal": legal(held)} | more


def views() -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Every number of seats with every hand; in turn: ours to play, a wish, cards due, turned round."""
    happens: cycle[dict[str, Any]] = cycle(
        ({}, {"turn": 1, "wish": "H", "legal": []}, {"due": 4, "top": "7H"}, {"dir": -1, "turn": 1})
    )
    for (seats, cards), more in zip(product(SEATS, HANDS), happens, strict=False):
        view = table_of(seats, cards)
        yield seats, cards, view | more


def show(page: Page, view: dict[str, Any], lang: str) -> None:
    """Puts a view on the page."""
    with override(lang):
        page.evaluate(SHOW, "".join(present.fresh(view, MATCH, lang)))


@pytest.fixture
def still(site: Server, new_page: Callable[..., Page]) -> Page:
    """A table on which nothing happens by itself."""
    page = new_page("de")
    mark = "document.documentElement.classList.add('js')"
    page.route("**/js/table*.js", lambda route: route.fulfill(content_type="text/javascript", body=mark))
    page.goto(f"{site.url}/de/solo/")
    page.locator(".rail .btn-gold").click()
    page.wait_for_selector("html.js #stage")
    return page


def test_every_size_seats_and_hand(still: Page) -> None:
    faults: list[str] = []
    langs = cycle(("de", "en"))
    for text, (width, height) in product(("100", "200"), SIZES):
        still.evaluate(SCALE, text)
        still.set_viewport_size({"width": width, "height": height})
        low = 22 if height <= 500 else 0  # there the hand's foot lies below the edge
        for seats, cards, view in views():
            show(still, view, next(langs))
            strip = 28 if cards <= 20 and width > 320 else 24 if cards <= 30 else 20
            found = still.evaluate(FAULTS, [strip, low])
            faults += [f"{width}x{height} {seats} seats {cards} cards {text} %: {fault}" for fault in found]
    assert "\n".join(faults) == ""


def test_sheets_and_left_handed(still: Page) -> None:
    still.evaluate(SCALE, "200")
    faults: list[str] = []
    over = {"state": "match-over", "outcome": {"winners": [1], "reason": "rounds"}}
    for width, height in ((320, 568), (844, 390)):
        still.set_viewport_size({"width": width, "height": height})
        for view in (finished(), finished(**over)):
            show(still, view, "de")
            faults += [f"{width} result: {fault}" for fault in still.evaluate(SHEET_FAULTS, "#sheet .panel")]
        for sheet in ("wish", "leave", "info", "settings"):
            still.evaluate("id => document.getElementById(id).showModal()", sheet)
            faults += [f"{width} {sheet}: {fault}" for fault in still.evaluate(SHEET_FAULTS, f"#{sheet}")]
            still.evaluate("id => document.getElementById(id).close()", sheet)
        still.evaluate("() => document.getElementById('side').classList.add('open')")
        faults += [f"{width} side: {fault}" for fault in still.evaluate(SHEET_FAULTS, "#side")]
        still.evaluate("() => document.getElementById('side').classList.remove('open')")
    assert "\n".join(faults) == ""
    words_rise_above_dialogs(still)
    left_handed(still)


def words_rise_above_dialogs(page: Page) -> None:
    """A refusal and the state of the line move into an open dialog, and back."""
    page.evaluate(OVER)
    page.evaluate("() => document.getElementById('leave').showModal()")
    page.wait_for_function("() => document.querySelector('#leave > #error ~ #net')")
    page.evaluate("() => document.getElementById('leave').close()")
    page.wait_for_function("() => document.querySelector('#game > #error ~ #net')")


def left_handed(page: Page) -> None:
    """The rail runs the other way, and a phone on its side has its columns exchanged."""
    page.evaluate("() => { document.documentElement.dataset.side = 'left' }")
    page.evaluate(SCALE, "100")
    page.set_viewport_size({"width": 360, "height": 800})
    show(page, table_of(4, 12), "de")
    lefts = "() => [...document.querySelectorAll('#rail .act')].map(one => one.getBoundingClientRect().left)"
    assert (places := page.evaluate(lefts)) == sorted(places, reverse=True)
    page.set_viewport_size({"width": 844, "height": 390})
    assert max(page.evaluate(lefts)) < 100
    assert page.evaluate("() => document.getElementById('b-set').getBoundingClientRect().left") > 780
    assert page.evaluate(FAULTS, [28, 22]) == []
