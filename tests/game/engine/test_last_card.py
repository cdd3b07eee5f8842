"""RULES §8: the last card, playing on, and the seat without cards under `full`."""

import pytest

from game.engine import parse_card
from tests.game.engine.drawn import given, kinds, play, refused, words

FULL = "rules=classic mau_mau=off wish_fits=any"
PLAY_ON = "rules=mau-mau play_on=on"


def test_ends_leaves_the_effect_out() -> None:
    state = given("top=7H hand=7C due=2")
    play(state, "0 p 7C")
    assert (state.turn, state.due, state.dir, state.winner_of_round) == (None, 2, 1, 0)


def test_seven_counts_what_the_next_seat_takes() -> None:
    state = given("top=7H hand=7C due=2 rules=first-lesson seven=stack", p1="8H.8S.8C.8D.9S")
    heard = play(state, "0 p 7C")
    assert {"e": "took", "seat": 1, "n": 4, "cause": "7C", "due": 4, "last": True} in heard
    assert len(state.hands[1]) == 9 and state.scores[1] > 41 and state.due == 0


def test_seven_takes_from_a_seat_that_owes_turns() -> None:
    state = given("top=9C hand=9S.KD rules=first-lesson mau=off hands=2,5,5")
    state.hands[0], state.owes, state.owed = [parse_card("7C")], [0, 2, 0], 2
    play(state, "0 p 7C")
    assert len(state.hands[1]) == 7 and len(state.hands[2]) == 5


@pytest.mark.parametrize("hand", ["9C", "JC", "AC"])
def test_full_a_card_without_effect_wins_at_once(hand: str) -> None:
    state = given(f"top=TC hand={hand} {FULL} ace=again")
    play(state, f"0 p {hand}")
    assert state.winner_of_round == 0


def test_full_a_last_seven_wins_when_it_is_taken() -> None:
    state = given(f"top=TC hand=7C {FULL} hands=1,5,5", p1="8H.8S.8C.8D.9S")
    assert kinds(play(state, "0 p 7C")) == ["played", "out"] and state.turn == 1
    heard = play(state, "1 d")
    assert kinds(heard)[:2] == ["took", "round-over"] and state.wins == [1, 0, 0]


def test_full_a_debt_that_comes_round_brings_the_seat_back() -> None:
    state = given(f"top=TC hand=7C {FULL}", p1="7S.8S.8C.8D.9S")
    play(state, "0 p 7C", "1 p 7S")
    assert words(state) == ["d"]
    play(state, "0 d")
    assert (len(state.hands[0]), state.turn, state.phase, state.bare) == (4, 1, "play", [])


def test_full_of_several_without_cards_the_first_one_out_wins() -> None:
    state = given(f"top=TC hand=7C {FULL} hands=1,1,5", p1="7S", p2="8H.8S.8C.8D.9S")
    play(state, "0 p 7C", "1 p 7S", "2 d")
    assert state.winner_of_round == 0


def test_full_a_seat_that_takes_lets_the_other_one_win() -> None:
    state = given(f"top=TC hand=7C {FULL} hands=1,1,2", p1="7S", p2="7H.8S")
    play(state, "0 p 7C", "1 p 7S", "2 m", "2 p 7H")
    assert words(state) == ["d"]
    play(state, "0 d")
    assert state.winner_of_round == 1 and len(state.hands[0]) == 6


def test_full_a_last_eight_wins_when_somebody_is_free_to_act() -> None:
    state = given(f"top=TC hand=8C {FULL} hands=1,5,5", p1="9H.9S.9C.9D.AS")
    play(state, "0 p 8C")
    assert words(state, 1) == ["-"] and state.phase == "play"
    play(state, "1 -")
    assert state.winner_of_round == 0


def test_full_the_turn_comes_back_to_the_seat_without_cards() -> None:
    state = given(f"top=TC hand=8C {FULL}", p1="9H.9S.9C.9D.AS")
    play(state, "0 p 8C", "1 -")
    assert state.turn == 0 and words(state) == ["d"] and refused(state, "0 -") == "must-take"
    play(state, "0 d")
    assert (len(state.hands[0]), state.turn, state.bare) == (1, 1, [])


def test_full_the_open_skip_comes_back() -> None:
    state = given(f"top=TC hand=8C {FULL}", p1="8H.9S.9C.9D.AS")
    play(state, "0 p 8C", "1 p 8H")
    assert state.skip == 2
    play(state, "0 d")
    assert (len(state.hands[0]), state.turn, state.skip, state.owes) == (1, 1, 0, [0, 0])


def test_full_time_runs_out_for_the_seat_without_cards() -> None:
    state = given(f"top=TC hand=8C {FULL}", p1="8H.9S.9C.9D.AS")
    play(state, "0 p 8C", "1 p 8H", "0 t")
    assert (len(state.hands[0]), state.turn) == (1, 1)


def test_full_with_nothing_to_draw_it_has_won() -> None:
    state = given(f"top=TC hand=8C {FULL} eight=skip", p1="9H.9S.9C.9D.AS")
    play(state, "0 p 8C")
    assert state.turn == 0 and state.phase == "play"
    state = given(f"top=TC hand=8C {FULL} eight=skip", p1="9H.9S.9C.9D.AS")
    state.hands[1] += state.stock
    state.stock = []
    play(state, "0 p 8C")
    assert state.phase == "play"  # the old top card is left to draw


@pytest.mark.parametrize("move", ["0 d", "0 t"])
def test_full_a_challenge_may_leave_it_nothing_to_draw_and_then_it_has_won(move: str) -> None:
    state = given(f"top=8H hand=8C {FULL} mau=challenge mau_penalty=2 eight=counter hands=1,2", p1="8S.9H")
    state.stock, state.pile = [], state.pile[-1:]
    play(state, "0 p 8C", "1 p 8S", "0 c 1", move)
    assert state.winner_of_round == 0 and state.scores == [0, 25]


@pytest.mark.parametrize(("seats", "winner"), [("1,5,5", 0), ("1,5", None)])
def test_full_a_last_reversal(seats: str, winner: int | None) -> None:
    state = given(f"top=TC hand=KC {FULL} reverse_rank=K hands={seats}")
    play(state, "0 p KC")
    assert state.winner_of_round == winner and (winner is not None or words(state) == ["d"])


def test_full_a_last_combination_wins_at_once() -> None:
    state = given("top=TC hand=2C.KD.KS rules=double-52 last_card=full")
    play(state, "0 p 2C(KD+KS)")
    assert state.winner_of_round == 0


def test_a_round_won_on_a_wish_card_counts_twice() -> None:
    state = given("top=TC hand=JC rules=double-52")
    play(state, "0 p JC")
    assert state.wins == [2, 0]


def test_play_on_goes_on_for_the_places() -> None:
    state = given(f"top=9H hand=9C {PLAY_ON} hands=1,2,2", p1="TC.8S", p2="AC.QS")
    heard = play(state, "0 p 9C")
    assert heard[-1] == {"e": "out", "seat": 0, "place": 1} and state.turn == 1
    play(state, "1 m", "1 p TC", "2 m", "2 p AC")
    assert state.turn == 1 and words(state, 0) == []
    state.hands[1] = [parse_card("AH")]
    play(state, "1 p AH")
    assert state.outs == [0, 1] and state.wins == [1, 0, 0] and state.scores == [0, 0, 3]


def test_play_on_a_debt_lapses_with_the_last_card() -> None:
    state = given(f"top=7H hand=7C due=2 {PLAY_ON} hands=1,5,5")
    play(state, "0 p 7C")
    assert (state.turn, state.due) == (1, 0)


def test_play_on_under_seven_the_next_seat_takes_and_its_turn_is_over() -> None:
    state = given(f"top=7H hand=7C due=2 {PLAY_ON} last_card=seven hands=1,5,5")
    play(state, "0 p 7C")
    assert (state.turn, state.due, len(state.hands[1])) == (2, 0, 9)


def test_a_wish_card_may_not_be_the_last_one_under_forbidden() -> None:
    state = given("top=9H hand=JC.JS rules=five-wins equal_cards=on")
    assert refused(state, "0 p JC+JS") == "does-not-fit"
    state = given("top=9H hand=JC rules=five-wins")
    assert words(state) == ["d"]
