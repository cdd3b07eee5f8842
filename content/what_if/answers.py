"""All situations by name, and their answers under any rule set."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from content.what_if import deals, drawing, endings, sevens, turns
from content.what_if.words import Answer
from game.engine import PRESETS, RuleSet


class Situation(NamedTuple):
    """`question` as a reader would ask it, with the `cards` it is about, for the eye.

    `play` sets it up under a rule set and tells what happens.
    """

    cards: str
    question: Any
    play: Callable[[RuleSet], Answer]

    @property
    def shown(self) -> list[str]:
        """The cards one by one."""
        return self.cards.split()


GROUPS: tuple[tuple[Any, dict[str, Situation]], ...] = (
    (
        _("Sevens and cards due"),
        {
            "seven-seven": Situation(
                "7S 7H", _("You face a seven and hold one too: may you play it?"), sevens.seven_seven
            ),
            "seven-jack": Situation(
                "7S JH", _("You face a seven and hold a jack: may you play it?"), sevens.seven_jack
            ),
            "seven-neither": Situation(
                "7S QD KH",
                _("You face a seven and nothing in your hand answers it"),
                sevens.seven_neither,
            ),
            "two-sevens": Situation(
                "7C 7S 7H", _("You face two sevens and hold one: may you play it?"), sevens.two_sevens
            ),
            "third-seven": Situation(
                "7D 7C 7S", _("You face the third seven in a row and hold none"), sevens.third_seven
            ),
            "too-many-due": Situation("7C 7S", _("More cards are due than are left"), sevens.too_many_due),
        },
    ),
    (
        _("Sitting out and reversing"),
        {
            "eight-two": Situation("8S", _("You play an eight and only two are playing"), turns.eight_two),
            "eight-eight": Situation(
                "8S 8H",
                _("An eight is played before you and you hold one too: may you play it?"),
                turns.eight_eight,
            ),
            "reverse-two": Situation(
                "9S", _("The direction is reversed and only two are playing"), turns.reverse_two
            ),
            "ace": Situation("AS", _("You play an ace"), turns.ace_laid),
        },
    ),
    (
        _("Wishes and jacks"),
        {
            "jack-on-jack": Situation(
                "JC JS",
                _("A wish card was played and you hold another: may you play it, jack on jack?"),
                turns.jack_on_jack,
            ),
            "wish-jack": Situation(
                "JC JS",
                _("A wish stands and only a wish card could help you: may you play it?"),
                turns.wish_and_wish_card,
            ),
            "wish-draw": Situation(
                "JC", _("A wish stands and you draw: is the wish gone?"), turns.wish_and_draw
            ),
            "wish-stock": Situation(
                "JC", _("A wish stands, you can’t follow it and the stock is empty"), turns.wish_and_no_stock
            ),
        },
    ),
    (
        _("Drawing and passing"),
        {
            "draw-anyway": Situation(
                "9H 9C", _("A card of yours fits: may you draw all the same?"), drawing.draw_anyway
            ),
            "drawn-fits": Situation(
                "9H QH", _("You have drawn a card that fits: may you play it?"), drawing.drawn_fits
            ),
            "drawn-other": Situation(
                "9H 9C",
                _("You have drawn: may you play another card from your hand?"),
                drawing.another_after_drawing,
            ),
            "drawn-fits-not": Situation(
                "9H TS", _("You have drawn and it doesn’t fit"), drawing.drawn_fits_not
            ),
            "nothing-left": Situation(
                "9H QS", _("Nothing is left to draw and none of your cards fits"), drawing.nothing_left
            ),
            "nothing-left-fits": Situation(
                "9H 9C",
                _("Nothing is left to draw and a card of yours fits: may you pass?"),
                drawing.must_lay_when_nothing_left,
            ),
            "time-up": Situation("9H", _("Your time is up"), drawing.time_is_up),
        },
    ),
    (
        _("The last card"),
        {
            "last-seven": Situation(
                "7H 7S",
                _("Your last card is a seven and the next player holds a seven too"),
                sevens.last_seven,
            ),
            "last-seven-alone": Situation(
                "7H", _("Your last card is a seven and the next player holds none"), endings.last_seven_alone
            ),
            "last-jack": Situation(
                "JH", _("Your last card is a jack: may you go out on it?"), endings.last_jack
            ),
            "last-wish-card": Situation(
                "JH", _("Your last card is the wish card: may you go out on it?"), endings.last_wish_card
            ),
            "last-eight-two": Situation(
                "8H", _("Your last card is an eight and only two are playing"), endings.last_eight_two
            ),
            "last-ace": Situation("AH", _("Your last card is an ace"), endings.last_ace),
        },
    ),
    (
        _("“Mau” and “Mau-Mau”"),
        {
            "mau-forgotten": Situation(
                "TH 9C", _("You forgot “Mau” and it is noticed late"), endings.mau_forgotten
            ),
            "mau-drawn": Situation(
                "TH 9C", _("You have said “Mau” but then you draw"), endings.mau_and_drawn
            ),
            "last-silent": Situation(
                "TH", _("You play your last card and say nothing"), endings.last_card_silent
            ),
        },
    ),
    (
        _("Beginning, end and house rules"),
        {
            "first-seven": Situation("7S", _("The first card turned is a seven"), deals.first_seven),
            "first-eight": Situation("8S", _("The first card turned is an eight"), deals.first_eight),
            "first-jack": Situation("JS", _("The first card turned is a jack"), deals.first_jack),
            "twin": Situation(
                "TH TH",
                _("You hold the same card as the top card: may you play it out of turn?"),
                turns.twin_out_of_turn,
            ),
            "equal-cards": Situation(
                "TH TC", _("You hold two tens and one fits: may you play both at once?"), turns.equal_cards
            ),
            "all-over": Situation(
                "TH", _("All the others are over the limit of points"), endings.all_others_over
            ),
        },
    ),
)
"""Headings with their situations; the keys are addresses (`?s=`) and anchors, so they stay."""

SITUATIONS: dict[str, Situation] = {name: one for _title, group in GROUPS for name, one in group.items()}


@lru_cache(maxsize=4096)
def answer_to(name: str, rules: RuleSet, language: str) -> Answer:
    """What happens in the situation `name` (KeyError for no such) under `rules`, in "de" or "en"."""
    with override(language):
        return SITUATIONS[name].play(rules)


def by_preset(name: str, language: str) -> list[tuple[Answer, list[str]]]:
    """Each different answer with the presets that give it, the most usual rules first."""
    found: dict[Answer, list[str]] = {}
    for preset, rules in PRESETS.items():
        found.setdefault(answer_to(name, rules, language), []).append(preset)
    return list(found.items())
