"""Talking at the table."""

from game.models import ChatLine
from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_a_line_is_said_under_the_name_at_the_table(lobby: Lobby, alice: Person) -> None:
    other = Person("Alice")
    other.joins(lobby)
    other.does(lobby, "chat", text="Hello <b>")
    line = ChatLine.objects.get()
    assert (line.room, line.name, line.text) == (lobby.pk, "Alice (2)", "Hello <b>")
    assert "Hello &lt;b&gt;" in alice.sees(lobby)


def test_the_same_line_twice_is_said_once(lobby: Lobby, alice: Person) -> None:
    for _ in range(2):
        alice.asks(lobby, "chat", text="Hello", id="the-same")
    assert ChatLine.objects.count() == 1


def test_what_cannot_be_said_stays_in_the_field(lobby: Lobby, alice: Person) -> None:
    long = "x" * 400
    answer = alice.does(lobby, "chat", text=long)
    page = answer.content.decode()
    assert answer.status_code == 400 and 'role="alert"' in page and long in page
    assert alice.asks(lobby, "chat", text=" \u200b ").status_code == 400
    assert not ChatLine.objects.exists()


def test_a_flood_is_stopped(lobby: Lobby, alice: Person) -> None:
    answers = [alice.asks(lobby, "chat", text=f"line {n}").status_code for n in range(7)]
    assert answers == [200] * 6 + [429]


def test_spectators_talk_strangers_do_not(lobby: Lobby, charlie: Person, mallory: Person) -> None:
    charlie.joins(lobby, watch="1")
    assert charlie.does(lobby, "chat", text="Hi").status_code == 302
    mallory.opens()
    assert mallory.does(lobby, "chat", text="Ha").status_code == 403
    assert ChatLine.objects.count() == 1
