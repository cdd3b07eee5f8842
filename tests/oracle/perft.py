"""Counts the ways a match can go on, by the oracle: see tests/game/engine/perft/count.py for what counts."""

from __future__ import annotations

from itertools import combinations

from tests.oracle.cards import first_dealer
from tests.oracle.chance import off_turn_moves
from tests.oracle.fits import COMBINATION_SIZE, is_combination
from tests.oracle.legal import legal_words
from tests.oracle.match import Match
from tests.oracle.rules import rule_set


def start(rules: str, players: int, seed: str) -> Match:
    """The dealt match of a line of the table."""
    m = Match(rule_set(rules), [f"P{seat}" for seat in range(players)])
    m.deal(bytes.fromhex(seed), first_dealer(bytes.fromhex(seed), players))
    return m


def moves(m: Match) -> set[tuple[int, str]]:
    """Every seat and word; a combination card once with each combination."""
    found = set(off_turn_moves(m))
    for word in legal_words(m):
        assert m.turn is not None
        if not word.endswith("(*)"):
            found.add((m.turn, word))
            continue
        card = word[2:4]
        rest = sorted(m.hands[m.turn])
        rest.remove(card)
        for cards in combinations(rest, COMBINATION_SIZE[card[0]]):
            if is_combination(card, list(cards)):
                found.add((m.turn, f"p {card}({'+'.join(cards)})"))
    return found


def count(m: Match, depth: int) -> int:
    """How many leaves the tree has at this depth; a finished round is a leaf."""
    if depth == 0 or m.state != "play":
        return 1
    leaves = 0
    before = m.copy_of_state()
    for seat, word in moves(m):
        m.apply(seat, word)
        leaves += count(m, depth - 1)
        m.__dict__.update(before)
        before = m.copy_of_state()
    return leaves
