"""NOTATION §2: every match can be saved, and what was saved reads back to the same match."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from game import newcomers, record, services, store
from game.engine import Seat, dump, parse_rules
from game.models import Guest, Move
from game.record import Step, first_seats, seat_word, write
from game.replay import last_state, replay
from game.services import Nack
from tests.game.conftest import Opener, Table
from tests.game.test_views import at, browser


def saved(table: Table) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The record, the state it leads to and the one that is stored; bots keep no names in a record."""
    text = record.of_match(table.id)
    read = last_state(text.encode())
    assert read is not None
    return text, nameless(dump(read)), nameless(table.row.state)


def nameless(state: dict[str, Any]) -> dict[str, Any]:
    """The stored state without the names of bots that were bots from the start."""
    seats = [["", *rest] if rest[0] else [name, *rest] for name, *rest in state["seats"]]
    return {**state, "seats": seats}


def play(table: Table, rng: random.Random, *here: Guest, most: int = 4000, **odd: float) -> None:
    """The guests play by chance (`idle` of the turns they let run out), the ticker does the rest."""
    for _ in range(most):
        state = table.match.state
        if table.match.status == "over":
            return
        for guest in here:
            services.seen(table.id, guest, table.now)
        seat = state.turn
        guest_id = None if seat is None else table.match.guests[seat]
        guest = next((one for one in here if one.pk == guest_id), None)
        if state.phase == "between":
            for one in here:
                table.act(one, "next")
        elif guest is not None and seat is not None and rng.random() >= odd.get("idle", 0):
            words = [word for word in table.view(seat)["legal"] if not word.endswith("(*)")]
            lays = [word for word in words if word[0] in "pm"] or words
            answer = table.act(guest, rng.choice(lays))
            assert not isinstance(answer, Nack), answer
        table.wait(1_000, *here)
    raise AssertionError("the match does not end")


@pytest.fixture(autouse=True)
def _fast_bots(settings: Any) -> None:
    settings.BOT_MS = (0, 0)


@pytest.mark.parametrize("rules", ["five-wins match_end=wins:2", "classic", "tournament", "double-52"])
def test_a_match_of_bots(rules: str, alice: Guest, open_table: Opener) -> None:
    table = open_table("easy", "normal", "hard", rules=rules)
    play(table, random.Random(3))
    text, read, stored = saved(table)
    assert read == stored
    assert text.splitlines()[2] == "seats bot:easy|bot:normal|bot:hard"
    assert text.count("\nround ") == text.count("\nend ") == table.match.state.round_no


def test_people_bots_timeouts_and_stand_ins(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", bob, rules="mau-mau match_end=rounds:3 turn_seconds=10")
    play(table, random.Random(1), alice, bob, idle=0.97)
    text, read, stored = saved(table)
    assert read == stored
    for word in (" t\n", " bot normal\n", " human Alice\n", "end 3 points="):
        assert word in text


@pytest.mark.parametrize("leavers", ["bot", "removed"])
def test_somebody_leaves(leavers: str, alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, "easy", rules=f"mau-mau match_end=rounds:3 leavers={leavers}")
    table.act(bob, "leave")
    play(table, random.Random(1), alice)
    text, read, stored = saved(table)
    assert read == stored and "1 leave\n" in text


def test_everybody_but_one_leaves(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob, rules="mau-mau leavers=removed")
    table.act(bob, "leave")
    assert table.match.status == "over"
    table.act(alice, "leave")  # noted by the referee, nothing to the game
    text, read, stored = saved(table)
    assert read == stored and text.endswith("1 leave\n")


def test_somebody_joins(alice: Guest, charlie: Guest, open_table: Opener) -> None:
    rules = "mau-mau late_join=on match_end=rounds:3 equal_cards=on"
    table = open_table(alice, "easy", rules=rules, watchers=[(charlie, "Charlie: #1")])
    newcomers.ask_for_seat(table.id, charlie, table.now)
    play(table, random.Random(2), alice, charlie)
    text, read, stored = saved(table)
    assert read == stored and text.splitlines()[2] == "seats Alice|bot:easy"
    assert "\n2 join Charlie%3A%20%231\nround 2 " in text


def test_a_solo_match(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", "easy", solo=True)
    play(table, random.Random(4), alice)
    text, read, stored = saved(table)
    assert read == stored
    assert "next" not in text


def test_a_match_given_up(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.wait(200_000)
    for before in (1, 0):
        table.now = table.match.due_at - before
        table.tick()
    assert table.match.status == "over"
    table.act(bob, "leave")
    text, read, stored = saved(table)
    assert read == stored and "expire" not in text and "leave" not in text


def test_the_record_can_be_replayed_line_by_line(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "hard", rules="mau-mau mau=challenge strict=on match_end=wins:2")
    play(table, random.Random(8), alice)
    text, _, stored = saved(table)
    states = list(replay(text.encode()))
    assert len(states) == sum(line[0].isdigit() or line.startswith("round") for line in text.splitlines())
    assert states[-1]["scores"] == stored["scores"]


def test_names_that_need_care() -> None:
    seats = [Seat("a:b|c%d#e f\u2028g"), Seat("Zoë 🙂"), Seat("bot:hard", "hard"), Seat("bot:hard")]
    text = write(parse_rules("mau-mau"), seats, [])
    state = last_state(text.encode())
    assert state is not None and state.seats == tuple(seats)
    assert seat_word(Seat("bot:hard")) == "bot%3Ahard"


def test_who_sat_there_first() -> None:
    now = [Seat("Ann", "normal"), Seat("Ben", "hard"), Seat("Cleo"), Seat("Dora")]
    steps = [Step(0, "bot normal"), Step(2, "human Cleo"), Step(3, "join Dora")]
    first = first_seats(now, steps)
    assert [(seat.name, seat.bot) for seat in first] == [("Ann", None), ("Ben", "hard"), ("Cleo", "normal")]


# -- the page ------------------------------------------------------------------------------------------


@pytest.fixture
def over(alice: Guest, bob: Guest, charlie: Guest, open_table: Opener) -> Table:
    """Bob has left, so the match is over; Charlie watched."""
    table = open_table(alice, bob, rules="mau-mau leavers=removed", watchers=[(charlie, "Charlie")])
    table.act(bob, "leave")
    return table


@pytest.mark.parametrize("lang", ["de", "en"])
def test_seats_and_spectators_save_it(
    lang: str, alice: Guest, bob: Guest, charlie: Guest, over: Table, tmp_path: Any
) -> None:
    for guest in (alice, bob, charlie):
        answer = browser(guest).get(at(over, "record", lang))
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert answer["Content-Disposition"] == 'attachment; filename="mau-mau-2027-01-15.mau"'
        assert answer.content.decode() == record.of_match(over.id)
    file = tmp_path / "saved.mau"
    file.write_bytes(answer.content)
    call_command("replay", str(file))


def test_the_result_page_links_it(alice: Guest, over: Table) -> None:
    assert f'href="{at(over, "record", "en")}"' in browser(alice).get(at(over, lang="en")).content.decode()


def test_mallory_must_not(mallory: Guest, over: Table) -> None:
    for client in (browser(mallory), Client()):
        answer = client.get(at(over, "record", "en"), HTTP_ACCEPT="application/json")
        assert answer.status_code == 403 and answer.json()["error"] == "not-seated"
        assert b"seed" not in client.get(at(over, "record", "en")).content


def test_not_while_it_is_played(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    answer = browser(alice).get(at(table, "record", "en"), HTTP_ACCEPT="application/json")
    assert answer.status_code == 409 and answer.json()["error"] == "record-too-early"
    page = browser(alice).get(at(table, "record", "en"), follow=True)
    assert "A match can be saved once it is over." in page.content.decode()
    store.forget()
    assert Move.objects.filter(match_id=table.id).count() == 1
