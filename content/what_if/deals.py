"""The card that is turned first (RULES §3)."""

from __future__ import annotations

from content.what_if.table import CLEO, NAMES, Table
from content.what_if.words import FIELD_OF_RANK, Answer, answer, happened, next_up, plain
from game.engine import RuleSet, Seat, card_name, deal, full_pack, hand_size, new_match, parse_card
from game.engine.cards import ANY_SUIT
from game.engine.events import Dealt
from game.rule_sentences import sentence
from game.rulebook.facts import effect

SEATS = 3
THEN = "TD"
"""What comes after a special card."""


def _turned(rules: RuleSet, card: str) -> Table:
    """Cleo deals, and `card` lies on the stock after that."""
    state = new_match(rules, [Seat(NAMES[seat] or "You") for seat in range(SEATS)])
    first = [parse_card(card), parse_card(THEN)]
    rest = sorted(full_pack(rules, SEATS), key=lambda one: card_name(one)[0] != card[0])
    for used in first:
        rest.remove(used)
    dealt = SEATS * hand_size(rules, SEATS)
    events = deal(state, deck=[*rest[:dealt], *first, *rest[dealt:]], dealer=CLEO)
    scene = Table(state, ())
    scene.events = list(events)
    if state.wish_owed:
        scene.play(CLEO, "w H")
    return scene


def first_card(rules: RuleSet, card: str) -> Answer:
    """What `card` does as the first one."""
    scene = _turned(rules, card)
    beginning = _beginning(rules, card, scene)
    scene.events = [event for event in scene.events if event.kind != "turned"]  # the rule says where it goes
    return answer("", beginning, happened(scene), next_up(scene))


def _beginning(rules: RuleSet, card: str, scene: Table) -> list[str]:
    """The rule for the starting card, where the events do not show it."""
    shown = next(event for event in scene.events if isinstance(event, Dealt))
    if shown.top == card and not shown.counts and not effect(rules, card[0]):
        return plain(rules, card[0]) if card[0] in FIELD_OF_RANK else []
    silent = shown.counts == (scene.state.wish == ANY_SUIT)
    return [sentence("start_card", rules.start_card)] if silent else []


def first_seven(rules: RuleSet) -> Answer:
    return first_card(rules, "7S")


def first_eight(rules: RuleSet) -> Answer:
    return first_card(rules, "8S")


def first_jack(rules: RuleSet) -> Answer:
    return first_card(rules, "JS")
