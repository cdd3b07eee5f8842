"""RULES §12: what a seat may know."""

import json

from game.engine import Seat, deal, new_match, parse_rules, view
from tests.game.engine.drawn import given, play


def test_a_spectator_sees_a_seats_view_without_a_hand() -> None:
    state = given("top=9H hand=KD.9C.AS drawn=9C hands=3,5,5")
    mine, public = view(state, 0), view(state, None)
    assert mine["hand"] == ["9C", "AS", "KD"] and mine["drawn"] == "9C"
    assert mine["legal"] == ["-", "p 9C"]
    different = {key for key in mine if mine[key] != public[key]}
    assert different == {"me", "hand", "drawn", "legal"}
    assert (public["me"], public["hand"], public["drawn"], public["legal"]) == (None, [], None, [])


def test_hands_are_shown_when_the_round_is_over() -> None:
    state = given("top=9H hand=9C")
    assert view(state, 1)["hands"] is None
    play(state, "0 p 9C")
    after = view(state, None)
    assert after["hands"][0] == [] and len(after["hands"][1]) == 5
    assert after["state"] == "match-over" and after["outcome"] == {"winners": [0], "reason": "rounds"}
    assert [seat["place"] for seat in after["seats"]] == [1, 2]


def test_before_the_first_round() -> None:
    state = new_match(parse_rules("mau-mau seven=off"), [Seat("Anna"), Seat("Ben", "hard")])
    early = view(state, 0)
    assert early["state"] == "between" and early["top"] is None and early["dealer"] is None
    assert early["rules"] == "mau-mau seven=off" and early["preset"] == "custom"
    assert [seat["bot"] for seat in early["seats"]] == [None, "hard"]


def test_it_is_json() -> None:
    state = new_match(parse_rules("double-52"), [Seat("Anna"), Seat("Ben")])
    deal(state, bytes(32))
    assert json.loads(json.dumps(view(state, 0))) == view(state, 0)


def test_who_said_mau_is_public_until_it_does_not_hold() -> None:
    state = given("top=9H hand=9C.KD", p1="9S.KS.QS.TS.AS", stock="8H.8D")
    play(state, "0 m", "0 p 9C")
    assert view(state, 1)["seats"][0]["mau"] is True
    play(state, "1 p 9S", "0 d")
    assert view(state, 1)["seats"][0]["mau"] is False
