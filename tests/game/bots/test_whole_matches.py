"""Bots play every rule set to the end and say only what may be said."""

from __future__ import annotations

import re

import pytest

from game.bots import STRENGTHS
from game.engine import PRESETS
from tests.game.bots.table import Step, at_once, play
from tests.game.bots.test_choices import given, say

EVERYTHING_ON = (
    "mau-mau equal_cards=on jump_in=on play_on=on eight=add ace=again reverse_rank=9 second_pack_from=2",
    "classic equal_cards=on jump_in=on mau=challenge second_pack_from=2 match_end=rounds:1",
    "crazy-eights draw=until ace=skip reverse_rank=K wish_fits=any match_end=limit:40",
    "double-52 equal_cards=on jump_in=on strict=on draw=three match_end=rounds:1",
    "mau-mau wish_rank=none seven=off eight=off mau=off match_end=most-wins:2",
    "five-wins points=jack2 last_card=seven match_end=limit:100",
)


def listed(step: Step) -> bool:
    """Is the word in the list, or a play the list abridges (combinations, equal cards)?"""
    word, legal = step.word, step.view["legal"]
    if word in legal:
        return True
    combination = re.fullmatch(r"p (\w\w)\(.+\)", word or "")
    if combination:
        return f"p {combination[1]}(*)" in legal
    equal = re.fullmatch(r"p (\w\w)(\+\w\w)+(:\w)?", word or "")
    return bool(equal) and any(w.startswith(f"p {equal[1]}") for w in legal)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_comes_to_an_end(preset: str, seats: int) -> None:
    strengths = [STRENGTHS[n % len(STRENGTHS)] for n in range(seats)]
    for step in play(preset, strengths, seats, at_once):
        assert step.word is None or listed(step)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", EVERYTHING_ON)
def test_house_rules_come_to_an_end(rules: str, seed: int) -> None:
    strengths = [STRENGTHS[(n + seed) % len(STRENGTHS)] for n in range(2 + seed)]
    for step in play(rules, strengths, seed, at_once):
        assert step.word is None or listed(step)


def test_only_a_seat_that_must_not_act_says_nothing() -> None:
    silent = [s for s in play("five-wins jump_in=on", STRENGTHS, 5, at_once) if s.word is None]
    asked_aside = [all(word[0] in "mcj" for word in step.view["legal"]) for step in silent]
    assert silent
    assert all(asked_aside)


@pytest.mark.parametrize("strength", ["normal", "hard"])
def test_with_nearly_all_cards_in_hands_a_drawn_card_is_kept_now_and_then(strength: str) -> None:
    """Else two of them lay and draw the same two cards for ever."""
    drawn = given("9D AS KS QS", "-,p 9D", top="9C", drawn="9D", stock=0, discard=2)
    assert {say(strength, drawn, seed) for seed in range(40)} == {"-", "p 9D"}
    assert {say(strength, drawn | {"stock": 9}, seed) for seed in range(40)} == {"p 9D"}
