"""Odd names, odd moments: a clear answer in the reader's language, and nothing changes that should not."""

from collections.abc import Callable

import pytest
from django.test import Client

from lobby.models import Lobby, Member
from lobby.texts import ERRORS, error_status
from tests.lobby.conftest import JSON, Person

GOOD_NAMES = {
    "  Anna   Lena ": "Anna Lena",
    "\u202eevil\u202c": "evil",
    "عمر بن": "عمر بن",
    "שרה": "שרה",
    "👩‍👩‍👧 Lena": "👩‍👩‍👧 Lena",
    "ab\u200bcd": "abcd",
    "Zoë": "Zoë",
    "x" * 20: "x" * 20,
    "a\x00b": "ab",
}
BAD_NAMES = {
    "": "name-empty", "   ": "name-empty", "\u200b\u200d\ufeff": "name-empty", "\u202e": "name-empty",
    "x": "name-too-short", "x" * 21: "name-too-long", "x" * 50_000: "name-too-long",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "shown"), GOOD_NAMES.items())
def test_odd_but_good_names(db: None, typed: str, shown: str) -> None:
    answer = Client().post("/en/lobby/", {"name": typed}, **JSON)
    assert answer.status_code == 200, answer.json()
    assert Member.objects.get().name == shown


@pytest.mark.parametrize(("typed", "code"), BAD_NAMES.items(), ids=lambda value: str(value)[:12])
def test_names_nobody_could_read(lobby: Lobby, typed: str, code: str) -> None:
    for url in ("/en/lobby/", f"/j/{lobby.invite}/"):
        answer = Client().post(url, {"name": typed}, **JSON)
        assert answer.status_code == 400 and answer.json()["error"] == code
        assert answer.json()["text"]
    assert Member.objects.count() == 1


def test_a_name_that_is_missing_altogether(db: None) -> None:
    assert Client().post("/en/lobby/", **JSON).json()["error"] == "name-empty"


def test_every_error_is_a_sentence_with_a_status() -> None:
    for code, text in ERRORS.items():
        assert str(text).endswith(".") and "invalid" not in str(text).lower()
        assert 400 <= error_status(code) < 500


def test_without_the_token_nothing_is_changed(lobby: Lobby, alice: Person) -> None:
    stern = Client(enforce_csrf_checks=True)
    stern.cookies = alice.client.cookies
    acts = ("bots", "rules", "start", "sit", "rename", "lock", "kick", "host", "leave", "chat")
    urls = [f"/en/lobby/{lobby.pk}/{act}" for act in acts]
    for url in [*urls, "/en/lobby/", "/en/lobby/join", f"/j/{lobby.invite}/"]:
        answer = stern.post(url, {"name": "Alice", "add": "easy", "lock": "on", "text": "x"}, **JSON)
        assert answer.status_code == 403, url
    lobby.refresh_from_db()
    assert lobby.version == 1 and Lobby.objects.count() == 1


def test_acts_are_posts(lobby: Lobby, alice: Person) -> None:
    """A refused act stays in the address bar: opened anew, or in the other language, it leads back."""
    for act in ("bots", "start", "sit", "rename", "lock", "kick", "host", "leave", "chat"):
        for lang in ("de", "en"):
            room = f"/{lang}/lobby/{lobby.pk}/"
            assert alice.client.get(room + act).url == room, act
        program = alice.client.get(f"/de/lobby/{lobby.pk}/{act}", **JSON)
        assert program.status_code == 405 and program["Allow"] == "POST"
        assert program.json()["error"] == "wrong-method"
        assert program.json()["text"].startswith("Diese Anfrage")
    lobby.refresh_from_db()
    assert lobby.version == 1


@pytest.mark.parametrize(
    "act", ["bots", "rules", "start", "sit", "rename", "lock", "kick", "host", "leave", "chat"]
)
def test_strangers_change_nothing(
    with_bob: Lobby, mallory: Person, person: Callable[[str], Person], act: str
) -> None:
    mallory.opens()
    before = list(Member.objects.values()), Lobby.objects.get(pk=with_bob.pk).version
    fields = {"add": "easy", "who": "1", "name": "Mallory", "text": "Hi", "lock": "on", "preset": "classic"}
    for who in (mallory, person("Nobody")):
        answer = who.asks(with_bob, act, **fields)
        assert answer.status_code == 403 and answer.json()["error"] == "not-member"
        page = who.does(with_bob, act, **fields)
        assert page.status_code == 403 and "Alice" not in page.content.decode()
    assert (list(Member.objects.values()), Lobby.objects.get(pk=with_bob.pk).version) == before


@pytest.mark.parametrize(
    "act", ["bots", "rules", "start", "sit", "rename", "lock", "kick", "host", "leave", "chat"]
)
def test_a_table_that_was_cleared_away(lobby: Lobby, alice: Person, act: str) -> None:
    Lobby.objects.update(status=Lobby.Status.CLOSED)
    fields = {"add": "easy", "who": "1", "name": "Alice", "text": "Hi", "preset": "classic"}
    assert alice.asks(lobby, act, **fields).json()["error"] == "lobby-gone"
    assert alice.does(lobby, act, **fields).status_code == 404


def test_two_tabs_of_one_guest_are_one_person(with_bob: Lobby, bob: Person) -> None:
    other_tab = Client()
    other_tab.cookies["maumau_guest"] = bob.cookie
    other_tab.post(f"/j/{with_bob.invite}/", {"name": "Robert"})
    other_tab.post(f"/en/lobby/{with_bob.pk}/sit", {"seat": "4"})
    assert bob.row(with_bob).seat == 4
    assert Member.objects.filter(lobby=with_bob).count() == 2


def test_a_forged_cookie_is_nobody(lobby: Lobby) -> None:
    forger = Client()
    for cookie in ("x", "x" * 5000, '"', "\xff"):
        forger.cookies["maumau_guest"] = cookie
        assert forger.get(f"/en/lobby/{lobby.pk}/").status_code == 200
        assert forger.post(f"/en/lobby/{lobby.pk}/leave", **JSON).status_code == 403


def test_errors_come_in_the_language_of_the_address(lobby: Lobby, mallory: Person) -> None:
    english = mallory.client.post(f"/en/lobby/{lobby.pk}/leave", **JSON).json()["text"]
    german = mallory.client.post(f"/de/lobby/{lobby.pk}/leave", **JSON).json()["text"]
    assert english == "You are not at this table. Take a seat first."
    assert german != english


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_doors_know_no_other_methods(lobby: Lobby, method: str) -> None:
    for url in ("/en/lobby/", "/en/lobby/join"):
        answer = Client().generic(method, url)
        assert answer.status_code == 405 and "Go back" in answer.content.decode()
