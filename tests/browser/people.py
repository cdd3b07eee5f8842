"""People at a table: what a person does there, by clicks on the real pages, and what their socket said."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

# What a person would click next: the wish, "Continue", Mau, a card that fits, draw, pass.
NEXT_CLICK = """() => {
  const able = s => [...document.querySelectorAll(s)].find(e => e.getAttribute('aria-disabled') !== 'true');
  if (document.querySelector('#sheet.res[data-round$="f"]')) return 'over';
  const next = document.querySelector('#do-next');
  if (next) return next.dataset.clicked ? '' : '#do-next';
  if (document.querySelector('dialog#wish[open]')) return 'dialog#wish button[data-suit]';
  if (document.querySelector('dialog#lay[open]')) return 'dialog#lay :is([name=do], [data-go]):not([hidden])';
  if (!document.querySelector('#me.turn')) return '';
  for (const s of ['#rail [value=m]', '#hand .card.on', '#rail [value=d]', '#rail [value="-"]']) {
    const e = able(s);
    if (e) return e.id ? '#' + CSS.escape(e.id) : s;
  }
  return '';
}"""
HELD = "() => +(document.querySelector('#me input[name=v]')?.value || 0)"
MOVED_ON = """before => document.querySelector(':is(#wish, #lay)[open], #sheet.res')
  || +(document.querySelector('#me input[name=v]')?.value || 0) > before"""
MAIN_ACT = "main form .btn-gold"
INDEX = {"x": 14, "y": 20}  # of a card: its corner is never covered, its middle may be


class Person:
    """Somebody with a browser.

    `asked` and `acknowledged` are act ids, `frames` all the server sent, `sockets` how many to a table this
    browser has asked for.
    """

    def __init__(self, page: Page, name: str, url: str, lang: str) -> None:
        self.page, self.name, self.url, self.lang = page, name, url, lang
        self.asked: dict[str, str] = {}
        self.acknowledged: dict[str, int] = {}
        self.answered: set[str] = set()
        self.frames: list[dict[str, Any]] = []
        self.sockets = 0
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        """Notes what goes over the table's socket."""
        if "/ws/table/" in socket.url:
            self.sockets += 1
            socket.on("framesent", lambda text: self.sent(json.loads(text)))
            socket.on("framereceived", lambda text: self.received(json.loads(text)))

    def sent(self, frame: dict[str, Any]) -> None:
        """An act of ours is on its way."""
        if frame["t"] == "act":
            self.asked[frame["id"]] = frame["do"]

    def received(self, frame: dict[str, Any]) -> None:
        """An answer or a view came."""
        self.frames.append(frame)
        if frame["t"] in ("ack", "nack"):
            self.answered.add(frame["id"])
        if frame["t"] == "ack":
            self.acknowledged[frame["id"]] = frame["v"]

    def version(self) -> int:
        """The version of the match that this page shows."""
        return int(self.page.evaluate(HELD))

    def cards(self) -> list[str]:
        """The own hand as the page shows it."""
        return [card.get_attribute("data-card") or "" for card in self.page.locator("#hand .card").all()]

    def opens_a_new_tab(self) -> None:
        """Shuts the page and goes on in a new one of the same browser."""
        context = self.page.context
        self.page.close()
        self.page = context.new_page()
        self.page.on("websocket", self.listen)

    def at_the_end(self) -> bool:
        """The final ranking is shown."""
        return self.page.locator("#sheet.res[data-round$=f]").count() > 0

    def opens_a_table(self) -> str:
        """From the home page to a room of one's own; returns the invite link."""
        self.page.goto(f"{self.url}/{self.lang}/")
        self.page.locator("a.way").nth(1).click()
        self.page.locator("input[name=name]").fill(self.name)
        self.page.locator(MAIN_ACT).click()
        expect(self.page.locator("#seats")).to_contain_text(self.name)
        self.page.wait_for_load_state()  # before its scripts run, a key does what it does without them
        found = re.search(r"/j/[\w-]+/", self.page.content())
        assert found, "the room shows no invite link"
        return self.url + found.group()

    def code(self) -> str:
        """The six digits on the felt."""
        return re.sub(r"\D", "", self.page.locator(".code").first.inner_text())

    def joins(self, invite: str, *, watching: bool = False) -> None:
        """Follows the invite link and sits down, or only watches."""
        self.page.goto(invite)
        self.page.locator("input[name=name]").fill(self.name)
        self.page.locator("main form [name=watch]" if watching else MAIN_ACT).click()
        expect(self.page.locator("#seats")).to_contain_text(self.name)

    def joins_by_code(self, code: str) -> None:
        """Types the code on the join page."""
        self.page.goto(f"{self.url}/{self.lang}/lobby/join")
        self.page.locator("input[name=code]").fill(code)
        self.page.locator("input[name=name]").fill(self.name)
        self.page.locator(MAIN_ACT).click()
        expect(self.page.locator("#seats")).to_contain_text(self.name)

    def takes_bots(self, count: int) -> None:
        """As the host: fills seats with bots."""
        seats = self.page.locator("#seats ol").first.locator("li:not(#p-free)")
        for _ in range(count):
            before = seats.count()
            self.page.locator("button[name=add]").first.click()
            expect(seats).to_have_count(before + 1)

    def starts(self) -> None:
        """As the host: starts the match (or the rematch)."""
        self.page.locator("#rail .btn-gold").click()

    def is_at_the_table(self) -> None:
        """The table comes up by itself, and its socket stands."""
        expect(self.page.locator("#game")).to_be_visible()
        expect(self.page.locator("#seats li").first).to_be_visible()

    def is_back(self, heard: int) -> None:
        """After a cut: waits until the page, by itself, has been told where the match stands."""
        for _ in range(1500):
            if any(frame["t"] in ("same", "snapshot") for frame in self.frames[heard:]):
                return
            self.page.wait_for_timeout(40)
        raise AssertionError(f"{self.name}'s page did not come back")

    def is_answered(self) -> None:
        """A view comes before the answer to the act behind it; until then the page takes no other act."""
        for _ in range(1500):
            if self.answered >= self.asked.keys():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{self.name} had no answer")

    def acts(self) -> str:
        """One click, if there is one to make now: "moved", "waits", or "over" at the final ranking."""
        target = self.page.evaluate(NEXT_CLICK)
        if target in ("", "over"):
            return target or "waits"
        before = self.version()
        self.page.locator(target).first.click(position=INDEX if target.startswith("#c-") else None)
        if target == "#do-next":
            self.page.evaluate("() => document.querySelector('#do-next')?.setAttribute('data-clicked', '1')")
        else:
            self.page.wait_for_function(MOVED_ON, arg=before)
        return "moved"


def play(people: list[Person], until: Callable[[], bool] = lambda: False, most: int = 6000) -> None:
    """Everybody plays until all see the final ranking, or until `until()` holds."""
    for _ in range(most):
        if until():
            return
        did = [person.acts() for person in people]
        if all(answer == "over" for answer in did):
            return
        if "moved" not in did:
            people[0].page.wait_for_timeout(40)
    raise AssertionError("the match came to no end")
