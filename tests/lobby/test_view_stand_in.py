"""How strong the bot plays that stands in for whoever is away: chosen by the host, played by the referee."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import engine, record, services, store
from game.models import Match, Move
from game.replay import last_state
from game.snapshot import Transition
from lobby.models import Lobby
from tests.lobby.conftest import Person


def started(lobby: Lobby, alice: Person) -> str:
    """The id of the match that now begins."""
    return str(alice.asks(lobby, "start").json()["match"])


def words(match_id: str) -> list[str]:
    return list(Move.objects.filter(match_id=match_id).order_by("version").values_list("word", flat=True))


def time_runs_out(match_id: str) -> None:
    """The turn of whoever is to move is over."""
    match = store.current(match_id)
    assert match.due_at is not None and match.due_kind == "turn"
    services.commit(Transition(match_id, "t", match.state.turn), match.due_at)


def test_the_host_chooses_and_everybody_sees(with_bob: Lobby, alice: Person, bob: Person) -> None:
    assert alice.view(with_bob)["stand_in"] == "normal"
    v = alice.view(with_bob)["v"]
    assert alice.does(with_bob, "stand-in", stand_in="master", v=v).status_code == 302
    for who in (alice, bob):
        assert who.view(with_bob)["stand_in"] == "master" and who.view(with_bob)["v"] == v + 1
    assert '<option value="master" selected>Master</option>' in alice.sees(with_bob)
    page = bob.sees(with_bob)
    assert "When somebody is away, a bot plays for them: master." in page and 'name="stand_in"' not in page


def test_the_same_again_is_nothing_new(lobby: Lobby, alice: Person) -> None:
    v = alice.view(lobby)["v"]
    assert alice.asks(lobby, "stand-in", stand_in="normal").status_code == 200
    assert alice.view(lobby)["v"] == v


@pytest.mark.parametrize("fields", [{"stand_in": "godlike"}, {"stand_in": ""}, {}])
def test_junk_is_refused(with_bob: Lobby, alice: Person, fields: dict[str, str]) -> None:
    assert alice.asks(with_bob, "stand-in", **fields).status_code == 400
    assert alice.view(with_bob)["stand_in"] == "normal"


def test_only_the_host_may(with_bob: Lobby, bob: Person, mallory: Person) -> None:
    assert bob.asks(with_bob, "stand-in", stand_in="easy").json()["error"] == "not-host"
    assert mallory.asks(with_bob, "stand-in", stand_in="easy").json()["error"] == "not-member"


def test_not_during_a_match(playing: Lobby, alice: Person) -> None:
    assert alice.asks(playing, "stand-in", stand_in="easy").json()["error"] == "match-running"
    assert "When somebody is away, a bot plays for them: normal." in alice.sees(playing)


def test_it_plays_after_two_turns_missed_and_in_the_rematch(
    with_bob: Lobby, alice: Person, bob: Person, end_match: Callable[[str], None]
) -> None:
    alice.does(with_bob, "stand-in", stand_in="hard")
    match_id = started(with_bob, alice)
    while not any(word.startswith("bot ") for word in words(match_id)):
        time_runs_out(match_id)
    seat = Move.objects.filter(match_id=match_id, word__startswith="bot ").get().seat
    state = store.current(match_id).state
    assert words(match_id).count("t") >= 2 and words(match_id)[-1] == "bot hard"
    assert seat is not None and state.seats[seat].bot == "hard"
    assert state.seats[seat].name in ("Alice", "Bob"), "the person keeps the name"
    assert store.current(match_id).ref["seats"][seat]["stand_in"]

    for who in (alice, bob):
        match = store.current(match_id)
        services.act(match_id, who.guest, "back", match.version, f"back-{who.name}")
    end_match(match_id)
    second = started(with_bob, alice)
    assert second != match_id and store.current(second).ref["stand_in"] == "hard"


@pytest.mark.parametrize("how", ["leave", "kick"])
@pytest.mark.parametrize("strength", ["easy", "normal", "master"])
def test_it_plays_on_for_who_goes(
    with_bob: Lobby, alice: Person, bob: Person, how: str, strength: str
) -> None:
    alice.asks(with_bob, "rules", preset="mau-mau", leavers="bot")
    alice.asks(with_bob, "bots", add="hard")
    alice.asks(with_bob, "stand-in", stand_in=strength)
    match_id = started(with_bob, alice)
    if how == "leave":
        bob.does(with_bob, "leave")
    else:
        alice.does(with_bob, "kick", who=bob.row(with_bob).pk)
    match = store.current(match_id)
    assert [(seat.name, seat.bot) for seat in match.state.seats] == [
        ("Alice", None), ("Bob", strength), ("Ada", "hard"),
    ]  # fmt: skip
    assert match.gone(1) and not match.ref["seats"][1]["stand_in"]
    assert words(match_id)[1:] == (["leave"] if strength == "normal" else [f"bot {strength}", "leave"])
    events = [event["e"] for step in match.trail[1:] for event in step.public]
    assert sorted(events) == ["left", "stand-in"], "it is told once"
    text = record.of_match(match_id)
    read = last_state(text.encode())
    assert read is not None and read.seats[1].bot == strength
    assert read.hands == match.state.hands


def test_whose_seat_goes_too_is_played_by_nobody(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.asks(with_bob, "rules", preset="mau-mau", leavers="removed")
    alice.asks(with_bob, "bots", add="easy")
    alice.asks(with_bob, "stand-in", stand_in="master")
    match_id = started(with_bob, alice)
    bob.does(with_bob, "leave")
    assert store.current(match_id).state.seats[1].removed
    assert words(match_id)[1:] == ["leave"]


def test_a_match_from_before_there_was_a_choice(playing: Lobby, bob: Person) -> None:
    row = Match.objects.get(pk=playing.match)
    row.ref.pop("stand_in")
    row.save(update_fields=["ref"])
    store.forget(playing.match)
    bob.does(playing, "leave")
    assert store.current(playing.match).state.seats[1].bot == engine.seats.STAND_IN
