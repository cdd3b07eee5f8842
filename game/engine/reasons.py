"""Why an action is refused: the rule behind the error code, which several rules may share.

An error code names a function or an ordered list of rules; the first rule that applies is the reason.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.actions import CARD_LAID, JUMP_0, LAYS, MAU_MAU, TRY_0, WISH_0, Action, Lay
from game.engine.apply import why_not
from game.engine.cards import NO_CARD, NO_SUIT, RANK_OF
from game.engine.legality import fitting, has_combination
from game.engine.misfits import misfit
from game.engine.state import NOBODY, State
from game.engine.turns import can_draw

Why = Callable[[State, int, Action], str]
Test = Callable[[State, int], bool]


def reason(state: State, seat: int, action: Action) -> str:
    """The rule that forbids `action` to `seat` now, "" if it is legal; else the error code."""
    code = why_not(state, seat, action)
    if code is None:
        return ""
    finer = _FINER.get(code)
    return (finer(state, seat, action) if finer else "") or code


def card_of(action: Action) -> int:
    """The card an action is about, the first of several; NO_CARD for actions without one."""
    if isinstance(action, Lay):
        return action.cards[0]
    if not isinstance(action, int):
        return NO_CARD
    if action < LAYS:
        return CARD_LAID[action]
    if action >= TRY_0:
        return action - TRY_0
    return action - JUMP_0 if action >= JUMP_0 else NO_CARD


def _first(rules: tuple[tuple[str, Test], ...]) -> Why:
    """The reason that is the first of `rules` to hold."""

    def why(state: State, seat: int, action: Action) -> str:
        return next((code for code, holds in rules if holds(state, seat)), "")

    return why


def _unfit(state: State, seat: int, action: Action) -> str:
    if isinstance(action, int) and JUMP_0 <= action < TRY_0:
        return _NO_JUMP_AT_ALL(state, seat, action) or "jump-other-card"
    return misfit(state, seat, card_of(action)) or "wish-finish"  # equal wish cards that would empty the hand


def _combination(state: State, seat: int, action: Action) -> str:
    card = card_of(action)
    owned = has_combination(state.tables.combo[card], state.hands[seat], card)
    return "combination-missing" if owned else "no-combination"


_NOT_A_COMBINATION = {0: "no-combination-card", 2: "not-a-pair", 3: "not-a-row", 4: "not-a-suit"}


def _not_a_combination(state: State, seat: int, action: Action) -> str:
    return _NOT_A_COMBINATION[state.tables.combo[card_of(action)]] if state.tables.combos else "combos-off"


def _not_equal(state: State, seat: int, action: Action) -> str:
    return "equal-combination" if state.tables.combo[card_of(action)] else "not-equal"


def _no_wish(state: State, seat: int, action: Action) -> str:
    if isinstance(action, int) and action >= WISH_0:
        return "no-wish-owed"
    if state.tables.wish_rank < 0:
        return "wish-off"
    return "wish-last" if RANK_OF[card_of(action)] == state.tables.wish_rank else "not-a-wish-card"


def _no_mau(state: State, seat: int, action: Action) -> str:
    said, played, word = (
        (state.tables.mau_mau_said, 0, "mau-mau") if action == MAU_MAU else (state.tables.mau, 1, "mau")
    )
    if not said:
        return f"{word}-off"
    unlaid = len(state.hands[seat]) == played + 1 and not fitting(state, seat)
    return f"{word}-none-fits" if unlaid else f"{word}-too-early"


def _must_take(state: State, seat: int, action: Action) -> str:
    return "due-pass" if state.due else "bare-pass"


_DRAW_REFUSED = _first(
    (
        ("skip-open", lambda s, seat: bool(s.skip)),
        ("drawn-already", lambda s, seat: s.drawn != NO_CARD),
    )
)
_MUST_LAY = _first(
    (
        ("again-lay", lambda s, seat: s.again),
        ("stuck-lay", lambda s, seat: not s.tables.draw_anyway),
        ("stock-empty-lay", lambda s, seat: True),
    )
)
_PASS_REFUSED = _first(
    (
        ("again-lay", lambda s, seat: s.again and bool(fitting(s, seat))),
        ("pass-too-early", lambda s, seat: can_draw(s)),
        ("stock-empty-lay", lambda s, seat: True),
    )
)
_NEVER: tuple[tuple[str, Test], ...] = (
    ("jump-off", lambda s, seat: not s.tables.jump_in),
    ("jump-one-pack", lambda s, seat: not s.twins),
    ("jump-own-turn", lambda s, seat: seat == s.turn),
)
_NO_JUMP_AT_ALL = _first(_NEVER)
_JUMP_REFUSED = _first(
    (
        *_NEVER,
        ("jump-wish-owed", lambda s, seat: s.wish_owed),
        ("jump-due", lambda s, seat: bool(s.due)),
        ("jump-skip", lambda s, seat: bool(s.skip)),
        ("jump-wish", lambda s, seat: s.wish != NO_SUIT),
        ("jump-again", lambda s, seat: s.again),
        ("jump-bare", lambda s, seat: bool(s.bare)),
        ("jump-late", lambda s, seat: s.drawn != NO_CARD or bool(s.said)),
        ("jump-wish-card", lambda s, seat: RANK_OF[s.pile[-1]] == s.tables.wish_rank),
        ("jump-combination", lambda s, seat: bool(s.tables.combo[s.pile[-1]])),
    )
)
_CHALLENGE_REFUSED = _first(
    (
        ("mau-off", lambda s, seat: not s.tables.mau),
        ("challenge-off", lambda s, seat: not s.tables.mau_waits),
        ("challenge-own", lambda s, seat: s.window == seat),
        ("challenge-nobody", lambda s, seat: s.window == NOBODY),
        ("challenge-out", lambda s, seat: s.after[s.before[seat]] != seat),
        ("challenge-other", lambda s, seat: True),
    )
)

_FINER: dict[str, Why] = {
    "does-not-fit": _unfit,
    "only-drawn-card": lambda state, seat, action: "drawn-only",
    "combination-missing": _combination,
    "not-a-combination": _not_a_combination,
    "not-equal": _not_equal,
    "one-card-only": lambda state, seat, action: "equal-off",
    "wish-not-allowed": _no_wish,
    "draw-not-allowed": _DRAW_REFUSED,
    "must-lay": _MUST_LAY,
    "pass-not-allowed": _PASS_REFUSED,
    "must-take": _must_take,
    "mau-not-now": _no_mau,
    "jump-not-allowed": _JUMP_REFUSED,
    "nothing-to-challenge": _CHALLENGE_REFUSED,
    "try-not-allowed": lambda state, seat, action: "strict-off",
}

__all__ = ["card_of", "reason"]
