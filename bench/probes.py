"""What a page is watched with: scripts put before its own, and what they have noted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request, Route

# Everything is noted under one name; nothing of the page is changed but that its calls are counted.
SCRIPT = """(() => {
  const noted = window.noted = { shifts: [], views: [], taps: [], draws: new Map(), frames: [] };
  const raf = requestAnimationFrame.bind(window);

  const height = () => document.getElementById('box')?.offsetHeight ?? 0; // of the hand, which grows by rows

  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) {
      const what = (shift.sources ?? []).map(({ node }) => {
        const part = node?.nodeType === 1 ? node : node?.parentElement;
        if (part?.closest('#hand')) return 'hand';
        if (!part) return 'gone';
        const home = part.closest('[id]')?.id ?? '?';
        return `#${home} ${part.localName}.${part.getAttribute('class')}`;
      });
      noted.shifts.push({ value: shift.value, input: shift.hadRecentInput, what, box: height() });
    }
  }).observe({ type: 'layout-shift', buffered: true });

  window.requestAnimationFrame = work => raf(time => {
    noted.frames.push(time);
    work(time);
  });

  const gl = WebGL2RenderingContext.prototype;
  for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
    const draw = gl[name];
    gl[name] = function (...all) {
      const frame = document.timeline.currentTime;
      noted.draws.set(frame, (noted.draws.get(frame) ?? 0) + 1);
      return draw.apply(this, all);
    };
  }

  const version = () => document.querySelector('#me input[name=v]')?.value;
  const onmessage = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    ...onmessage,
    set(work) {
      onmessage.set.call(this, event => {
        const before = version();
        const begun = performance.now();
        work.call(this, event);
        if (version() === before) return;
        document.documentElement.getBoundingClientRect(); // styles and layout are done with this answer
        const cards = document.querySelectorAll('#hand .card').length;
        noted.views.push({ ms: performance.now() - begun, cards, box: height() });
      });
    },
  });

  addEventListener('click', event => {
    const card = event.target.closest?.('#hand .card, #rail button');
    if (!card) return;
    let sent = false;
    const watch = new MutationObserver(() => { sent ||= card.matches('.sent'); });
    watch.observe(card, { attributes: true, attributeFilter: ['class'] });
    let frames = 0;
    const look = () => {
      frames += 1;
      if (document.querySelector('dialog[open]')) return; // a jack asks for its suit first
      if (sent || card.matches('.sent') || !card.isConnected) {
        const after = new MessageChannel();
        after.port1.onmessage = () => noted.taps.push({ frames, ms: performance.now() - event.timeStamp });
        after.port2.postMessage(0);
        watch.disconnect();
      } else if (frames < 60) raf(look);
    };
    raf(look);
  }, true);
})()"""

NOTED = """() => ({ ...noted, draws: [...noted.draws.values()] })"""
LATER = "**/js/later.js"
PAINTER = frozenset({"camera", "gl", "shaders", "atlas", "painter"})
"""Scripts of `js/scene/` that draw a table in 3D; the others move what is on it."""
ICON = re.compile(r"/icon[^/]*\.svg$|/favicon|/icons/|manifest")


def watch(context: BrowserContext) -> None:
    """Every page of this browser is watched from its beginning."""
    context.add_init_script(SCRIPT)


def noted(page: Page) -> dict[str, Any]:
    """What was noted so far."""
    return dict(page.evaluate(NOTED))


@contextmanager
def requests(page: Page) -> Iterator[list[Request]]:
    """The requests of a page that went over the network, in order."""
    found: list[Request] = []

    def note(request: Request) -> None:
        found.append(request)

    page.on("requestfinished", note)
    yield found
    page.remove_listener("requestfinished", note)


def size(request: Request) -> int:
    """Bytes of the answer's body as they were served, compressed."""
    return int(request.sizes()["responseBodySize"])


def held_back(page: Page, pattern: str = LATER) -> None:
    """The page stays as it is before it fetches what it can do without at first."""

    def refuse(route: Route) -> None:
        route.abort()

    page.route(pattern, refuse)


def first_visit(page: Page, address: str) -> list[tuple[str, int]]:
    """Files and their bytes of a first visit, until nothing more is fetched before somebody acts."""
    held_back(page)
    with requests(page) as found:
        page.goto(address)
        page.wait_for_load_state("networkidle")
    return [(short(one.url), size(one)) for one in found if counts(one)]


def counts(request: Request) -> bool:
    """Whether a page needs it to be seen: the icon of its tab is fetched beside."""
    return request.url.startswith("http") and not ICON.search(request.url)


def later_parts(page: Page) -> list[tuple[str, int]]:
    """Goes there once more, and lets it fetch the rest: what came after the first visit's files."""
    page.unroute(LATER)
    with requests(page) as found:
        page.reload()
        page.wait_for_selector("html.whole")
        page.wait_for_load_state("networkidle")
    files = [(short(one.url), size(one)) for one in found if counts(one)]
    begin = [name for name, _ in files].index("js/later.js")
    return files[begin:]


def short(url: str) -> str:
    """A file's name without the digest; of a page its path."""
    path = "/" + url.split("//", 1)[-1].partition("/")[2].partition("?")[0].partition("#")[0]
    if path.startswith("/static/"):
        return path.split("/", 3)[3]
    return path
