"""What is chosen for a device: at once, without leaving the match, and before the next page is painted."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from game.engine import State, card_name
from tests.browser.scenes import dealt, set_up
from tests.server import Server

WHOLE = "html.whole #stage"
RANKS, SUITS = "23456789TJQKA", "CSHD"
HAND = "() => [...document.querySelectorAll('#hand .card')].map(card => card.dataset.card)"
PLACES = """() => Object.fromEntries([...document.querySelectorAll('#hand .card')]
  .map(card => [card.dataset.card, card.getBoundingClientRect().toJSON()]))"""
DEVICE = "() => JSON.parse(localStorage.getItem('maumau-device'))"
CHOSEN = "() => ({ ...document.documentElement.dataset })"
DRAWN = "() => document.querySelector('#deck #cJ').innerHTML"
FILL = "selector => getComputedStyle(document.querySelector(selector)).visibility"
KEPT = {
    "sort": "rank", "deck": "german", "back": "onyx", "four": "on", "theme": "dark", "text": "130",
    "speed": "fast", "quality": "off", "side": "left", "volume": "40", "autopass": "on", "keys": "off",
    "pick": "select", "swipe": "off", "sound": "off", "letters": "en", "buzz": "off",
}  # fmt: skip


def by_suit(name: str) -> tuple[int, int]:
    """How a hand is sorted as a rule."""
    return SUITS.index(name[1]), RANKS.index(name[0])


def by_rank(name: str) -> tuple[int, int]:
    """How it is sorted by rank."""
    return by_suit(name)[::-1]


def mixed(state: State) -> bool:
    """By suit Alice's hand is not sorted by rank; she has a jack and is on turn."""
    hand = sorted([card_name(card) for card in state.hands[0]], key=by_suit)
    return state.turn == 0 and hand != sorted(hand, key=by_rank) and any(name[0] == "J" for name in hand)


def choose(page: Page, name: str, value: str) -> None:
    """Sets a field of the settings, which open once their styles are there."""
    expect(page.locator("#settings")).to_be_visible()
    field = page.locator(f"#settings [name=set-{name}]")
    kind = field.first.get_attribute("type")
    if kind == "checkbox":
        field.set_checked(field.get_attribute("value") == value, force=True)
    elif kind == "range":
        field.fill(value)
    else:
        page.locator(f"#settings [name=set-{name}][value='{value}']").check(force=True)


def test_all_of_it_holds_at_once_and_is_kept(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("de", 390, 844)
    set_up(site, dealt("double-52", mixed), [page], ["de"], ready=WHOLE)
    table, hand, french = page.url, page.evaluate(HAND), page.evaluate(DRAWN)
    jack = page.locator("#hand [data-card^='J']").first
    assert hand == sorted(hand, key=by_suit)
    expect(jack).to_have_accessible_name(re.compile("Bube"))

    page.locator("#b-set").click()
    for name, value in KEPT.items():
        choose(page, name, value)
        assert page.evaluate(DEVICE)[name] == value, name
    assert page.evaluate(CHOSEN).items() >= KEPT.items()
    assert page.evaluate(HAND) == sorted(hand, key=by_rank), "the focus goes where the eye goes"
    expect(jack).to_have_accessible_name(re.compile("Unter"))
    page.wait_for_function(f"before => ({DRAWN})() !== before", arg=french)
    choose(page, "deck", "french")
    expect(jack).to_have_accessible_name(re.compile("Bube"))
    choose(page, "deck", "german")
    choose(page, "sort", "suit")
    assert page.evaluate(HAND) == hand
    choose(page, "sort", "rank")
    page.keyboard.press("Escape")

    mute = page.locator("#b-mute")
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    page.locator("#b-set").click()
    expect(page.locator("[name=set-sound]")).to_be_checked()
    choose(page, "sound", "off")
    page.keyboard.press("Escape")
    places = page.evaluate(PLACES)

    # the page as it is first painted: nothing of it has run but early.js
    page.route("**/js/table.js", lambda route: route.abort())
    page.reload()
    assert page.evaluate(CHOSEN).items() >= KEPT.items()
    assert page.evaluate(PLACES) == places, "no card moves when the scripts come"
    assert page.evaluate(FILL, "#hand .card use") == "hidden", "rather no drawing than the wrong one"
    page.unroute("**/js/table.js")
    page.reload()
    page.wait_for_selector(WHOLE)
    expect(page.locator("html.redraw")).to_have_count(0)
    assert page.evaluate(FILL, "#hand .card use") == "visible"
    assert page.evaluate(DRAWN) != french
    assert page.evaluate(HAND) == sorted(hand, key=by_rank) and page.evaluate(PLACES) == places
    expect(jack).to_have_accessible_name(re.compile("Unter"))
    expect(mute).to_have_attribute("aria-pressed", "true")

    page.goto(f"{site.url}/de/solo/")  # the start menu keeps its choice of cards in the same place
    expect(page.locator("[name=set-back][value=onyx]")).to_be_checked()
    page.locator("[name=set-back][value=red]").check(force=True)
    page.goto(table)
    assert page.evaluate(CHOSEN).items() >= (KEPT | {"back": "red"}).items()


def test_what_was_kept_before_is_taken_over(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 390, 844)
    old = json.dumps({"deck": "german", "letters": "", "back": "red", "four": True})
    page.goto(f"{site.url}/en/solo/")
    page.evaluate("old => { localStorage.clear(); localStorage.setItem('maumau-cards', old) }", old)
    page.reload()
    taken = {"deck": "german", "letters": "auto", "back": "red", "four": "on"}
    assert page.evaluate(CHOSEN).items() >= taken.items()
    page.locator("[name=set-back][value=felt]").check(force=True)
    assert page.evaluate(DEVICE) == taken | {"back": "felt"}
    page.evaluate("() => localStorage.setItem('maumau-device', 'no JSON')")
    page.reload()
    assert page.evaluate(CHOSEN)["back"] == "felt", "what cannot be read is as if nothing had been chosen"
    expect(page.locator("[name=set-deck][value=french]")).to_be_checked()
