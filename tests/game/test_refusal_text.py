"""Refusals in words: which rule forbids it, what to do now, and the clause that says so."""

from __future__ import annotations

import random

import pytest
from django.utils.translation import override

from game import refusal_words
from game.engine import RuleSet, parse_action, reason, why_not
from game.engine.misfits import _LINES
from game.error_words import error_text
from game.refusal_text import Refusal, refuse
from tests.game.engine.drawn import given, play
from tests.game.engine.test_properties import QUIET, WORDS, begin, matches, moves, shuffled_secrets
from tests.game.engine.test_reasons import TABLE as REASONS

FRENCH = "pack=french52 second_pack_from=2"
TABLE = [
    ("top=9H hand=KD.9C", "p KD",
     "Only hearts, another nine or any jack fits here. Lay a card that fits or draw.",
     "suit-rank"),
    ("top=9H hand=KD.QC", "p KD", "Only hearts, another nine or any jack fits here. Draw.", "suit-rank"),
    ("top=9H hand=KD.9C rules=double-52", "p KD",
     "Only hearts or another nine fits here. Lay a card that fits or draw.", "suit-rank"),
    ("top=JC hand=KD.9C", "p KD", "Only clubs fit here. Lay a card that fits or draw.", "suit-rank"),
    ("top=JC hand=JD.9C", "p JD:H",
     "Jack on jack is not allowed here. Lay a card that fits or draw.", "wish-card"),
    ("top=8C hand=8D.QD rules=crazy-eights", "p 8D:H",
     "Eight on eight is not allowed here. Draw.", "wish-card"),
    ("top=JC hand=KD.9H wish=H", "p KD", "A wish for hearts stands. Lay hearts or draw.", "wish"),
    ("top=JC hand=KD.9C wish=H", "p KD", "A wish for hearts stands. Draw.", "wish"),
    ("top=JC hand=KD.JS wish=H rules=classic", "p KD",
     "A wish for hearts stands. Lay a card that fits.", "wish"),
    ("top=JC hand=JD.9H wish=H", "p JD:C",
     "A wish for hearts stands, and no jack may answer it. Lay hearts or draw.", "wish-card"),
    ("top=JC hand=JD.9C wish=H rules=double-52", "p JD:H",
     "A wish for hearts stands, and the jack needs that suit too. Draw.", "wish-card"),
    ("top=7H hand=KH.7C due=2", "p KH",
     "2 cards are due: only a seven helps. Lay a seven or take what is due.", "seven"),
    ("top=7H hand=KH.9C due=4", "p KH", "4 cards are due: only a seven helps. Take what is due.", "seven"),
    ("top=6H hand=KH.9C due=1 rules=double-52", "p KH",
     "1 card is due: only a six helps. Take what is due.", "six"),
    ("top=7H hand=7C.9C due=2 rules=first-lesson", "p 7C",
     "2 cards are due, and nothing can answer that. Take what is due.", "seven"),
    ("top=8H hand=KH.9C skip=1 rules=classic", "p KH",
     "You are to sit out: only an eight helps. Sit out.", "eight"),
    ("top=8H hand=KH.8C skip=1 rules=classic", "d",
     "You are to sit out: only an eight helps. Lay an eight or sit out.", "eight"),
    ("top=9H hand=KH.TH drawn=TH", "p KH",
     "After drawing you may lay only the card you drew, the ten of hearts. Lay the ten of hearts or pass.",
     "drawn"),
    ("top=9H hand=KH.TC drawn=TC", "p KH",
     "After drawing you may lay only the card you drew, the ten of clubs. Pass.", "drawn"),
    ("top=9H hand=JH rules=five-wins strict=off", "p JH", "Jack as the last card is not allowed here. Draw.",
     "wish-finish"),
    ("top=9H hand=3H.KC.QD rules=double-52", "p 3H",
     "A three goes only with three ranks in a row, and you do not hold that. Draw.", "combos"),
    ("top=9H hand=3H.KC.QD.JS rules=double-52", "p 3H",
     "A three goes only with three ranks in a row. Pick those cards too.", "combos"),
    ("top=9H hand=JH.JC", "p JH", "The jack wishes. Choose a suit with it.", "wish"),
    ("top=9H hand=KH.JC rules=classic", "d",
     "Drawing is allowed only if no card fits, and you hold one that does. Lay a card that fits.", "draw"),
    ("top=9H hand=KH.JC", "-", "You may pass only after drawing. Lay a card that fits or draw.", "draw"),
    ("top=9H hand=KD.QC", "-", "You may pass only after drawing. Draw.", "draw"),
    ("top=9H hand=KH.JC drawn=KH", "d",
     "You have drawn in this turn already. Lay the king of hearts or pass.", "draw"),
    ("top=9H hand=KH.JC.9C", "m",
     "“Mau” is said just before you lay down to one card. Lay a card that fits or draw.", "mau"),
    ("top=9H hand=KH.JC.9C rules=double-52", "m",
     "“Last card” is said just before you lay down to one card. Lay a card that fits or draw.", "mau"),
    ("top=9H hand=KH.JC turn=1", "p KH", "It is not your turn yet. Wait for the gold plate.", "turn"),
    (f"top=7H hand=7H.JC turn=1 due=2 rules=mau-mau jump_in=on {FRENCH}", "j 7H",
     "Nobody jumps in while cards are due. Wait for your turn.", "jump"),
    ("top=9H hand=KH.JC", "c 1",
     "At this table nobody is caught: the game itself notices a missing call.", "mau-penalty"),
    ("top=9H hand=KH.JC rules=five-wins", "x KH", "That card fits. Simply lay it.", "strict"),
    # strict: it is not told whether a card of the hand fits
    ("top=JC hand=KD.9C wish=H rules=five-wins", "p KD",
     "A wish for hearts stands. Lay hearts or draw.", "wish"),
    ("top=9H hand=KD.TC drawn=TC rules=five-wins", "d",
     "You have drawn in this turn already. Try the ten of clubs or pass.", "draw"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "word", "text", "rule"), TABLE)
def test_says_the_rule_and_the_way_on(position: str, word: str, text: str, rule: str) -> None:
    state = given(position)
    code = why_not(state, 0, parse_action(word))
    assert code is not None
    with override("en"):
        assert refuse(state, 0, code, word) == Refusal(text, rule)


def test_in_german() -> None:
    state = given("top=JC hand=JD.9C")
    with override("de"):
        assert refuse(state, 0, "does-not-fit", "p JD:H").text == (
            "Bube auf Bube geht hier nicht. Leg eine passende Karte oder zieh."
        )


@QUIET
@matches
def test_every_refusal_has_a_sentence_that_is_possible(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng = random.Random(number)
    for _ in moves(state, rng, 40):
        seat = state.turn or 0
        for word in rng.sample(WORDS, 30):
            code = why_not(state, seat, parse_action(word))
            if code is None:
                continue
            said = refuse(state, seat, code, word)
            assert said.text.endswith(".") and "%" not in said.text
            if not state.tables.strict and said.text.endswith((" Draw.", " or draw.")):
                assert why_not(state, seat, parse_action("d")) is None, (said, word)


@QUIET
@matches
def test_no_refusal_tells_of_hidden_cards(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng = random.Random(number)
    for _ in moves(state, rng, 40):
        seat = rng.randrange(players)
        other = shuffled_secrets(state, seat, rng)
        for word in rng.sample(WORDS, 20):
            code = why_not(state, seat, parse_action(word))
            if code is not None:
                assert refuse(other, seat, code, word) == refuse(state, seat, code, word)


def test_every_reason_has_its_sentence() -> None:
    known = {*refusal_words.WHY, *refusal_words.ENOUGH}
    assert {code for code, _ in _LINES} <= known
    assert {why for _, _, why in REASONS} - known == {"not-in-hand"}  # the code says it all
    assert not set(refusal_words.WHY) & set(refusal_words.ENOUGH)


def test_what_has_moved_on_gets_the_general_sentence() -> None:
    state = given("top=9H hand=KH.9C")
    assert refuse(state, 0, "does-not-fit", "p KH") == Refusal(error_text("does-not-fit"))
    assert refuse(state, 0, "stale", "p KD") == Refusal(error_text("stale"))
    assert refuse(state, None, "not-seated", "p KD") == Refusal(error_text("not-seated"))
    assert refuse(state, 0, "does-not-fit", "x" * 40) == Refusal(error_text("does-not-fit"))


def test_after_an_ace_it_says_what_is_owed() -> None:
    state = given("top=9H hand=AH.KH.JC.9D rules=tournament")
    play(state, "0 p AH")
    assert reason(state, 0, parse_action("d")) == "again-lay"
    with override("en"):
        assert refuse(state, 0, "must-lay", "d") == Refusal(
            "After an ace one more card must follow, and you hold one that fits. Lay a card that fits.", "ace"
        )
