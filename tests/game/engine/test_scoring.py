"""RULES §10, §11: points, places, the end of a match."""

import pytest

from game.engine import Seat, State, deal, new_match, outcome, parse_card, parse_rules, places
from game.engine.scoring import end_round, hand_points


def rounds(rules: str, *hands: str) -> State:
    """A match whose rounds end with these hands ("JC/7H.8H/" is: seat 2 won)."""
    state = new_match(parse_rules(rules), [Seat(f"P{seat}") for seat in range(hands[0].count("/") + 1)])
    for number, text in enumerate(hands, 1):
        deal(state, number.to_bytes(32, "big"))
        state.hands = [[parse_card(name) for name in hand.split(".") if name] for hand in text.split("/")]
        end_round(state, state.hands.index([]), None)
    return state


@pytest.mark.parametrize(
    ("table", "points"),
    [("standard", [10, 20, 3, 4, 11]), ("classic", [10, 20, 10, 10, 11]), ("jack2", [10, 2, 3, 4, 11])],
)
def test_point_tables(table: str, points: list[int]) -> None:
    state = rounds(f"mau-mau pack=french52 points={table}", "/7H")
    assert [hand_points(state, [parse_card(f"{rank}H")]) for rank in "TJQKA"] == points
    assert [hand_points(state, [parse_card(f"{rank}H")]) for rank in "23456789"] == [2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("rules", "hands", "ranked"),
    [
        ("mau-mau", ["/7H.8H/KC/7S.8S"], [1, 3, 2, 3]),
        ("mau-mau match_end=wins:2", ["/7H/8H", "/7C/8C"], [1, 2, 3]),
        ("mau-mau match_end=most-wins:3", ["/7H/8H", "/7C/8C", "KC/KH/"], [1, 3, 2]),
        ("mau-mau match_end=most-wins:3", ["/7H/8H", "7C//9C", "8S/8D/"], [1, 1, 3]),
        ("mau-mau match_end=limit:20", ["/JH.7C/9H/9S"], [1, 4, 2, 2]),
        ("mau-mau match_end=knockout:20", ["/JH.7C/JC.7H"], [1, 2, 2]),
    ],
)
def test_how_a_match_ends(rules: str, hands: list[str], ranked: list[int]) -> None:
    state = rounds(rules, *hands)
    result = outcome(state)
    assert result is not None and result.reason == state.rules.end_kind
    assert places(state) == ranked
    assert result.winners == [seat for seat, place in enumerate(ranked) if place == 1]


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ("mau-mau match_end=rounds:3", ["/7H/8H", "7C//8C"]),
        ("mau-mau match_end=wins:2", ["/7H/8H", "7C//8C"]),
        ("mau-mau match_end=most-wins:3", ["/7H/8H", "/7C/8C"]),
        ("mau-mau match_end=limit:20", ["/JH/8H"]),
        ("mau-mau match_end=knockout:20", ["/JH.7C/8H"]),
    ],
)
def test_when_it_goes_on(rules: str, hands: list[str]) -> None:
    state = rounds(rules, *hands)
    assert state.phase == "between" and outcome(state) is None


def test_lowest_sum_wins_and_equal_sums_share_the_place() -> None:
    state = rounds("mau-mau match_end=rounds:3", "/7H/8H/KH", "8C//7C/KC", "9C/9S//KS")
    assert state.scores == [17, 16, 15, 12] and places(state) == [4, 3, 2, 1]
    state = rounds("mau-mau match_end=rounds:3", "/7H/7S/KH", "/7C/7D/KC", "9C/9S/9H/")
    assert state.scores == [9, 23, 23, 8] and places(state) == [2, 3, 3, 1]


def test_who_is_out_later_ranks_higher() -> None:
    state = rounds("mau-mau match_end=knockout:20", "/JH.7C/8H", "JS.7S//9H")
    assert state.knocked_out == [2, 1, 0] and places(state) == [2, 3, 1]


def test_a_seat_knocked_out_is_not_dealt_in() -> None:
    state = rounds("mau-mau match_end=knockout:20", "/JH.7C/8H")
    deal(state, bytes(31) + b"\x09")
    assert state.hands[1] == [] and len(state.hands[0]) == 5


def test_playing_on_ranks_by_going_out() -> None:
    state = rounds("mau-mau play_on=on match_end=rounds:1", "7H//")
    assert places(state)[1] == 1
    state.outs = [1, 2]
    assert places(state) == [3, 1, 2]
