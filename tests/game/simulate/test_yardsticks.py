"""Random and greedy are frozen: what they do is pinned here, and older figures stay worth something."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from game.engine import parse_rules
from game.simulate.arena import PARTS, Contest, play
from game.simulate.table import View, play_round
from game.simulate.yardsticks import greedy_player, random_player


def given(hand: str, legal: str, turn: int = 0) -> View:
    """What the two look at, of seat 0."""
    return {"me": 0, "turn": turn, "hand": hand.split(), "legal": legal.split(",")}


def said(player: object, view: View, times: int = 400) -> Counter[str | None]:
    chance = random.Random(1)
    return Counter(player(view, [], chance) for _ in range(times))  # type: ignore[operator]


def test_random_says_any_legal_word_as_often_as_any_other() -> None:
    words = said(random_player, given("9C KH JS", "d,p 9C,p KH,p JS:C,p JS:D,p JS:H,p JS:S"), 7000)
    assert len(words) == 7 and all(900 < count < 1100 for count in words.values())


def test_random_says_mau_when_it_can() -> None:
    assert set(said(random_player, given("9C KH", "d,m,p 9C,p KH"))) == {"m"}
    assert set(said(random_player, given("9C", "d,mm,p 9C"))) == {"mm"}
    assert set(said(random_player, given("9C", "m", turn=1))) == {"m"}


def test_random_challenges_and_jumps_in_half_of_the_time() -> None:
    for word in ("c 1", "j 9H"):
        words = said(random_player, given("9H KH", word, turn=2))
        assert 150 < words[word] < 250 and words[word] + words[None] == 400


def test_random_names_a_combination_in_full() -> None:
    words = said(random_player, given("2H 9C 9D 9S", "p 2H(*)"))
    assert set(words) == {"p 2H(9C+9D)", "p 2H(9C+9S)", "p 2H(9S+9D)"}


def test_greedy_lays_what_fits_and_keeps_its_wish_cards() -> None:
    words = said(greedy_player, given("9C KH JS", "d,p 9C,p KH,p JS:C,p JS:D,p JS:H,p JS:S"))
    assert set(words) == {"p 9C", "p KH"} and min(words.values()) > 150


def test_greedy_wishes_the_suit_it_has_most_of() -> None:
    view = given("9D KD QH JS TS", "d,p JS:C,p JS:D,p JS:H,p JS:S")
    assert set(said(greedy_player, view)) == {"p JS:D"}
    assert set(said(greedy_player, given("JH 9S KS", "w C,w D,w H,w S"))) == {"w S"}


def test_greedy_lays_its_last_card_also_if_it_is_a_wish_card() -> None:
    assert set(said(greedy_player, given("JS", "d,p JS"))) == {"p JS"}


def test_greedy_draws_only_without_a_card_that_fits() -> None:
    assert set(said(greedy_player, given("9C KH", "d"))) == {"d"}
    assert set(said(greedy_player, given("9C KH", "-"))) == {"-"}


def test_greedy_misses_nothing_out_of_turn() -> None:
    for word in ("c 1", "j 9H", "m"):
        assert set(said(greedy_player, given("9H KH", word, turn=2))) == {word}


@pytest.mark.parametrize(
    ("rules", "seats", "pinned"),
    [("mau-mau", 2, [58, 45, 2, 2247]), ("double-52 jump_in=on mau=challenge", 3, [47, 366, 13, 4700])],
)
def test_the_same_games_as_ever(rules: str, seats: int, pinned: list[int]) -> None:
    """Wins and points of both in 60 games. A change here is a change of the yardsticks or of the rules."""
    score = play(Contest(rules, ("greedy", *["random"] * (seats - 1)), 60, seed=1))
    found = [(side.parts // PARTS, side.points) for side in score.sides.values()]
    assert [number for pair in found for number in pair] == pinned


@pytest.mark.parametrize("player", [random_player, greedy_player])
@pytest.mark.parametrize("preset", ["mau-mau", "classic", "tournament", "double-52", "five-wins"])
def test_they_play_every_preset(preset: str, player: object) -> None:
    result = play_round(parse_rules(preset), [player] * 4, random.Random(1))  # type: ignore[list-item]
    assert not result.stopped
