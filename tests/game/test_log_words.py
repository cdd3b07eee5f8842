"""The log: each effect in one sentence with its cause, and a link to a clause that is on the sheet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from game.engine import RuleSet, apply, deal, new_match, parse_action, view
from game.engine.misfits import _LINES
from game.engine.state import Seat
from game.log_words import TRIED, Told, log_line, tell
from game.refusal_text import refuse
from game.rulebook import CLAUSES, describe
from game.table_text import display
from tests.game.engine.test_properties import QUIET, begin, matches, moves, why_not
from tests.game.views_by_hand import seat_of, view_of


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with override("en"):
        yield


OLD = [  # as stored before events knew their cause
    ({"e": "played", "seat": 1, "card": "9H", "wish": None}, "Bob lays the nine of hearts"),
    ({"e": "drew", "seat": 1, "n": 1}, "Bob draws a card"),
    ({"e": "drew", "seat": 0, "n": 3}, "You draw 3 cards"),
    ({"e": "took", "seat": 0, "n": 4}, "You take 4 cards"),
    ({"e": "said", "seat": 2, "what": "mau"}, "Charlie says “Mau”"),
    ({"e": "passed", "seat": 2, "skip": True}, "Charlie sits out"),
    ({"e": "passed", "seat": 2, "skip": False}, "Charlie passes"),
    ({"e": "skipped", "seat": 1}, "Bob sits out"),
    ({"e": "reversed", "dir": -1}, "The direction turns"),
    ({"e": "tried", "seat": 1, "n": 1, "card": "KD"}, "Bob tried the king of diamonds"),
    ({"e": "round-over", "winner": 0, "points": [0, 1]}, "You win the round"),
    ({"e": "dealt", "dealer": 1, "top": "9H"}, "Bob deals and turns the nine of hearts"),
    ({"e": "unsaid", "seat": 1}, ""),
]
CAUSES = [
    ({"e": "took", "seat": 1, "n": 4, "cause": "7H", "due": 4}, "Bob takes 4 cards: [2 sevens]", "seven"),
    ({"e": "took", "seat": 0, "n": 2, "cause": "7H", "due": 2}, "You take 2 cards: [a seven]", "seven"),
    ({"e": "took", "seat": 1, "n": 1, "cause": "6H", "due": 1}, "Bob takes a card: [a six]", "six"),
    ({"e": "took", "seat": 1, "n": 1, "cause": "7H", "due": 4},
     "Bob takes 1 of 4 cards, no more are left: [2 sevens]", "seven"),
    ({"e": "skipped", "seat": 2, "cause": "8H"}, "Charlie sits out: [eight]", "eight"),
    ({"e": "skipped", "seat": 2, "cause": "AH"}, "Charlie sits out: [ace]", "ace"),
    ({"e": "skipped", "seat": 0, "cause": "owed"}, "You sit out once more: [eight]", "eight"),
    ({"e": "passed", "seat": 2, "skip": True, "cause": "8C"}, "Charlie sits out: [eight]", "eight"),
    ({"e": "reversed", "dir": -1, "cause": "9H"}, "The direction turns: [nine]", "reverse"),
    ({"e": "forgot", "seat": 1, "n": 1, "what": "mau"}, "Bob forgot “Mau”: [one card]", "mau-penalty"),
    ({"e": "forgot", "seat": 0, "n": 2, "what": "mau-mau"}, "You forgot “Mau-Mau”: [2 cards]", "mau-mau"),
    ({"e": "challenged", "seat": 0, "by": 1, "n": 1}, "Bob caught you: [one card]", "mau-penalty"),
    ({"e": "tried", "seat": 1, "n": 1, "card": "KD", "why": "suit-or-rank"},
     "Bob tried the king of diamonds and draws for it: [neither suit nor rank]", "suit-rank"),
    ({"e": "played", "seat": 0, "card": "JC", "wish": "D"},
     "You lay the jack of clubs and [wish diamonds]", "wish"),
    ({"e": "played", "seat": 1, "card": "7S", "cards": ["7H", "7S"], "under": [], "wish": None},
     "Bob lays the seven of spades [with the seven of hearts]", "equal"),
    ({"e": "played", "seat": 1, "card": "2S", "cards": ["2S"], "under": ["9C", "9D"], "wish": None},
     "Bob lays the two of spades [with the nine of clubs, the nine of diamonds]", "combos"),
    ({"e": "played", "seat": 1, "card": "KS", "cards": ["KS"], "under": [], "wish": None, "again": True},
     "Bob lays the king of spades too: [ace]", "ace"),
    ({"e": "jumped", "seat": 1, "card": "9H"}, "Bob [jumps in] with the nine of hearts", "jump"),
    ({"e": "drew", "seat": 1, "n": 1, "cause": "again"}, "Bob draws a card: [nothing for the ace]", "ace"),
    ({"e": "drew", "seat": 1, "n": 1, "cause": "bare"},
     "Bob is back in with one card: [the turn came back]", "last-card"),
    ({"e": "renewed", "stock": 9}, "The pile becomes the [new stock]", "stock"),
    ({"e": "timeout", "seat": 1}, "[Time is up] for Bob", "time"),
    ({"e": "wished", "seat": 1, "suit": "H"}, "Bob wishes hearts: [starting card]", "start"),
    ({"e": "dealt", "dealer": 1, "top": "7H", "counts": True},
     "Bob deals and turns the seven of hearts: [it counts]", "start"),
    ({"e": "turned", "card": "JC", "how": "buried"},
     "The jack of clubs turned up, [the next one counts]", "start"),
    ({"e": "out", "seat": 1, "place": 1}, "Bob is [out]", "last-card"),
    ({"e": "out", "seat": 1, "place": None}, "Bob has no cards left, but [the last one counts]", "last-card"),
    ({"e": "round-over", "winner": 1, "double": True},
     "Bob wins the round, [it counts twice]", "wish-finish"),
    ({"e": "match-over"}, "The match is [over]", "match-end"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), OLD)
def test_events_without_a_cause_are_still_told(event: dict[str, Any], line: str) -> None:
    assert tell(event, view_of()) == Told(line)


@pytest.mark.parametrize(("event", "line", "rule"), CAUSES)
def test_each_effect_names_its_cause(event: dict[str, Any], line: str, rule: str) -> None:
    told = tell(event, view_of())
    assert f"{told.before}[{told.link}]{told.after}" == line
    assert told.rule == rule in CLAUSES
    assert log_line(event, view_of()) == line.replace("[", "").replace("]", "")


def test_every_reason_of_a_failed_try_has_words() -> None:
    assert set(TRIED) == {code for code, _ in _LINES}


def test_combination_tables_have_their_own_calls() -> None:
    event = {"e": "said", "seat": 1, "what": "mau"}
    assert log_line(event, view_of(rules="double-52")) == "Bob says “Last card”"
    last = event | {"what": "mau-mau"}
    assert log_line(last, view_of(rules="double-52")) == "Bob says “Mau”"
    assert log_line(last | {"double": True}, view_of(rules="double-52")) == "Bob says “Mau-Mau”"


def test_brackets_in_a_name_are_no_link() -> None:
    seats = [seat_of(0), seat_of(1, name="[Bob]")]
    told = tell({"e": "skipped", "seat": 1, "cause": "8H"}, view_of() | {"seats": seats})
    assert told == Told("[Bob] sits out: ", "eight", "", "eight")


def test_in_german() -> None:
    with override("de"):
        assert log_line({"e": "drew", "seat": 0, "n": 2}, view_of()) == "Du ziehst 2 Karten"
        assert log_line({"e": "skipped", "seat": 1, "cause": "8H"}, view_of()) == "Bob setzt aus (Acht)"
        event = {"e": "took", "seat": 1, "n": 4, "cause": "7H", "due": 4}
        assert log_line(event, view_of()) == "Bob nimmt 4 Karten, wegen 2 Siebenen"


def test_the_longer_of_two_like_names_is_told() -> None:
    seats = [seat_of(0), seat_of(1, name="Mara"), seat_of(2, name="Mara (2)")]
    log = [{"e": "drew", "seat": seat, "n": 1} for seat in (1, 2)]
    lines = display(view_of() | {"seats": seats, "log": log}).lines
    assert [line.who for line in lines] == ["Mara", "Mara (2)"]


def test_the_name_is_set_apart() -> None:
    line = display(view_of(log=[{"v": 3, "e": "skipped", "seat": 1, "cause": "8H"}])).lines[0]
    assert (line.who, line.what, line.link, line.rule) == ("Bob", " sits out: ", "eight", "eight")


def test_special_starting_cards_are_told_before_the_one_that_counts() -> None:
    deal = [{"e": "dealt", "v": 1, "dealer": 1, "top": "TD"}, {"e": "turned", "v": 1, "card": "8D"}]
    lines = display(view_of(log=[*deal, {"e": "drew", "v": 2, "seat": 0, "n": 1}])).lines
    assert [line.card for line in lines] == ["8D", "TD", ""]


def clauses(rules: RuleSet) -> set[str]:
    """The clauses of the sheet of these rules."""
    return {clause.id for section in describe(rules, "en").sections for clause in section.clauses}


@QUIET
@matches
def test_links_lead_to_clauses_of_the_sheet(rules: RuleSet, players: int, number: int) -> None:
    state = new_match(rules, [Seat(f"P{seat}") for seat in range(players)])
    heard = deal(state, number.to_bytes(32, "big"))
    there = clauses(rules)
    for seat, word in moves(state, random.Random(number), 80):
        seen = view(state, None)
        for event in heard:
            told = tell(event.wire(None), seen)
            assert not told.link or told.rule in there, (event, told)
        heard = apply(state.copy(), seat, parse_action(word))


@QUIET
@matches
def test_refusals_lead_to_clauses_of_the_sheet(rules: RuleSet, players: int, number: int) -> None:
    state = begin(rules, players, number)
    rng, there = random.Random(number), clauses(rules)
    for _ in moves(state, rng, 40):
        seat = rng.randrange(players)
        tries = [f"{verb} {card}" for verb in "pjx" for card in view(state, seat)["hand"]]
        for word in [*tries, "d", "-", "m", "mm", "c 0", "c 1", "w H"]:
            code = why_not(state, seat, parse_action(word))
            rule = refuse(state, seat, code, word).rule if code else ""
            assert rule in there | {""}, (word, code, rule)


