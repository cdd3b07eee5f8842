"""The worlds master searches agree with the table, and with what the log has told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from game.bots.history import LACKS, Reader
from game.bots.worlds import Worlds, likelihood, state_of
from game.engine import full_pack, legal_words, parse_card, parse_rules, view
from game.engine.tables import tables
from tests.game.bots.table import Step, at_once, play

RULES = (
    "mau-mau",
    "tournament match_end=rounds:1",
    "double-52 match_end=rounds:1",
    "five-wins match_end=rounds:1 jump_in=on strict=on",
    "classic match_end=rounds:1 eight=add ace=again equal_cards=on play_on=off",
    "mau-mau play_on=on second_pack_from=2",
)


def asked(rules: str, seats: int, seed: int) -> Iterator[Step]:
    """Decisions on turn of a match."""
    for step in play(rules, ["hard", "easy", "normal", "easy"][:seats], seed, at_once):
        if step.view["turn"] == step.seat:
            yield step


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rules", RULES)
def test_a_world_looks_like_the_table_to_its_seat(rules: str, seats: int) -> None:
    for number, step in enumerate(asked(rules, seats, seed=seats)):
        if number % 5:
            continue
        for world in Worlds(step.view, step.log, random.Random(number)).some(2):
            seen = view(world, step.seat)
            assert legal_words(world, step.seat) == seen["legal"]
            hidden = ("name", "bot", "mau", "place")
            for given in (seen, known := dict(step.view)):
                given["seats"] = [{k: v for k, v in s.items() if k not in hidden} for s in given["seats"]]
                given["legal"] = [word for word in given["legal"] if word[0] != "c"]
            assert {k: seen[k] for k in known if k != "said"} == {k: known[k] for k in known if k != "said"}
            count = 2 if world.twins else 1
            cards = [card for held in (*world.hands, world.stock, world.pile) for card in held]
            one = set(full_pack(world.rules, 2))
            assert Counter(cards) == Counter(dict.fromkeys(one, count))


def test_a_hidden_card_is_none_that_would_have_been_laid() -> None:
    """Seat 1 draws on hearts and passes: its older cards are hardly ever hearts or jacks."""
    base = next(asked("mau-mau", 2, seed=1)).view
    given = base | {
        "me": 0, "turn": 0, "top": "9H", "pile": ["9H"], "discard": 1, "hand": ["9C", "KC", "7S"],
        "legal": ["d", "p 9C"], "wish": None, "due": 0, "drawn": None, "stock": 32 - 1 - 3 - 4,
    }  # fmt: skip
    given["seats"] = [s | {"cards": n} for s, n in zip(base["seats"], (3, 4), strict=True)]
    log = [
        {"e": "dealt", "dealer": 0, "top": "9H", "pile": ["9H"]},
        {"e": "drew", "seat": 1, "n": 1, "cause": ""},
        {"e": "passed", "seat": 1, "skip": False, "cause": ""},
    ]
    worlds = Worlds(given, log, random.Random(1)).some(300)
    fitting = [card for card in full_pack(parse_rules("mau-mau"), 2) if card % 4 == 2 or card // 4 == 9]
    unfit = sum(not set(world.hands[1][:3]) & set(fitting) for world in worlds)
    assert 270 <= unfit < 300


def test_a_draw_by_the_clock_tells_nothing() -> None:
    log = [
        {"e": "dealt", "dealer": 0, "top": "9H", "pile": ["9H"]},
        {"e": "timeout", "seat": 1},
        {"e": "drew", "seat": 1, "n": 1, "cause": ""},
        {"e": "passed", "seat": 1, "skip": False, "cause": ""},
    ]
    facts = Reader(tables(parse_rules("mau-mau")), log, twins=False).facts
    assert not [fact for fact in facts if fact.what == LACKS]


def test_cards_of_a_renewed_pile_were_in_no_hand_and_are_all_that_comes() -> None:
    log = [
        {"e": "dealt", "dealer": 0, "top": "9H", "pile": ["9H"]},
        {"e": "played", "seat": 0, "card": "9S", "cards": ["9S"], "under": [], "wish": None},
        {"e": "renewed", "stock": 1},
        {"e": "took", "seat": 1, "n": 1},
        {"e": "took", "seat": 1, "n": 1},
    ]
    facts = Reader(tables(parse_rules("mau-mau")), log, twins=False).facts
    bit = 1 << parse_card("9H")
    assert any(fact.what == LACKS and fact.seat == -1 and fact.mask == bit for fact in facts)
    assert facts[-1].mask == bit


def test_a_long_suit_is_likelier_to_have_been_wished() -> None:
    log = [
        {"e": "dealt", "dealer": 0, "top": "9H", "pile": ["9H"]},
        {"e": "played", "seat": 1, "card": "JH", "cards": ["JH"], "under": [], "wish": "S"},
    ]
    compiled = tables(parse_rules("mau-mau"))
    (fact,) = Reader(compiled, log, twins=False).facts
    long = [parse_card(name) for name in ("JH", "9S", "KS", "7D")]
    short = [parse_card(name) for name in ("JH", "9S", "KD", "7D")]
    spared = [parse_card(name) for name in ("JH", "9S", "KS", "7H")]
    assert likelihood(compiled, fact, long) > likelihood(compiled, fact, short)
    assert likelihood(compiled, fact, long) > likelihood(compiled, fact, spared)


def test_the_state_of_a_view_has_nobodys_hidden_cards() -> None:
    step = next(asked("mau-mau", 2, seed=3))
    state = state_of(step.view)
    assert not state.stock
    assert [len(hand) for hand in state.hands].count(0) == 1
