"""The host's bots."""

from lobby.models import Lobby
from tests.lobby.conftest import Person


def bots_of(alice: Person, lobby: Lobby) -> list[tuple[int, str]]:
    return [(one["seat"], one["bot"]) for one in alice.view(lobby)["seats"] if one["bot"]]


def test_add_change_and_remove_as_a_program_does(lobby: Lobby, alice: Person) -> None:
    assert alice.asks(lobby, "bots", add="hard").json() == {"lobby": lobby.pk}
    alice.asks(lobby, "bots", add="easy")
    alice.asks(lobby, "bots", set=["1:normal", "2:hard"])
    assert bots_of(alice, lobby) == [(1, "normal"), (2, "hard")]
    alice.asks(lobby, "bots", remove="1")
    assert bots_of(alice, lobby) == [(2, "hard")]


def test_a_double_click_adds_one(lobby: Lobby, alice: Person) -> None:
    v = alice.view(lobby)["v"]
    assert alice.does(lobby, "bots", add="normal", v=v).status_code == 302
    second = alice.does(lobby, "bots", add="normal", v=v)
    assert second.status_code == 409 and "just changed" in second.content.decode()
    assert len(bots_of(alice, lobby)) == 1


def test_junk_is_refused(lobby: Lobby, alice: Person) -> None:
    for fields in (
        {"add": "godlike"}, {"add": ""}, {"remove": "x"}, {"remove": ""}, {"set": "1"}, {"set": "x:easy"},
        {}, {"which": "hard"}, {"add": "easy", "v": "nan"}, {"add": "easy", "v": "9" * 30},
    ):  # fmt: skip
        assert alice.asks(lobby, "bots", **fields).status_code == 400, fields
    for fields in ({"remove": "7"}, {"remove": "0"}, {"set": "5:easy"}):
        assert alice.asks(lobby, "bots", **fields).status_code == 409, fields
    assert len(alice.view(lobby)["seats"]) == 1


def test_a_program_that_says_nothing_is_told_what_to_say(lobby: Lobby, alice: Person) -> None:
    told = alice.asks(lobby, "bots").json()
    assert told["error"] == "bots-how" and "add=hard" in told["text"]
    assert alice.asks(lobby, "bots", apply="1").status_code == 200


def test_a_ninth_has_no_seat(lobby: Lobby, alice: Person, bob: Person) -> None:
    for _ in range(7):
        assert alice.asks(lobby, "bots", add="easy").status_code == 200
    bob.joins(lobby)
    seat = bob.asks(lobby, "sit"), bob.asks(lobby, "sit", seat="3")
    for told in (alice.asks(lobby, "bots", add="easy"), *seat):
        assert (told.status_code, told.json()["error"]) == (409, "table-full")
        assert told.json()["text"].startswith("All eight seats are taken.")


def test_only_the_host_may(with_bob: Lobby, bob: Person) -> None:
    answer = bob.does(with_bob, "bots", add="easy")
    assert answer.status_code == 403 and "Only whoever leads the table" in answer.content.decode()
    assert bob.asks(with_bob, "bots", add="easy").json()["error"] == "not-host"
