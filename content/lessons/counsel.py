"""A good choice for the reader of the guided round, and why: what a bot with a plan would do, explained."""

from __future__ import annotations

from django.utils.translation import gettext as _

from content.lessons.guided import NAME, YOU, advice
from game.card_words import card_label, suit_name
from game.engine import State, card_name
from game.engine.legality import fitting


def counsel(state: State) -> str:
    """One or two sentences for the reader, who is on turn in `state`."""
    word = advice(state)
    if word == "m":
        return _("You’re about to be down to one card: say “Mau” first, then play.")
    return _lay(state, word[2:4], word[5:]) if word.startswith("p ") else _no_lay(state, word)


def _no_lay(state: State, word: str) -> str:
    if state.due:
        return _("You have no seven to answer with, so you take the cards.")
    if word == "-":
        return _("What you drew doesn’t fit either, so you pass.")
    return _("Nothing fits, so draw. If the card fits, you may play it at once.")


def _lay(state: State, card: str, wish: str) -> str:
    facts = {"card": card_label(card), "name": NAME}
    hand = [card_name(one) for one in state.hands[YOU]]
    if len(hand) == 1:
        return _("Your last card fits. Play it and the round is yours.")
    if wish:
        facts["suit"] = suit_name(wish)
        return (
            _("The %(card)s is a good choice: you name a suit, best one you hold most of. Here: %(suit)s.")
            % facts
        )
    if card[0] == "7":
        return _seven(state, facts)
    if card[0] == "8":
        return (
            _("The %(card)s is a good choice: %(name)s sits out, and it’s your turn again at once.") % facts
        )
    if len(fitting(state, YOU)) == 1:
        return _("Only the %(card)s fits. Play it, and you have one card less.") % facts
    return _plain(hand, card, facts)


def _seven(state: State, facts: dict[str, str]) -> str:
    if state.due:
        return _("Answer with the %(card)s: then it is %(name)s who has to take the cards.") % facts
    return _("The %(card)s is a good choice: %(name)s needs a seven too, or has to take cards.") % facts


def _plain(hand: list[str], card: str, facts: dict[str, str]) -> str:
    """An ordinary card is chosen for what can follow it."""
    if any(other[1] == card[1] for other in hand if other != card):
        facts["suit"] = suit_name(card[1])
        return _("The %(card)s is a good choice: you hold more %(suit)s and can follow it yourself.") % facts
    return (
        _("The %(card)s is a good choice: every card played is one less, and the strong ones stay for later.")
        % facts
    )
