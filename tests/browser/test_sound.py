"""What a device does beside showing the table: sounds, a buzz, a screen that stays on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from game.engine import legal_words
from tests.browser.people import Person, play
from tests.browser.scenes import dealt, set_up
from tests.server import Server

WHOLE = "html.js.whole #stage"
ONE_ROUND = "mau-mau match_end=rounds:1 turn_seconds=off"

# Observed, not replaced: sources that start, contexts made, gains aimed at, locks asked for and given back.
OBSERVE = """(() => {
  const seen = window.seen = { sources: 0, gains: [], contexts: [], asked: 0, released: 0, buzzes: 0 };
  const before = (owner, name, note) => {
    const real = owner.prototype[name];
    owner.prototype[name] = function (...words) { note(words); return real.apply(this, words); };
  };
  before(AudioBufferSourceNode, 'start', () => { seen.sources += 1; });
  before(AudioScheduledSourceNode, 'start', () => { seen.sources += 1; });
  before(AudioParam, 'setTargetAtTime', ([value]) => seen.gains.push(value));
  before(WakeLock, 'request', () => { seen.asked += 1; });
  before(WakeLockSentinel, 'release', () => { seen.released += 1; });
  before(Navigator, 'vibrate', () => { seen.buzzes += 1; });
  window.AudioContext = new Proxy(AudioContext, {
    construct(Real, words) { seen.contexts.push(new Real(...words)); return seen.contexts.at(-1); },
  });
})()"""

# What dispatching an event starts at once.
FX = """detail => {
  const before = seen.sources;
  document.dispatchEvent(new CustomEvent('fx', { detail: { jump: false, ...detail } }));
  return seen.sources - before;
}"""
RUNS = "() => seen.contexts[0]?.state === 'running'"
TELL = """([name, detail]) => {
  const before = seen.sources;
  document.dispatchEvent(new CustomEvent(name, { detail }));
  return seen.sources - before;
}"""
CROWD = """detail => {
  const before = seen.sources;
  for (let i = 0; i < 50; i += 1) document.dispatchEvent(new CustomEvent('fx', { detail }));
  return seen.sources - before;
}"""
CHOOSE = """([name, value]) => {
  document.documentElement.dataset[name] = value;
  document.dispatchEvent(new CustomEvent('device', { detail: { name, value } }));
}"""
# Each sound as the ear gets it: its peak, and how long something is to be heard.
RENDER = """async () => {
  const page = document.querySelector('script[type=module]').src;
  const { SOUNDS } = await import(new URL('sounds.js', page));
  const found = {};
  for (const name of Object.keys(SOUNDS)) {
    const context = new OfflineAudioContext(1, 2 * 22050, 22050);
    SOUNDS[name]({ context, out: context.destination }, 0.01);
    const samples = (await context.startRendering()).getChannelData(0);
    const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    found[name] = [peak, samples.findLastIndex(value => Math.abs(value) > 0.003) / 22050];
  }
  return found;
}"""

CARD = {"e": "played", "seat": 1, "card": "8S", "cards": ["8S"], "under": [], "wish": None}
HAPPENED: list[dict[str, Any]] = [
    {"e": "dealt", "round": 2, "dealer": 1},
    CARD,
    CARD | {"card": "JS", "cards": ["JS"], "wish": "H"},
    {"e": "drew", "seat": 1, "n": 1},
    {"e": "took", "seat": 1, "n": 4, "cause": "7S"},
    {"e": "passed", "seat": 1, "skip": False},
    {"e": "skipped", "seat": 1, "cause": "8S"},
    {"e": "said", "seat": 1, "what": "mau"},
    {"e": "renewed", "stock": 12},
    {"e": "round-over", "winner": 0, "points": [0, 9], "wins": [1, 0], "hands": [[], ["9S"]]},
]


def seen(page: Page, what: str) -> Any:
    return page.evaluate("what => seen[what]", what)


def until(page: Page, holds: Callable[[], Any], why: str) -> None:
    """Waits for what must come sooner or later."""
    for _ in range(600):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError(why)


def hears(page: Page, kind: str, detail: object, why: str) -> None:
    """Tells it again until it sounds: while much sounds already, a card may be left out."""
    until(page, lambda: page.evaluate(TELL, [kind, detail]) > 0, why)


def test_what_happens_is_heard_and_nothing_else(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", 844, 390)
    page.add_init_script(OBSERVE)
    person = Person(page, "Alice", site.url, "en")
    scene = dealt(ONE_ROUND, lambda state: state.turn == 0 and has_a_card_to_lay(state))
    set_up(site, scene, [page], ["en"], WHOLE)

    # Not a sound before the first gesture, whatever happens.
    assert page.evaluate(FX, {"events": [CARD]}) == 0
    assert page.evaluate(TELL, ["chatline", {"mine": False}]) == 0
    assert seen(page, "contexts") == [] and seen(page, "buzzes") == 0
    until(page, lambda: seen(page, "asked") == 1, "the screen may go dark")

    page.mouse.click(420, 130)
    until(
        page, lambda: page.evaluate("() => seen.contexts[0]?.state === 'running'"), "a tap unlocks the sound"
    )
    for event in HAPPENED:
        hears(page, "fx", {"events": [event], "jump": False}, event["e"])
    hears(page, "chatline", {"mine": False}, "chat")
    hears(page, "lowtime", None, "the last seconds")

    # Nothing for what did not just happen, nor for what makes no sound; the own line in the chat is no news.
    until(page, lambda: page.evaluate(FX, {"events": [CARD]}), "a card")
    page.wait_for_timeout(500)
    for silent in (
        {"events": HAPPENED, "jump": True},
        {"events": [{"e": "reversed", "dir": -1}]},
        {"events": []},
    ):
        assert page.evaluate(FX, silent) == 0, silent
    assert page.evaluate(TELL, ["chatline", {"mine": True}]) == 0

    # Much at once does not pile up.
    assert page.evaluate(CROWD, {"events": HAPPENED, "jump": False}) < 80

    off_and_on(page)
    your_turn(page)
    for name, (peak, lasts) in page.evaluate(RENDER).items():
        assert 0.1 < peak < 1.6 and 0.05 < lasts < 1.5, (name, peak, lasts)

    # A real match to its end: its moves are heard, and then the screen may go dark.
    before = seen(page, "sources")
    play([person])
    assert seen(page, "sources") > before
    until(page, lambda: seen(page, "released") > 0, "the screen stays on after the match")


def has_a_card_to_lay(state: Any) -> bool:
    return any(word.startswith("p ") for word in legal_words(state, 0))


def off_and_on(page: Page) -> None:
    """One tap mutes, the next one is heard again; the volume reaches the ear."""
    page.locator("#b-mute").click()
    page.wait_for_function("() => document.documentElement.dataset.sound === 'off'")
    page.wait_for_timeout(1500)
    for event in HAPPENED:
        assert page.evaluate(FX, {"events": [event]}) == 0, "muted"
    page.locator("#b-mute").click()
    page.wait_for_function("() => document.documentElement.dataset.sound === 'on'")
    hears(page, "fx", {"events": [CARD], "jump": False}, "loud again")
    page.evaluate(CHOOSE, ["volume", "100"])
    page.evaluate(CHOOSE, ["volume", "20"])
    loud, soft = seen(page, "gains")[-2:]
    assert 0 < soft < loud <= 1
    page.evaluate(CHOOSE, ["volume", "0"])
    assert page.evaluate(FX, {"events": [CARD, HAPPENED[0]]}) == 0
    page.evaluate(CHOOSE, ["volume", "70"])


def your_turn(page: Page) -> None:
    """Heard and felt once when the turn comes; from a hidden page it is the only thing that is heard."""
    page.evaluate("() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    turn = "on => document.getElementById('me').classList.toggle('turn', on)"
    page.evaluate(turn, False)
    assert page.evaluate(FX, {"events": [CARD]}) == 0
    page.wait_for_timeout(1100)
    page.evaluate(turn, True)
    buzzes = seen(page, "buzzes")
    assert page.evaluate(FX, {"events": [CARD]}) > 0
    assert page.evaluate(FX, {"events": [CARD]}) == 0, "it is the same turn"
    assert seen(page, "buzzes") == buzzes + 1
    page.evaluate(CHOOSE, ["buzz", "off"])
    for on in (False, True):
        page.evaluate(turn, on)
        page.evaluate(FX, {"events": []})
    assert seen(page, "buzzes") == buzzes + 1
    page.evaluate("() => delete document.hidden")
