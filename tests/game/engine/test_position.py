"""NOTATION §3: positions read back to the letter, and what is wrong with a bad one is said."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from game.engine import (
    PositionError,
    Seat,
    State,
    dump,
    load,
    new_match,
    parse_position,
    parse_rules,
    position_text,
    view,
)
from game.engine.state import NOBODY
from tests.game.engine.drawn import play
from tests.game.engine.wild import any_rules, begun, play_out

STATES = 1000
GARBAGE = ("", " ", "=", ".", ",", "9", "é", "\0", "H", "7S")
SAYABLE = ("top", "wish", "due", "skip", "dir", "hand", "drawn")


def wild_states() -> Iterator[tuple[State, int]]:
    """States of random matches, each with a seat to look from."""
    for number in range(STATES // 8):
        rng = random.Random(number)
        state = begun(any_rules(rng), rng.randint(2, 8), number)
        met = []
        for _ in play_out(state, rng):
            if state.turn is not None:
                met.append((state.copy(), rng.randrange(len(state.seats))))
            if len(met) == 200:
                break
        yield from rng.sample(met, min(10, len(met)))


def silent(state: State) -> bool:
    """Whether nothing is so that a position cannot say, and the stock is as it takes it to be."""
    hidden = state.said or state.again or state.wish_owed or state.owed or state.window != NOBODY
    return not hidden and bool(state.stock) and len(state.hands) == len(state.after)


def test_random_states_are_stored_and_read_back() -> None:
    tried = 0
    for state, _ in wild_states():
        stored = json.loads(json.dumps(dump(state)))
        assert dump(load(stored)) == stored
        assert view(load(stored), None) == view(state, None)
        tried += 1
    assert tried >= STATES


def test_random_states_read_back_as_each_seat_sees_them() -> None:
    tried = compared = 0
    for state, seat in wild_states():
        text = position_text(state, seat)
        read = parse_position(text)
        assert position_text(read, 0) == text
        old, new = view(state, seat), view(read, 0)
        assert [old[key] for key in SAYABLE] == [new[key] for key in SAYABLE]
        turned = old["seats"][seat:] + old["seats"][:seat]
        assert [one["cards"] for one in turned] == [one["cards"] for one in new["seats"]]
        tried += 1
        if silent(state) and state.turn == seat:
            compared += 1
            assert new["legal"] == old["legal"]
    assert tried >= STATES and compared > 100


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("top=9H hand=KD.9C.AH", ["d", "p 9C", "p AH"]),
        ("top=JH hand=KD.9C.AC wish=C", ["d", "p 9C", "p AC"]),
        ("top=JH hand=KD.JC.AC rules=mau-mau start_card=free wish=*", ["d", "p AC", "p KD"]),
        ("top=7H hand=KD.7C.AH due=2", ["d", "p 7C"]),
        ("top=8H hand=KD.8C.AH rules=classic skip=2", ["-", "p 8C"]),
        ("top=9H hand=KD.9C.AH drawn=AH", ["-", "p AH"]),
        ("top=9H hand=KD.9C.AH turn=1", []),
        ("top=9H hand= rules=mau-mau play_on=on hands=0,3,4 turn=1", []),
        ("top=7H hand= rules=classic due=2 hands=0,3", ["d"]),
    ],
)
def test_every_key_is_read(text: str, legal: list[str]) -> None:
    assert view(parse_position(text), 0)["legal"] == legal


def test_dir_is_read() -> None:
    state = parse_position("top=9H hand=9C.KD.AS dir=- hands=3,5,5")
    play(state, "0 p 9C")
    assert state.turn == 2


def test_rules_may_stand_anywhere() -> None:
    text = "top=9H rules=first-lesson seven=off hand=KD wish=- mau=off"
    assert parse_position(text).rules == parse_rules("first-lesson seven=off mau=off")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "needs top= and hand="),
        ("top=9H", "needs top= and hand="),
        ("hand=9H", "needs top= and hand="),
        ("top= hand=9H", "top= is not a card"),
        ("top=9H.8H hand=KD", "top= is not a card"),
        ("top=1H hand=KD", "top= is not a card: '1H'"),
        ("top=9H hand=9C,KD", "hand= is not a card"),
        ("top=9H hand=9C.", "hand= is not a card: ''"),
        ("top=9H hand=9h", "hand= is not a card"),
        ("top=9H hand=9C top=8H", "top= stands twice"),
        ("top=9H hand=9C colour=red", "not part of a position: colour=red"),
        ("top=9H hand=9C seven=off", "not part of a position"),
        ("top=9H hand=9C hello", "not key=value: hello"),
        ("top=9H hand=9C rules=maumau", "rules= unknown-preset"),
        ("top=9H hand=9C rules=mau-mau seven=9", "rules= unknown-value: seven=9"),
        ("top=9H hand=9C rules=", "rules= unknown-preset"),
        ("top=9H hand=9C wish=X", "wish= is one of - * C S H D, not 'X'"),
        ("top=9H hand=9C wish=", "wish= is one of"),
        ("top=9H hand=9C dir=left", "dir= is one of + -"),
        ("top=9H hand=9C due=two", "due= is not a number"),
        ("top=9H hand=9C due=-2", "due= is not a number"),
        ("top=9H hand=9C due=²", "due= is not a number"),
        ("top=9H hand=9C due=" + "9" * 5000, "due= is not a number"),
        ("top=9H hand=9C skip=", "skip= is not a number"),
        ("top=8H hand=9C skip=1 due=2", "cannot both be open"),
        ("top=9H hand=9C hands=1", "2 to 8 numbers"),
        ("top=9H hand=9C hands=1,1,1,1,1,1,1,1,1", "2 to 8 numbers"),
        ("top=9H hand=9C hands=2,5", "first number of hands="),
        ("top=9H hand=9C hands=1,,5", "hands= is not a number"),
        ("top=9H hand=9C hands=1,31", "only 30 cards are left"),
        ("top=9H hand=9H", "not so many of these cards: 9H"),
        ("top=9H hand=2C", "not so many of these cards: 2C"),
        ("top=9H hand=9C turn=2", "no seat 2"),
        ("top=9H hand=9C turn=x", "turn= is not a number"),
        ("top=9H hand=9C drawn=KD", "drawn= is a card of hand="),
        ("top=9H hand=9C drawn=9", "drawn= is not a card"),
        ("top=9H hand=9C drawn=9C turn=1", "seat 0 is on turn"),
        ("top=7H hand=7C drawn=7C due=2", "nothing is due"),
        ("top=9H hand=", "two seats must hold cards"),
        ("top=9H hand=9C hands=1,0", "two seats must hold cards"),
        ("top=9H hand=9C hands=1,0,4 turn=1", "the seat on turn"),
    ],
)
def test_what_is_wrong_is_said(text: str, what: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    assert what in str(caught.value) and len(str(caught.value)) < 250


def test_no_garbage_gets_through_as_another_error() -> None:
    rng = random.Random(1)
    good = "top=9H hand=KD.9C.AH.JS rules=first-lesson seven=off wish=* due=0 dir=+ hands=4,5,3 turn=0 skip=0"
    read = refused = 0
    for _ in range(3000):
        text = list(good)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(text))
            text[place : place + rng.randint(0, 3)] = rng.choice(GARBAGE)
        try:
            parse_position("".join(text))
            read += 1
        except PositionError:
            refused += 1
    assert read > 20 and refused > 1000


def test_between_rounds_there_is_no_position() -> None:
    with pytest.raises(PositionError, match="no round is being played"):
        position_text(new_match(parse_rules("mau-mau"), [Seat("Anna"), Seat("Ben")]), 0)
