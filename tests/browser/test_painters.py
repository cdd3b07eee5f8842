"""The painters of the table: who paints, what is then to be seen, and who takes over when one cannot."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.scenes import dealt, set_up
from tests.server import Server

NewPage = Callable[..., Page]

# How often one frame called on WebGL to draw; the most is kept.
COUNT_CALLS = """
  window.calls = { now: 0, most: 0, all: 0 };
  for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced']) {
    const real = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...how) {
      if (!window.calls.now) requestAnimationFrame(() => (window.calls.now = 0));
      window.calls.now += 1;
      window.calls.all += 1;
      window.calls.most = Math.max(window.calls.most, window.calls.now);
      return real.apply(this, how);
    };
  }"""
# This machine renders in software; pages that look for a graphics card find one.
GRAPHICS_CARD = """
  const ask = WebGL2RenderingContext.prototype.getParameter;
  WebGL2RenderingContext.prototype.getParameter = function (what) {
    return what === 0x9246 || what === this.RENDERER ? 'A graphics card' : ask.call(this, what);
  };
  const give = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, how) {
    return give.call(this, kind, { ...how, failIfMajorPerformanceCaveat: false });
  };"""
# A module of the page, as the page itself has loaded it.
PART = """
  window.part = name =>
    import(document.querySelector('script[src*="js/table.js"]').src.replace('table.js', name));"""
# Has a frame drawn and looks at it before the browser takes it away: how many points of the discard pile
# are as light as paper, how many of the table beside it are green.
LOOK = """() => new Promise(done => requestAnimationFrame(() => {
  document.documentElement.dataset.side = document.documentElement.dataset.side;
  queueMicrotask(() => requestAnimationFrame(() => {
    const cv = document.getElementById('cv');
    const copy = new OffscreenCanvas(cv.width, cv.height).getContext('2d');
    copy.drawImage(cv, 0, 0);
    const k = cv.width / cv.clientWidth, at = (x, y) => copy.getImageData(x * k, y * k, 1, 1).data;
    const pile = document.getElementById('pile').getBoundingClientRect();
    const stock = document.getElementById('stock').getBoundingClientRect();
    const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    const spots = steps.flatMap(u => steps.map(v => [u, v]));
    const card = spots.map(([u, v]) => at(pile.left + u * pile.width, pile.top + v * pile.height));
    const felt = steps.map(v => at(stock.left - 0.3 * stock.width, stock.top + v * stock.height));
    done({
      card: card.filter(([r, g, b]) => Math.min(r, g, b) > 170).length / card.length,
      felt: felt.filter(([r, g, b]) => g > 1.4 * r && g > 1.2 * b && g > 25).length / felt.length,
    });
  }));
}))"""
AT_REST = "async () => !(await part('scene/scene.js')).report().busy"
FRAMES = "async () => (await part('scene/scene.js')).report().frames"
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
CONTEXT = """what => {
  window.keeper ??= document.getElementById('cv').getContext('webgl2').getExtension('WEBGL_lose_context');
  window.keeper[what]();
}"""
CHOOSE = "async value => (await part('settings.js')).choose('quality', value)"
CHOOSE_ALL = """async values => {
  const settings = await part('settings.js');
  for (const value of values) settings.choose('quality', value);
}"""


def at_a_table(site: Server, page: Page, quality: str) -> None:
    """A match of two with this setting, all its parts loaded."""
    page.add_init_script(PART)
    page.add_init_script(f"localStorage.setItem('maumau-device', '{json.dumps({'quality': quality})}')")
    set_up(site, dealt("mau-mau", lambda state: state.turn == 0), [page], ["en"], ready="html.whole #stage")


def painted_by(page: Page, quality: str) -> None:
    """This quality is on the only canvas, and it shows."""
    expect(page.locator(f"html.gl #cv[data-painter='{quality}']")).to_have_count(1)
    expect(page.locator("canvas")).to_have_count(1)


def shows_a_table(page: Page) -> None:
    """The felt is green, and on it lies the top card."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    assert seen["felt"] > 0.7, seen  # the rest may be a chevron
    assert 0.4 < seen["card"] < 1, seen


def test_3d_when_asked_for_and_through_whatever_happens_to_its_canvas(
    site: Server, new_page: NewPage
) -> None:
    page = new_page(lang="en", width=720, height=560)
    page.add_init_script(COUNT_CALLS)
    at_a_table(site, page, "high")
    painted_by(page, "high")  # though it is software that draws here: the setting wins
    shows_a_table(page)
    assert page.evaluate("calls.most") in (2, 3, 4)

    page.wait_for_function(AT_REST)
    before = page.evaluate(FRAMES)
    page.wait_for_timeout(600)
    assert page.evaluate(FRAMES) == before, "frames are drawn though nothing moves"

    page.evaluate(CONTEXT, "loseContext")
    expect(page.locator("html:not(.gl)")).to_have_count(1)
    expect(page.locator("#pile svg").first).to_be_visible()  # the page is the table meanwhile
    page.evaluate(CONTEXT, "restoreContext")
    painted_by(page, "high")
    shows_a_table(page)

    for width, height in ((844, 390), (390, 844)):  # turned
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => document.getElementById('cv').width === {width}")
        shows_a_table(page)

    page.evaluate(HIDE, True)
    drawn = page.evaluate("calls.all")
    page.set_viewport_size({"width": 500, "height": 600})
    page.wait_for_timeout(300)
    assert page.evaluate("calls.all") == drawn, "drawn though nobody can see it"
    page.evaluate(HIDE, False)
    page.wait_for_function("() => document.getElementById('cv').width === 500")
    shows_a_table(page)


def test_software_paints_flat_by_itself_and_a_choice_is_obeyed_at_once(
    site: Server, new_page: NewPage
) -> None:
    page = new_page(lang="en", width=390, height=600)
    at_a_table(site, page, "auto")
    painted_by(page, "2d")
    shows_a_table(page)
    for quality in ("low", "medium", "2d"):
        page.evaluate(CHOOSE, quality)
        painted_by(page, quality)
        shows_a_table(page)
    page.evaluate(CHOOSE, "off")
    expect(page.locator("html:not(.gl)")).to_have_count(1)
    expect(page.locator("#cv")).to_have_count(0)
    expect(page.locator("#pile svg").first).to_be_visible()
    page.evaluate(CHOOSE_ALL, ["2d", "low", "off", "medium", "high"])  # faster than any of them can begin
    painted_by(page, "high")
    shows_a_table(page)


# A painter of our own beside the quiet page; its frames come when we say.
OWN_PAINTER = """async () => {
  const [{ Painter }, { measure, read }, { cards }] = await Promise.all(
    ['scene/painter.js', 'scene/look.js', 'scene/cards.js'].map(part));
  window.ready = ''; // the quality that has its cards and may paint
  const painter = new Painter(document.getElementById('game'), () => (window.ready = painter.quality));
  await painter.choose('auto');
  const state = read();
  let now = 1000;
  window.painter = painter;
  // One flight of cards, a frame every `step` ms; tells which quality painted all but its last frame.
  window.flight = (step, frames = 12) => {
    const sight = measure(state, painter.size());
    const view = { ...sight, turn: [0, 1, 1, 0.5], ring: [0, 0, 1, 1], glow: [0, 0, 0] };
    const list = cards(state, sight.spots);
    for (let n = 0; n < frames; n += 1) painter.draw(list, { ...view, busy: true }, now += step);
    const flying = painter.quality;
    painter.draw(list, { ...view, busy: false }, now += step);
    now += 60_000; // nothing moves for a minute: that is no slow frame
    return flying;
  };
  return painter.quality;
}"""


def test_slow_frames_lead_to_simpler_painting_but_never_while_cards_fly(
    site: Server, new_page: NewPage
) -> None:
    page = new_page(lang="en", width=320, height=500)
    page.add_init_script(GRAPHICS_CARD)
    at_a_table(site, page, "off")
    assert page.evaluate(OWN_PAINTER) == "high"

    assert page.evaluate("flight(17)") == "high"
    assert page.evaluate("flight(33.4)") == "high"  # what a phone that saves power does
    for worse, quality in (("medium", "high"), ("low", "medium"), ("2d", "low")):
        assert page.evaluate("flight(60)") == quality, "changed in mid-flight"
        page.wait_for_function(f"() => ready === '{worse}'")
        assert page.evaluate("flight(17)") == worse
        painted_by(page, worse)
    page.evaluate("flight(200)")
    assert page.evaluate("painter.quality") == "2d"  # there is nothing simpler to go to

    page.evaluate("painter.choose('high')")
    page.wait_for_function("() => painter.kind === '3d'")
    assert page.evaluate("flight(200)") == "high"
    page.wait_for_timeout(300)
    assert page.evaluate("painter.quality") == "high", "an explicit setting wins"
