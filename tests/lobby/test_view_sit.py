"""Sitting down and getting up."""

from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_up_and_down(with_bob: Lobby, bob: Person) -> None:
    assert bob.does(with_bob, "sit", up="1").status_code == 302
    assert bob.row(with_bob).seat is None
    page = bob.sees(with_bob)
    assert "You are watching." in page and "Take a seat" in page
    assert bob.does(with_bob, "sit", down="1").status_code == 302
    assert bob.row(with_bob).seat == 1


def test_a_program_chooses_its_seat(with_bob: Lobby, bob: Person) -> None:
    assert bob.asks(with_bob, "sit", seat="6").status_code == 200
    assert bob.row(with_bob).seat == 6
    assert bob.asks(with_bob, "sit", seat="0").json()["error"] == "seat-taken"
    assert bob.asks(with_bob, "sit", seat="-1").json()["error"] == "bad-request"
    assert bob.row(with_bob).seat == 6


def test_a_stranger_may_not(lobby: Lobby, mallory: Person) -> None:
    mallory.opens()
    answer = mallory.does(lobby, "sit", down="1")
    assert answer.status_code == 403 and "Take a seat first" in answer.content.decode()
    assert mallory.client.get(f"/en/lobby/{lobby.pk}/sit").url == f"/en/lobby/{lobby.pk}/"
