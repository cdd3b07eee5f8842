"""Why an action is refused: every refusal has its reason, and the reason is true."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game.engine import (
    WORDS,
    RuleSet,
    State,
    apply,
    card_name,
    legal_words,
    parse_action,
    parse_card,
    reason,
    why_not,
)
from game.engine.cards import ANY_SUIT, NO_CARD, NO_SUIT, RANK_OF, SUIT_OF
from game.engine.misfits import misfit
from tests.game.engine.drawn import given, play
from tests.game.engine.test_properties import QUIET, begin, matches, moves

Truth = Callable[[State, int, int], bool]


def rank_is_top(state: State, card: int) -> bool:
    return RANK_OF[card] == RANK_OF[state.top]


def is_wish_card(state: State, card: int) -> bool:
    return RANK_OF[card] == state.tables.wish_rank


def wished(state: State) -> bool:
    return state.wish not in (NO_SUIT, ANY_SUIT)


TRUE: dict[str, Truth] = {
    "due-unanswerable": lambda s, seat, card: s.due > 0 and s.rules.seven == "draw",
    "due-other-rank": lambda s, seat, card: s.due > 0 and not rank_is_top(s, card),
    "skip-open": lambda s, seat, card: s.skip > 0 and card_name(card)[0] != "8",
    "drawn-only": lambda s, seat, card: s.drawn not in (NO_CARD, card),
    "wish-suit": lambda s, seat, card: wished(s) and SUIT_OF[card] != s.wish and not is_wish_card(s, card),
    "wish-card-suit": lambda s, seat, card: (
        wished(s) and SUIT_OF[card] != s.wish and is_wish_card(s, card) and s.rules.wish_fits == "match"
    ),
    "wish-no-wish-card": lambda s, seat, card: (
        wished(s) and is_wish_card(s, card) and s.rules.wish_fits == "not-on-wish"
    ),
    "wish-on-wish": lambda s, seat, card: (
        is_wish_card(s, card) and is_wish_card(s, s.top) and s.rules.wish_fits == "not-on-wish"
    ),
    "suit-only": lambda s, seat, card: (
        s.wish == NO_SUIT and is_wish_card(s, s.top) and SUIT_OF[card] != SUIT_OF[s.top]
    ),
    "suit-or-rank": lambda s, seat, card: (
        s.wish == NO_SUIT and SUIT_OF[card] != SUIT_OF[s.top] and not rank_is_top(s, card)
    ),
    "no-combination": lambda s, seat, card: s.rules.combos == "on" and card_name(card)[0] in "234",
    "wish-finish": lambda s, seat, card: (
        s.rules.wish_finish == "forbidden" and is_wish_card(s, card) and len(s.hands[seat]) == 1
    ),
}  # fmt: skip


@QUIET
@matches
def test_every_card_that_does_not_fit_has_a_true_reason(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    for _ in moves(state, random.Random(number), 60):
        seat = state.turn
        if seat is None or state.wish_owed:
            continue
        may = {word[2:4] for word in legal_words(state, seat) if word.startswith("p ")}
        for card in set(state.hands[seat]):
            why = misfit(state, seat, card)
            assert (why == "") == (card_name(card) in may)
            if why:
                assert TRUE[why](state, seat, card), why


@QUIET
@matches
def test_an_action_has_a_reason_exactly_if_it_is_refused(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng = random.Random(number)
    for _ in moves(state, rng, 30):
        for word in rng.sample(WORDS, 20):
            seat, action = rng.randrange(players), parse_action(word)
            assert (reason(state, seat, action) == "") == (why_not(state, seat, action) is None)


@QUIET
@matches
def test_a_try_tells_what_a_lay_would_have(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules.with_values({"strict": "on"}), players, number)
    for seat, word in moves(state, random.Random(number), 60):
        if word.startswith("x "):
            why = misfit(state, seat, parse_card(word[2:]))
            heard = [event.wire(None) for event in apply(state.copy(), seat, parse_action(word))]
            assert [event["why"] for event in heard if event["e"] == "tried"] == [why] != [""]


FRENCH = "pack=french52 second_pack_from=2"
TABLE = [
    # lays
    ("top=9H hand=KD.9C", "0 p KD", "suit-or-rank"),
    ("top=JC hand=KD.9C", "0 p KD", "suit-only"),
    ("top=JC hand=KD.9C rules=classic", "0 p KD", "suit-or-rank"),
    ("top=JC hand=JD.9C", "0 p JD:H", "wish-on-wish"),
    ("top=JC hand=JD.9C wish=H", "0 p JD:H", "wish-no-wish-card"),
    ("top=JC hand=JD.9C wish=H rules=double-52", "0 p JD:H", "wish-card-suit"),
    ("top=JC hand=KD.9C wish=H", "0 p KD", "wish-suit"),
    ("top=JC hand=JD.9C wish=* rules=five-wins", "0 p JD:H", "wish-on-wish"),
    ("top=7H hand=KH.9C due=2", "0 p KH", "due-other-rank"),
    ("top=7H hand=7C.9C due=2 rules=first-lesson", "0 p 7C", "due-unanswerable"),
    ("top=8H hand=KH.9C skip=1 rules=classic", "0 p KH", "skip-open"),
    ("top=9H hand=KH.TH drawn=TH", "0 p KH", "drawn-only"),
    ("top=9H hand=JH rules=five-wins", "0 p JH", "wish-finish"),
    ("top=9H hand=3H.KC.QD rules=double-52", "0 p 3H", "no-combination"),
    ("top=9H hand=3H.KC.QD.JS rules=double-52", "0 p 3H", "combination-missing"),
    ("top=9H hand=3H.KC.QD.JS rules=double-52", "0 p 3H(KC+QD)", "not-a-row"),
    ("top=9H hand=2H.KC.QD.JS rules=double-52", "0 p 2H(KC+QD)", "not-a-pair"),
    ("top=9H hand=4H.KC.QD.JS.9S rules=double-52", "0 p 4H(KC+QD+JS+9S)", "not-a-suit"),
    ("top=9H hand=KH.KC.QD.JS rules=double-52", "0 p KH(KC+QD)", "no-combination-card"),
    ("top=9H hand=3H.KC.QD rules=tournament", "0 p 3H(KC+QD)", "combos-off"),
    ("top=9H hand=KH.KC.QD", "0 p KH+KC", "equal-off"),
    ("top=9H hand=KH.KC.QH rules=mau-mau equal_cards=on", "0 p KH+QH", "not-equal"),
    ("top=9H hand=3H.3C.QH rules=double-52 equal_cards=on", "0 p 3H+3C", "equal-combination"),
    ("top=9H hand=JH.JC rules=five-wins equal_cards=on", "0 p JH+JC", "wish-finish"),
    ("top=9H hand=JH.JC", "0 p JH", "wish-missing"),
    ("top=9H hand=KH.JC", "0 p KH:S", "not-a-wish-card"),
    ("top=9H hand=JH", "0 p JH:S", "wish-last"),
    ("top=9H hand=KH.JC rules=mau-mau wish_rank=none", "0 p KH:S", "wish-off"),
    ("top=9H hand=KH.JC", "0 w S", "no-wish-owed"),
    ("top=9H hand=KH.JC", "0 p KD", "not-in-hand"),
    ("top=9H hand=KH.JC turn=1", "0 p KH", "not-your-turn"),
    # draws and passes
    ("top=9H hand=KH.JC rules=classic", "0 d", "stuck-lay"),
    ("top=9H hand=KH.JC drawn=KH", "0 d", "drawn-already"),
    ("top=8H hand=KH.JC skip=1 rules=classic", "0 d", "skip-open"),
    ("top=9H hand=KH.JC", "0 -", "pass-too-early"),
    ("top=7H hand=KH.JC due=2", "0 -", "due-pass"),
    # "Mau"
    ("top=9H hand=KH.JC.9C", "0 m", "mau-too-early"),
    ("top=9H hand=KD.QC", "0 m", "mau-none-fits"),
    ("top=9H hand=KH.JC rules=crazy-eights", "0 m", "mau-off"),
    ("top=9H hand=KH.JC", "0 mm", "mau-mau-off"),
    ("top=9H hand=KH.JC rules=classic", "0 mm", "mau-mau-too-early"),
    ("top=9H hand=KD rules=classic", "0 mm", "mau-mau-none-fits"),
    # challenges
    ("top=9H hand=KH.JC", "0 c 1", "challenge-off"),
    ("top=9H hand=KH.JC rules=five-wins", "0 c 1", "challenge-nobody"),
    ("top=9H hand=KH.JC rules=mau-mau mau=off", "0 c 1", "mau-off"),
    # jumps
    (f"top=9H hand=9H.JC turn=1 rules=mau-mau {FRENCH}", "0 j 9H", "jump-off"),
    ("top=9H hand=9C.JC turn=1 rules=mau-mau jump_in=on", "0 j 9C", "jump-one-pack"),
    (f"top=9H hand=9C.JC turn=1 rules=mau-mau jump_in=on {FRENCH}", "0 j 9C", "jump-other-card"),
    (f"top=9H hand=9H.JC rules=mau-mau jump_in=on {FRENCH}", "0 j 9H", "jump-own-turn"),
    (f"top=7H hand=7H.JC turn=1 due=2 rules=mau-mau jump_in=on {FRENCH}", "0 j 7H", "jump-due"),
    (f"top=8H hand=8H.JC turn=1 skip=1 rules=classic jump_in=on {FRENCH}", "0 j 8H", "jump-skip"),
    (f"top=JH hand=JH.9C turn=1 wish=C rules=mau-mau jump_in=on {FRENCH}", "0 j JH", "jump-wish"),
    (f"top=JH hand=JH.9C turn=1 rules=mau-mau jump_in=on {FRENCH}", "0 j JH", "jump-wish-card"),
    ("top=3H hand=3H.9C turn=1 rules=double-52 jump_in=on", "0 j 3H", "jump-combination"),
    # tries
    ("top=9H hand=KD.JC", "0 x KD", "strict-off"),
    ("top=9H hand=KH.JC rules=five-wins", "0 x KH", "card-fits"),
]


@pytest.mark.parametrize(("position", "move", "why"), TABLE, ids=[why for _, _, why in TABLE])
def test_the_rule_that_forbids(position: str, move: str, why: str) -> None:
    seat, _, word = move.partition(" ")
    assert reason(given(position), int(seat), parse_action(word)) == why


def test_after_an_ace_one_more_card_must_follow() -> None:
    state = given("top=9H hand=AH.KH.JC.9D rules=tournament")
    play(state, "0 p AH")
    assert reason(state, 0, parse_action("d")) == "again-lay"
    assert reason(state, 0, parse_action("-")) == "again-lay"


def test_with_nothing_to_draw_a_fitting_card_must_be_laid() -> None:
    state = given("top=9H hand=KH.JC", stock="")
    state.pile = state.pile[-1:]
    assert reason(state, 0, parse_action("d")) == "stock-empty-lay"
    assert reason(state, 0, parse_action("-")) == "stock-empty-lay"
    state.hands[0] = [parse_card("KD")]
    assert reason(state, 0, parse_action("d")) == "nothing-to-draw"


def test_who_has_done_something_has_the_turn() -> None:
    state = given(f"top=9H hand=9H.JC turn=1 rules=mau-mau jump_in=on {FRENCH}")
    play(state, "1 d")
    assert reason(state, 0, parse_action("j 9H")) == "jump-late"


def test_nobody_challenges_himself() -> None:
    state = given("top=9H hand=9C.8H rules=five-wins")
    play(state, "0 p 9C")
    assert reason(state, 0, parse_action("c 0")) == "challenge-own"
    assert reason(state, 1, parse_action("c 1")) == "challenge-other"
