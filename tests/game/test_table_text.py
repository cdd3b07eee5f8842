"""What the table says, as pure functions of a view."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from game.card_words import card_label, symbol
from game.engine import FIELDS
from game.error_words import ERRORS
from game.rule_words import VALUE_LABELS, value_label
from game.table_text import Table, display, error_text
from tests.game.views_by_hand import finished, seat_of, view_of

RAISERS = (
    "Refused", "NameRefused", "ServiceError", "NotNow", "NotThatCard", "BadAction", "BadFrame", "Nack",
    "nack", "error_json",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


def shown(**more: Any) -> Table:
    return display(view_of(**more))


@pytest.fixture(autouse=True)
def _english() -> Any:
    with override("en"):
        yield


def test_the_page_says_which_five_cards_lie_on_the_pile() -> None:
    """The oldest first, so the last one is the top card."""
    assert shown(pile=["7C", "8C", "9C", "TC", "JC", "QC"], top="QC").pile_top == "8C 9C TC JC QC"
    assert shown(pile=["QC"], top="QC").pile_top == "QC"
    assert shown(pile=[], top=None).pile_top == ""


class TestCards:
    def test_names_in_both_languages_and_decks(self) -> None:
        assert card_label("9H") == "nine of hearts"
        with override("de"):
            assert card_label("9H") == "Herz Neun"
            assert card_label("JC", "german") == "Eichel Unter"
            assert card_label("QS", "german") == "Laub Ober"

    def test_symbols_are_in_every_deck(self) -> None:
        decks = [ROOT / "static" / "cards" / f"{name}.svg" for name in ("fr-de", "fr-en", "de")]
        ids = [set(re.findall(r'id="([^"]+)"', deck.read_text())) for deck in decks]
        cards = {symbol(rank + suit) for rank in "23456789TJQKA" for suit in "CSHD"}
        assert all(cards | {"b-felt", "b-red", "b-onyx", "sc", "ss", "sh", "sd"} <= names for names in ids)


class TestHand:
    def test_is_sorted_by_suit_then_rank(self) -> None:
        assert [card.name for card in shown().hand] == ["7C", "9C", "7H", "TD", "JD"]

    def test_says_what_may_be_laid(self) -> None:
        cards = {card.name: card for card in shown().hand}
        assert cards["7H"].playable
        assert cards["7H"].label == "Seven of hearts, playable"
        assert not cards["TD"].playable
        assert cards["TD"].label == "Ten of diamonds, does not fit"
        assert (cards["JD"].playable, cards["JD"].wish, cards["JD"].word) == (True, True, "p JD")

    def test_nothing_is_judged_while_others_play(self) -> None:
        table = shown(turn=1, legal=[])
        assert next(card.label for card in table.hand) == "Seven of clubs"
        assert not any(card.playable for card in table.hand)

    def test_twins_of_two_packs_have_their_own_ids(self) -> None:
        assert [card.id for card in shown(hand=["9H", "9H"]).hand] == ["c-9H", "c-9H-2"]

    def test_a_twin_can_be_thrown_in_out_of_turn(self) -> None:
        card = shown(turn=2, hand=["9H"], legal=["j 9H"]).hand[0]
        assert (card.playable, card.word) == (True, "j 9H")

    def test_a_last_wish_card_needs_no_wish(self) -> None:
        card = shown(hand=["JD"], legal=["p JD"]).hand[0]
        assert (card.playable, card.wish) == (True, False)


class TestSeats:
    @pytest.mark.parametrize(("me", "order"), [(0, [1, 2, 3]), (2, [3, 0, 1]), (None, [0, 1, 2, 3])])
    def test_are_turned_so_that_the_viewer_sits_below(self, me: int | None, order: list[int]) -> None:
        table = shown(me=me)
        assert [plate.seat for plate in table.plates] == order
        assert [plate.p for plate in table.plates] == list(range(me is not None, 4))
        assert table.places == 4

    def test_removed_seats_are_closed_up(self) -> None:
        seats = [seat_of(0), seat_of(1, removed=True), seat_of(2)]
        table = display(view_of() | {"seats": seats})
        assert [(plate.seat, plate.p) for plate in table.plates] == [(2, 1)]

    @pytest.mark.parametrize(
        ("facts", "tag"),
        [
            ({"stand_in": True}, "bot plays"),
            ({"present": False}, "offline"),
            ({"out": True}, "out"),
            ({}, ""),
        ],
    )
    def test_say_how_it_stands(self, facts: dict[str, Any], tag: str) -> None:
        seats = [seat_of(0), seat_of(1, **facts)]
        assert display(view_of() | {"seats": seats}).plates[0].tag == tag

    def test_the_one_who_must_answer_shows_the_debt(self) -> None:
        assert shown(turn=1, due=4, top="7H", legal=[]).plates[0].tag == "+4"


class TestCombinations:
    FACTS: Any = {"hand": ["3C", "9C", "TD", "JH", "2D"], "legal": ["d", "p 3C(*)"], "rules": "double-52"}

    def test_a_tap_offers_the_sets_and_lays_none_by_itself(self) -> None:
        cards = {card.name: (card.value, card.word) for card in shown(**self.FACTS).hand}
        assert cards["3C"] == ("lay 3C", "p 3C")
        assert cards["2D"] == ("p 2D", "p 2D")


class TestOwnPlate:
    @pytest.mark.parametrize(
        ("facts", "line"),
        [
            ({}, "Hearts or nine"),
            ({"top": "JC"}, "Clubs"),
            ({"due": 4, "top": "7H", "legal": ["d"]}, "4 due, only a seven helps"),
            ({"due": 2, "top": "7H", "rules": "first-lesson", "legal": ["d"]}, "2 due, take them"),
            (
                {"wish": "H", "log": [{"e": "played", "seat": 1, "card": "JC", "wish": "H"}]},
                "Hearts wished by Bob",
            ),
            ({"wish": "H", "log": [{"e": "wished", "seat": 0, "wish": "H"}]}, "You wished for hearts"),
            ({"wish": "*"}, "Any card fits"),
            ({"drawn": "9C"}, "Lay the nine of clubs or pass"),
            ({"drawn": "TD"}, "It does not fit: pass"),
            ({"wish_owed": True}, "Wish for a suit"),
        ],
    )
    def test_says_what_fits(self, facts: dict[str, Any], line: str) -> None:
        table = shown(**facts)
        assert (table.headline, table.line) == ("Your turn", line)

    def test_in_german(self) -> None:
        with override("de"):
            assert (shown().headline, shown().line) == ("Du bist dran", "Herz oder Neun")
            assert shown(turn=1, legal=[]).headline == "Bob ist dran"

    def test_a_resting_match_says_so_and_takes_no_act(self) -> None:
        table = shown(status="rest")
        assert table.headline == "The match rests"
        assert table.buttons == []


class TestRail:
    def words(self, **facts: Any) -> dict[str, bool]:
        return {button.word: button.on for button in shown(**facts).buttons}

    def test_draw_pass_mau_are_always_there(self) -> None:
        assert self.words() == {"d": True, "-": False, "m": False}

    def test_due_cards_are_taken(self) -> None:
        draw = shown(due=4, top="7H", legal=["d"]).buttons[0]
        assert (draw.label, draw.kind) == ("Take 4", "take")

    def test_the_dealer_wishes(self) -> None:
        assert list(self.words(legal=["w C", "w D", "w H", "w S"])) == ["w C", "w S", "w H", "w D"]

    def test_a_forgotten_mau_can_be_challenged(self) -> None:
        button = shown(turn=2, legal=["c 1"]).buttons[0]
        assert (button.label, button.note) == ("Mau forgotten!", "Bob")

    def test_a_stand_in_can_be_sent_away(self) -> None:
        seats = [seat_of(0, stand_in=True, bot="normal"), seat_of(1)]
        assert [button.word for button in display(view_of() | {"seats": seats}).buttons] == ["back"]

    def test_without_mau_there_is_no_button_for_it(self) -> None:
        assert list(self.words(rules="crazy-eights")) == ["d", "-"]

    def test_spectators_have_none(self) -> None:
        table = shown(me=None, hand=[], legal=[])
        assert table.buttons == []
        assert table.watch_line == "You are watching"


class TestWish:
    def test_is_asked_without_scripts(self) -> None:
        table = display(view_of(), wish="JD")
        assert [button.word for button in table.wish_buttons] == ["p JD:C", "p JD:S", "p JD:H", "p JD:D"]

    @pytest.mark.parametrize("card", ["9C", "JC", "", "x"])
    def test_is_not_asked_for_what_cannot_wish(self, card: str) -> None:
        assert display(view_of(), wish=card).wish_buttons == []


class TestResult:
    def test_ranks_the_round_by_points(self) -> None:
        result = display(finished()).result
        assert result is not None
        assert result.title == "Bob wins the round"
        assert [(row.name, row.points) for row in result.rows] == [
            ("Bob", 0), ("Alice", 13), ("Charlie", 19), ("Dora", 30),
        ]  # fmt: skip
        assert (result.can_go_on, result.pause_seconds, result.final) == (True, 18, False)

    def test_whoever_is_ready_waits(self) -> None:
        result = display(finished(ready=[True, False, False, False])).result
        assert result is not None
        assert (result.can_go_on, result.waiting) == (False, True)

    def test_the_final_ranking_shares_places(self) -> None:
        seats = [seat_of(number, place=place) for number, place in enumerate([1, 1, 4, 3])]
        view = finished(state="match-over", outcome={"winners": [0, 1], "reason": "rounds"}) | {
            "seats": seats
        }
        result = display(view).result
        assert result is not None
        assert result.title == "Alice and Bob share the win"
        assert [row.place for row in result.rows] == [1, 1, 3, 4]


class TestErrors:
    def test_every_code_in_the_source_has_its_sentence(self) -> None:
        internal = {  # records, set-up and the server's own words: never an answer to a player
            "bad-seed", "bad-strength", "join-between-rounds", "join-not-allowed", "reshuffle-missing",
            "reshuffle-wrong", "seats-number", "table-full", "wrong-dealer", "wrong-deck", "wrong-seat",
        }  # fmt: skip
        calls = rf'(?:{"|".join(RAISERS)})\((?:[\w.\[\]"]+, )?"([a-z-]+)"'
        used = {
            code for path in (ROOT / "game").rglob("*.py") for code in re.findall(calls, path.read_text())
        }
        assert used - internal - set(ERRORS) == set()

    def test_says_what_to_do(self) -> None:
        assert error_text("does-not-fit") == "That card does not fit. Try another one or draw."
        with override("de"):
            assert error_text("does-not-fit") == "Die passt nicht. Nimm eine andere oder zieh."

    def test_unknown_codes_get_a_general_sentence(self) -> None:
        assert error_text("nobody-knows") == error_text("unknown")

    def test_no_sentence_shouts(self) -> None:
        assert not [text for text in map(str, ERRORS.values()) if "!" in text or not text.endswith(".")]


class TestRules:
    def test_only_differences_are_told(self) -> None:
        assert shown().differences == []
        table = shown(rules="mau-mau reverse_rank=9 match_end=rounds:3")
        assert table.differences == [("Turns the direction", "Nine", "no card")]

    def test_every_value_of_every_switch_has_words(self) -> None:
        unnamed = {"match_end", "turn_seconds", "hand_size", "two_player_hand", "mau_penalty"}
        missing = [
            (name, value)
            for name, values in FIELDS.items()
            if name not in unnamed
            for value in values
            if value not in VALUE_LABELS.get(name, {})
        ]
        assert missing == []

    @pytest.mark.parametrize(
        ("field", "value", "words"),
        [
            ("match_end", "rounds:1", "after 1 round"),
            ("match_end", "wins:3", "at 3 wins"),
            ("match_end", "wins:1", "at 1 win"),
            ("hand_size", 5, "5 cards"),
            ("two_player_hand", "6", "6 cards"),
            ("turn_seconds", "off", "no limit"),
            ("turn_seconds", "40", "40 seconds"),
        ],
    )
    def test_numbers_in_words(self, field: str, value: object, words: str) -> None:
        assert value_label(field, value) == words
