"""RULES §7: "Mau", "Mau-Mau", forgetting and challenging."""

import pytest

from tests.game.engine.drawn import given, kinds, play, refused, words

CHALLENGE = "rules=five-wins hands=2,5,5"


def test_mau_is_said_before_laying() -> None:
    state = given("top=9H hand=9C.KD")
    heard = play(state, "0 m", "0 p 9C")
    assert kinds(heard) == ["said", "played"] and len(state.hands[0]) == 1
    assert refused(given("top=9H hand=9C.KD"), "1 m") == "not-your-turn"


def test_mau_is_said_once_a_turn() -> None:
    state = given("top=9H hand=9C.KD")
    play(state, "0 m")
    assert "m" not in words(state) and refused(state, "0 m") == "already-said"


@pytest.mark.parametrize(("rules", "cards"), [("mau-mau", 1), ("tournament", 2)])
def test_a_forgotten_mau_costs_and_the_effect_stands(rules: str, cards: int) -> None:
    state = given(f"top=7H hand=7C.KD rules={rules}")
    heard = play(state, "0 p 7C")
    assert kinds(heard) == ["played", "forgot"] and len(state.hands[0]) == 1 + cards
    assert state.due == 2


def test_mau_lapses_with_the_turn() -> None:
    state = given("top=9H hand=9C.KD", stock="8S.8C.QD.TS.TC", p1="8H.KH.AH.QH.TH")
    play(state, "0 m", "0 d", "0 -", "1 p QH")
    assert "m" not in words(state)


def test_equal_cards_may_be_the_reason_to_say_mau() -> None:
    state = given("top=9H hand=9C.9D.KD rules=mau-mau equal_cards=on")
    assert "m" in words(state)
    assert "m" not in words(given("top=9H hand=9C.9D.KD"))
    play(state, "0 p 9C+9D")
    assert len(state.hands[0]) == 2


def test_a_combination_may_be_the_reason_to_say_mau() -> None:
    assert "m" in words(given("top=9H hand=2H.KD.KS.5C rules=double-52"))
    assert "m" not in words(given("top=9H hand=2H.KD.KS.5C.6C rules=double-52"))


def test_from_two_straight_to_none_needs_no_mau() -> None:
    state = given("top=9H hand=9C.9D rules=mau-mau equal_cards=on")
    heard = play(state, "0 p 9C+9D")
    assert "forgot" not in kinds(heard) and state.winner_of_round == 0


def test_under_challenge_it_may_still_be_said() -> None:
    state = given(f"top=9H hand=9C.KD {CHALLENGE}")
    assert kinds(play(state, "0 p 9C")) == ["played", "unsaid"]
    assert words(state) == ["m"] and "c 0" in words(state, 1) and words(state, 2) == ["c 0"]
    play(state, "0 m")
    assert words(state) == [] and refused(state, "2 c 0") == "nothing-to-challenge"


def test_any_other_seat_may_challenge() -> None:
    state = given(f"top=9H hand=9C.KD {CHALLENGE}")
    play(state, "0 p 9C")
    assert refused(state, "0 c 0") == "nothing-to-challenge"
    assert play(state, "2 c 0") == [{"e": "challenged", "seat": 0, "n": 2, "by": 2}]
    assert len(state.hands[0]) == 3 and state.turn == 1
    assert refused(state, "0 m") == "not-your-turn"


@pytest.mark.parametrize("move", ["1 d", "1 p 9S", "1 t", "1 x 7S"])
def test_the_window_closes_when_the_next_seat_acts(move: str) -> None:
    state = given(f"top=9H hand=9C.KD {CHALLENGE}", p1="9S.7S.KS.QS.TH")
    play(state, "0 p 9C", move)
    assert state.window == -1 and "c 0" not in words(state, 2)


def test_somebody_elses_mau_does_not_close_it() -> None:
    state = given("top=9H hand=9C.KD rules=five-wins hands=2,2,5", p1="9S.7S")
    play(state, "0 p 9C", "1 m")
    assert words(state, 2) == ["c 0"]


def test_a_late_mau_is_nothing_done_in_the_turn() -> None:
    rules = "rules=five-wins second_pack_from=2 jump_in=on"
    state = given(f"top=8S hand=8C.KD hands=2,5 {rules}", p1="8C.7S.KS.QS.TH")
    play(state, "0 p 8C", "0 m")
    assert state.turn == 0 and words(state, 1) == ["j 8C"]


MAU_MAU = "rules=mau-mau mau_mau=2"


def test_mau_mau_announces_the_last_card() -> None:
    state = given(f"top=9H hand=9C {MAU_MAU}")
    assert "mm" in words(state)
    play(state, "0 mm", "0 p 9C")
    assert state.winner_of_round == 0


def test_a_forgotten_mau_mau_costs_two_and_the_round_goes_on() -> None:
    state = given(f"top=7H hand=7C {MAU_MAU}")
    heard = play(state, "0 p 7C")
    assert heard[-1] == {"e": "forgot", "seat": 0, "n": 2, "what": "mau-mau"}
    assert (state.phase, state.due, state.turn, len(state.hands[0])) == ("play", 2, 1, 2)


def test_an_unannounced_last_wish_card_needs_a_wish() -> None:
    state = given(f"top=9H hand=JC {MAU_MAU}")
    assert refused(state, "0 p JC") == "wish-missing"
    play(state, "0 mm")
    assert refused(state, "0 p JC:H") == "wish-not-allowed"


def test_the_game_says_mau_mau_by_itself() -> None:
    heard = play(given("top=9H hand=9C rules=mau-mau mau_mau=auto"), "0 p 9C")
    assert {"e": "said", "seat": 0, "what": "mau-mau", "double": False} in heard


def test_mau_said_before_an_ace_holds_for_the_whole_turn() -> None:
    state = given("top=9H hand=AH.KH.7C rules=mau-mau ace=again equal_cards=on")
    play(state, "0 p AH", "0 m", "0 p KH")
    assert len(state.hands[0]) == 1
    state = given("top=9H hand=AH.AS.KH.7C rules=mau-mau ace=again equal_cards=on")
    play(state, "0 p AH+AS")
    assert state.again and len(state.hands[0]) == 2


def test_a_jump_in_says_mau_mau_only_for_its_own_last_card() -> None:
    rules = "rules=mau-mau second_pack_from=2 jump_in=on ace=again mau_mau=2"
    state = given(f"top=AH hand=KC.QC {rules} hands=2,2", p1="AH.8H")
    play(state, "1 j AH")
    assert words(state, 1) == ["mm", "p 8H"]
    state = given(f"top=9H hand=KC.QC {rules} hands=2,1", p1="9H")
    play(state, "1 j 9H")
    assert state.winner_of_round == 1
