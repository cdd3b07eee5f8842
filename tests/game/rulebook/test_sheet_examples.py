"""Examples: what they allow is what the engine allows, and their text says the same as their cards."""

import re

import pytest
from hypothesis import given, settings

from game.card_words import card_label
from game.engine import PRESETS, RuleSet, parse_position, parse_rules, rules_text, why_not
from game.engine.actions import parse_action
from game.engine.cards import CARDS
from game.engine.tables import tables
from game.rulebook import Example, describe
from tests.game.rulebook.rulesets import BASES, rule_sets

pytestmark = pytest.mark.usefixtures("in_english")


def examples(rules: RuleSet) -> list[tuple[str, Example]]:
    return [
        (section.id, example) for section in describe(rules, "en").sections for example in section.examples
    ]


def allowed_places(text: str) -> list[int]:
    """The places that the text allows, counted from one."""
    (verdict,) = re.findall(r"Allowed: ([^.]+)\.", text)
    return [int(place) for place in re.findall(r"\d+", verdict)]


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(rule_sets())
def test_text_and_cards_of_an_example_agree(rules: RuleSet) -> None:
    for _section, example in examples(rules):
        names = [card_label(name) for name, _allowed in example.hand]
        if not example.top:
            assert not any(allowed for _name, allowed in example.hand)
            continue
        assert f"Hand from the left: {', '.join(names)}." in example.text
        assert f"Discard pile: {card_label(example.top)}." in example.text
        marked = [place for place, (_name, allowed) in enumerate(example.hand, 1) if allowed]
        if "every one" in example.text:
            assert len(marked) == len(names)
        else:
            assert allowed_places(example.text) == marked
        assert ("Wish: hearts." in example.text) == (example.wish == "H")
        assert bool(example.due) == ("Due: " in example.text)


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(rule_sets())
def test_the_verdict_is_the_engine_s(rules: RuleSet) -> None:
    """Each card is tried in the position; what is refused alone may only go behind an equal one."""
    for section, example in examples(rules):
        if not example.top or section == "draw" or example.top[0] == "A":
            continue  # a drawn card and an ace's duty are no part of what an example shows
        hand = [name for name, _allowed in example.hand]
        state = parse_position(
            f"top={example.top} hand={'.'.join(hand)} wish={example.wish or '-'} due={example.due}"
            f" skip={example.skip} rules={rules_text(rules)}"
        )
        for name, allowed in example.hand:
            wish = f":{name[1]}" if tables(rules).wish_rank == CARDS[name] // 4 and len(hand) > 1 else ""
            code = why_not(state, 0, parse_action(f"p {name}{wish}"))
            alone = code is None or (code == "combination-missing" and name == "3H")
            behind = any(
                why_not(state, 0, parse_action(f"p {first}+{name}{wish}")) is None
                for first in hand
                if first != name
            )
            assert allowed == (alone or behind), (example, name, code)


def test_after_drawing_only_the_drawn_card_may_be_laid() -> None:
    (example,) = [shown for section, shown in examples(PRESETS["mau-mau"]) if section == "draw"]
    assert example.hand == (("KH", False), ("QD", False), ("9C", True))


def test_who_must_lay_is_told_so() -> None:
    told = [shown.text for section, shown in examples(PRESETS["first-lesson"]) if section == "draw"]
    assert "You must lay it; you may not draw." in told[1]
    told = [shown.text for section, shown in examples(PRESETS["double-52"]) if section == "draw"]
    assert "You may draw as well." in told[0]


def test_the_third_seven_makes_six() -> None:
    (sevens,) = [shown for _, shown in examples(PRESETS["mau-mau"]) if shown.due]
    assert (sevens.due, sevens.top) == (4, "7S")
    assert sevens.text.endswith("If you answer, six cards are due to the next player.")


def test_skips_add_up_or_stay_one() -> None:
    def open_skips(text: str) -> int:
        (skips,) = [shown.skip for _, shown in examples(parse_rules(text)) if shown.skip]
        return skips

    assert open_skips("mau-mau eight=add") == 2
    assert open_skips("mau-mau eight=counter") == 1


@pytest.mark.parametrize("rules", BASES)
def test_a_hand_costs_what_the_engine_counts(rules: RuleSet) -> None:
    ((_, example),) = [pair for pair in examples(rules) if not pair[1].top]
    total = sum(tables(rules).points[CARDS[name]] for name, _ in example.hand)
    assert example.text.endswith(f" are {total} points.")


def test_an_ace_that_asks_for_more_stands_in_its_example() -> None:
    (example,) = [shown for _, shown in examples(PRESETS["tournament"]) if shown.top == "AS"]
    assert dict(example.hand) == {"TS": True, "KD": False, "AD": True}


def test_a_forbidden_last_card_is_shown() -> None:
    (example,) = [shown for _, shown in examples(PRESETS["five-wins"]) if len(shown.hand) == 1]
    assert example.hand == (("JH", False),)
