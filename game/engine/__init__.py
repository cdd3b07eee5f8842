"""The rules of Mau-Mau as a pure library: no Django, no clock, no chance but the seed it is given.

>>> from game.engine import Seat, apply, deal, legal_words, new_match, parse_action, parse_rules
>>> state = new_match(parse_rules("mau-mau"), [Seat("Anna"), Seat("Ben")])
>>> events = deal(state, bytes(32))
>>> word = legal_words(state, state.turn)[0]
>>> events = apply(state, state.turn, parse_action(word))
"""

from game.engine import events
from game.engine.actions import (
    STRENGTHS,
    WORDS,
    Action,
    action_word,
    parse_action,
    quote_name,
    unquote_name,
)
from game.engine.apply import apply, step, why_not
from game.engine.cards import card_name, parse_card
from game.engine.deal import deal, full_pack, hand_size, next_dealer
from game.engine.errors import BadAction, BadDeal, EngineError, NotNow, NotThatCard, PositionError, RuleError
from game.engine.legality import combinations, legal, legal_words
from game.engine.nearest import CLASHES, NUMBERED, near_value, nearest
from game.engine.notation import dump, load
from game.engine.position import parse_position, position_text
from game.engine.reasons import card_of, reason
from game.engine.rulecode import parse_code, rules_code
from game.engine.rules import (
    FIELDS,
    INERT_UNDER,
    NAMELESS,
    PRESETS,
    RuleSet,
    check_value,
    is_inert,
    parse_rules,
    rules_name,
    rules_text,
    rules_values,
)
from game.engine.scoring import Outcome, outcome, places
from game.engine.shuffle import commitment, seed_of
from game.engine.state import Seat, State, copy, members, new_match
from game.engine.view import private_view, public_view, view

__all__ = [
    "CLASHES",
    "FIELDS",
    "INERT_UNDER",
    "NAMELESS",
    "NUMBERED",
    "PRESETS",
    "STRENGTHS",
    "WORDS",
    "Action",
    "BadAction",
    "BadDeal",
    "EngineError",
    "NotNow",
    "NotThatCard",
    "Outcome",
    "PositionError",
    "RuleError",
    "RuleSet",
    "Seat",
    "State",
    "action_word",
    "apply",
    "card_name",
    "card_of",
    "check_value",
    "combinations",
    "commitment",
    "copy",
    "deal",
    "dump",
    "events",
    "full_pack",
    "hand_size",
    "is_inert",
    "legal",
    "legal_words",
    "load",
    "members",
    "near_value",
    "nearest",
    "new_match",
    "next_dealer",
    "outcome",
    "parse_action",
    "parse_card",
    "parse_code",
    "parse_position",
    "parse_rules",
    "places",
    "position_text",
    "private_view",
    "public_view",
    "quote_name",
    "reason",
    "rules_code",
    "rules_name",
    "rules_text",
    "rules_values",
    "seed_of",
    "step",
    "unquote_name",
    "view",
    "why_not",
]  # fmt: skip
