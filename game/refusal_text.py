"""Why an action was refused and what to do now, with the clause of the rulebook that says so.

Told from the state, for the seat that asked: the reason names the rule, what is legal names the way on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst

from game import engine
from game.call_words import call, call_out
from game.card_words import SUITS, card_label, rank_name, suit_name
from game.engine import EngineError, State
from game.engine.actions import DRAW, PASS
from game.error_words import error_text
from game.refusal_words import COMPANY, DUE_RULE, ENOUGH, NOW, WHY


@dataclass(frozen=True)
class Refusal:
    """A sentence or two, and the clause (`seven`, "" if none) of the rules of this table behind them."""

    text: str
    rule: str = ""


def refuse(state: State, seat: int | None, code: str, word: str) -> Refusal:
    """Why `word` of `seat` was refused with `code`, in the active language.

    Where the table has moved on meanwhile, or `code` is no matter of the rules, the general sentence.
    """
    why = _reason(state, seat, code, word)
    known = WHY.get(why) or ENOUGH.get(why)
    if seat is None or known is None:
        return Refusal(error_text(code))
    sentence, rule = known
    facts = _facts(state, engine.card_of(engine.parse_action(word)))
    text = str(sentence % facts)
    if why in WHY and seat == state.turn:
        text = f"{text} {NOW[_way_on(state, seat)] % facts}"
    return Refusal(text, _clause(rule, facts))


def way_on(state: State, seat: int) -> str:
    """What `seat`, which is on turn, can do now: "Lay a seven or take what is due." """
    return str(NOW[_way_on(state, seat)] % _facts(state, -1))


def bare_reason(state: State, seat: int, code: str, word: str) -> str:
    """Why `word` was refused, without what can be done now; the general sentence as in `refuse`."""
    known = WHY.get(why := _reason(state, seat, code, word)) or ENOUGH.get(why)
    if known is None:
        return error_text(code)
    return str(known[0] % _facts(state, engine.card_of(engine.parse_action(word))))


def _reason(state: State, seat: int | None, code: str, word: str) -> str:
    """The reason as the sentences know it, "" if `code` is not what the engine says to `word` now."""
    if seat is None:
        return ""
    try:
        action = engine.parse_action(word)
    except EngineError as error:
        return error.code if error.code == code else ""
    if engine.why_not(state, seat, action) != code:
        return ""
    why = engine.reason(state, seat, action)
    return "suit-rank-or-wish" if why == "suit-or-rank" and _wish_card_helps(state) else why


def _wish_card_helps(state: State) -> bool:
    """Whether a wish card fits on what lies there whatever its suit."""
    return state.tables.wish_rank >= 0 and state.rules.wish_fits != "match" and not _on_wish_card(state)


def _on_wish_card(state: State) -> bool:
    return engine.card_name(state.top)[0] == state.rules.wish_rank


def _facts(state: State, card: int) -> dict[str, Any]:
    """Everything the sentences name, in words; what there is not is empty."""
    top, rules = engine.card_name(state.top), state.rules
    name = engine.card_name(card) if card >= 0 else top
    wish_rank = rank_name(rules.wish_rank) if rules.wish_rank != "none" else ""
    return {
        "n": state.due, "card": card_label(name), "rank": rank_name(name[0]),
        "Rank": capfirst(rank_name(name[0])), "top": card_label(top), "top_letter": top[0],
        "top_rank": rank_name(top[0]), "suit": suit_name(top[1]), "wish_rank": wish_rank,
        "wish": suit_name(SUITS[state.wish]) if 0 <= state.wish < 4 else "",
        "drawn": card_label(engine.card_name(state.drawn)) if state.drawn >= 0 else "",
        "company": str(COMPANY.get(state.tables.combo[card], "")) if card >= 0 else "",
        "name": state.seats[state.turn].name if state.turn is not None else "",
        "call": call(rules), "call_out": call_out(rules),
    }  # fmt: skip


def _clause(rule: str, facts: dict[str, Any]) -> str:
    """The clause; what is due is a matter of sevens or of sixes."""
    return DUE_RULE.get(facts["top_letter"], "") if rule == "due" else rule


def _way_on(state: State, seat: int) -> str:
    """The key of `NOW` for the seat on turn; under `strict` it does not tell whether a card held fits."""
    if state.wish_owed:
        return "owed"
    acts = engine.legal(state, seat)
    laid = [engine.action_word(action)[2:4] for action in acts if engine.card_of(action) >= 0]
    passes = PASS in acts and state.drawn < 0 and not state.skip  # nothing fits, nothing is left
    strict = state.tables.strict and any(state.row) and not passes
    lay = " lay" if laid or strict else ""
    if state.due:
        return f"due{lay}"
    if state.skip:
        return f"skip{lay}"
    if state.drawn >= 0:
        return "drawn try" if strict else f"drawn{lay}"
    wish = 0 <= state.wish < 4 and (strict or any(name[1] == SUITS[state.wish] for name in laid))
    ways = {"wish": wish, "lay": bool(lay), "draw": DRAW in acts, "pass": passes}
    return " ".join(way for way, is_open in ways.items() if is_open)
