"""RULES §4: what fits, in its order."""

import pytest

from game.engine.cards import names
from tests.game.engine.drawn import given, play, refused, words


def cards(position: str) -> list[str]:
    """The cards of seat 0 that may be laid, wishes left out."""
    return sorted({word[2:4] for word in words(given(position)) if word.startswith("p ")})


@pytest.mark.parametrize(
    ("position", "fit"),
    [
        ("top=9H hand=KD.9C.AH.QS", "9C AH"),
        ("top=9H hand=KD.9C.JS.QS", "9C JS"),
        ("top=JH hand=KD.9H.JS", "9H"),
        ("top=JH hand=KD.9H.JS wish=D", "KD"),
        ("top=JH hand=KD.9H.JD wish=D rules=first-lesson", "JD KD"),
        ("top=JH hand=KD.9H.JS wish=D rules=first-lesson", "JS KD"),
        ("top=JH hand=KD.9H.JS.JD wish=D rules=double-52", "JD KD"),
        ("top=9H hand=KD.JS.JH.TC rules=double-52", "JH"),
        ("top=9H hand=JS.KD rules=double-52 wish_fits=any", "JS"),
        ("top=7H hand=7S.KH.JC due=2", "7S"),
        ("top=7H hand=7S.KH.JC due=2 rules=first-lesson", ""),
        ("top=7H hand=7S.KH.JC", "7S JC KH"),
        ("top=6H hand=6S.7H.JC.KH due=1 rules=double-52", "6S"),
        ("top=8H hand=8S.KH.JC skip=1 rules=classic", "8S"),
        ("top=8H hand=8S.KH.JC", "8S JC KH"),
        ("top=9H hand=KD.9C.AH.QS drawn=AH", "AH"),
        ("top=9H hand=KD.9C.AH.QS drawn=KD", ""),
        ("top=JH hand=KD.9C.JS wish=*", "9C KD"),
        ("top=JH hand=KD.9C.JS wish=* rules=classic", "9C JS KD"),
        ("top=9H hand=JS rules=five-wins", ""),
        ("top=9H hand=JS.KD rules=five-wins", "JS"),
        ("top=9H hand=8S.JH rules=crazy-eights", "8S JH"),
        ("top=2H hand=JS rules=mau-mau pack=french52 wish_rank=none", ""),
        ("top=9H hand=9H rules=mau-mau second_pack_from=2", "9H"),
    ],
)
def test_what_fits(position: str, fit: str) -> None:
    assert cards(position) == fit.split()


def test_a_wish_card_is_listed_once_a_suit() -> None:
    assert words(given("top=9H hand=JC.KD")) == ["d", "m", "p JC:C", "p JC:D", "p JC:H", "p JC:S"]


def test_the_last_wish_card_ends_the_round_without_a_wish() -> None:
    state = given("top=9H hand=JC")
    assert words(state) == ["d", "p JC"]
    assert refused(state, "0 p JC:H") == "wish-not-allowed"
    play(state, "0 p JC")
    assert (state.phase, state.wins) == ("over", [1, 0])


@pytest.mark.parametrize(
    ("position", "move", "code"),
    [
        ("top=9H hand=KD.9C", "1 p 9C", "not-your-turn"),
        ("top=9H hand=KD.9C", "0 p 9D", "not-in-hand"),
        ("top=9H hand=KD.9C", "0 p KD", "does-not-fit"),
        ("top=9H hand=KD.9C.JH", "0 p JH", "wish-missing"),
        ("top=9H hand=KD.9C.JH", "0 p 9C:H", "wish-not-allowed"),
        ("top=9H hand=KD.9C.AH drawn=9C", "0 p AH", "only-drawn-card"),
        ("top=7H hand=KH.9C due=2", "0 p KH", "does-not-fit"),
        ("top=7H hand=KH.9C due=2", "0 -", "must-take"),
        ("top=8H hand=KH.9C skip=1 rules=classic", "0 d", "draw-not-allowed"),
        ("top=9H hand=KD.9C rules=classic", "0 d", "must-lay"),
        ("top=9H hand=KD.QC.AS", "0 -", "pass-not-allowed"),
        ("top=9H hand=KD.9C.TS", "0 m", "mau-not-now"),
        ("top=9H hand=KD.TS", "0 m", "mau-not-now"),
        ("top=9H hand=KD.9C", "0 mm", "mau-not-now"),
        ("top=9H hand=KD.9C", "0 c 1", "nothing-to-challenge"),
        ("top=9H hand=KD.9C", "0 w H", "wish-not-allowed"),
        ("top=9H hand=KD.9C", "0 x KD", "try-not-allowed"),
        ("top=9H hand=KD.9C rules=five-wins", "0 x 9C", "card-fits"),
        ("top=9H hand=KD.9C rules=five-wins", "0 x TC", "not-in-hand"),
        ("top=9H hand=KD.9C", "0 j 9C", "does-not-fit"),
        ("top=9H hand=9C.9D.KH", "0 p 9C+9D", "one-card-only"),
        ("top=9H hand=9C.9D.KH rules=mau-mau equal_cards=on", "0 p 9C+KH", "not-equal"),
        ("top=9H hand=9C.9D.KH rules=mau-mau equal_cards=on", "0 p 9C+9S", "not-in-hand"),
        ("top=9H hand=TC.TD.KH rules=mau-mau equal_cards=on", "0 p TC+TD", "does-not-fit"),
        ("top=9H hand=9C.9D.KH rules=mau-mau equal_cards=on drawn=9C", "0 p 9C+9D", "only-drawn-card"),
        ("top=9H hand=2H.KD.KS.5C rules=double-52", "0 p 2H", "combination-missing"),
        ("top=9H hand=2H.KD.KS.5C rules=double-52", "0 p 2H(KD+5C)", "not-a-combination"),
        ("top=9S hand=2H.KD.KS.5C rules=double-52", "0 p 2H(KD+KS)", "does-not-fit"),
    ],
)
def test_refusals_have_a_code_and_change_nothing(position: str, move: str, code: str) -> None:
    assert refused(given(position), move) == code


def test_combination_cards_need_their_combination() -> None:
    state = given("top=9H hand=2H.3H.4H.KD.KS.AS.2C.5C.6C.7C rules=double-52")
    found = [word for word in words(state) if word.endswith("(*)")]
    assert found == ["p 2H(*)", "p 3H(*)", "p 4H(*)"]
    assert cards("top=9H hand=2H.3H.4H.KD.QS.5C.8C.TC rules=double-52") == []
    assert cards("top=9H hand=3H.KD.AS.5C rules=double-52") == []


def test_a_combination_goes_under_the_pile_first_card_deepest() -> None:
    state = given("top=9H hand=3H.KD.AS.2C.5C.6C rules=double-52")
    assert play(state, "0 p 3H(2C+KD+AS)")[0]["under"] == ["2C", "KD", "AS"]
    assert names(state.pile) == ["2C", "KD", "AS", "9H", "3H"]
