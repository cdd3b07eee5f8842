"""A rule set compiled once: what fits on what, what a card does, what it costs. No rule is looked up twice.

A *row* maps a card to the tuple of lay actions it allows, empty where the card does not fit. So one
look-up answers "does it fit?" and "with which wishes?".
"""

from __future__ import annotations

from functools import lru_cache

from game.engine.actions import lay_action
from game.engine.cards import ANY_SUIT, NAMES, RANK_OF, RANKS, SUIT_OF
from game.engine.rules import RuleSet, rules_name, rules_text

PLAIN, WISH, SEVEN, SIX, SKIP, OPEN_SKIP, ADD_SKIP, REVERSE, AGAIN = range(9)
"""What a card does when it is laid."""

COMBO_SIZE = {"2": 2, "3": 3, "4": 4}

Row = tuple[tuple[int, ...], ...]

_CARDS = range(len(NAMES))
_POINTS = {
    "standard": {"T": 10, "J": 20, "Q": 3, "K": 4, "A": 11},
    "classic": {"T": 10, "J": 20, "Q": 10, "K": 10, "A": 11},
    "jack2": {"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11},
}


class Tables:
    """One `RuleSet` compiled. Read only; shared by every state of every match with these rules."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.text, self.name = rules_text(rules), rules_name(rules)
        self.wish_rank = RANKS.find(rules.wish_rank) if rules.wish_rank != "none" else -1
        effects = _effects_by_rank(rules)
        self.effect: tuple[int, ...] = tuple(effects.get(RANKS[RANK_OF[c]], PLAIN) for c in _CARDS)
        self.combo: tuple[int, ...] = tuple(
            COMBO_SIZE.get(RANKS[RANK_OF[c]], 0) if rules.combos == "on" else 0 for c in _CARDS
        )
        self.special: tuple[bool, ...] = tuple(bool(self.effect[c] or self.combo[c]) for c in _CARDS)
        self.points: tuple[int, ...] = tuple(_points(rules.points, c) for c in _CARDS)

        self.acts: Row = tuple(self._acts(c) for c in _CARDS)
        self.nothing: Row = ((),) * len(NAMES)
        self.fit: tuple[Row, ...] = tuple(self._row(lambda c, top=top: self._fits(c, top)) for top in _CARDS)
        self.wished: tuple[Row, ...] = tuple(
            self._row(lambda c, wish=wish: self._fits_wish(c, wish)) for wish in (0, 1, 2, 3, ANY_SUIT)
        )
        self.answer: tuple[Row, ...] = tuple(self._answer(top) for top in _CARDS)
        self.eights: Row = self._row(lambda c: RANKS[RANK_OF[c]] == "8")

        self.draw_anyway = rules.draw_when == "always"
        self.draw_most = {"one": 1, "three": 3, "until": 1000}[rules.draw]
        self.draw_ends = rules.after_draw == "end"
        self.mau = rules.mau != "off"
        self.mau_waits = rules.mau == "challenge"
        self.mau_penalty = rules.mau_penalty
        self.mau_mau_said = rules.mau_mau == "2"
        self.mau_mau_auto = rules.mau_mau == "auto"
        self.full = rules.last_card == "full"
        self.last_due_counts = rules.last_card == "seven"
        self.no_wish_finish = rules.wish_finish == "forbidden"
        self.double_wish_finish = rules.wish_finish == "double"
        self.equal = rules.equal_cards == "on"
        self.combos = rules.combos == "on"
        self.jump_in = rules.jump_in == "on"
        self.strict = rules.strict == "on"
        self.play_on = rules.play_on == "on"
        self.careful = self.combos or self.equal or self.no_wish_finish or self.mau_mau_said
        """Whether legality needs more than the row: most rule sets do not."""

    def _acts(self, card: int) -> tuple[int, ...]:
        if RANK_OF[card] == self.wish_rank:
            return tuple(lay_action(card, suit) for suit in range(4))
        return (lay_action(card),)

    def _row(self, fits) -> Row:  # type: ignore[no-untyped-def]
        return tuple(self.acts[c] if fits(c) else () for c in _CARDS)

    def _fits(self, card: int, top: int) -> bool:
        """RULES §4, lines 5 and 6."""
        if RANK_OF[card] == self.wish_rank and self.rules.wish_fits != "match":
            return self.rules.wish_fits == "any" or RANK_OF[top] != self.wish_rank
        return SUIT_OF[card] == SUIT_OF[top] or RANK_OF[card] == RANK_OF[top]

    def _fits_wish(self, card: int, wish: int) -> bool:
        """RULES §4, line 4; every suit is the wished one while the first player may lay any card."""
        if RANK_OF[card] == self.wish_rank and self.rules.wish_fits != "match":
            return self.rules.wish_fits == "any"
        return wish in (SUIT_OF[card], ANY_SUIT)

    def _answer(self, top: int) -> Row:
        """What fits while cards are due by `top` (RULES §4, line 1)."""
        rank = RANK_OF[top]
        stacks = (self.effect[top] == SEVEN and self.rules.seven == "stack") or self.effect[top] == SIX
        return self._row(lambda c: stacks and RANK_OF[c] == rank)


def _effects_by_rank(rules: RuleSet) -> dict[str, int]:
    effects: dict[str, int] = {}
    if rules.seven != "off":
        effects["7"] = SEVEN
    if rules.six == "stack":
        effects["6"] = SIX
    if rules.eight != "off":
        effects["8"] = {"skip": SKIP, "counter": OPEN_SKIP, "add": ADD_SKIP}[rules.eight]
    if rules.ace != "off":
        effects["A"] = {"skip": SKIP, "again": AGAIN}[rules.ace]
    if rules.reverse_rank != "none":
        effects[rules.reverse_rank] = REVERSE
    if rules.wish_rank != "none":
        effects[rules.wish_rank] = WISH
    return effects


def _points(table: str, card: int) -> int:
    rank = RANKS[RANK_OF[card]]
    return _POINTS[table].get(rank) or int(rank)


@lru_cache(maxsize=512)
def tables(rules: RuleSet) -> Tables:
    """The tables of `rules`, made once."""
    return Tables(rules)
