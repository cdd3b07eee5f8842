"""Closing the table to newcomers."""

from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_close_and_open(lobby: Lobby, alice: Person, bob: Person) -> None:
    alice.does(lobby, "lock", lock="on")
    assert alice.view(lobby)["locked"]
    assert 'name="lock" value="on"' in alice.sees(lobby) and " checked>" in alice.sees(lobby)
    assert bob.joins(lobby).status_code == 403
    alice.does(lobby, "lock")
    assert not alice.view(lobby)["locked"]
    assert bob.joins(lobby).status_code == 302


def test_only_the_host_may(with_bob: Lobby, bob: Person) -> None:
    assert bob.asks(with_bob, "lock", lock="on").status_code == 403
