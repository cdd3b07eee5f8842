"""Master: positions with one right answer, what `weigh` tells, every rule set, the same word again."""

from __future__ import annotations

import random

import pytest

from game.bots import decide
from game.bots.base import Seen
from game.bots.master import HOARD, Candidate, _clear, plays_of, weigh
from game.engine import FIELDS, PRESETS, legal_words, parse_action, parse_position, parse_rules, view, why_not
from game.engine.errors import RuleError
from tests.game.bots.table import at_once, play

POSITIONS = [
    ("top=9H hand=9C hands=1,1", "p 9C"),  # the last card
    ("top=9H hand=9C.KD hands=2,3", "m"),  # never forgotten
    ("top=KS hand=8S.9S.9D hands=3,1", "p 8S"),  # heads-up an eight keeps the turn from who is nearly out
    ("top=7H hand=7C.KD.QC due=2 hands=3,1", "p 7C"),  # and a seven answers a seven
]


@pytest.mark.parametrize(("position", "word"), POSITIONS)
def test_there_is_one_right_answer(position: str, word: str) -> None:
    state = parse_position(position)
    for seed in range(3):
        assert decide("master", view(state, 0), [], random.Random(seed)) == word


def test_the_same_arguments_give_the_same_word() -> None:
    state = view(parse_position("top=9H hand=9C.KH.JS.TD.7H hands=5,4,3"), 0)
    first = [weigh(state, [], random.Random(7)) for _ in range(2)]
    assert first[0] == first[1]
    assert len({decide("master", state, [], random.Random(7)) for _ in range(3)}) == 1


def test_weigh_lists_every_word_best_first_and_saying_mau_is_better() -> None:
    state = parse_position("top=9H hand=9C.9S rules=first-lesson mau=button hands=2,4")
    seen = weigh(view(state, 0), [], random.Random(1))
    words = [one.word for one in seen]
    assert set(words) == set(legal_words(state, 0))
    assert [one.worth for one in seen] == sorted((one.worth for one in seen), reverse=True)
    assert words[0] == "m"
    assert all(0 <= one.worth <= 1 and 0 <= one.chance <= 1 and one.points >= 0 for one in seen)
    assert seen[0].worlds < weigh(view(state, 0), [], random.Random(1), effort=2)[0].worlds


@pytest.mark.parametrize("cards", [HOARD - 1, HOARD])
def test_a_full_hand_never_draws_instead_of_laying(cards: int) -> None:
    hand = ["9C", "KC", "QC", "TC", "8C", "7C", "AC", "KD"][:cards]
    seen = Seen(view(parse_position(f"top=9H hand={'.'.join(hand)} hands={cards},3"), 0))
    words = [one.word for one in plays_of(seen)]
    assert "p 9C" in words
    assert ("d" in words) == (cards < HOARD)


def test_weigh_has_nothing_to_say_out_of_turn() -> None:
    assert weigh(view(parse_position("top=9H hand=9C.9S turn=1"), 0), [], random.Random(1)) == []


def test_a_hurry_ends_the_search_but_not_the_answer() -> None:
    state = view(parse_position("top=9H hand=9C.KH.JS.TD.7H hands=5,4,3"), 0)
    asked = []

    def hurry() -> bool:
        asked.append(1)
        return True

    assert decide("master", state, [], random.Random(1), hurry) in state["legal"]
    assert len(asked) < 5


def test_the_search_ends_when_the_best_is_beyond_doubt() -> None:
    ahead = [Candidate("d", (), [0.9, 1.0] * 10), Candidate("-", (), [0.1, 0.0] * 10)]
    close = [Candidate("d", (), [0.5, 0.4] * 10), Candidate("-", (), [0.4, 0.5] * 10)]
    assert _clear(ahead)
    assert not _clear(close)


def odd_rules(rng: random.Random) -> str:
    """A preset with five fields changed, if the rules allow that together."""
    while True:
        fields = rng.sample([name for name in FIELDS if name not in ("turn_seconds", "match_end")], 5)
        changes = [f"{name}={rng.choice(FIELDS[name])}" for name in fields]
        rules = " ".join([rng.choice(sorted(PRESETS)), *changes, "match_end=rounds:1"])
        try:
            parse_rules(rules)
        except RuleError:
            continue
        return rules


@pytest.mark.parametrize("seed", range(24))
def test_any_rule_set_is_played_to_its_end(seed: int) -> None:
    """In a hurry, so every play is tried in a world or two: no rollout may break a rule."""
    rules = odd_rules(random.Random(seed))
    words = [step.word for step in play(rules, ["master"] * (2 + seed % 4), seed, at_once)]
    assert any(words)


@pytest.mark.parametrize("end", ["rounds:3", "wins:2", "limit:40", "knockout:60", "most-wins:2"])
def test_any_match_end_is_understood(end: str) -> None:
    rounds = {
        step.view["round"]
        for step in play(f"mau-mau match_end={end}", ["master", "normal", "master"], 3, at_once)
    }
    assert len(rounds) > 1


def test_words_named_are_legal() -> None:
    state = parse_position("top=JH wish=S hand=9S.JS.TS rules=crazy-eights hands=3,3")
    for one in weigh(view(state, 0), [], random.Random(1)):
        assert why_not(state, 0, parse_action(one.word)) is None
