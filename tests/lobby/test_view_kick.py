"""Taking somebody from the table."""

from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_they_are_gone_and_the_seat_is_free(with_bob: Lobby, alice: Person, bob: Person) -> None:
    assert alice.does(with_bob, "kick", who=bob.row(with_bob).pk).status_code == 302
    assert [one["name"] for one in alice.view(with_bob)["seats"]] == ["Alice"]
    assert bob.asks(with_bob, "chat", text="But").json()["error"] == "kicked"


def test_junk_and_strangers_to_the_table(with_bob: Lobby, alice: Person, mallory: Person) -> None:
    other = mallory.opens()
    for who, error in (("", "bad-request"), ("x", "bad-request"), (mallory.row(other).pk, "no-such-person")):
        assert alice.asks(with_bob, "kick", who=who).json()["error"] == error
    assert mallory.view(other)["me"]["host"]


def test_only_the_host_may(with_bob: Lobby, alice: Person, bob: Person) -> None:
    assert bob.asks(with_bob, "kick", who=alice.row(with_bob).pk).json()["error"] == "not-host"
