"""The table asks whom the server would ask, and stops what has no end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game import bots, engine, server_words
from game.draft import Draft, Refused
from game.due import schedule
from game.engine import EngineError, Seat, legal_words, parse_rules, view
from game.models import fresh_ref
from game.referee import judge
from game.simulate.table import (
    LOG_FOR_BOTS,
    WORDS_FOR_BOTS,
    Decide,
    Log,
    Stuck,
    Table,
    View,
    play_match,
    play_round,
)
from game.simulate.yardsticks import greedy_player
from game.snapshot import Snapshot, Transition

Word = tuple[int, str]
Asked = tuple[View, list[Any]]
THINK_MS = (800, 2500)
NOW = 1_800_000_000_000


class Deals(random.Random):
    """Chance whose deals do not depend on what else is drawn from it."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._deals = random.Random(seed)

    def randbytes(self, n: int) -> bytes:
        return self._deals.randbytes(n)


def decide(view: View) -> str | None:
    """By chance that hangs on what it sees alone; "Mau" is forgotten half of the time. Out of turn only
    seat 1 speaks, so that the order in which seats are asked does not matter."""
    me, legal = view["me"], view["legal"]
    chance = random.Random(f"{me} {view['turn_no']} {view['hand']} {legal}")
    if optional(view):
        return chance.choice([None, *legal]) if me == 1 else None
    words = [word for word in legal if word[0] in "mpw"] or [word for word in legal if word[0] != "c"]
    word = chance.choice(words)
    return chance.choice(engine.combinations(view["hand"], word[2:4])) if word.endswith("(*)") else word


def on_the_server(
    rules: str, seats: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Word], list[Asked]]:
    """A match of one human and bots, played when it is due: what was said, and each bot's questions."""
    asked: list[Asked] = []

    def noted(strength: str, view: View, log: Log, *_: object) -> str | None:
        if not optional(view):  # else who is asked first, and may speak, is chance
            asked.append((view, list(log)))
        return decide(view)

    monkeypatch.setattr(bots, "decide", noted)
    people = [Seat("Alice"), *[Seat(f"Bot {n}", "hard") for n in range(1, seats)]]
    ref = fresh_ref(seats)
    state = engine.new_match(parse_rules(rules), people)
    match = Snapshot(
        "0" * 32, 0, state, ref, state.rules, False, 1, "", "en", "play", NOW, "next", "",
        (1, *[None] * (seats - 1)),
    )  # fmt: skip
    deals, chance, said = Deals(seed), random.Random(seed), []
    while match.status != "over":
        now = match.due_at
        assert now is not None
        for wanted in _due(match, chance):
            draft = Draft(match, now, lambda: deals.randbytes(32), lambda guest: True, list)
            try:
                judge(draft, wanted)
            except Refused:
                continue
            schedule(draft, THINK_MS, chance)
            said += [(step.seat, step.word) for step in draft.steps if step.seat is not None]
            match = draft.after()
            break
        else:
            raise AssertionError(f"nothing goes on: {match.due_kind}")
    return said, asked


def _due(match: Snapshot, chance: random.Random) -> list[Transition]:
    if match.due_kind == "idle":
        seen = view(match.state, 0)
        seen["legal"] = [word for word in seen["legal"] if word[0] != "c"]
        return [Transition(match.id, decide(seen) or "d", 0, match.version)]
    if match.due_kind == "next":
        return [Transition(match.id, "deal")]
    return server_words.plan(match, chance)


def at_the_table(rules: str, seats: int, seed: int) -> tuple[list[Word], list[Asked]]:
    """The same match here."""
    asked: list[Asked] = []
    said: list[Word] = []

    def noted(view: View, log: Log, rng: random.Random) -> str | None:
        if view["me"] and not optional(view):
            asked.append((view, list(log)))
        return decide(view)

    class Noting(Table):
        def say(self, seat: int, word: str) -> None:
            said.append((seat, word))
            super().say(seat, word)

    table = Noting(parse_rules(rules), [noted] * seats, Deals(seed))
    while table.state.phase != "over":
        table.play_round()
    return said, asked


def test_the_server_asks_the_same_and_the_same_match_comes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = set()
    for seed, (rules, seats) in enumerate((
        ("mau-mau mau=challenge match_end=rounds:3", 3),
        ("mau-mau second_pack_from=2 jump_in=on mau=challenge match_end=rounds:5", 4),
        ("double-52 jump_in=on mau=challenge match_end=rounds:1", 3),
        ("classic mau=challenge equal_cards=on match_end=rounds:1", 2),
    )):  # fmt: skip
        said, asked = on_the_server(f"{rules} turn_seconds=off", seats, seed, monkeypatch)
        here, asked_here = at_the_table(f"{rules} turn_seconds=off", seats, seed)
        assert here == said
        for (theirs, log), (ours, whole) in zip(asked, asked_here, strict=True):
            assert theirs | {"seats": None} == ours | {"seats": None}
            assert log and log == whole[len(whole) - len(log) :]
        kinds |= {word[0] for _, word in said}
    assert kinds >= set("pdmcj-")


def optional(view: View) -> bool:
    """Is it asked whether it wants to act, not what it does in its turn?"""
    return all(word[0] in "mcj" for word in view["legal"])


def draws(view: View, log: Log, rng: random.Random) -> str | None:
    """Never a card."""
    return next((word for word in ("d", "-") if word in view["legal"]), None)


def test_a_round_that_comes_to_no_end_is_stopped_and_nobody_has_won() -> None:
    result = play_round(parse_rules("mau-mau"), [draws, draws], random.Random(1), most=30)
    assert (result.stopped, result.winners, result.words) == (True, (), 30)
    match = play_match(parse_rules("mau-mau match_end=wins:2"), [draws, draws], random.Random(1), most=30)
    assert (match.stopped, match.winners, match.rounds) == (True, (), 1)


def test_whoever_must_act_and_says_nothing_is_stuck() -> None:
    with pytest.raises(Stuck, match="says nothing"):
        play_round(parse_rules("mau-mau"), [lambda *_: None, greedy_player], random.Random(1))


def test_what_is_not_legal_is_not_played() -> None:
    with pytest.raises(EngineError):
        play_round(parse_rules("mau-mau"), [lambda *_: "p 9Z", lambda *_: "p AS"], random.Random(1))


def test_a_round_is_one_round_and_a_match_goes_on_to_its_end() -> None:
    rules = parse_rules("mau-mau match_end=wins:2")
    result = play_round(rules, [greedy_player, greedy_player, draws], random.Random(1))
    assert result.rounds == 1 and len(result.winners) == 1
    assert result.points[result.winners[0]] == 0 < sum(result.points)
    match = play_match(rules, [greedy_player, greedy_player, draws], random.Random(1))
    assert 2 <= match.rounds <= 4 and set(match.winners) < {0, 1}


def test_several_can_share_a_match() -> None:
    rules = parse_rules("mau-mau match_end=rounds:3 points=classic")
    ends = [play_match(rules, [greedy_player] * 3, random.Random(seed)).winners for seed in range(200)]
    assert {len(winners) for winners in ends} >= {1, 2}


def test_the_same_chance_plays_the_same_round() -> None:
    players: list[Decide] = [lambda view, log, rng: rng.choice(view["legal"])] * 3
    first, again = (play_round(parse_rules("mau-mau"), players, random.Random(5)) for _ in range(2))
    assert first == again != play_round(parse_rules("mau-mau"), players, random.Random(6))


def test_a_seat_is_told_what_it_may_know_and_the_last_of_it() -> None:
    logs: list[tuple[View, Log]] = []

    def reader(view: View, log: Log, rng: random.Random) -> str | None:
        logs.append((view, log))
        return greedy_player(view, log, rng)

    table = Table(parse_rules("mau-mau match_end=wins:5"), [reader, reader, reader], random.Random(3))
    while table.state.phase != "over":
        table.play_round()
    for seen, log in logs:
        events = list(log)
        assert len(log) == len(events) <= LOG_FOR_BOTS
        assert events[-1:] == log[-1:]
        assert all(
            event["seat"] == seen["me"] for event in events if "cards" in event and event["e"] == "drew"
        )
        assert not any("hands" in event for event in events if event["e"] == "dealt")
    assert WORDS_FOR_BOTS <= max(len(log) for _, log in logs) < len(table.events)


def test_a_log_read_later_says_what_was_known_then() -> None:
    kept: list[tuple[Log, list[Any]]] = []

    def reader(view: View, log: Log, rng: random.Random) -> str | None:
        if len(kept) < 5:
            kept.append((log, list(table.events)))
        return greedy_player(view, log, rng)

    table = Table(parse_rules("mau-mau"), [reader, greedy_player], random.Random(3))
    table.play_round()
    for log, events in kept:
        assert list(log) == [event.wire(0) for event in events]


def test_nobody_is_told_whom_it_plays_against() -> None:
    seen: list[View] = []

    def looks(view: View, log: Log, rng: random.Random) -> str | None:
        seen.append(view)
        return greedy_player(view, log, rng)

    play_round(parse_rules("mau-mau"), [looks, greedy_player], random.Random(1))
    assert {seat["bot"] for view in seen for seat in view["seats"]} == {None}
    assert len({seat["name"] for view in seen for seat in view["seats"]}) == 2


def test_a_view_is_the_engine_s_own() -> None:
    def checks(seen: View, log: Log, rng: random.Random) -> str | None:
        legal = legal_words(table.state, seen["me"])
        assert seen == view(table.state, seen["me"]) | {"legal": seen["legal"]}
        assert set(seen["legal"]) <= set(legal)
        return greedy_player(seen, log, rng)

    table = Table(parse_rules("mau-mau mau=challenge"), [checks, checks], random.Random(1))
    table.play_round()
