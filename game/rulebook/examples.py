"""Worked examples: positions that show something under a rule set, judged by the engine alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.card_words import card_label, suit_name
from game.engine import RuleSet, State, copy, legal_words, parse_action, step, why_not
from game.engine.cards import CARDS
from game.engine.tables import AGAIN, tables
from game.rulebook.facts import OPEN_SKIPS, due_after, effect, position, stacks, wish_rank
from game.rulebook.mau import calls
from game.rulebook.sheet import Example
from game.rulebook.words import both, cards, forms, number

Builder = Callable[[RuleSet], Example | None]


def may_lay(state: State) -> set[str]:
    """The cards that the seat on turn may lay now, alone or as an equal card behind one that fits."""
    assert state.turn is not None
    alone = {word[2:4] for word in legal_words(state, state.turn) if word.startswith("p ")}
    hand = [name for name in CARDS if CARDS[name] in state.hands[state.turn]]
    behind = {name for name in hand for first in alone if _goes_behind(state, first, name)}
    return alone | behind


def _goes_behind(state: State, first: str, name: str) -> bool:
    if name == first or name[0] != first[0]:
        return False
    words = (f"p {first}+{name}", f"p {first}+{name}:{name[1]}")
    return any(why_not(state, state.turn or 0, parse_action(word)) is None for word in words)


def show(caption: str, state: State, hand: Sequence[str], more: Sequence[str] = ()) -> Example:
    """The example of a state in which seat 0 is on turn with `hand`; `more` is said at the end."""
    allowed = may_lay(state)
    marked = tuple((name, name in allowed) for name in hand)
    top = next(name for name, card in CARDS.items() if card == state.pile[-1])
    wish = "" if state.wish < 0 else "CSHD*"[state.wish]
    text = [_("Discard pile: %(card)s.") % {"card": card_label(top)}]
    if wish in tuple("CSHD"):
        text.append(_("Wish: %(suit)s.") % {"suit": suit_name(wish)})
    if state.due:
        text.append(_("Due: %(cards)s.") % {"cards": cards(state.due)})
    text += [_("Hand from the left: %(cards)s.") % {"cards": _names(hand)}, _verdict(marked), *more]
    return Example(caption, top, marked, wish, state.due, state.skip, " ".join(text))


def _names(hand: Sequence[str]) -> str:
    return ", ".join(card_label(name) for name in hand)


def _verdict(marked: Sequence[tuple[str, bool]]) -> str:
    places = [str(place) for place, (_name, allowed) in enumerate(marked, 1) if allowed]
    if not places:
        return _("Allowed: none of them.")
    if len(places) == len(marked) > 1:
        return _("Allowed: every one.")
    return _("Allowed: %(places)s.") % {"places": both(places)}


def _position(rules: RuleSet, caption: str, top: str, hand: Sequence[str], **open_: object) -> Example:
    return show(caption, position(rules, top, hand, **open_), hand)


# cards


def starting_card(rules: RuleSet) -> Example | None:
    wish = wish_rank(rules)
    if rules.start_card == "dealer" and effect(rules, "7"):
        hand = ["KS", "7H", "9C", *_wish_cards(rules, "S")]
        due = due_after(rules, "7", 1)
        return _position(rules, _("The dealer has turned a seven. You begin."), "7S", hand, due=due)
    if rules.start_card == "free" and wish:
        caption = _("%(nom)s is the starting card. You begin.") % {"nom": capfirst(forms(wish)["nom"])}
        return _position(rules, caption, wish + "C", ["9H", "KC", wish + "D"], wish="*")
    if rules.start_card == "plain" and wish:
        caption = _("%(nom)s is the starting card. You begin.") % {"nom": capfirst(forms(wish)["nom"])}
        return _position(rules, caption, wish + "C", ["9H", "KC", wish + "D"])
    return None


def _wish_cards(rules: RuleSet, suits: str) -> list[str]:
    """The wish cards of some suits, none where there is no wish card."""
    return [wish_rank(rules) + suit for suit in suits] if wish_rank(rules) else []


# turn


def what_fits(rules: RuleSet) -> Example:
    return _position(rules, _("What fits?"), "9H", ["KD", "9C", "AH", *_wish_cards(rules, "S")])


def a_wish(rules: RuleSet) -> Example | None:
    wish = wish_rank(rules)
    if not wish:
        return None
    caption = _("Hearts are wished for.")
    return _position(rules, caption, wish + "C", ["KC", "TH", wish + "H", wish + "D"], wish="H")


def last_wish_card(rules: RuleSet) -> Example | None:
    wish = wish_rank(rules)
    if not wish or rules.wish_finish != "forbidden":
        return None
    caption = _("Your last card is %(nom)s.") % {"nom": forms(wish)["nom"]}
    return _position(rules, caption, "9H", [wish + "H"])


def equal_cards(rules: RuleSet) -> Example | None:
    if rules.equal_cards == "off":
        return None
    caption = _("Two tens: the ten of hearts fits, and the ten of clubs may go along.")
    return _position(rules, caption, "QH", ["TH", "TC", "KS"])


# draw


def after_drawing(rules: RuleSet) -> Example | None:
    if rules.after_draw == "end":
        return None
    hand = ["KH", "QD", "9C"]
    caption = _("You have just drawn the %(card)s.") % {"card": card_label("9C")}
    return _position(rules, caption, "9H", hand, drawn="9C")


def may_draw(rules: RuleSet) -> Example | None:
    if rules.draw_when == "always" and rules.after_draw == "drawn":
        return None
    hand = ["KH", "QD", "TC"]
    state = position(rules, "9H", hand)
    drawing = "d" in legal_words(state, 0)
    more = _("You may draw as well.") if drawing else _("You must lay it; you may not draw.")
    return show(_("A card fits. May you draw?"), state, hand, [more])


# special


def sevens(rules: RuleSet) -> Example | None:
    if not effect(rules, "7"):
        return None
    hand = ["7H", "KS", *(["6S"] if effect(rules, "6") else []), *_wish_cards(rules, "C")]
    if not stacks(rules, "7"):
        return _position(rules, _("A seven lies."), "7S", hand, due=due_after(rules, "7", 1))
    state = position(rules, "7S", hand, due=due_after(rules, "7", 2))
    more = _("If you answer, %(cards)s are due to the next player.") % {"cards": cards(_due_if(state, "7H"))}
    return show(_("The second seven in a row lies."), state, hand, [more])


def sixes(rules: RuleSet) -> Example | None:
    if not effect(rules, "6"):
        return None
    return _position(rules, _("A six lies."), "6S", ["6H", "7S", "KS"], due=due_after(rules, "6", 1))


def _due_if(state: State, name: str) -> int:
    """The cards due to the next player if seat 0 lays a card now."""
    after = copy(state)
    step(after, 0, parse_action(f"p {name}"))
    return after.due


def open_skips(rules: RuleSet) -> Example | None:
    kind = effect(rules, "8")
    if kind not in OPEN_SKIPS:
        return None
    hand = ["8H", "KS", "TD"]
    before = position(rules, "8C", ["8S", "QD", "QS"], skip=1)
    step(before, 0, parse_action("p 8S"))
    state = position(rules, "8S", hand, skip=before.skip)
    more = ngettext("Otherwise you sit out one turn.", "Otherwise you sit out %(n)s turns.", state.skip)
    caption = _("The second eight in a row lies, and you are next.")
    return show(caption, state, hand, [more % {"n": number(state.skip)}])


def one_more(rules: RuleSet) -> Example | None:
    if effect(rules, "A") != AGAIN:
        return None
    hand = ["TS", "KD", "AD"]
    state = position(rules, "QS", ["AS", *hand])
    step(state, 0, parse_action("p AS"))
    return show(_("You have just laid the ace of spades."), state, hand)


def combinations(rules: RuleSet) -> Example | None:
    if rules.combos == "off":
        return None
    caption = _("The three of hearts has nine, ten, jack in a row; the two of hearts has no pair.")
    return _position(rules, caption, "QH", ["3H", "9C", "TD", "JS", "2H"])


# mau


def two_left(rules: RuleSet) -> Example | None:
    if rules.mau == "off":
        return None
    hand = ["TH", "KC"]
    state = position(rules, "QH", hand)
    assert "m" in legal_words(state, 0)
    caption = _("Two cards left: first %(call)s, then the card.") % {"call": calls(rules)[0]}
    return show(caption, state, hand)


# end


def scoring(rules: RuleSet) -> Example:
    hand = ["TC", "JD", "KS", "AH"]
    costs = [tables(rules).points[CARDS[name]] for name in hand]
    text = _("%(cards)s: %(sum)s are %(total)s points.") % {
        "cards": capfirst(_names(hand)),
        "sum": " + ".join(map(str, costs)),
        "total": sum(costs),
    }
    return Example(_("What your hand costs"), "", tuple((name, False) for name in hand), "", 0, 0, text)


EXAMPLES: dict[str, tuple[Builder, ...]] = {
    "cards": (starting_card,),
    "turn": (what_fits, a_wish, last_wish_card, equal_cards),
    "draw": (after_drawing, may_draw),
    "special": (sevens, sixes, open_skips, one_more, combinations),
    "mau": (two_left,),
    "end": (scoring,),
}
"""Section -> its examples; each returns None where the rule set has nothing to show."""
