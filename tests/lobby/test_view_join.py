"""The page where a code is typed in."""

from collections.abc import Callable

import pytest
from django.test import override_settings

from game.throttle import WINDOW_MS
from lobby.models import SEATS, Lobby, Member
from lobby.services import add_bot, set_locked
from lobby.throttle import PER_ADDRESS, PER_GUEST
from tests.lobby.conftest import JSON, Clock, Person

URL = "/en/lobby/join"


def types(who: Person, code: str | None, **headers: str) -> object:
    return who.client.post(URL, {"code": code or "", "name": who.name}, **headers)


def test_the_form_has_a_numeric_keyboard(db: None, bob: Person) -> None:
    page = bob.client.get(URL).content.decode()
    assert 'inputmode="numeric"' in page and 'name="name"' in page


def test_a_code_leads_to_a_seat(lobby: Lobby, bob: Person) -> None:
    answer = bob.client.post(URL, {"code": f" {lobby.code[:3]} {lobby.code[3:]}", "name": "Bob"})  # type: ignore[index]
    assert answer.url == f"/en/lobby/{lobby.pk}/"
    assert bob.row(lobby).seat == 1


def test_one_may_come_only_to_watch(lobby: Lobby, charlie: Person) -> None:
    charlie.client.post(URL, {"code": lobby.code, "name": "Charlie", "watch": "1"})
    assert charlie.row(lobby).seat is None


def test_at_a_full_table_one_watches(lobby: Lobby, alice: Person, bob: Person) -> None:
    for _ in range(SEATS - 1):
        add_bot(lobby.pk, alice.guest, "easy")
    answer = bob.client.post(URL, {"code": lobby.code, "name": "Bob"}, **JSON)
    assert answer.json()["seat"] is None and answer.json()["lobby"] == lobby.pk


def test_unknown_closed_locked_and_playing_tables_answer_alike(
    with_bob: Lobby, alice: Person, mallory: Person, person: Callable[[str], Person]
) -> None:
    answers = [types(mallory, "000000" if with_bob.code != "000000" else "000001")]
    set_locked(with_bob.pk, alice.guest, True)
    answers.append(types(mallory, with_bob.code))
    set_locked(with_bob.pk, alice.guest, False)
    alice.does(with_bob, "start")
    answers.append(types(mallory, with_bob.code))
    Lobby.objects.update(status=Lobby.Status.CLOSED)
    answers.append(types(mallory, with_bob.code))
    said = set()
    for answer in answers:
        assert answer.status_code == 404  # type: ignore[attr-defined]
        text = answer.content.decode()  # type: ignore[attr-defined]
        assert with_bob.pk not in text and "Bob" not in text
        said.add(text.split('id="c-err">')[1].split("</p>")[0])
    assert len(said) == 1
    assert not Member.objects.filter(name="Mallory").exists()


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "１２３", "🂡" * 40])
def test_what_is_no_code_is_said_at_the_field(db: None, bob: Person, code: str) -> None:
    answer = types(bob, code)
    assert answer.status_code == 400  # type: ignore[attr-defined]
    assert 'id="c-err"' in answer.content.decode()  # type: ignore[attr-defined]


def test_guessing_ends_after_a_few_tries_and_time_heals(
    clock: Clock, lobby: Lobby, mallory: Person, bob: Person
) -> None:
    wrong = "000000" if lobby.code != "000000" else "000001"
    for _ in range(PER_GUEST):
        assert types(mallory, wrong).status_code == 404  # type: ignore[attr-defined]
    answer = types(mallory, lobby.code, **JSON)
    assert answer.status_code == 429 and answer.json()["error"] == "too-many-tries"  # type: ignore[attr-defined]
    assert types(bob, lobby.code).status_code == 302  # type: ignore[attr-defined]
    clock.passes(WINDOW_MS // 1000)
    assert types(mallory, lobby.code).status_code == 302  # type: ignore[attr-defined]


def test_somebody_sent_away_is_told_so(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.does(with_bob, "kick", who=bob.row(with_bob).pk)
    answer = types(bob, with_bob.code, **JSON)
    assert answer.status_code == 403 and answer.json()["error"] == "kicked"  # type: ignore[attr-defined]


def test_a_program_gets_the_socket(lobby: Lobby, bob: Person) -> None:
    answer = bob.client.post(URL, {"code": lobby.code, "name": "Bob"}, **JSON)
    assert answer.json() == {"lobby": lobby.pk, "seat": 1, "socket": f"/ws/lobby/{lobby.pk}/"}


def test_who_is_at_the_table_finds_back_by_code_even_during_the_match(playing: Lobby, bob: Person) -> None:
    answer = types(bob, playing.code)
    assert answer.status_code == 302 and answer.url.endswith(f"/{playing.match}/")  # type: ignore[attr-defined]
    assert bob.row(playing).seat == 1


def test_behind_a_proxy_each_address_has_its_own_tries(lobby: Lobby, person: Callable[[str], Person]) -> None:
    wrong = "000000" if lobby.code != "000000" else "000001"

    def guesses(number: int, address: str) -> int:
        headers = {"HTTP_X_FORWARDED_FOR": f"10.0.0.1, {address}", "HTTP_X_FORWARDED_PROTO": "https"}
        return int(types(person(f"Guesser {number}"), wrong, **headers).status_code)  # type: ignore[attr-defined]

    with override_settings(HTTPS=True):
        assert {guesses(number, "192.0.2.1") for number in range(PER_ADDRESS)} == {404}
        assert guesses(99, "192.0.2.1") == 429
        assert guesses(99, "192.0.2.2") == 404
    # without a proxy anybody could write that header
    assert guesses(99, "192.0.2.1") == 404
