"""What bots know of the end of the match: when points count, and when they count most."""

from __future__ import annotations

import pytest

from game.bots.base import Seen
from game.bots.hard import Thought
from game.bots.stake import DECISIVE, point_stake
from tests.game.bots.positions import DEALT, View, given


def at(end: str, *, mine: int = 0, other: int = 0, hand: str = "AH 9H 8C", number: int = 1) -> View:
    """A position in round `number` of a match with this end and these scores before the round."""
    view = given(hand, "d,p 9H,p AH", top="KH", rules=f"mau-mau match_end={end}", round=number)
    for seat, score in zip(view["seats"], (mine, other), strict=False):
        seat["score"] = score
    return view


def stake(view: View) -> float:
    return point_stake(Seen(view))


@pytest.mark.parametrize("end", ["rounds:1", "wins:3", "most-wins:3"])
def test_where_only_winning_counts_points_do_not(end: str) -> None:
    assert stake(at(end, mine=90, other=90, number=3)) == 0


@pytest.mark.parametrize("end", ["rounds:3", "limit:100", "knockout:100"])
def test_points_count_where_they_are_summed_up(end: str) -> None:
    assert stake(at(end)) == 1


def test_the_last_round_decides() -> None:
    assert stake(at("rounds:3", number=2)) == 1
    assert stake(at("rounds:3", number=3)) == DECISIVE


@pytest.mark.parametrize("end", ["limit:100", "knockout:100"])
def test_a_hand_that_goes_over_the_limit_decides(end: str) -> None:
    assert stake(at(end, mine=72)) == 1  # 72 and 28 in the hand are not more than 100
    assert stake(at(end, mine=73)) == DECISIVE


def test_another_seat_near_the_limit_ends_the_match_but_only_its_own_knockout() -> None:
    assert stake(at("limit:100", other=90)) == DECISIVE
    assert stake(at("limit:100", other=60)) == 1
    assert stake(at("knockout:100", other=90)) == 1


def test_hard_lays_the_expensive_card_the_sooner_the_more_points_count() -> None:
    gaps = []
    for view in (at("wins:3"), at("limit:100"), at("limit:100", other=90)):
        seen = Seen(view)
        thought = Thought(seen, [DEALT])
        worth = {play.word: thought.worth(play) for play in seen.plays}
        gaps.append(worth["p AH"] - worth["p 9H"])
    assert gaps == sorted(gaps) and len(set(gaps)) == 3
