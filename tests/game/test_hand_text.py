"""What a tap on a card says or asks, and which buttons stand on the rail, under house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from game.engine import combinations
from game.table_parts import HandCard
from game.table_text import Table, display
from tests.game.views_by_hand import MATCH, seat_of, view_of

HAND = ["9C", "9D", "9H", "JD", "KS"]
FITS = ["d", "p 9C", "p 9D", "p 9H", *(f"p JD:{suit}" for suit in "CDHS")]


def shown(lay: str = "", wishing: str = "", **more: Any) -> Table:
    return display(view_of(**({"hand": HAND, "legal": FITS} | more)), wishing, lay)


def card(name: str, **more: Any) -> HandCard:
    return next(one for one in shown(**more).hand if one.name == name)


def hand_html(**more: Any) -> str:
    view = view_of(**({"hand": HAND, "legal": FITS} | more))
    return render_to_string("game/_hand.html", {"view": view, "t": display(view), "match_id": MATCH})


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with override("en"):
        yield


class TestEqualCards:
    EQUAL: Any = {"rules": "mau-mau equal_cards=on"}

    def test_a_card_with_mates_asks(self) -> None:
        nine = card("9D", **self.EQUAL)
        assert (nine.value, nine.word, nine.mates) == ("lay 9D", "p 9D", ("9C", "9H"))

    def test_a_card_without_does_not(self) -> None:
        king = card("KS", **self.EQUAL, legal=["p KS"])
        assert (king.value, king.mates) == ("p KS", ())

    def test_what_does_not_fit_offers_nothing(self) -> None:
        assert card("9D", **self.EQUAL, legal=["d"]).mates == ()

    def test_a_drawn_card_is_laid_alone(self) -> None:
        assert card("9D", **self.EQUAL, drawn="9D", legal=["p 9D", "-"]).mates == ()

    def test_a_twin_is_a_mate(self) -> None:
        assert card("9D", **self.EQUAL, hand=["9D", "9D"], legal=["p 9D"]).mates == ("9D",)

    def test_a_combination_card_has_none(self) -> None:
        facts = {"rules": "double-52 equal_cards=on", "hand": ["3C", "3D", "KS"], "legal": ["d"]}
        assert card("3C", **facts).mates == ()

    def test_off_by_the_usual_rules(self) -> None:
        assert card("9D").value == "p 9D"
        assert "data-mates" not in hand_html()
        assert "data-word" not in hand_html()

    @pytest.mark.parametrize(
        ("rules", "said", "ends"),
        [("", [], True), (" mau_mau=2", [], False), (" mau_mau=2", ["mau-mau"], True)],
    )
    def test_who_is_out_with_wish_cards_wishes_nothing(self, rules: str, said: list[str], ends: bool) -> None:
        facts = {"rules": f"mau-mau equal_cards=on{rules}", "hand": ["JD", "JC"], "said": said}
        assert card("JD", **facts, legal=["p JD:H"]).ends is ends

    def test_the_sheet_without_scripts(self) -> None:
        choice = shown("9D", **self.EQUAL).choice
        assert choice is not None
        assert (choice.word, [name for name, _ in choice.mates]) == ("p 9D", ["9C", "9H"])

    @pytest.mark.parametrize("lay", ["KS", "", "zz", "JD"])
    def test_there_is_none_for_other_cards(self, lay: str) -> None:
        assert shown(lay, **self.EQUAL).choice is None

    def test_the_suit_is_asked_afterwards(self) -> None:
        facts = {**self.EQUAL, "hand": ["JD", "JC", "9C"], "legal": ["p JD:H", "p JD:C", "p JC:C"]}
        assert [button.word for button in shown(wishing="JD+JC", **facts).wish_buttons] == [
            "p JD+JC:C", "p JD+JC:S", "p JD+JC:H", "p JD+JC:D",
        ]  # fmt: skip
        assert shown(wishing="JD+JS", **facts).wish_buttons == []
        assert shown(wishing="JD+9C", **facts).wish_buttons == []


class TestCombinations:
    HELD = ("3C", "9C", "9D", "TD", "JH", "AS", "KS", "2S")
    FACTS: Any = {"hand": list(HELD), "legal": ["d", "p 3C(*)"], "rules": "double-52"}

    def test_all_sets_are_offered_the_dearest_first(self) -> None:
        choice = shown("3C", **self.FACTS).choice
        assert choice is not None
        assert sorted(one.word for one in choice.sets) == combinations(self.HELD, "3C")
        points = [one.points for one in choice.sets]
        assert points == sorted(points, reverse=True)

    def test_many_are_all_reachable(self) -> None:
        held = ["4C", *(f"{rank}H" for rank in "256789TJ")]
        choice = shown("4C", hand=held, legal=["p 4C(*)"], rules="double-52").choice
        assert choice is not None
        assert sorted(one.word for one in choice.sets + choice.more) == combinations(held, "4C")
        assert choice.more

    def test_a_drawn_one_may_be_laid_with_a_set(self) -> None:
        facts = self.FACTS | {"drawn": "3C", "legal": ["p 3C(*)", "-"]}
        assert shown("3C", **facts).choice is not None

    def test_one_that_does_not_fit_offers_none(self) -> None:
        assert card("3C", **(self.FACTS | {"legal": ["d"]})).value == "p 3C"
        assert shown("3C", **(self.FACTS | {"legal": ["d"]})).choice is None

    def test_what_was_laid_is_shown_for_a_while(self) -> None:
        laid = {"e": "played", "v": 1, "seat": 1, "card": "2C", "cards": ["2C"], "under": ["9C", "9D"]}
        passed = {"e": "passed", "v": 2, "seat": 2, "skip": False}
        next_lay = {"e": "played", "v": 3, "seat": 3, "card": "9H", "cards": ["9H"], "under": []}
        for log in ([laid], [laid, passed], [laid, passed, next_lay]):
            assert shown(log=log).combination == ["9C", "9D"]
            assert shown(log=log).combination_label == "Bob laid: nine of clubs, nine of diamonds"
        assert shown(log=[laid, next_lay, next_lay]).combination == []
        assert shown(log=[laid, {"e": "dealt", "v": 4}]).combination == []

    def test_the_family_has_its_own_words(self) -> None:
        table = shown(**self.FACTS)
        assert table.mau_word == "Last card!"
        assert [button.label for button in table.buttons if button.word == "m"] == ["Last card!"]
        assert shown().mau_word == "Mau!"


class TestJumpIn:
    FACTS: Any = {"turn": 2, "hand": ["9H", "KS"], "legal": ["j 9H"], "rules": "mau-mau jump_in=on"}

    def test_the_card_is_raised_and_named(self) -> None:
        nine = card("9H", **self.FACTS)
        assert (nine.word, nine.playable, nine.label) == ("j 9H", True, "Nine of hearts, jump in")
        assert card("KS", **self.FACTS).label == "King of spades"

    def test_a_button_has_the_key_j(self) -> None:
        button = shown(**self.FACTS).buttons[0]
        assert (button.word, button.key) == ("j 9H", "J")
        assert (button.label, button.note) == ("Jump in", "with the nine of hearts")

    def test_only_what_may_be_done_stands_beside_it(self) -> None:
        assert [button.word for button in shown(**self.FACTS).buttons] == ["j 9H"]


class TestChallenge:
    def test_stands_first_with_the_name(self) -> None:
        button = shown(legal=["c 1", "d", "p 9C"]).buttons[0]
        assert (button.word, button.kind, button.note) == ("c 1", "call", "Bob")

    def test_an_own_late_mau_can_be_said_off_turn(self) -> None:
        table = shown(turn=1, legal=["m"], mau_open=0, rules="mau-mau mau=challenge")
        assert [(button.word, button.on) for button in table.buttons if button.on] == [("m", True)]
        assert table.line == "Say it before somebody notices"


class TestMauMau:
    def test_both_can_be_said_where_both_can_come(self) -> None:
        table = shown(legal=["m", "mm", "p 9C"], rules="classic equal_cards=on")
        assert [(b.word, b.key) for b in table.buttons[2:]] == [("m", "M"), ("mm", "")]

    def test_alone_it_has_the_key(self) -> None:
        table = shown(hand=["9C"], legal=["mm", "p 9C"], rules="classic")
        assert [(b.word, b.label, b.key) for b in table.buttons[2:]] == [("mm", "Mau-Mau!", "M")]


class TestAgain:
    @pytest.mark.parametrize(
        ("legal", "line"),
        [
            (["p 9C"], "One more card: Hearts or nine"),
            (["d"], "One more card, but none fits: draw"),
            (["-"], "One more card, but none fits: pass"),
        ],
    )
    def test_says_what_is_left_to_do(self, legal: list[str], line: str) -> None:
        assert shown(again=True, legal=legal, rules="tournament").line == line


class TestStrict:
    STRICT: Any = {"rules": "mau-mau strict=on"}

    @staticmethod
    def without_words(html: str) -> str:
        """The html with lays and tries written alike."""
        return re.sub(r'"x (\w\w)"', r'"p \1"', html)

    @pytest.mark.parametrize("rules", ["mau-mau", "mau-mau equal_cards=on", "five-wins", "double-52"])
    def test_the_hand_tells_nothing_but_by_its_words(self, rules: str) -> None:
        facts = {"rules": f"{rules} strict=on", "hand": [*HAND, "4C", "KC", "QC", "8C"]}
        fits = hand_html(**facts, legal=[*FITS, "p 4C(*)", "p KS"])
        unfit = hand_html(**facts, legal=["d"])
        assert fits != unfit
        assert self.without_words(fits) == self.without_words(unfit)

    def test_nothing_is_raised_dimmed_or_named(self) -> None:
        html = hand_html(**self.STRICT)
        assert not re.search(r'class="card (on|off)"|aria-disabled|playable|does not fit', html)

    def test_a_tap_is_the_try(self) -> None:
        words = {one.name: one.word for one in shown(**self.STRICT).hand}
        assert (words["9C"], words["KS"]) == ("p 9C", "x KS")

    def test_a_wish_card_asks_for_the_suit_alike(self) -> None:
        for legal, word in ((FITS, "p JD:C"), (["d"], "x JD")):
            table = shown("JD", **self.STRICT, legal=legal)
            jack = next(one for one in table.hand if one.name == "JD")
            assert (jack.value, jack.wish) == ("lay JD", True)
            assert table.wish_buttons[0].word == word

    def test_a_set_that_does_not_fit_is_a_try(self) -> None:
        facts = TestCombinations.FACTS | {"rules": "double-52 strict=on", "legal": ["d"]}
        choice = shown("3C", **facts).choice
        assert choice is not None
        assert {one.word for one in choice.sets} == {"x 3C"}

    def test_after_drawing_every_other_card_is_a_try(self) -> None:
        table = shown(**self.STRICT, drawn="9C", legal=["-", "p 9C"])
        words = {one.name: one.word for one in table.hand}
        assert (words["9C"], words["9D"]) == ("p 9C", "x 9D")
        assert table.line == "Try the nine of clubs or pass"

    def test_the_plate_does_not_say_what_would_do(self) -> None:
        assert shown(**self.STRICT).line == "5 cards"
        assert shown(**self.STRICT, wish="H").line == "Hearts wished"

    def test_the_buttons_do_not_either(self) -> None:
        two = self.STRICT | {"hand": ["9C", "KS"]}
        for legal in (["d", "m", "p 9C"], ["d"]):
            assert [b.on for b in shown(**two, legal=legal).buttons] == [True, False, True]

    def test_with_nothing_to_draw_passing_is_lit_instead(self) -> None:
        empty = self.STRICT | {"stock": 0, "discard": 1}
        for legal in (["p 9C"], ["-"]):
            assert [b.on for b in shown(**empty, legal=legal).buttons][:2] == [False, True]

    def test_a_twin_is_not_named_but_still_jumps_in(self) -> None:
        facts = TestJumpIn.FACTS | {"rules": "mau-mau jump_in=on strict=on"}
        nine = card("9H", **facts)
        assert (nine.word, nine.playable, nine.label) == ("j 9H", False, "Nine of hearts")
        assert not [b for b in shown(**facts).buttons if b.word.startswith("j")]

    def test_off_turn_nothing_is_tried(self) -> None:
        assert card("KS", **self.STRICT, turn=1, legal=[]).word == "p KS"


class TestWatchingOn:
    def test_who_is_knocked_out_is_told(self) -> None:
        seats = [seat_of(0, 0, in_match=False, score=120), seat_of(1), seat_of(2)]
        view = view_of(rules="tournament", turn=1, legal=[], hand=[]) | {"seats": seats}
        table = display(view)
        assert table.buttons == []
        assert table.line == "You are out of the match"
        assert table.watch_line == "You are out of the match. Watch the others finish."
        assert table.headline == "Bob to play"

    def test_places_are_told_while_others_play_on(self) -> None:
        seats = [seat_of(0, 0, out=True, place=1), seat_of(1, 0, out=True, place=2), seat_of(2), seat_of(3)]
        table = display(view_of(rules="mau-mau play_on=on", turn=2, legal=[], hand=[]) | {"seats": seats})
        assert table.line == "You are 1st"
        assert table.plates[0].tag == "2nd"

    def test_a_last_card_that_is_not_settled(self) -> None:
        seats = [seat_of(0, 0), seat_of(1)]
        table = display(view_of(rules="classic", turn=1, legal=[], hand=[], bare=[0]) | {"seats": seats})
        assert table.watch_line == "No cards left. The others may still answer."
