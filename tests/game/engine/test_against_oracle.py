"""The engine against a second, independent reading of RULES.md (tests/oracle), word by word."""

import random

import pytest

from game.engine import RuleError, parse_rules
from game.replay import replay
from tests.game.engine.perft.count import lines
from tests.oracle import differ, perft
from tests.oracle.record import play_record
from tests.oracle.rules import FIELDS, PRESETS, refused, rule_set
from tests.records.shared import SETS, expected, unpacked

LINES = lines()
NAMES = [f"{players}x {rules}" for rules, players, _, _ in LINES]
SMALL, DEEP = 600, 20_000
"""Leaves counted by the oracle: in a plain run, and by `./dev prove oracle`."""


@pytest.mark.prove
def test_the_oracle_and_the_engine_play_the_same_game(full_length: bool) -> None:
    """Random rules, random words, legal and not: taken or refused alike, and the same state after each."""
    for number in range(20_000 if full_length else 200):
        differ.play(number)


VALUES = ["", "on", "9", "2", "10", "180", "181", "wins:0", "wins:20", "wins:21", "most-wins:1", "limit:19"]
VALUES += ["limit:20", "limit:1000", "limit:1001", "knockout:20", "knockout:1001", "rounds:2", "K", "match"]


def test_rule_sets_are_refused_alike() -> None:
    rng = random.Random(11)
    for _ in range(3000):
        rules = rule_set(rng.choice(list(PRESETS)))
        for field in rng.sample(list(FIELDS), rng.randint(1, 4)):
            rules[field] = rng.choice(FIELDS[field])
        if rng.random() < 0.3:
            rules[rng.choice(["match_end", "turn_seconds", *FIELDS])] = rng.choice(VALUES)
        try:
            parse_rules("mau-mau " + " ".join(f"{field}={value}" for field, value in rules.items()))
        except RuleError as error:
            assert error.field == refused(rules)
        else:
            assert refused(rules) is None


@pytest.mark.prove
def test_the_record_of_a_random_match_is_replayed_alike(full_length: bool) -> None:
    for number in range(2_000 if full_length else 20):
        pair = differ.play(number, cut=0.0)
        text = "\n".join(pair.record)
        assert list(replay(text.encode())) == list(play_record(text))


@pytest.mark.parametrize("name", SETS)
def test_the_oracle_agrees_with_the_shared_records(name: str, full_length: bool) -> None:
    for number in range(0, SETS[name], 1 if full_length else 10):
        text = unpacked(name)[f"{number:04}.mau"].decode()
        assert list(play_record(text)) == expected(name, f"{number:04}")


@pytest.mark.prove
@pytest.mark.parametrize(("rules", "players", "seed", "counts"), LINES, ids=NAMES)
def test_the_oracle_counts_what_the_table_says(
    rules: str, players: int, seed: str, counts: list[int], full_length: bool
) -> None:
    most = DEEP if full_length else SMALL
    m = perft.start(rules, players, seed)
    small = [leaves for leaves in counts if leaves <= most]
    assert [perft.count(m, depth + 1) for depth in range(len(small))] == small
