"""Another name for oneself."""

from lobby.models import Lobby, Member
from tests.lobby.conftest import Person


def test_a_new_name(with_bob: Lobby, bob: Person, alice: Person) -> None:
    guest = bob.guest
    assert bob.does(with_bob, "rename", name="Robert").status_code == 302
    assert Member.objects.get(guest=guest).name == "Robert"
    assert "Robert" in alice.sees(with_bob)


def test_a_bad_name_is_said_at_the_field_with_what_was_typed(with_bob: Lobby, bob: Person) -> None:
    answer = bob.does(with_bob, "rename", name="x" * 30)
    page = answer.content.decode()
    assert answer.status_code == 400 and 'id="rename-err"' in page and "x" * 30 in page
    assert bob.row(with_bob).name == "Bob"
    assert bob.asks(with_bob, "rename", name="").json()["error"] == "name-empty"


def test_a_taken_name_gets_a_number(with_bob: Lobby, bob: Person) -> None:
    guest = bob.guest
    bob.does(with_bob, "rename", name="ALICE")
    assert Member.objects.get(guest=guest).name == "ALICE (2)"
