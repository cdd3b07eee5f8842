"""Somebody with a screen reader: knows only the accessibility tree and the live region, has only keys."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, WebSocket

MOST_TABS = 120
PATIENCE_STEPS = 1500
NO_CANVAS = "localStorage['maumau-device'] = JSON.stringify({ quality: 'off', sound: 'off' })"
# Before the page's own scripts run: what the region says from now on, and the version the page came with.
HEARS = """document.addEventListener('readystatechange', () => {
  const say = document.getElementById('say');
  if (window.heard || !say || !document.getElementById('game')) return;
  window.heard = [];
  window.since = Number(document.getElementById('game').dataset.v);
  new MutationObserver(all => {
    for (const one of all) for (const node of one.addedNodes) window.heard.push(node.textContent);
  }).observe(say, { childList: true });
})"""
LINE = re.compile(r'<li data-n="(\d+)">(.*?)</li>', re.S)
ASK = re.compile(r'data-ask="([^"]*)"')


@dataclass(frozen=True)
class Node:
    """What a screen reader knows of a part of the page."""

    role: str
    name: str
    off: bool
    focused: bool
    pressed: bool


class Blind:
    """A person at the keyboard. `words`: what things are called in their language, as patterns."""

    def __init__(self, page: Page, words: dict[str, str]) -> None:
        self.page, self.words = page, words
        self.tree = page.context.new_cdp_session(page)
        self.tree.send("Accessibility.enable")
        self.lines: list[tuple[int, str, str]] = []  # version, who, what: all the log ever said
        self.asks: set[str] = set()
        self.acts = 0
        self.silent_at = -1  # so many sentences had been heard when there was nothing to do
        page.add_init_script(NO_CANVAS)
        page.add_init_script(HEARS)
        page.on("websocket", self.listen)

    # what the server said, to compare with
    def listen(self, socket: WebSocket) -> None:
        """Notes the lines of the log that come over the table's socket."""
        if "/ws/table/" in socket.url:
            socket.on("framereceived", lambda text: self.note(json.loads(text)))

    def note(self, frame: dict[str, Any]) -> None:
        """A view came."""
        said = frame.get("html", "")
        self.asks |= {html.unescape(ask) for ask in ASK.findall(said)}
        newest = self.lines[-1][0] if self.lines else 0
        for version, line in LINE.findall(said):
            if int(version) > newest:
                self.lines.append((int(version), *told(line)))

    # what is there
    def nodes(self) -> list[Node]:
        """All that is in the tree."""
        found = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        return [node(one) for one in found if not one["ignored"]]

    def find(self, role: str, what: str, nodes: list[Node] | None = None) -> Node | None:
        """The first one of that role whose name is called so, and that can be used."""
        pattern = self.words[what]
        for one in nodes or self.nodes():
            if one.role == role and not one.off and re.search(pattern, one.name):
                return one
        return None

    def presses(self, wanted: Node) -> None:
        """Tabs to it and presses Enter; it must be reachable, and the focus must never be nowhere."""
        for _ in range(MOST_TABS):
            focus = self.focus()
            if focus is not None and (focus.role, focus.name) == (wanted.role, wanted.name):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not lead to {wanted}")
        self.page.keyboard.press("Enter")
        self.acts += 1

    def focus(self) -> Node | None:
        """What has the focus, None if it is nowhere."""
        active = self.tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        about = {"objectId": active["objectId"], "fetchRelatives": False}
        found = node(self.tree.send("Accessibility.getPartialAXTree", about)["nodes"][0])
        return None if found.role in ("RootWebArea", "generic", "none") else found

    def since(self) -> int:
        """The version of the match that the page came with."""
        return int(self.page.evaluate("() => window.since"))

    def heard(self) -> list[str]:
        """All that was read out."""
        return list(self.page.evaluate("() => window.heard"))

    def plays(self) -> str:
        """One act, if there is one to do: "acted", "waits", or "over" after the match."""
        if len(self.heard()) == self.silent_at:
            return "waits"
        self.silent_at = -1
        heard, nodes = len(self.heard()), self.nodes()
        if self.find("button", "again", nodes) or self.find("link", "again", nodes):
            return "over"
        for what in ("suit", "next", "mau", "card", "draw", "pass"):
            wanted = self.find("button", what, nodes)
            if wanted is None or (what in ("mau", "card", "draw", "pass") and not self.is_on_turn(nodes)):
                continue
            self.presses(wanted)
            self.page.wait_for_function(CHANGED, arg=heard)
            assert self.focus() is not None, f"after {wanted} the focus was nowhere"
            return "acted"
        self.silent_at = heard
        return "waits"

    def is_on_turn(self, nodes: list[Node]) -> bool:
        """The own plate says so."""
        return any(re.search(self.words["turn"], one.name) for one in nodes if one.role == "StaticText")


# Something was read out, a dialog asks more, or it is gone.
CHANGED = """heard => window.heard.length > heard || document.querySelector('dialog:modal')"""


def node(one: dict[str, Any]) -> Node:
    """From the browser's form."""
    states = {each["name"]: each["value"].get("value") for each in one.get("properties", [])}
    name = str(one.get("name", {}).get("value", "")).strip()
    return Node(
        one["role"]["value"], name, bool(states.get("disabled")), bool(states.get("focused")),
        states.get("pressed") == "true",
    )  # fmt: skip


def told(line: str) -> tuple[str, str]:
    """A line of the log as plain text: who (if it is bold), and what."""
    who = re.search(r"<b>(.*?)</b>", line, re.S)
    plain = html.unescape(re.sub(r"<[^>]+>", "", line)).strip()
    name = html.unescape(who.group(1)) if who else ""
    return name, plain.removeprefix(name)


def heard_everything_once(person: Blind, endings: str) -> None:
    """Each event since the page came was read out once and in order, and nothing besides but questions."""
    rest = " ".join(person.heard())
    for ask in sorted(person.asks, key=len, reverse=True):
        rest = rest.replace(ask, "")  # first: a question may hold the words of an event ("passt")
    kept, since = "", person.since()
    for version, who, what in person.lines:
        if version <= since:
            continue
        at = rest.find(what)
        assert at >= 0, f"{who}{what} ({version}) was not said: {rest[:200]}"
        kept += rest[:at].removesuffix(who)
        rest = rest[at + len(what) :]
    kept += rest
    kept = re.sub(endings, "", kept)
    assert re.fullmatch(r"[\s.,]*", kept), kept


def until_over(people: list[Blind], most: int = PATIENCE_STEPS) -> None:
    """Everybody plays until all have heard the end of the match."""
    for _ in range(most):
        did = [person.plays() for person in people]
        if all(answer == "over" for answer in did):
            return
        if "acted" not in did:
            people[0].page.wait_for_timeout(40)
    raise AssertionError("the match came to no end")
