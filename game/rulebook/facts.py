"""What the sentences ask of the engine: nothing is known here that a position or a table does not say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.engine import RuleSet, State, full_pack, parse_action, parse_position, rules_text, step
from game.engine.actions import MOST_SEATS
from game.engine.cards import CARDS, RANK_OF, RANKS
from game.engine.deal import packs
from game.engine.tables import ADD_SKIP, AGAIN, OPEN_SKIP, REVERSE, SEVEN, SIX, SKIP, WISH, tables

DUE = (SEVEN, SIX)
OPEN_SKIPS = (OPEN_SKIP, ADD_SKIP)
SKIPS = (SKIP, *OPEN_SKIPS)
PASSES_ON = (*SKIPS, REVERSE)
EVER_SPECIAL = "2346789JKA"
"""The ranks that some rule set gives an effect to."""


@lru_cache(maxsize=512)
def ranks(rules: RuleSet) -> str:
    """The ranks of the pack, lowest first."""
    return "".join(RANKS[rank] for rank in sorted({RANK_OF[card] for card in full_pack(rules, 2)}))


def effect(rules: RuleSet, rank: str) -> int:
    """What a rank does, as in `game.engine.tables`; 0 where the pack has no such card."""
    return tables(rules).effect[CARDS[rank + "H"]] if rank in ranks(rules) else 0


def ranks_with(rules: RuleSet, effects: Sequence[int]) -> list[str]:
    """The ranks that have one of `effects`."""
    return [rank for rank in ranks(rules) if effect(rules, rank) in effects]


def special_ranks(rules: RuleSet) -> list[str]:
    """The ranks that do something, combination cards included."""
    return [rank for rank in ranks(rules) if tables(rules).special[CARDS[rank + "H"]]]


def wish_rank(rules: RuleSet) -> str:
    """The rank of the wish card, "" if there is none."""
    return "".join(ranks_with(rules, [WISH]))


def stacks(rules: RuleSet, rank: str) -> bool:
    """Whether a card of `rank` answers another one that lies with cards due."""
    card = CARDS[rank + "H"]
    return bool(effect(rules, rank) in DUE and tables(rules).answer[card][CARDS[rank + "S"]])


def has_again(rules: RuleSet) -> bool:
    """Whether the ace asks for one more card."""
    return effect(rules, "A") == AGAIN


def may_have_twins(rules: RuleSet) -> bool:
    """Whether some number of players gets two packs."""
    return packs(rules, MOST_SEATS) == 2


def position(rules: RuleSet, top: str, hand: Sequence[str], **open_: object) -> State:
    """A state in which seat 0 is on turn with `hand`, another seat beside it.

    `open_` is what NOTATION §3 adds: `wish="H"`, `due=2`, `skip=1`, `drawn="9C"`.
    """
    more = " ".join(f"{key}={value}" for key, value in open_.items())
    return parse_position(f"top={top} hand={'.'.join(hand)} {more} rules={rules_text(rules)}")


@lru_cache(maxsize=2048)
def due_after(rules: RuleSet, rank: str, count: int) -> int:
    """The cards due when `count` cards of a rank lie, each one laid on the last."""
    due, top = 0, "TC"
    for suit in "CSHD"[:count]:
        state = position(rules, top, [rank + suit, "QD", "QS"], due=due)
        step(state, 0, parse_action(f"p {rank}{suit}"))
        due, top = state.due, rank + suit
    return due


def due_at_once(rules: RuleSet, rank: str) -> int:
    """The cards due by two of a rank laid in one turn (`equal_cards`)."""
    state = position(rules, "TC", [rank + "C", rank + "S", "QD", "QS"])
    step(state, 0, parse_action(f"p {rank}C+{rank}S"))
    return state.due


def mau_mau_cost(rules: RuleSet) -> int:
    """The cards that a forgotten "Mau-Mau" brings."""
    state = position(rules, "TC", ["TS"])
    step(state, 0, parse_action("p TS"))
    return len(state.hands[0])
