"""A whole match with the eyes closed: keys only, no canvas, and what a screen reader is told."""

from collections.abc import Callable

from playwright.sync_api import Page

from game.card_words import hand_order
from game.engine import State, apply, legal_words, parse_action
from tests.browser.blind import Blind, heard_everything_once, until_over
from tests.browser.scenes import Scene, begin, set_up
from tests.server import Server

RULES = "mau-mau turn_seconds=off"
GERMAN = {
    "solo": "Gegen Bots", "start": "^Los geht’s", "turn": "^Du bist dran$", "card": ", spielbar",
    "suit": "^(Kreuz|Pik|Herz|Karo)\\b(?!.*,)", "mau": "^Mau!", "draw": "^(Ziehen|\\d+ nehmen)",
    "next": "^Weiter", "pass": "^(Passen|Aussetzen)", "again": "^Revanche",
}  # fmt: skip
ENGLISH = {
    "turn": "^Your turn$", "card": ", playable", "suit": "^(Clubs|Spades|Hearts|Diamonds)\\b(?!.*,)",
    "mau": "^Mau!", "draw": "^(Draw|Take \\d+)", "pass": "^(Pass|Sit out)", "next": "^Continue",
    "again": "^(Rematch|To the room|Play against bots)",
}  # fmt: skip
MOST_WORDS, MOST_SEEDS = 20, 5_000


def first_choice(state: State) -> str:
    """What `Blind.plays` finds first in the tree: Mau, the leftmost card that fits, clubs, draw, pass."""
    assert state.turn is not None
    words = legal_words(state, state.turn)
    lays = sorted((word for word in words if word[0] == "p"), key=lambda word: hand_order(word[2:4]))
    return next(word for word in ("m", *lays, "d", "-") if word in words)


def eventful() -> Scene:
    """A short match in which first choices lead through a wish, cards due, Mau and a pass."""
    for number in range(MOST_SEEDS):
        scene = begin(RULES, number, 2)
        words = told(scene.state)
        if {"take", "wish", "m", "d", "-"} <= set(words) and len(words) <= MOST_WORDS:
            return begin(RULES, number, 2)
    raise AssertionError("no seed leads through all of it")


def told(state: State) -> list[str]:
    """What first choices lead to, up to the end or until it is too long."""
    found: list[str] = []
    while state.turn is not None and len(found) <= MOST_WORDS:
        word = first_choice(state)
        found.append("take" if word == "d" and state.due else "wish" if ":" in word else word)
        apply(state, state.turn, parse_action(word))
    return found


def test_alone_against_bots(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("de", width=390, height=844)
    anna = Blind(page, GERMAN)
    page.goto(f"{site.url}/de/")
    for role, what, leads_to in (("link", "solo", "**/solo/"), ("button", "start", "**/tisch/*/")):
        way = anna.find(role, what)
        assert way, what
        anna.presses(way)
        page.wait_for_url(leads_to)
    page.wait_for_selector("html.js #stage")
    until_over([anna])
    assert page.locator("#cv").count() == 0
    heard_everything_once(anna, r"(Du gewinnst|\S+( \d+)? gewinnt) die Partie")


def test_two_people(site: Server, new_page: Callable[..., Page]) -> None:
    players = [Blind(new_page("en"), ENGLISH) for _ in range(2)]
    set_up(site, eventful(), [player.page for player in players], ["en", "en"])
    until_over(players)
    for player in players:
        heard_everything_once(player, r"(You win|\w+ wins) the match")
        assert player.acts
