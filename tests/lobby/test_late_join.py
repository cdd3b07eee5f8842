"""Taking a seat at a running match from the room's side: the POST, the room's own seats, the rematch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpResponse

from game import services, store
from game.models import Guest, Match
from lobby.models import Lobby
from tests.lobby.conftest import JSON, Person
from tests.lobby.play import last_card

RULES = {"preset": "mau-mau", "late_join": "on", "match_end": "rounds:3", "mau": "off"}


@pytest.fixture
def joinable(alice: Person, bob: Person, charlie: Person, db: None) -> Lobby:
    """Alice and Bob play three rounds, newcomers welcome; Charlie came by the link meanwhile."""
    lobby = alice.opens(**RULES)
    bob.joins(lobby)
    alice.does(lobby, "start")
    lobby.refresh_from_db()
    charlie.joins(lobby)
    return lobby


def table(lobby: Lobby) -> str:
    return f"/en/table/{lobby.match}/"


def view(person: Person, lobby: Lobby) -> dict:  # type: ignore[type-arg]
    return dict(person.client.get(f"{table(lobby)}view?format=json", **JSON).json()["view"])


def test_the_spectator_is_offered_a_seat_and_takes_it_with_the_next_round(
    joinable: Lobby, alice: Person, charlie: Person
) -> None:
    page = charlie.client.get(table(joinable)).content.decode()
    assert "Join from the next round" in page
    assert f'action="/en/lobby/{joinable.pk}/sit"' in page
    answer = charlie.does(joinable, "sit", join="on")
    assert (answer.status_code, answer["Location"]) == (302, table(joinable))
    assert "Do not join" in charlie.client.get(table(joinable)).content.decode()
    last_card(joinable.match, 0)
    shown = view(charlie, joinable)
    assert (shown["me"], shown["seats"][2]["name"]) == (2, "Charlie")
    assert "Do not join" not in charlie.client.get(table(joinable)).content.decode()
    assert view(alice, joinable)["log"][-1]["e"] == "joined"


def test_programs_are_told(joinable: Lobby, charlie: Person) -> None:
    answer = charlie.asks(joinable, "sit")
    assert answer.status_code == 200
    assert answer.json() == {
        "lobby": joinable.pk, "match": joinable.match, "asked": True, "seat": None, "go": table(joinable),
    }  # fmt: skip
    assert view(charlie, joinable)["join"] == {"open": True, "asked": True}
    assert charlie.asks(joinable, "sit", up="on").json()["asked"] is False
    assert view(charlie, joinable)["join"] == {"open": True, "asked": False}
    last_card(joinable.match, 0)
    assert charlie.asks(joinable, "sit").json()["seat"] == 2


def test_players_stay_seated(joinable: Lobby, bob: Person) -> None:
    assert bob.asks(joinable, "sit").json()["seat"] == 1
    assert bob.asks(joinable, "sit", up="on").json()["error"] == "match-running"
    assert "Join from" not in bob.client.get(table(joinable)).content.decode()


def test_strangers_and_kicked_ones_may_not(
    joinable: Lobby, alice: Person, charlie: Person, mallory: Person
) -> None:
    mallory.client.get("/en/solo/")
    assert mallory.asks(joinable, "sit").json()["error"] == "not-member"
    alice.does(joinable, "kick", who=charlie.row(joinable).pk)
    assert charlie.asks(joinable, "sit").json()["error"] == "kicked"
    last_card(joinable.match, 0)
    assert len(store.current(joinable.match).guests) == 2


def test_who_only_watches_the_match_comes_to_the_room(
    joinable: Lobby, person: Callable[[str], Person]
) -> None:
    dora = person("Dora")
    dora.client.post(f"{table(joinable)}watch", {"name": "Dora"})
    answer = dora.asks(joinable, "sit")
    assert answer.json()["asked"], answer.content
    last_card(joinable.match, 0)
    assert services.seat_of(joinable.match, _guest(answer, dora, joinable)) == 2
    assert any(one["name"] == "Dora" for one in dora.view(joinable)["seats"])


def _guest(_: HttpResponse, dora: Person, lobby: Lobby) -> Guest:
    return next(
        member.guest for member in lobby.members.all() if member.guest_id and member.name == dora.name
    )


def test_not_where_newcomers_must_wait(playing: Lobby, charlie: Person) -> None:
    charlie.joins(playing)
    assert charlie.asks(playing, "sit").json()["error"] == "match-running"
    assert view(charlie, playing)["join"] is None
    assert "Join from" not in charlie.client.get(table(playing)).content.decode()


def test_the_room_seats_the_newcomer_and_the_rematch_too(
    joinable: Lobby, alice: Person, bob: Person, charlie: Person
) -> None:
    charlie.asks(joinable, "sit")
    assert charlie.row(joinable).seat is None
    last_card(joinable.match, 0)
    assert [one["name"] for one in alice.view(joinable)["seats"]] == ["Alice", "Bob", "Charlie"]
    assert charlie.row(joinable).seat == 2
    Match.objects.filter(pk=joinable.match).update(status="over")
    store.forget()
    alice.does(joinable, "start")
    joinable.refresh_from_db()
    match = store.current(joinable.match)
    assert [seat.name for seat in match.state.seats] == ["Alice", "Bob", "Charlie"]
    assert match.rules.late_join == "on"


def test_another_chair_if_that_one_is_taken(
    alice: Person, bob: Person, charlie: Person, person: Callable[[str], Person], db: None
) -> None:
    """Seats of the match are numbered without gaps, those of the room are not."""
    lobby = alice.opens(**RULES)
    bob.joins(lobby)
    bob.does(lobby, "sit", seat=2)
    alice.does(lobby, "start")
    lobby.refresh_from_db()
    charlie.joins(lobby)
    charlie.asks(lobby, "sit")
    last_card(lobby.match, 0)
    alice.view(lobby)
    assert store.current(lobby.match).seat_of(charlie.row(lobby).guest_id) == 2
    assert charlie.row(lobby).seat == 1


def test_a_newcomer_may_get_up_after_the_match(joinable: Lobby, charlie: Person) -> None:
    charlie.asks(joinable, "sit")
    last_card(joinable.match, 0)
    Match.objects.filter(pk=joinable.match).update(status="over")
    store.forget()
    assert charlie.view(joinable)["me"]["seat"] == 2
    charlie.does(joinable, "sit", up="on")
    assert charlie.view(joinable)["me"]["seat"] is None


def test_who_leaves_the_table_wants_no_seat_any_more(joinable: Lobby, charlie: Person) -> None:
    charlie.asks(joinable, "sit")
    charlie.does(joinable, "leave")
    last_card(joinable.match, 0)
    assert len(store.current(joinable.match).guests) == 2


def test_a_seat_that_was_removed_is_there_again_in_the_rematch(
    alice: Person, bob: Person, charlie: Person, db: None
) -> None:
    lobby = alice.opens(**RULES, leavers="removed")
    for one in (bob, charlie):
        one.joins(lobby)
    alice.does(lobby, "start")
    lobby.refresh_from_db()
    for one in (charlie, bob):
        view_of = view(one, lobby)
        one.client.post(f"{table(lobby)}act", {"do": "leave", "v": view_of["v"]})
    match = store.current(lobby.match)
    assert (match.status, [seat.removed for seat in match.state.seats]) == ("over", [False, True, True])
    assert view(bob, lobby)["me"] is None, "he may watch"
    assert alice.asks(lobby, "start").status_code == 200
    lobby.refresh_from_db()
    names = [seat.name for seat in store.current(lobby.match).state.seats]
    assert names == ["Alice", "Bob", "Charlie"]


def test_a_table_of_eight_takes_nobody(
    alice: Person, charlie: Person, person: Callable[[str], Person], db: None
) -> None:
    lobby = alice.opens(**RULES)
    for _ in range(7):
        alice.does(lobby, "bots", add="easy")
    alice.does(lobby, "start")
    lobby.refresh_from_db()
    charlie.joins(lobby)
    assert charlie.asks(lobby, "sit").json()["error"] == "match-full"
    assert view(charlie, lobby)["join"] == {"open": False, "asked": False}
    assert "Join from" not in charlie.client.get(table(lobby)).content.decode()


def test_between_rounds_the_seat_is_offered_on_the_result(joinable: Lobby, charlie: Person) -> None:
    assert "sheet-join" not in charlie.client.get(table(joinable)).content.decode()
    last_card(joinable.match, 0)
    assert 'id="sheet-join" form="join"' in charlie.client.get(table(joinable)).content.decode()
    charlie.does(joinable, "sit", join="on")
    assert view(charlie, joinable)["me"] == 2
    assert "sheet-join" not in charlie.client.get(table(joinable)).content.decode()
