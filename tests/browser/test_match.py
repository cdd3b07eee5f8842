"""The main job: two people, two bots, one spectator, a killed server, a match to its end."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Person, play
from tests.server import Server, serving

WAITS_FOR_US = """() => !!document.querySelector('#me.turn')"""


def rows(data: Path, sql: str) -> list[tuple[str, int]]:
    """What stands in the database, read beside the server."""
    with sqlite3.connect(f"file:{data / 'db.sqlite3'}?mode=ro", uri=True) as db:
        return db.execute(sql).fetchall()


def settled(people: list[Person]) -> bool:
    """Everybody sees the same version, and it is a person's turn: nothing moves by itself now."""
    versions = {person.version() for person in people}
    return len(versions) == 1 and any(person.page.evaluate(WAITS_FOR_US) for person in people)


def seated(site: Server, new_page: Callable[..., Page], lang: str) -> tuple[Person, Person, Person]:
    """Alice opens a table, Bob sits down by link, Charlie watches; two bots; the match has started."""
    alice = Person(new_page(lang), "Alice", site.url, lang)
    bob = Person(new_page(lang, width=390, height=844, has_touch=True), "Bob", site.url, lang)
    charlie = Person(new_page(lang), "Charlie", site.url, lang)
    invite = alice.opens_a_table()
    bob.joins(invite)
    charlie.joins(invite, watching=True)
    alice.takes_bots(2)
    alice.starts()
    for person in (alice, bob, charlie):
        person.is_at_the_table()
    return alice, bob, charlie


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_match_survives_a_killed_server(tmp_path: Path, new_page: Callable[..., Page], lang: str) -> None:
    data = tmp_path / "data"
    with serving(data) as site:
        port = int(site.url.rsplit(":", 1)[1])
        alice, bob, charlie = seated(site, new_page, lang)
        play([alice, bob], until=lambda: len(alice.acknowledged) + len(bob.acknowledged) >= 3)
        play([alice, bob], until=lambda: settled([alice, bob]))
        before = (alice.version(), alice.cards(), bob.cards())
        heard = {person.name: len(person.frames) for person in (alice, bob, charlie)}
        site.kill()
    with serving(data, port=port):
        for person in (alice, bob, charlie):
            person.is_back(heard[person.name])
        assert (alice.version(), alice.cards(), bob.cards()) == before
        play([alice, bob])
        for person in (alice, bob, charlie):
            expect(person.page.locator("#sheet.res .rank li")).to_have_count(4)
        stored = dict(rows(data, "SELECT action_id, version FROM game_move"))
        for person in (alice, bob):
            assert person.acknowledged, f"{person.name} never had a turn"
            assert {key: stored.get(key) for key in person.acknowledged} == person.acknowledged
        saw_no_hand(charlie)


def saw_no_hand(spectator: Person) -> None:
    """Until the round is over a spectator's page holds no hand and no act."""
    assert spectator.frames
    for frame in spectator.frames:
        html = frame.get("html", "")
        assert 'id="hand"' not in html and 'name="do" value="p ' not in html, json.dumps(frame)[:400]


def test_the_rematch_keeps_the_people(site: Server, new_page: Callable[..., Page]) -> None:
    alice, bob, charlie = seated(site, new_page, "de")
    first = alice.page.url
    play([alice, bob])
    alice.page.locator("#go-room").click()
    expect(alice.page.locator("#seats")).to_contain_text("Bob")
    alice.starts()
    for person in (alice, bob, charlie):
        expect(person.page).not_to_have_url(first)
        expect(person.page).to_have_url(re.compile(r"/tisch/[0-9a-f]{32}/$"))
        person.is_at_the_table()
