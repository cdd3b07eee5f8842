"""Every rule set is served: from the deal to the end of the match, with bots and people, by the clock."""

from __future__ import annotations

import logging
import random

import pytest

from game import engine, luck, record, replay, services, store, ticker
from game.bots import STRENGTHS
from game.engine import FIELDS, RuleSet, State, parse_rules, rules_text
from game.hub import presence
from game.models import Guest, Match, Move
from game.rebuild import state_of
from game.services import Player
from tests.game.conftest import NOW, Table, make_guest
from tests.game.scripted import Play, presets, sample

SAMPLE, FULL = 12, 200


def played(rules: RuleSet, number: int, *, solo: bool = False, restarts: bool = False) -> Table:
    """A match by these rules, with all chance from `number`."""
    rng = random.Random(number)
    presence.clear()
    presence.start(NOW)
    seeds = random.Random(number)
    luck.new_seed = lambda: seeds.randbytes(32)
    luck.chance, ticker._chance = random.Random(number), random.Random(number)
    people = [make_guest("Alice")] if solo else [make_guest("Alice"), make_guest("Bob")]
    bots = [STRENGTHS[(number + n) % len(STRENGTHS)] for n in range(rng.randint(1, 3))]
    players = [
        *(Player(guest.name, guest) for guest in people),
        *(Player(f"Bot {n}", None, bot) for n, bot in enumerate(bots)),
    ]
    match = services.create_match(rules=rules, players=players, solo=solo, host=people[0], now=NOW)
    charlie = make_guest("Charlie")
    if not solo:
        services.add_watcher(match.pk, charlie, "Charlie")
    table = Table(match.pk)
    play = Play(table, people, charlie, rng, store.forget if restarts else lambda: None)
    if solo:
        play.leaver_at = -1
    play.to_the_end()
    return table


@pytest.fixture(autouse=True)
def _own_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `played` sets is put back."""
    monkeypatch.setattr(luck, "new_seed", luck.new_seed)


def moves(table: Table) -> list[tuple[int, int | None, str]]:
    rows = Move.objects.filter(match_id=table.id).order_by("version")
    return list(rows.values_list("version", "seat", "word"))


def rebuilt(table: Table) -> State:
    """What is read where the row holds a state of a format this code does not know."""
    unknown = {"f": 99, "seats": table.row.state["seats"], "cards": "in other words"}
    return state_of(unknown, table.match.rules, table.id, table.v)


def check(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """The end is an end, the moves lead to it, and nothing went wrong on the way."""
    match = table.match
    assert (match.due_at, match.due_kind) == (None, "")
    assert match.state.phase == "over"
    assert engine.dump(rebuilt(table)) == engine.dump(match.state)
    read = replay.last_state(record.of_match(table.id).encode())
    assert read is not None
    assert (read.history, read.wins, read.phase) == (match.state.history, match.state.wins, "over")
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, errors


@pytest.mark.parametrize("rules", presets(), ids=lambda rules: rules_text(rules).split()[0])
def test_every_preset(db: None, rules: RuleSet, caplog: pytest.LogCaptureFixture) -> None:
    check(played(rules, 1), caplog)


@pytest.mark.prove
def test_a_covering_sample(db: None, full_length: bool, caplog: pytest.LogCaptureFixture) -> None:
    for number, rules in enumerate(sample(FULL if full_length else SAMPLE)):
        check(played(rules, number), caplog)


def test_the_sample_covers_every_value() -> None:
    rule_sets = sample(SAMPLE)
    for name, values in FIELDS.items():
        if name != "match_end":
            assert {str(getattr(rules, name)) for rules in rule_sets} >= set(values), name


@pytest.mark.parametrize("end", ["rounds:3", "wins:2", "most-wins:3", "limit:60", "knockout:60"])
def test_alone_with_every_end(db: None, end: str, caplog: pytest.LogCaptureFixture) -> None:
    table = played(parse_rules(f"mau-mau match_end={end} draw_when=stuck"), 3, solo=True)
    check(table, caplog)
    guest = Guest.objects.get(pk=table.match.guests[0])
    new = services.again(table.id, guest)
    assert store.current(new).rules == table.match.rules
    seats, before = store.current(new).state.seats, table.match.state.seats
    assert [seat.bot for seat in seats] == [seat.bot for seat in before]


@pytest.mark.parametrize("number", [0, 5, 9])
def test_a_restart_between_any_two_steps_changes_nothing(db: None, number: int) -> None:
    rules = sample(SAMPLE)[number]
    usual, restarted = played(rules, number), played(rules, number, restarts=True)
    assert moves(usual) == moves(restarted)
    assert engine.dump(usual.match.state) == engine.dump(restarted.match.state)


@pytest.mark.prove
def test_a_long_match_does_not_grow_without_bound(db: None, full_length: bool) -> None:
    """Row, trail and log of a match over many rounds; the points of each round are all that is added."""
    end = "wins:20" if full_length else "wins:4"
    table = played(parse_rules(f"mau-mau match_end={end} draw_when=stuck late_join=on"), 2)
    match = table.match
    assert match.state.round_no >= (40 if full_length else 4)
    assert len(match.trail) <= 60
    assert len(match.log) <= 30
    row = Match.objects.get(pk=table.id)
    assert len(str(row.ref)) < 1_500
    points = len(str(row.state["history"]))
    assert len(str(row.state)) - points < 2_500
    assert points < 30 * match.state.round_no
