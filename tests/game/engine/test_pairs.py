"""Every pair of switches is started and played to the end of the match by chance.

`./dev prove pairs` plays each pair on its own, with two, three, five and eight at the table in turn; the
suite plays a few dozen rule sets in which every pair occurs.
"""

from __future__ import annotations

import random

import pytest

from game.engine import FIELDS, RuleSet, outcome, rules_text
from tests.game.engine.pairs import covering, pairs, rule_set
from tests.game.engine.wild import begun, play_out

TABLES = (2, 3, 5, 8)


def played(rules: RuleSet, number: int) -> None:
    """A match to its end; the state of every move has somebody to act."""
    state = begun(rules, TABLES[number % len(TABLES)], number)
    for _, _, heard in play_out(state, random.Random(number)):
        assert heard and (state.turn is None) == (state.phase != "play")
    ended = outcome(state)
    assert ended is not None and ended.winners and ended.reason == rules.end_kind, rules_text(rules)


def test_the_rule_sets_of_the_suite_hold_every_pair() -> None:
    wanted = {frozenset(pair) for pair in pairs()}
    assert len(wanted) > 3000
    sets = list(covering())
    assert len(sets) < 120
    for rules in sets:
        values = rules.values()
        wanted -= {pair for pair in wanted if all(values[field] == value for field, value in pair)}
    assert not wanted


@pytest.mark.prove
def test_every_pair_of_switches_is_played_to_the_end(full_length: bool) -> None:
    if full_length:
        sets = [rule_set(dict(pair)) for pair in pairs()]
    else:
        sets = list(covering())
    for number, rules in enumerate(sets):
        assert rules is not None
        played(rules, number)


def test_pairs_that_are_refused_are_known() -> None:
    choices = [(field, value) for field, values in FIELDS.items() for value in values]
    refused = {
        frozenset((a, b)) for a in choices for b in choices if a[0] != b[0] and rule_set(dict((a, b))) is None
    }
    assert refused == {
        frozenset(pair)
        for pair in (
            (("combos", "on"), ("pack", "skat32")),
            (("combos", "on"), ("second_pack_from", "5")),
            (("combos", "on"), ("second_pack_from", "6")),
            (("combos", "on"), ("second_pack_from", "never")),
            (("last_card", "full"), ("play_on", "on")),
        )
    }
