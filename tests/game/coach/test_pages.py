"""The coach over HTTP: who is told what, once, and what everybody else is told."""

from __future__ import annotations

import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from game import bots, engine, services, thinking
from game.clock import now_ms
from game.coach import hint, keeping
from game.engine import legal_words
from game.models import Guest, Match, Review
from maumau_site.backends import POOL
from tests.game.coach.recorded import draws_with_the_last_card
from tests.game.conftest import Opener, Table
from tests.game.test_views import JSON, at, browser

PATIENCE = 120


@pytest.fixture(autouse=True)
def _as_after_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    hint.forget()
    keeping.forget()
    monkeypatch.setattr(hint, "PATIENCE_S", PATIENCE)


@pytest.fixture
def solo(alice: Guest, open_table: Opener) -> Table:
    """Alice against a bot, on turn: only the seven of hearts and the ten of hearts fit."""
    opened = open_table(alice, "easy", solo=True, now=now_ms())
    opened.lay_out(["7H TH KD QC", "8C QS TC"], "9H", turn=0)
    return opened


def asked(guest: Guest, table: Table, lang: str = "en") -> Any:
    return browser(guest).get(at(table, "hint", lang), **JSON).json()


# -- the hint ------------------------------------------------------------------------------------------


def test_a_hint_is_legal_and_told_in_both_languages(alice: Guest, solo: Table) -> None:
    told = asked(alice, solo)
    assert told["word"] in legal_words(solo.match.state, 0) and told["v"] == solo.v
    assert told["text"].endswith(".") and ": " in told["text"]
    german = asked(alice, solo, "de")
    assert german["word"] == told["word"] and german["text"] != told["text"]


def test_it_is_thought_about_once(alice: Guest, solo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked(alice, solo)
    monkeypatch.setattr(thinking, "ask", lambda *_: pytest.fail("asked again"))
    assert asked(alice, solo) == first


def test_it_changes_nothing(alice: Guest, solo: Table) -> None:
    before = solo.row.state
    asked(alice, solo)
    assert solo.row.state == before and solo.v == solo.match.version


def test_without_scripts_the_table_says_it(alice: Guest, solo: Table) -> None:
    client = browser(alice)
    page = client.get(at(solo, lang="en")).content.decode()
    assert 'href="?hint"' in page and " tip" not in page
    answer = client.get(at(solo, "hint", "en"))
    assert answer.status_code == 302 and answer["Location"].endswith("?hint")
    page = client.get(answer["Location"]).content.decode()
    told = asked(alice, solo)
    assert told["text"] in page
    assert [f'data-card="{card}"' in page.partition(" tip")[2][:400] for card in told["cards"]] == [
        True
    ] * len(told["cards"])


def test_not_out_of_turn(alice: Guest, solo: Table) -> None:
    solo.lay_out(["7H TH KD QC", "8C QS TC"], "9H", turn=1)
    assert asked(alice, solo)["error"] == "not-your-turn"
    page = browser(alice).get(at(solo, "?hint", "en")).content.decode()
    assert "It is not your turn yet" in page


def test_not_among_people(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, now=now_ms())
    for guest in (alice, bob):
        assert asked(guest, table)["error"] == "hint-solo-only"
        assert "b-hint" not in browser(guest).get(at(table)).content.decode()
    services.add_watcher(table.id, charlie, "Charlie")
    assert asked(charlie, table)["error"] == "hint-solo-only"


def test_not_for_strangers(mallory: Guest, solo: Table) -> None:
    answer = browser(mallory).get(at(solo, "hint"), **JSON)
    assert answer.status_code == 403 and answer.json()["error"] == "forbidden"


def test_where_nobody_thinks_there_is_no_button(
    alice: Guest, solo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "THINKERS", 0)
    assert asked(alice, solo)["error"] == "hint-off"
    assert "b-hint" not in browser(alice).get(at(solo)).content.decode()


def test_who_thinks_may_be_busy(alice: Guest, solo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: Any, **__: Any) -> Any:
        raise thinking.Busy

    monkeypatch.setattr(thinking, "ask", busy)
    assert asked(alice, solo)["error"] == "hint-busy"
    assert "Nobody is free" in browser(alice).get(at(solo, "?hint", "en")).content.decode()


def test_not_all_connections_wait_for_hints(alice: Guest, solo: Table) -> None:
    """Each request that waits holds one: there are fewer places to wait than the pool has connections."""
    assert POOL["max_size"] > 2 * hint.MOST_WAITING
    for _ in range(hint.MOST_WAITING):
        assert hint._places.acquire(blocking=False)
    try:
        assert asked(alice, solo)["error"] == "hint-busy"
    finally:
        for _ in range(hint.MOST_WAITING):
            hint._places.release()
    assert asked(alice, solo)["word"]


def test_a_call_needs_no_thinking(alice: Guest, solo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ask", lambda *_: pytest.fail("asked"))
    solo.lay_out(["7H TH KD QC", "8C"], "9H", turn=0, window=1)
    told = asked(alice, solo)
    assert told["word"] == "c 1" and told["text"].startswith("Call it out: ")


def test_who_asks_in_two_tabs_at_once_has_one_search(solo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that taps everything twice fills no lane."""
    begun, both = [], Barrier(2)

    class Search(Future[dict[str, Any]]):
        def result(self, timeout: float | None = None) -> dict[str, Any]:
            both.wait()
            return {"weighed": []}

    def ask(*_: Any) -> Search:
        begun.append(Search())
        return begun[-1]

    monkeypatch.setattr(thinking, "ask", ask)
    match, view = solo.match, engine.view(solo.match.state, 0)
    key = (match.id, match.version, 0)
    with ThreadPoolExecutor(2) as tabs:
        assert list(tabs.map(lambda _: hint._weighed(key, view, []), range(2))) == [[], []]
    assert len(begun) == 1


def test_a_search_nobody_waits_for_any_more_is_not_begun(
    alice: Guest, solo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: Future[dict[str, Any]] = Future()
    monkeypatch.setattr(hint, "PATIENCE_S", 0)
    monkeypatch.setattr(thinking, "ask", lambda *_: waiting)
    assert asked(alice, solo)["error"] == "hint-busy"
    assert waiting.cancelled()


def test_the_only_thing_to_do_needs_no_thinking(
    alice: Guest, solo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "ask", lambda *_: pytest.fail("asked"))
    solo.lay_out(["7H TH KD QC", "8C QS TC"], "9S", turn=0)
    told = asked(alice, solo)
    assert told["word"] == "d" and told["text"] == "Draw: nothing of yours fits the nine of spades."


# -- the review ----------------------------------------------------------------------------------------


def finished(table: Table, guest: Guest) -> bool:
    """Plays to the end as a good player does, but draws where the last card fits; whether that happened."""
    wrong, chance = False, random.Random(1)
    for _ in range(400):
        match = table.match
        if match.status == "over":
            return wrong
        if match.state.turn != 0:
            table.wait(1_000, guest)
            continue
        word = bots.decide("normal", engine.view(match.state, 0), [], chance)
        assert word is not None
        said = draws_with_the_last_card(match.state, word)
        wrong = wrong or said != word
        table.act(guest, said)
    raise AssertionError("no end")


def look(guest: Guest | None, table: Table, lang: str = "en") -> Any:
    return browser(guest).get(at(table, "review" if lang == "en" else "rueckblick", lang))


def ready(guest: Guest, table: Table) -> str:
    """The page once it does not wait any more."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = look(guest, table)
        assert answer.status_code == 200
        if b'http-equiv="refresh"' not in answer.content:
            return str(answer.content.decode())
        time.sleep(0.05)
    raise AssertionError("no review")


@pytest.fixture
def over(alice: Guest, open_table: Opener) -> Table:
    for _ in range(20):
        table = open_table(alice, "hard", solo=True)
        if finished(table, alice):
            return table
    raise AssertionError("never one card that fits")


def test_a_finished_match_has_no_hint(alice: Guest, over: Table) -> None:
    """Whoever asks in another tab is not sent to a button that is gone."""
    assert asked(alice, over)["error"] == "match-over"


def test_a_review_is_made_once_and_kept(alice: Guest, over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = look(alice, over)
    assert b'http-equiv="refresh"' in waiting.content
    page = ready(alice, over)
    assert "Better:" in page and " instead of " in page
    monkeypatch.setattr(thinking, "ask", lambda *_, **__: pytest.fail("asked again"))
    keeping.forget()
    assert look(alice, over).content.decode().count("Better:") == page.count("Better:")
    assert Review.objects.count() == 1
    assert look(alice, over, "de").content.decode().count("<section") == page.count("<section")
    Match.objects.all().delete()
    assert not Review.objects.exists()


def test_the_result_leads_to_it(alice: Guest, over: Table) -> None:
    assert 'id="go-review"' in browser(alice).get(at(over)).content.decode()


def test_nobody_else_sees_it(
    alice: Guest, bob: Guest, charlie: Guest, mallory: Guest, open_table: Opener
) -> None:
    table = open_table(alice, bob, rules="mau-mau leavers=removed")
    services.add_watcher(table.id, charlie, "Charlie")
    table.act(alice, "leave")
    assert table.match.status == "over"
    for guest in (charlie, mallory, None):
        answer = look(guest, table)
        assert answer.status_code == 403 and b"Only those who sat there" in answer.content
    assert look(alice, table).status_code == look(bob, table).status_code == 200, "also who has left"
    assert {row.seat for row in Review.objects.all()} == {0, 1}, "each has one of his own"


def test_not_while_it_is_played(alice: Guest, mallory: Guest, solo: Table) -> None:
    answer = look(alice, solo)
    assert answer.status_code == 409 and b"once it is over" in answer.content
    assert look(mallory, solo).status_code == 403
    assert not Review.objects.exists()


def test_a_full_lane_is_said(alice: Guest, over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: Any, **__: Any) -> Any:
        raise thinking.Busy

    monkeypatch.setattr(thinking, "ask", busy)
    answer = look(alice, over)
    assert answer.status_code == 503 and b"Nobody is free to look through" in answer.content
    assert not Review.objects.exists()


def test_who_looks_where_it_is_made_says_so(
    alice: Guest, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So no other process thinks that nobody is at it any more, however long the lane is."""
    _asks(monkeypatch)
    look(alice, over)
    Review.objects.update(asked=now_ms() - keeping.AGAIN_MS + 1_000)
    look(alice, over)
    assert now_ms() - Review.objects.get().asked < keeping.AGAIN_MS / 2


def test_a_failure_is_said_and_asked_anew(alice: Guest, over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    search = _asks(monkeypatch)
    look(alice, over)
    search.set_exception(thinking.Failed("died"))
    assert look(alice, over).status_code == 503
    assert not Review.objects.exists()
    _asks(monkeypatch)
    assert look(alice, over).status_code == 200


NOTHING = {"found": [], "turns": 0, "weighed": 0}


def _asks(monkeypatch: pytest.MonkeyPatch) -> Future[dict[str, Any]]:
    """What the next one who asks waits for."""
    search: Future[dict[str, Any]] = Future()
    monkeypatch.setattr(thinking, "ask", lambda *_, **__: search)
    return search


def test_without_figures_there_is_no_note_on_them(alice: Guest, over: Table) -> None:
    assert "How the figures come about" in ready(alice, over)
    row = Review.objects.get()
    assert row.found
    turn = row.found["found"][0] | {"forgot": 2}
    Review.objects.update(found=row.found | {"found": [turn]})
    page = look(alice, over).content.decode()
    assert "<section" in page and "How the figures come about" not in page


def test_who_asked_and_is_gone_is_asked_again(alice: Guest, over: Table) -> None:
    Review.objects.create(match_id=over.id, seat=0, asked=now_ms())
    assert b'http-equiv="refresh"' in look(alice, over).content
    assert not keeping._asked, "another process is at it"
    Review.objects.update(asked=now_ms() - keeping.AGAIN_MS - 1)
    assert "Better:" in ready(alice, over)


def test_programs_get_it_too(alice: Guest, over: Table) -> None:
    client: Client = browser(alice)
    assert client.get(at(over, "review", "en"), **JSON).json() == {"ready": False}
    ready(alice, over)
    told = client.get(at(over, "review", "en"), **JSON).json()
    assert told["ready"] and told["found"]
