"""What a worker is: a process with the standard library and the pure game; bots play there as anywhere."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Iterator
from itertools import islice

import pytest

from game import bots, server_words
from game.bots import STRENGTHS
from game.engine import parse_rules
from game.thinking import Failed
from game.thinking.lanes import Lane
from tests.game.in_memory import Match
from tests.game.thinking.odd_worker import COMMANDS
from tests.game.thinking.waiting import PATIENCE


@pytest.fixture
def lane() -> Iterator[Lane]:
    lane = Lane("quick", 1, 200, PATIENCE, 0, command=COMMANDS["odd"])
    yield lane
    lane.stop()


def turns(rules: str, seed: int, count: int) -> Iterator[tuple[dict, list[dict]]]:  # type: ignore[type-arg]
    """View and log of whoever is on turn, in a match of people."""
    match = Match(parse_rules(rules), people=3, seed=seed, still=True)
    played = (one for one in match.snapshots() if one.state.phase == "play" and one.version > 4)
    for one in islice(played, 0, 5 * count, 5):
        assert one.state.turn is not None
        yield server_words.what_it_knows(one, one.state.turn)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_bot_says_there_what_it_says_here(lane: Lane, strength: str) -> None:
    count = 4 if strength == "master" else 30
    rules = ("mau-mau", "mau-mau mau=challenge equal_cards=on seven=off match_end=limit:40")
    for number, (view, log) in enumerate(turn for one in rules for turn in turns(one, 5, count)):
        asked = {"strength": strength, "view": view, "log": log, "seed": number}
        said = lane.ask("decide", asked).result(PATIENCE)
        assert said == {"word": bots.decide(strength, view, log, random.Random(number))}


def test_without_any_time_it_still_says_something_legal(lane: Lane) -> None:
    for view, log in turns("mau-mau", 7, 5):
        asked = {"strength": "master", "view": view, "log": log, "seed": 1, "ms": 0}
        word = lane.ask("decide", asked).result(PATIENCE)["word"]
        assert word in view["legal"] or word.split(" ")[0] in {one.split(" ")[0] for one in view["legal"]}


def test_a_search_that_could_not_be_done_in_time_is_not_begun(lane: Lane) -> None:
    view, log = next(turns("mau-mau", 3, 1))
    asked = {"strength": "master", "view": view, "log": log, "seed": 1, "ms": 250}
    now = time.monotonic_ns() // 1_000_000
    for by, searched in ((now - 1, False), (now + 1_000 * PATIENCE, True)):
        answer = lane.ask("decide", asked | {"by": by}).result(PATIENCE)
        assert (answer["word"] in view["legal"]) == searched


def test_weighing_there_is_weighing_here(lane: Lane) -> None:
    from game.bots import master

    view, log = next(turns("mau-mau", 3, 1))
    asked = {"view": view, "log": log, "seed": 11, "effort": 0.5}
    there = lane.ask("weigh", asked).result(PATIENCE)["weighed"]
    here = master.weigh(view, log, random.Random(11), effort=0.5)
    assert [one["word"] for one in there] == [one.word for one in here]
    assert [one["worth"] for one in there] == [one.worth for one in here]


def test_a_strength_that_does_not_exist_fails(lane: Lane) -> None:
    view, log = next(turns("mau-mau", 3, 1))
    with pytest.raises(Failed, match="KeyError"):
        lane.ask("decide", {"strength": "nobody", "view": view, "log": log, "seed": 1}).result(PATIENCE)


def test_it_knows_no_site(lane: Lane) -> None:
    view, log = next(turns("mau-mau", 3, 1))
    lane.ask("decide", {"strength": "master", "view": view, "log": log, "seed": 1, "ms": 0}).result(PATIENCE)
    names = set(lane.ask("modules", {}).result(PATIENCE)["modules"])
    assert {"game.bots.master", "game.engine"} <= names
    foreign = ("django", "orjson", "psycopg", "sqlite3", "socket", "ssl", "prometheus_client", "game.models")
    assert not [name for name in names if name.startswith(foreign)]


def test_it_is_given_no_socket_no_database_and_no_secret(
    lane: Lane, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    monkeypatch.setenv("MAUMAU_SECRET_KEY", "secret")
    monkeypatch.setenv("MAUMAU_DATABASE", "postgres://user:password@host/name")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        around = lane.ask("surroundings", {}).result(PATIENCE)
    assert not [name for name in around["names"] if name.startswith(("MAUMAU", "DJANGO", "PG"))]
    kinds = [name.split(":")[0] for name in around["open"]]
    assert sorted(kinds) == ["/dev/null", "/dev/null", "pipe", "pipe"], around
