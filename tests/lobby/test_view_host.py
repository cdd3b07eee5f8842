"""Handing the table over."""

from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_somebody_else_leads_now(with_bob: Lobby, alice: Person, bob: Person) -> None:
    assert alice.does(with_bob, "host", who=bob.row(with_bob).pk).status_code == 302
    assert bob.view(with_bob)["me"]["host"] and not alice.view(with_bob)["me"]["host"]
    assert "Bob starts the match" in alice.sees(with_bob)


def test_a_bot_cannot_lead(lobby: Lobby, alice: Person) -> None:
    alice.does(lobby, "bots", add="easy")
    bot = alice.view(lobby)["seats"][1]["id"]
    assert alice.asks(lobby, "host", who=bot).json()["error"] == "no-such-person"
    assert alice.asks(lobby, "kick", who=bot).json()["error"] == "no-such-person"


def test_only_the_host_may(with_bob: Lobby, bob: Person) -> None:
    assert bob.asks(with_bob, "host", who=bob.row(with_bob).pk).status_code == 403
