"""Jumping in (RULES.md §6): bots are asked once, people get time, and no clock tells who holds the twin."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.conf import settings

from game import bots, engine, luck
from game.due import JUMP_MS, LOOK_MS, jump_open
from game.models import Guest, Move
from game.services import Ack, Nack
from tests.game.conftest import NOW, Opener, Table

RULES = "mau-mau second_pack_from=2 jump_in=on mau=off"


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take their time as at a real table."""
    monkeypatch.setattr(settings, "BOT_MS", (800, 2500))


def words(table: Table) -> list[str]:
    return list(Move.objects.filter(match_id=table.id).order_by("version").values_list("word", flat=True))


def after_a_nine(alice: Guest, open_table: Opener, third: str, *others: Guest | str) -> Table:
    """Alice has laid the nine of hearts, seat 1 is on turn, seat 2 holds `third`."""
    table = open_table(alice, *(others or ("hard", "hard")), rules=RULES)
    table.lay_out(["9H KD KS", "8C QC TC", third], "TH", turn=0, stock="AC AD AS KC KH QS TS 9S")
    assert isinstance(table.act(alice, "p 9H"), Ack)
    return table


def test_a_bot_off_turn_lays_the_twin(alice: Guest, open_table: Opener, thinking: None) -> None:
    table = after_a_nine(alice, open_table, "9H 7C 7S")
    assert table.row.due_kind == "jump"
    assert LOOK_MS[0] <= table.row.due_at - NOW <= LOOK_MS[1]
    table.now = table.row.due_at
    table.tick()
    assert words(table)[-1] == "j 9H"
    assert table.turn == 0


def test_nobody_jumps_and_the_bot_on_turn_has_left_people_time(
    alice: Guest, open_table: Opener, thinking: None
) -> None:
    table = after_a_nine(alice, open_table, "7H 7C 7S")
    table.now = table.row.due_at
    table.tick()
    assert table.v == 2, "looking is no step"
    assert table.row.due_kind == "bot"
    assert table.row.due_at == NOW + JUMP_MS
    table.now = table.row.due_at
    table.tick()
    assert table.match.trail[-1].seat == 1


def test_no_clock_tells_who_holds_the_twin(
    alice: Guest, open_table: Opener, thinking: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "decide", lambda *_: None)
    seen = []
    for third in ("9H 7C 7S", "7H 7C 7S"):
        monkeypatch.setattr(luck, "chance", random.Random(5))
        monkeypatch.setattr(luck, "new_seed", lambda: bytes(32))  # the first deal draws from chance too
        table = after_a_nine(alice, open_table, third)
        first = (table.row.due_at, table.row.due_kind)
        table.now = table.row.due_at
        table.tick()
        seen.append((first, table.row.due_at, table.row.due_kind, table.v))
    assert seen[0] == seen[1]


def test_people_jump_on_the_newest_version_only(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None
) -> None:
    table = after_a_nine(alice, open_table, "9H 7C 7S", "easy", bob)
    assert table.act(bob, "j 9H", table.v - 1) == Nack("stale", table.v)
    assert isinstance(table.act(bob, "j 9H"), Ack)
    assert table.turn == 0
    assert table.row.due_kind in ("turn", "jump")


def test_bots_look_also_when_a_human_is_on_turn(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None
) -> None:
    table = after_a_nine(alice, open_table, "9H 7C 7S", bob, "hard")
    assert table.row.due_kind == "jump"
    table.now = table.row.due_at
    table.tick()
    assert words(table)[-1] == "j 9H"


def test_each_bot_looks_once_for_each_top_card(
    alice: Guest, bob: Guest, open_table: Opener, thinking: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def decide(strength: str, view: dict[str, Any], *_: object) -> str | None:
        asked.append(view["me"])
        return None

    monkeypatch.setattr(bots, "decide", decide)
    table = after_a_nine(alice, open_table, "9H 7C 7S", bob, "hard")
    table.now = table.row.due_at
    table.tick()
    assert asked == [2]
    assert table.row.due_kind == "turn"
    for word in ("d", "-"):
        table.act(bob, word)
    assert jump_open(table.match.state), "nobody has done anything in this turn"
    assert table.row.due_kind == "bot", "but all have looked"


def test_a_new_top_card_opens_anew(alice: Guest, bob: Guest, open_table: Opener, thinking: None) -> None:
    table = after_a_nine(alice, open_table, "9S 7C 7S", bob, "hard")
    table.now = table.row.due_at
    table.tick()
    table.act(bob, "d")
    assert table.row.due_kind == "turn"
    table.lay_out(["KD KS", "9S QC TC", "9S 7C 7S"], "9H", turn=1)
    assert isinstance(table.act(bob, "p 9S"), Ack)
    assert table.row.due_kind == "jump"


@pytest.mark.parametrize(
    ("card", "top", "rules"),
    [
        ("7H", "TH", RULES),
        ("8H", "TH", RULES),
        ("JH:S", "TH", RULES),
        ("9H", "TH", "mau-mau jump_in=on mau=off"),
        ("9H", "TH", "mau-mau second_pack_from=2 mau=off"),
        ("9H", "9H TH", RULES),
    ],
    ids=["cards are due", "a skip", "a wish", "one pack", "not in these rules", "both lie in the pile"],
)
def test_not_while_nobody_can_for_all_to_see(
    alice: Guest, open_table: Opener, thinking: None, card: str, top: str, rules: str
) -> None:
    table = open_table(alice, "hard", "hard", rules=f"{rules} eight=counter")
    table.lay_out([f"{card[:2]} KD KS", "8C QC TC", "9D 7C 7S"], top, turn=0)
    assert isinstance(table.act(alice, f"p {card}"), Ack)
    assert not jump_open(table.match.state)
    assert table.row.due_kind == "bot"
    assert table.row.due_at <= NOW + 2500


def test_not_once_something_was_done_in_the_turn(alice: Guest, open_table: Opener, bob: Guest) -> None:
    table = after_a_nine(alice, open_table, "9H 7C 7S", bob, "hard")
    table.act(bob, "d")
    assert table.row.due_kind == "turn"
    assert not jump_open(table.match.state)


def test_the_starting_card_can_be_jumped_on(alice: Guest, bob: Guest, open_table: Opener) -> None:
    for _ in range(5):
        table = open_table(alice, bob, "easy", rules=RULES)
        assert table.row.due_kind in ("jump", "bot", "turn")
        assert (table.match.ref["jump"] is not None) == jump_open(table.match.state)


def test_with_nobody_to_wait_for_it_goes_fast(alice: Guest, open_table: Opener, thinking: None) -> None:
    table = open_table(alice, "easy", "hard", "hard", rules=f"{RULES} match_end=rounds:3")
    table.act(alice, "leave")
    for _ in range(3_000):
        if table.match.status == "over":
            break
        assert table.row.due_at <= table.now
        table.tick()
    assert table.match.status == "over"
    assert any(word.startswith("j ") for word in words(table))


def test_jump_open_is_what_the_engine_says_but_for_the_hands(alice: Guest, open_table: Opener) -> None:
    """Whoever holds a twin that does not lie open may jump exactly when the public facts say so."""
    table = open_table(alice, "hard", "easy", rules=f"{RULES} match_end=rounds:3 eight=counter ace=again")
    table.act(alice, "leave")
    jumps = 0
    for _ in range(400):
        state = table.match.state
        if table.match.status == "over":
            break
        holders = [
            seat
            for seat in range(3)
            if any(word.startswith("j ") for word in engine.legal_words(state, seat))
        ]
        assert not holders or jump_open(state)
        jumps += bool(holders)
        table.tick()
    assert jumps
