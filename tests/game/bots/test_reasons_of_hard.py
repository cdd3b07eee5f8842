"""What hard weighs, each in two positions that differ in nothing else: with the reason and without."""

from __future__ import annotations

import random

from game.bots import decide
from game.bots.base import Seen
from game.bots.hard import Thought
from tests.game.bots.positions import DEALT, View, given, say


def gap(view: View, one: str, other: str, log: list[dict[str, object]] | None = None) -> float:
    """How much more hard thinks of the word `one` than of `other`."""
    seen = Seen(view)
    thought = Thought(seen, log or [DEALT])
    worth = {play.word: thought.worth(play) for play in seen.plays}
    return worth[one] - worth[other]


def test_a_seven_is_kept_until_somebody_is_nearly_out() -> None:
    far, near = (given("7H KH QC KC AS", "d,p 7H,p KH", others=(n,)) for n in (5, 1))
    assert say("hard", far) == "p KH"
    assert say("hard", near) == "p 7H"


def test_who_could_not_follow_is_shown_that_suit_again() -> None:
    view = given("9C 9D AS", "d,p 9C,p 9D", top="9S", others=(1,))
    for suit, word in (("C", "p 9C"), ("D", "p 9D")):
        log = [
            DEALT | {"top": f"8{suit}"},
            {"e": "drew", "seat": 1, "n": 1},
            {"e": "passed", "seat": 1},
        ]
        assert decide("hard", view, log, random.Random(1)) == word


def test_normal_does_not_look_back() -> None:
    view = given("9C 9D AS", "d,p 9C,p 9D", top="9S", others=(1,))
    drew = {"e": "drew", "seat": 1, "n": 1}
    assert len({say("normal", view, log=[DEALT | {"top": f"8{suit}"}, drew]) for suit in "CD"}) == 1


def test_the_suit_that_is_gone_is_asked_for() -> None:
    view = given("9C 9D AS", "d,p 9C,p 9D", top="9S", others=(1,))
    for suit in "CD":
        gone = [f"{rank}{suit}" for rank in "78TQKA"]
        assert say("hard", view | {"pile": [*gone, "9S"]}) == f"p 9{suit}"


def test_the_last_card_but_one_leaves_one_that_fits() -> None:
    legal = "d,p TH,p QH"
    assert gap(given("TH QH TD", legal, others=(5,)), "p TH", "p QH") > gap(
        given("TH QH KD", legal, others=(5,)), "p TH", "p QH"
    )


def test_a_wish_card_is_the_best_last_card_unless_it_may_not_end() -> None:
    view = given("9C JC", "d,p 9C,p JC:C", top="TC", others=(4,))
    assert say("hard", view) == "p 9C"
    assert say("hard", view | {"rules": "mau-mau wish_finish=forbidden"}) == "p JC:C"


def test_there_is_no_time_to_keep_a_wish_card_when_somebody_has_one() -> None:
    far, near = (given("9H JC KC QC TS", "d,p 9H,p JC:C", top="TH", others=(n, n)) for n in (5, 1))
    assert gap(near, "p JC:C", "p 9H") > gap(far, "p JC:C", "p 9H")


def test_a_wish_card_follows_anything_only_where_the_rules_say_so() -> None:
    view = given("9C JC", "d")
    assert Seen(view).fits_anywhere("JC")
    assert not Seen(view | {"rules": "mau-mau wish_fits=match"}).fits_anywhere("JC")
    assert not Seen(view | {"rules": "crazy-eights"}).fits_anywhere("JC")


def test_a_hand_may_not_end_on_every_card() -> None:
    seen = Seen(given("9C JC", "d", rules="mau-mau wish_finish=forbidden"))
    assert seen.may_end("9C") and not seen.may_end("JC")
    seen = Seen(given("3C JC", "d", rules="double-52"))
    assert seen.may_end("JC") and not seen.may_end("3C")
