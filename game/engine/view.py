"""What one viewer may know (RULES §12): the only way anything leaves the engine for a person or a bot."""

from __future__ import annotations

from typing import Any

from game.engine.cards import ANY_SUIT, NAMES, NO_CARD, NO_SUIT, SUITS, names, sorted_names
from game.engine.legality import legal_words
from game.engine.scoring import outcome, places
from game.engine.state import BETWEEN, NOBODY, OVER, PLAY, SAID_MAU, SAID_MAU_MAU, State, in_match


def wish_word(wish: int) -> str | None:
    """A wish as text: a suit, "*" for any card, None for no wish."""
    if wish == NO_SUIT:
        return None
    return "*" if wish == ANY_SUIT else SUITS[wish]


def phase_word(state: State) -> str:
    """`between` before the first round, then `play`, `round-over`, `match-over`."""
    if state.phase == OVER:
        return "match-over"
    if state.phase == BETWEEN:
        return "round-over" if state.round_no else "between"
    return "play"


def view(state: State, seat: int | None) -> dict[str, Any]:
    """The game as `seat` sees it, JSON-ready; None is a spectator."""
    return public_view(state) | private_view(state, seat)


def private_view(state: State, seat: int | None) -> dict[str, Any]:
    """What differs from viewer to viewer: their own cards, and what they may do."""
    return {
        "me": seat,
        "hand": [] if seat is None else sorted_names(state.hands[seat]),
        "legal": [] if seat is None else legal_words(state, seat),
        "drawn": _drawn(state, seat),
    }


def public_view(state: State) -> dict[str, Any]:
    """What everybody sees, the same for all."""
    ended = state.phase != PLAY
    result = outcome(state)
    return {
        "state": phase_word(state),
        "round": state.round_no,
        "dealer": None if state.dealer == NOBODY else state.dealer,
        "turn": state.turn,
        "turn_no": state.turn_no,
        "dir": state.dir,
        "rules": state.tables.text,
        "preset": state.tables.name,
        "top": NAMES[state.pile[-1]] if state.pile else None,
        "pile": names(state.pile),
        "discard": len(state.pile),
        "stock": len(state.stock),
        "wish": wish_word(state.wish),
        "due": state.due,
        "skip": state.skip,
        "again": state.again,
        "wish_owed": state.wish_owed,
        "said": said_words(state),
        "drew": state.drawn != NO_CARD,
        "mau_open": None if state.window == NOBODY else state.window,
        "outs": state.outs[:],
        "bare": state.bare[:],
        "seats": [_seat_view(state, other) for other in range(len(state.seats))],
        "history": [points[:] for points in state.history],
        "hands": [sorted_names(hand) for hand in state.hands] if ended and state.round_no else None,
        "winner": state.winner_of_round,
        "outcome": None if result is None else {"winners": result.winners, "reason": result.reason},
    }


def _drawn(state: State, seat: int | None) -> str | None:
    on_turn = seat is not None and seat == state.turn
    return NAMES[state.drawn] if on_turn and state.drawn != NO_CARD else None


def said_words(state: State) -> list[str]:
    """What the seat on turn has said in this turn."""
    words = []
    if state.said & SAID_MAU:
        words.append("mau")
    if state.said & SAID_MAU_MAU:
        words.append("mau-mau")
    return words


def _seat_view(state: State, seat: int) -> dict[str, Any]:
    who, cards = state.seats[seat], len(state.hands[seat])
    said = bool(state.said_mau >> seat & 1) and (cards == 1 or state.turn == seat)
    return {
        "seat": seat,
        "name": who.name,
        "bot": who.bot,
        "cards": cards,
        "mau": said,
        "out": state.phase == PLAY and seat in state.outs,
        "removed": who.removed,
        "in_match": in_match(state, seat),
        "owes": state.owes[seat],
        "score": state.scores[seat],
        "wins": state.wins[seat],
        "place": _place(state, seat),
    }


def _place(state: State, seat: int) -> int | None:
    """The place in the match once it is over, before that the order of going out in this round."""
    if state.phase == OVER:
        return places(state)[seat] or None
    return state.outs.index(seat) + 1 if seat in state.outs else None
