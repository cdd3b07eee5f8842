"""Ways to lay a card: fingers, mouse, keys, selecting first; a pass by itself. Never two cards at once."""

import json
from collections.abc import Callable

from playwright.sync_api import CDPSession, Page, expect

from game.engine import State, apply, card_name, legal_words, parse_action
from tests.browser.people import Person
from tests.browser.scenes import Wanted, dealt, set_up
from tests.server import Server

WHOLE = "html.whole #stage"
MY_TURN = "v => document.querySelector('#me.turn') && +document.querySelector('#me input[name=v]').value > v"
# Taps as a phone that does not count them reports them; in one go: no slow machine makes two moves of them.
TAPS = """selectors => selectors.map(selector => {
  const card = document.querySelector(selector), [, , rank, suit] = card.id;
  const place = { clientX: 40 * rank.charCodeAt(), clientY: 40 * suit.charCodeAt() }; // far from the others
  const at = { bubbles: true, cancelable: true, pointerType: 'touch', ...place };
  card.dispatchEvent(new PointerEvent('pointerdown', at));
  card.dispatchEvent(new PointerEvent('click', { ...at, detail: 1 }));
})"""
FOCUSED = "() => document.activeElement.dataset.card ?? document.activeElement.id"


def hand_of(state: State) -> list[str]:
    """What Alice holds."""
    return [card_name(card) for card in state.hands[0]]


def lays(state: State) -> set[str]:
    """The cards Alice may lay."""
    words = legal_words(state, 0) if state.turn == 0 else []
    return {word[2:4] for word in words if word.startswith("p ")}


def plain(name: str) -> bool:
    """A card that does nothing to anybody."""
    return name[0] in "9TQK"


def two_plain(state: State) -> bool:
    """Two plain cards fit, and one card does not."""
    fit = lays(state)
    return sum(map(plain, fit)) >= 2 and len(fit) < len(hand_of(state))


def sits(site: Server, page: Page, wanted: Wanted, **chosen: str) -> Person:
    """Alice against a bot, in a scene, with these settings."""
    alice = Person(page, "Alice", site.url, "en")
    page.goto(f"{site.url}/en/")
    page.evaluate("chosen => localStorage.setItem('maumau-device', chosen)", json.dumps(chosen))
    set_up(site, dealt("mau-mau", wanted), [page], ["en"], ready=WHOLE)
    return alice


def fitting(page: Page) -> list[str]:
    """The plain cards that fit, as selectors."""
    cards = page.locator("#hand .card.on")
    names = [card.get_attribute("data-card") or "" for card in cards.all()]
    return [f"#c-{name}" for name in names if plain(name)]


def finger(phone: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Touches of the screen by real input events."""
    touches = [{"x": x, "y": y} for x, y in points]
    phone.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def stroke(page: Page, phone: CDPSession, card: str, dx: float, dy: float, second: bool = False) -> None:
    """A finger goes from a card's index this far; `second`: another one is down meanwhile."""
    box = page.locator(card).bounding_box()
    assert box
    x, y, other = box["x"] + 14, box["y"] + 20, [(180.0, 300.0)] if second else []
    finger(phone, "touchStart", (x, y))
    for part in (0.3, 0.6, 1):
        finger(phone, "touchMove", (x + part * dx, y + part * dy), *other)
    finger(phone, "touchEnd")


def test_a_card_is_swiped_up(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 390, 844, has_touch=True)
    alice = sits(site, page, two_plain)
    phone = page.context.new_cdp_session(page)
    first, *_ = fitting(page)
    stroke(page, phone, first, 0, -30)  # too short: let go of again
    stroke(page, phone, first, 90, -60)  # across
    stroke(page, phone, first, 0, 40)  # down
    stroke(page, phone, first, 0, -120, second=True)  # two fingers mean something else
    page.evaluate("() => { document.documentElement.dataset.swipe = 'off' }")
    stroke(page, phone, first, 0, -120)
    page.evaluate("() => { document.documentElement.dataset.swipe = 'on' }")
    expect(page.locator("html[data-drag], .card.drag")).to_have_count(0)
    assert alice.asked == {}
    before = alice.version()
    stroke(page, phone, first, 8, -120)
    page.wait_for_function(MY_TURN, arg=before)
    assert list(alice.asked.values()) == [f"p {first[3:]}"]
    expect(page.locator(first)).to_have_count(0)


def test_two_taps_by_two_fingers_are_one_card(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 390, 844, has_touch=True)
    page.clock.install()
    alice = sits(site, page, two_plain)
    first, second, *_ = fitting(page)
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    before = alice.version()
    page.evaluate(TAPS, [first, second])
    page.wait_for_function(MY_TURN, arg=before)  # a quick bot: no time has passed
    page.evaluate(TAPS, [second])
    page.clock.fast_forward(1_000)
    page.evaluate(TAPS, [second])
    page.wait_for_function("() => !document.querySelector('.sent')")
    assert list(alice.asked.values())[:2] == [f"p {first[3:]}", f"p {second[3:]}"]
    assert len(alice.asked) == 2


def test_a_card_is_dropped_onto_the_pile(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    alice = sits(site, page, two_plain)
    first, *_ = fitting(page)
    box, pile = page.locator(first).bounding_box(), page.locator("#pile").bounding_box()
    assert box and pile
    page.mouse.move(box["x"] + 14, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 40, steps=3)
    expect(page.locator("html[data-drag=on] #hand .card.drag")).to_be_visible()
    page.mouse.up()
    expect(page.locator("html[data-drag], .card.drag")).to_have_count(0)
    page.mouse.move(box["x"] + 14, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(pile["x"] + 20, pile["y"] + 20, steps=3)
    page.keyboard.press("Escape")  # changes her mind
    page.mouse.up()
    assert alice.asked == {}
    before = alice.version()
    page.mouse.move(box["x"] + 14, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(pile["x"] + 20, pile["y"] + 20, steps=3)
    expect(page.locator("html[data-drag=over] #hand .card.drag")).to_be_visible()
    page.mouse.up()
    page.wait_for_function(MY_TURN, arg=before)
    assert list(alice.asked.values()) == [f"p {first[3:]}"]


def test_selected_first_then_laid(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 390, 844)
    alice = sits(site, page, two_plain, pick="select")
    first, second, *_ = fitting(page)
    picked, lay = page.locator("#hand .card[aria-pressed=true]"), page.locator("#do-lay")
    expect(lay).to_have_attribute("aria-disabled", "true")
    rows = page.locator("#rail .act").evaluate_all("all => new Set(all.map(one => one.offsetTop)).size")
    assert rows == 1, "one button more pushes the table up"
    page.locator(first).dispatch_event("click")
    expect(picked).to_have_attribute("id", first[1:])
    expect(page.locator("#say")).to_contain_text("selected")
    page.locator("#stage").click(position={"x": 5, "y": 250})
    expect(picked).to_have_count(0)
    page.locator(first).focus()
    page.keyboard.press("Enter")
    expect(picked).to_have_attribute("id", first[1:])
    page.keyboard.press("Escape")
    expect(picked).to_have_count(0)
    page.locator(second).dispatch_event("click")
    page.locator(first).dispatch_event("click")
    expect(picked).to_have_attribute("id", first[1:])
    assert alice.asked == {}
    before = alice.version()
    page.locator(first).dispatch_event("click")
    page.wait_for_function(MY_TURN, arg=before)
    assert list(alice.asked.values()) == [f"p {first[3:]}"]
    expect(picked).to_have_count(0)
    expect(lay).to_have_attribute("aria-disabled", "true")  # there again, with nothing to lay
    page.locator(second).dispatch_event("click")
    lay.click()
    page.wait_for_function("() => !document.querySelector('.sent')")
    assert list(alice.asked.values())[1:] == [f"p {second[3:]}"]


def test_keys(site: Server, new_page: Callable[..., Page]) -> None:
    """A jack is held: its sheet must not be answered by the key that opened it."""

    def with_a_jack(state: State) -> bool:
        return any(name[0] == "J" for name in lays(state))

    page = new_page("en")
    alice = sits(site, page, with_a_jack, keys="off")
    hand = alice.cards()
    assert page.locator("#rail [aria-keyshortcuts]").count() == 0
    for key, focused in (("Home", 0), ("ArrowLeft", -1), ("ArrowRight", 0), ("End", -1), ("ArrowLeft", -2)):
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED) == hand[focused], key
    page.keyboard.press("d")
    jack = page.locator("#hand .card[data-card^='J'].on").first
    jack.focus()
    for _ in range(3):  # held down
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#wish[open]")).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("#wish[open]")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#b-set").click()
    expect(page.locator("#settings")).to_be_visible()
    page.locator("[name=set-keys]").check(force=True)
    page.keyboard.press("d")  # not through a dialog
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+d")
    page.keyboard.press("Shift+D")
    jack.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#wish[open]")).to_be_visible()
    assert alice.asked == {}
    page.keyboard.press("2")
    page.wait_for_function("() => !document.querySelector('.sent')")
    [word] = alice.asked.values()
    assert word.startswith("p J") and word.endswith(":S"), word


def nothing_but_to_pass(state: State) -> bool:
    """Nothing fits, and what is drawn does not either."""
    if state.turn != 0 or legal_words(state, 0) != ["d"]:
        return False
    then = state.copy()
    apply(then, 0, parse_action("d"))
    return then.turn == 0 and legal_words(then, 0) == ["-"]


def test_it_passes_by_itself(site: Server, new_page: Callable[..., Page]) -> None:
    """Only for who wants it, after 0.8 to 2.5 seconds, and not once something was pressed."""
    page = new_page("en", 390, 844)
    page.clock.install()
    alice = sits(site, page, nothing_but_to_pass)
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.locator("#rail [value=d]").click()
    expect(page.locator("#rail [value='-']:not([aria-disabled])")).to_be_visible()
    page.clock.run_for(5_000)
    assert list(alice.asked.values()) == ["d"], "off by default"
    page.locator("#b-set").click()
    expect(page.locator("#settings")).to_be_visible()
    page.locator("[name=set-autopass]").check(force=True)
    page.clock.run_for(5_000)
    assert list(alice.asked.values()) == ["d"], "not behind a dialog"
    page.locator("#settings [data-close]").click()
    page.clock.run_for(790)
    assert list(alice.asked.values()) == ["d"], "not before a person could"
    page.locator("#stage").press("Control")
    page.clock.run_for(5_000)
    assert list(alice.asked.values()) == ["d"], "whoever presses something wants to play"
    set_up(site, dealt("mau-mau", nothing_but_to_pass), [page], ["en"], ready="html.js #stage")
    page.clock.run_for(3_000)
    page.wait_for_selector(WHOLE)
    alice.asked.clear()
    before = alice.version()
    page.locator("#rail [value=d]").click()
    page.wait_for_function("v => +document.querySelector('#me input[name=v]').value > v", arg=before)
    page.clock.run_for(790)
    assert list(alice.asked.values()) == ["d"], "not before a person could"
    page.clock.run_for(1_720)
    page.wait_for_function("v => +document.querySelector('#me input[name=v]').value > v + 1", arg=before)
    assert list(alice.asked.values()) == ["d", "-"]
