"""What tests of the line to the server share: two people at a table, and what each sees and said of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from game.engine import State, legal_words
from tests.browser.conftest import PATIENCE_MS
from tests.browser.network import Network
from tests.browser.people import Person
from tests.browser.scenes import Scene, dealt, set_up

RULES = "mau-mau turn_seconds=off"  # a slow machine loses no turn
LAYABLE = "#hand .card.on"
ONLINE = "() => { dispatchEvent(new Event('online')) }"
STANDS = "() => ['', 'Connected again'].includes(document.getElementById('net').textContent)"


def rows(data: Path, sql: str) -> list[tuple[object, ...]]:
    """What stands in the database, read beside the server."""
    with sqlite3.connect(f"file:{data / 'db.sqlite3'}?mode=ro", uri=True) as db:
        return db.execute(sql).fetchall()


def moves(network: Network) -> list[str]:
    """The words people's acts have left in the database."""
    sql = "SELECT word FROM game_move WHERE action_id IS NOT NULL ORDER BY version"
    return [str(word) for (word,) in rows(network.site.data, sql)]


def said(network: Network) -> list[str]:
    """All that was said in chats."""
    return [str(text) for (text,) in rows(network.site.data, "SELECT text FROM game_chatline ORDER BY n")]


def simple_start() -> Scene:
    """The seat on turn holds a card that may be laid and asks for nothing."""
    return dealt(RULES, lambda state: bool(plain_words(state)))


def plain_words(state: State) -> list[str]:
    """Lays of a nine, ten, king or queen: nothing follows from them."""
    words = legal_words(state, state.turn or 0)
    return [word for word in words if word.startswith("p ") and len(word) == 4 and word[2] in "9TQK"]


def two_at_a_table(network: Network, new_page: Callable[..., Page]) -> tuple[Person, Person]:
    """Who is on turn, and the other one; both reach the site through the network, and their lines stand."""
    scene = simple_start()
    people = [Person(new_page("en"), name, network.site.url, "en") for name in ("Alice", "Bob")]
    set_up(network.site, scene, [person.page for person in people], ["en", "en"])
    for person in people:
        if network.sockets == "pass":
            person.is_back(0)
        else:
            without_a_socket(person.page)
    return (people[0], people[1]) if scene.state.turn == 0 else (people[1], people[0])


def card(page: Page) -> Locator:
    """A card of the own hand that can be laid without a question."""
    return page.locator(", ".join(f"{LAYABLE}[data-card^='{rank}']" for rank in "9TQK")).first


def lay(page: Page) -> str:
    """Taps such a card; its name."""
    chosen = card(page)
    name = chosen.get_attribute("data-card") or ""
    chosen.click(position={"x": 14, "y": 20})
    return name


def laid(person: Person, name: str) -> None:
    """The card has left the hand and lies on top."""
    expect(person.page.locator(f"#centre[data-top^='{name}']")).to_be_attached()
    expect(person.page.locator(f"#hand [data-card='{name}']")).to_have_count(0)


def sees(person: Person, name: str) -> None:
    """The card lies on top."""
    expect(person.page.locator(f"#centre[data-top^='{name}']")).to_be_attached()


def until(person: Person, holds: Callable[[], object]) -> None:
    """Waits for something outside the page."""
    for _ in range(1500):
        if holds():
            return
        person.page.wait_for_timeout(40)
    raise AssertionError("it never came")


def shows_no_worry(page: Page, patience_ms: int = PATIENCE_MS) -> None:
    """The line stands: nothing is said of it any more."""
    page.wait_for_function(STANDS, timeout=patience_ms)


def tries_a_socket(person: Person, nudge: Callable[[], object]) -> None:
    """Nudges the page until it asks for a socket: by itself it may take a minute over that."""
    before = person.sockets
    until(person, lambda: person.sockets > before or nudge())


def network_changes(network: Network, people: Iterable[Person]) -> None:
    """All connections end, and the pages are told that there is a network again."""
    network.cut()
    for person in people:
        tries_a_socket(person, lambda page=person.page: page.evaluate(ONLINE))  # type: ignore[misc]


def is_away(page: Page) -> None:
    """The page says that it has lost the line."""
    expect(page.locator("#net")).to_contain_text("Reconnecting")


def without_a_socket(page: Page) -> None:
    """The page has noticed by itself that no socket will stand, and does without."""
    expect(page.locator("#net")).to_have_text("Slow connection")
