"""Which line of RULES §4 keeps a card of the hand from being laid, as a small code.

The lines stand in a table in the order of the rules; the first that applies is the reason.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.cards import ANY_SUIT, NO_CARD, NO_SUIT, RANK_OF
from game.engine.legality import has_combination
from game.engine.state import State

Law = Callable[[State, int, int], bool]
"""Whether this line forbids the card to the seat; the lines before it do not."""


def misfit(state: State, seat: int, card: int) -> str:
    """The line that forbids `seat` to lay `card` of its hand alone, "" if it may."""
    return next((code for code, forbids in _LINES if forbids(state, seat, card)), "")


def _unfit(state: State, card: int) -> bool:
    return not state.row[card]


def _wishes(state: State, card: int) -> bool:
    return RANK_OF[card] == state.tables.wish_rank


def _by_suit_or_rank(state: State, card: int) -> bool:
    """Whether `card` has no right of its own: no wish card, or one that fits like any other."""
    return not _wishes(state, card) or state.rules.wish_fits == "match"


def _suit_alone(state: State) -> bool:
    """Whether the rank of the top card does not help: no wish card lies on it."""
    return _wishes(state, state.pile[-1]) and state.rules.wish_fits == "not-on-wish"


def _suit_wished(state: State) -> bool:
    return state.wish not in (NO_SUIT, ANY_SUIT)


def _lacks_combination(state: State, seat: int, card: int) -> bool:
    size = state.tables.combo[card]
    return bool(size) and not has_combination(size, state.hands[seat], card)


_LINES: tuple[tuple[str, Law], ...] = (
    ("due-unanswerable", lambda s, seat, card: bool(s.due) and not any(s.row)),
    ("due-other-rank", lambda s, seat, card: bool(s.due) and _unfit(s, card)),
    ("skip-open", lambda s, seat, card: bool(s.skip) and _unfit(s, card)),
    ("drawn-only", lambda s, seat, card: s.drawn not in (NO_CARD, card)),
    ("wish-suit", lambda s, seat, card: _unfit(s, card) and _suit_wished(s) and not _wishes(s, card)),
    ("wish-card-suit", lambda s, seat, card: (
        _unfit(s, card) and _suit_wished(s) and _by_suit_or_rank(s, card)
    )),
    ("wish-no-wish-card", lambda s, seat, card: _unfit(s, card) and _suit_wished(s)),
    ("wish-on-wish", lambda s, seat, card: _unfit(s, card) and not _by_suit_or_rank(s, card)),
    ("suit-only", lambda s, seat, card: _unfit(s, card) and _suit_alone(s)),
    ("suit-or-rank", lambda s, seat, card: _unfit(s, card)),
    ("no-combination", _lacks_combination),
    ("wish-finish", lambda s, seat, card: (
        s.tables.no_wish_finish and len(s.hands[seat]) == 1 and _wishes(s, card)
    )),
)  # fmt: skip
