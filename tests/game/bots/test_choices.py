"""Single decisions one can argue about at the table."""

from __future__ import annotations

import pytest

from game.bots.base import Seen
from game.bots.infer import Memory
from tests.game.bots.positions import DEALT, given, say


@pytest.mark.parametrize("strength", ["normal", "hard"])
def test_mau_is_said_before_the_last_card_but_one(strength: str) -> None:
    assert say(strength, given("9C KH", "d,m,p 9C,p KH")) == "m"
    assert say(strength, given("9C KH", "d,p 9C,p KH")) in ("p 9C", "p KH")


def test_easy_forgets_mau_now_and_then() -> None:
    said = [say("easy", given("9C KH", "d,m,p 9C,p KH"), seed) for seed in range(100)]
    assert 60 < said.count("m") < 90


@pytest.mark.parametrize("strength", ["normal", "hard"])
def test_the_wish_card_is_kept_while_another_fits(strength: str) -> None:
    legal = "d,p 9C,p JC:C,p JC:D,p JC:H,p JC:S"
    assert say(strength, given("9C JC QC 7S", legal)) == "p 9C"


@pytest.mark.parametrize("strength", ["normal", "hard"])
def test_the_long_suit_is_wished(strength: str) -> None:
    legal = "d,p JC:C,p JC:D,p JC:H,p JC:S"
    assert say(strength, given("JC QS KS 9S TD", legal, top="9H")) == "p JC:S"


@pytest.mark.parametrize("strength", ["normal", "hard"])
def test_a_seven_meets_who_is_nearly_out(strength: str) -> None:
    view = given("7H KH QC TC AS", "d,p 7H,p KH", others=(1, 5))
    assert say(strength, view) == "p 7H"


@pytest.mark.parametrize("strength", ["easy", "normal", "hard"])
def test_the_last_card_is_laid(strength: str) -> None:
    assert say(strength, given("9C", "d,p 9C")) == "p 9C"


def test_the_dealer_wishes_the_long_suit() -> None:
    assert say("hard", given("9C KC 7S", "w C,w D,w H,w S", top="JH", wish_owed=True)) == "w C"


@pytest.mark.parametrize(
    ("strength", "low", "high"), [("easy", 40, 80), ("normal", 90, 150), ("hard", 160, 199)]
)
def test_challenges_come_by_strength(strength: str, low: int, high: int) -> None:
    view = given("9C KC 7S", "c 1", turn=2, mau_open=1, rules="first-lesson")
    said = [say(strength, view, seed) for seed in range(200)]
    assert set(said) == {None, "c 1"}
    assert low <= said.count("c 1") <= high


def test_a_late_mau_is_said() -> None:
    view = given("9C", "m", turn=1, mau_open=0, rules="first-lesson")
    assert say("normal", view) == say("hard", view) == "m"


def test_hard_remembers_who_could_not_follow() -> None:
    log = [DEALT, {"e": "drew", "seat": 1, "n": 1}, {"e": "passed", "seat": 1}]
    memory = Memory(Seen(given("9C KC 7S", "d")), log)
    bob = memory.seen.view["seats"][1]
    assert memory.can_follow(bob, "H", "K") < memory.can_follow(bob, "D", "K")


def test_cards_taken_for_a_seven_say_nothing_about_a_suit() -> None:
    log = [DEALT, {"e": "took", "seat": 1, "n": 2}]
    assert not any(Memory(Seen(given("9C KC 7S", "d")), log).lacks[1].values())


def test_a_draw_by_the_clock_says_nothing_about_a_suit() -> None:
    log = [DEALT, {"e": "timeout", "seat": 1}, {"e": "drew", "seat": 1, "n": 1}, {"e": "passed", "seat": 1}]
    assert not any(Memory(Seen(given("9C KC 7S", "d")), log).lacks[1].values())


def test_hard_counts_the_cards_that_are_gone() -> None:
    gone = [f"{rank}D" for rank in "789TQKA"]
    memory = Memory(Seen(given("9C KC 7S", "d", pile=[*gone, "9H"])), [DEALT])
    assert sum(memory.unseen.values()) == 32 - 3 - 8
    assert memory.can_follow(memory.seen.view["seats"][1], "D", "8") < 1


def test_a_combination_is_named_in_full() -> None:
    view = given("3H 9C TD JH KS KD", "d,p 3H(*)", rules="double-52")
    assert say("hard", view) == "p 3H(9C+TD+JH)"


def test_equal_cards_go_together() -> None:
    view = given("9C 9D 9S KS", "d,p 9C,p 9D,p 9S,m", rules="mau-mau equal_cards=on")
    assert say("hard", view) == "m"
    word = say("hard", view | {"legal": ["d", "p 9C", "p 9D", "p 9S"]})
    assert word is not None and word.count("+") == 2 and word.endswith("9S")
