"""What the coach says about drawn positions, pinned in both languages, across rule sets."""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

from game import engine
from game.bots.master import Weighed
from game.coach.reasons import Advice, advise
from game.coach.sentences import odds, sentence
from game.engine import State
from tests.game.engine.drawn import given

Log = list[dict[str, Any]]


def said(state: State, *words: str, log: Log | None = None, lang: str = "en", **more: float) -> str:
    """The sentence where `words` were weighed best first, each far behind the one before."""
    weighed = [Weighed(word, 0.9 - 0.2 * n, 0.9 - 0.2 * n, 5.0, 400) for n, word in enumerate(words)]
    if "apart" in more:
        weighed = [Weighed(w, 0, 0.5 - more["apart"] * n, 5.0, 400) for n, w in enumerate(words)]
    view = engine.view(state, 0)
    advice = advise(view, log or [], weighed)
    assert advice is not None
    with override(lang):
        return sentence(advice, view)


def test_nothing_fits() -> None:
    state = given("top=9S hand=KD.8H.AC")
    assert said(state, "d") == "Draw: nothing of yours fits the nine of spades."
    assert said(state, "d", lang="de") == "Ziehen: keine deiner Karten passt auf Pik Neun."


def test_nothing_fits_a_wish() -> None:
    state = given("top=JS hand=KD.8H.AC wish=S")
    assert said(state, "d") == "Draw: nothing of yours fits the wish for spades."


def test_taking_what_is_due() -> None:
    state = given("top=7S hand=KD.8H.AC due=2")
    assert said(state, "d") == "Take the cards: you hold no seven to answer with."
    assert said(state, "d", lang="de") == "Nimm die Karten: du hast keine Sieben als Antwort."
    state = given("top=7S hand=KD.8H.7C rules=first-lesson due=2")
    assert said(state, "d") == "Take the cards: nothing answers what is due."


def test_answering_a_seven() -> None:
    state = given("top=7S hand=KD.8H.7C.9C due=2 hands=4,3,4")
    told = said(state, "p 7C", "d", apart=0.05)
    assert told == "The seven of clubs: so 4 cards are due from P1 and not from you."


def test_a_seven_for_who_is_nearly_out() -> None:
    state = given("top=9C hand=KC.8H.7C.AD hands=4,1,4")
    told = said(state, "p 7C", "p KC", "d", apart=0.05)
    assert told == "The seven of clubs: P1 has only one card left and needs a seven too, or takes 2 cards."
    german = "Kreuz Sieben: P1 hat nur noch eine Karte und braucht auch eine Sieben, sonst nimmt P1 2 Karten."
    assert said(state, "p 7C", "p KC", "d", apart=0.05, lang="de") == german


def test_a_seven_without_an_answer() -> None:
    state = given("top=9C hand=KC.8H.7C.AD hands=4,1,4 rules=first-lesson")
    told = said(state, "p 7C", "p KC", apart=0.05)
    assert told == "The seven of clubs: P1 has only one card left and takes 2 cards."


def test_where_sevens_do_nothing_nobody_takes_cards() -> None:
    state = given("top=9C hand=KC.8H.7C.AD hands=4,1,4 rules=crazy-eights")
    assert "takes" not in said(state, "p 7C", "p KC", apart=0.05)


def test_an_eight_heads_up() -> None:
    state = given("top=9C hand=KC.8C.7H.AD hands=4,5")
    told = said(state, "p 8C", "p KC", "d", apart=0.05)
    assert told == "The eight of clubs: P1 sits out, and it is your turn again at once."


def test_an_eight_that_can_be_answered() -> None:
    state = given("top=9C hand=KC.8C.7H.AD.AH hands=5,2,5 rules=double-52")
    told = said(state, "p 8C", "p KC", apart=0.05)
    assert told == "The eight of clubs: P1 has only 2 cards left and needs an eight too, or sits out."


def test_a_wish_for_what_one_holds() -> None:
    state = given("top=9C hand=JD.AH.KH.9H.8S hands=5,4,4")
    told = said(state, "p JD:H", "p JD:S", "p 9H", apart=0.05)
    assert told == "The jack of diamonds, wishing for hearts: you hold 3 more cards of that suit."
    german = "Karo Bube mit Wunsch Herz: davon hast du noch 3 Karten."
    assert said(state, "p JD:H", "p JD:S", "p 9H", apart=0.05, lang="de") == german


def test_a_wish_that_somebody_could_not_follow() -> None:
    state = given("top=9C hand=JD.AH.AS.KC hands=4,4,4")
    log: Log = [
        {"e": "dealt", "top": "TH"},
        {"e": "drew", "seat": 1, "n": 1, "cause": ""},
        {"e": "played", "seat": 2, "card": "9H", "wish": None},
    ]
    told = said(state, "p JD:H", "p JD:S", log=log, apart=0.05)
    assert told == "The jack of diamonds, wishing for hearts: P1 drew when hearts was asked for."


def test_a_wish_card_is_kept() -> None:
    state = given("top=9C hand=JD.AC.KH.8S hands=4,4,4")
    told = said(state, "p AC", "p JD:H", "d", apart=0.05)
    assert told == "The ace of clubs: so you keep the jack of diamonds, a wish card, for later."
    state = given("top=9C hand=JD.AC.KH.8S hands=4,4,4 rules=crazy-eights")
    told = said(state, "p AC", "p 8S:H", "d", apart=0.05)
    assert told == "The ace of clubs: so you keep the eight of spades, a wish card, for later."


def test_drawing_although_a_card_fits() -> None:
    state = given("top=9C hand=JD.AH.KH.TS hands=4,4,4")
    told = said(state, "d", "p JD:H", apart=0.05)
    assert told == "Draw: so you keep the jack of diamonds, a wish card, for later."


def test_mau_comes_first() -> None:
    state = given("top=9C hand=KC.AH hands=2,4")
    told = said(state, "p KC", "d")
    assert told == "Say “Mau” first: then the king of clubs leaves you with one card."
    assert (
        said(state, "p KC", "d", lang="de") == "Sag erst „Mau“: nach Kreuz König hast du nur noch eine Karte."
    )


def test_the_last_card() -> None:
    state = given("top=9C hand=KC hands=1,4")
    assert said(state, "p KC", "d").endswith(": it is your last card, and the round is yours.")
    state = given("top=9C hand=KC hands=1,4,4 rules=mau-mau play_on=on")
    assert "you are out" in said(state, "p KC", "d") or "the round is yours" in said(state, "p KC", "d")


def test_a_last_card_that_is_played_through() -> None:
    state = given("top=9C hand=7C hands=1,4 rules=classic mau_mau=off")
    told = said(state, "p 7C", apart=0.05)
    assert told == "The seven of clubs: it is your last card, though its effect is still played through."


def test_reverse_and_again() -> None:
    state = given("top=9C hand=KC.9S.AC.QC hands=4,1,4 rules=tournament turn=0")
    told = said(state, "p 9S", "p KC", apart=0.05)
    assert told == (
        "The nine of spades: the direction turns, so P1, with only one card left, does not come next."
    )
    assert "you may lay one more card at once" in said(state, "p AC", "p QC", apart=0.05)


def test_several_at_once() -> None:
    state = given("top=9C hand=KC.KH.8S.AD hands=4,4,4 rules=mau-mau equal_cards=on")
    told = said(state, "p KC+KH", "p KC", apart=0.05)
    assert told == "The king of clubs and the king of hearts: 2 cards go at once."


def test_a_combination() -> None:
    state = given("top=9C hand=2C.KH.KS.AD.8D hands=5,4,4 rules=double-52")
    told = said(state, "p 2C(KH+KS)", "d", apart=0.05)
    assert told == "The king of hearts, the king of spades and the two of clubs: 3 cards go at once."


def test_a_card_that_was_drawn() -> None:
    state = given("top=9C hand=KC.AH.8S.9D hands=4,4 drawn=9D")
    assert said(state, "p 9D", "-", apart=0.05) == "The nine of diamonds: the card you drew fits."
    state = given("top=9C hand=KC.AH.8S.TD hands=4,4 drawn=TD")
    assert said(state, "-") == "Pass: the ten of diamonds you drew does not fit."


def test_nothing_is_left_to_draw() -> None:
    state = given("top=9C hand=KD.AH hands=2,4", stock="")
    state.pile = state.pile[-1:]
    assert said(state, "-") == "Pass: nothing fits, and nothing is left to draw."


def test_an_eight_is_to_be_answered() -> None:
    state = given("top=8C hand=KD.8H.AC.9S skip=1 hands=4,4,4 rules=double-52")
    told = said(state, "p 8H", "-", apart=0.05)
    assert told == "The eight of hearts: so P1 has to sit out or answer, not you."
    state = given("top=8C hand=KD.TH.AC.9S skip=1 hands=4,4,4 rules=double-52")
    assert said(state, "-") == "Sit out: you hold no eight to answer with."


def test_points_count_where_they_do() -> None:
    position = "top=9C hand=AC.9D.7H.TS hands=4,2,4 rules={}"
    state = given(position.format("mau-mau match_end=limit:100"))
    told = said(state, "p AC", "p 9D", apart=0.05)
    assert told == "The ace of clubs: it would count 11 points in your hand, and P1 has only 2 cards left."
    assert "points" not in said(given(position.format("mau-mau")), "p AC", "p 9D", apart=0.05)


def test_how_clear_it_is() -> None:
    state = given("top=9C hand=KC.TC.AC.8H.JD hands=5,4,4")
    words = ("p KC", "p TC", "d")
    assert said(state, *words).startswith("The king of clubs, clearly the best: ")
    assert said(state, *words, apart=0.01).endswith("; the ten of clubs is almost as good.")
    plain = said(state, *words, apart=0.06)
    assert "clearly" not in plain and "almost" not in plain
    assert "klar das Beste" in said(state, *words, lang="de")


def test_few_samples_are_never_clear() -> None:
    state = given("top=9C hand=KC.TC.AC.8H hands=4,4,4")
    view = engine.view(state, 0)
    weighed = [Weighed("p KC", 0.6, 0.6, 5.0, 8), Weighed("p TC", 0.4, 0.4, 5.0, 8)]
    advice = advise(view, [], weighed)
    assert isinstance(advice, Advice) and not advice.clear


def test_a_forgotten_mau_is_called_out_first() -> None:
    state = given("top=9C hand=KC.AH.8S hands=3,4,1 rules=first-lesson")
    state.window = 2
    assert said(state, "p KC") == "Call it out: P2 laid down to one card without saying “Mau”."


def test_odds_differ_where_they_are_told() -> None:
    with override("en"):
        assert odds(0.6, 0.41) == ("6 in 10", "4 in 10")
        assert odds(0.54, 0.46) == ("11 in 20", "9 in 20")
        assert odds(0.51, 0.505) == ("51 in 100", "50 in 100")
    with override("de"):
        assert odds(0.6, 0.41) == ("6 von 10", "4 von 10")
