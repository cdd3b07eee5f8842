"""Leaving a table."""

from lobby.models import Lobby, Member
from tests.lobby.conftest import Person


def test_leaving_leads_home_and_frees_the_seat(with_bob: Lobby, alice: Person, bob: Person) -> None:
    answer = bob.does(with_bob, "leave")
    assert answer.url == "/en/"
    assert not Member.objects.filter(guest=bob.guest).exists()
    assert "Bob" not in alice.sees(with_bob)


def test_a_script_learns_where_to_go(with_bob: Lobby, bob: Person) -> None:
    assert bob.asks(with_bob, "leave").json() == {"lobby": with_bob.pk, "go": "/en/"}


def test_who_left_may_come_again(with_bob: Lobby, bob: Person) -> None:
    bob.does(with_bob, "leave")
    assert bob.joins(with_bob).status_code == 302
    assert bob.row(with_bob).seat == 1


def test_leaving_twice_is_said_kindly(with_bob: Lobby, bob: Person) -> None:
    bob.does(with_bob, "leave")
    assert bob.does(with_bob, "leave").status_code == 403


def test_when_the_host_leaves_somebody_else_leads(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.does(with_bob, "leave")
    assert bob.view(with_bob)["me"]["host"]
