"""Starting the match and the rematch."""

from collections.abc import Callable

from game.models import Match
from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_it_leads_to_the_table(with_bob: Lobby, alice: Person, bob: Person) -> None:
    answer = alice.does(with_bob, "start", start="1", v="1")
    match = Match.objects.get()
    assert answer.url.endswith(f"/{match.pk}/")
    for who in (alice, bob):
        assert who.client.get(answer.url).status_code == 200


def test_twice_is_once(with_bob: Lobby, alice: Person) -> None:
    first, second = alice.asks(with_bob, "start").json(), alice.asks(with_bob, "start").json()
    assert first == second
    assert first["socket"] == f"/ws/table/{first['match']}/"
    assert Match.objects.count() == 1


def test_alone_one_is_told_what_to_do(lobby: Lobby, alice: Person) -> None:
    answer = alice.does(lobby, "start")
    assert answer.status_code == 409 and "It takes two." in answer.content.decode()
    assert 'aria-disabled="true"' in alice.sees(lobby)


def test_the_rematch_from_the_same_room(
    playing: Lobby, alice: Person, bob: Person, end_match: Callable[[str], None]
) -> None:
    end_match(playing.match)
    assert "Play again" in alice.sees(playing)
    assert "Alice starts the match" in bob.sees(playing)
    second = alice.asks(playing, "start").json()["match"]
    assert second != playing.match and Match.objects.count() == 2
    assert bob.view(playing)["match"] == second


def test_only_the_host_may(with_bob: Lobby, bob: Person, mallory: Person) -> None:
    assert bob.asks(with_bob, "start").json()["error"] == "not-host"
    assert mallory.asks(with_bob, "start").json()["error"] == "not-member"
    assert not Match.objects.exists()
