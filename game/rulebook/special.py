"""What the special cards do (RULES §6, §9, §13)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.card_words import rank_name
from game.engine import RuleSet
from game.engine.tables import ADD_SKIP, OPEN_SKIP, REVERSE, SKIP
from game.rulebook.facts import (
    EVER_SPECIAL,
    due_after,
    effect,
    may_have_twins,
    ranks,
    ranks_with,
    special_ranks,
    stacks,
)
from game.rulebook.words import both, cards, forms, number


def seven(rules: RuleSet) -> list[str]:
    if not effect(rules, "7"):
        return []
    due = [due_after(rules, "7", 1)]
    if not stacks(rules, "7"):
        return [
            _("A seven: the next player takes %(cards)s and misses a turn.") % {"cards": cards(due[0])},
            _("There is no answer to it."),
        ]
    due += [due_after(rules, "7", count) for count in (2, 3, 4)]
    _first, second, third, fourth = (number(count) for count in due)
    return [
        _("A seven: the next player takes %(cards)s and misses a turn.") % {"cards": cards(due[0])},
        _(
            "Or they answer with a seven of any suit; then it is %(second)s for the one after, "
            "then %(third)s, then %(fourth)s and so on."
        )
        % {"second": second, "third": third, "fourth": fourth},
        _("Nothing but a seven fits until somebody has taken all that is due."),
    ]


def six(rules: RuleSet) -> list[str]:
    if not effect(rules, "6"):
        return []
    found = [
        _("A six: the next player takes %(cards)s and misses a turn.")
        % {"cards": cards(due_after(rules, "6", 1))},
        _("Or they answer with a six; then it is %(second)s for the one after, then %(third)s, and so on.")
        % {"second": number(due_after(rules, "6", 2)), "third": number(due_after(rules, "6", 3))},
    ]
    found.append(_("Nothing but a six fits until somebody has taken all that is due."))
    return found


SKIPS = {
    SKIP: gettext_lazy(
        "An eight: the next player misses a turn. If only two are playing, you play again at once."
    ),
    OPEN_SKIP: gettext_lazy(
        "An eight: the next player misses a turn, or lays another eight of any suit and hands it on. "
        "It stays one turn, however many eights lie."
    ),
    ADD_SKIP: gettext_lazy(
        "An eight: the next player misses a turn, or lays another eight of any suit. "
        "Then the turns add up: whoever does not answer sits out as many as eights were laid in a row."
    ),
}


def eight(rules: RuleSet) -> list[str]:
    kind = effect(rules, "8")
    if kind not in SKIPS:
        return []
    found = [str(SKIPS[kind])]
    if kind == ADD_SKIP:
        found.append(_("While you owe further turns, everything passes you by, and you owe one turn less."))
        if rules.jump_in == "on" and may_have_twins(rules):
            found.append(_("You may still jump in, but that pays nothing."))
        found.append(_("What is still owed at the end of the round is forgiven."))
    return found


def reverse(rules: RuleSet) -> list[str]:
    found = []
    for rank in ranks_with(rules, [REVERSE]):
        found.append(_("%(the)s turns the direction.") % {"the": forms(rank)["the"]})
        found.append(_("If only two are playing, it is your turn again."))
    return found


def ace(rules: RuleSet) -> list[str]:
    if not effect(rules, "A"):
        return []
    if effect(rules, "A") == SKIP:
        return [_("An ace: the next player misses a turn. If only two are playing, you play again at once.")]
    return [
        _("An ace: you lay one more card at once, and it must fit."),
        _("If you have none that fits, you draw one card, and your turn is over."),
        _("If the ace is your last card, that is enough."),
    ]


def combos(rules: RuleSet) -> list[str]:
    if rules.combos == "off":
        return []
    found = [
        _("You lay a two, three or four only together with a combination from your hand."),
        _("A two needs a pair, that is two cards of one rank."),
        _("A three needs three ranks in a row, suits as they come."),
        _("After the king comes the ace, after the ace the two."),
        _("A four needs four cards of one suit."),
        _("The two, three or four itself must fit and is not part of the combination."),
        _("Everyone sees the combination; then it goes under the discard pile and does nothing."),
        _("Any cards will do for it, special ones too, and they may be your last."),
    ]
    if rules.after_draw == "drawn":
        found.append(_("If you have just drawn it, the combination may come from your hand."))
    return found


def plain(rules: RuleSet) -> list[str]:
    idle = [rank for rank in ranks(rules) if rank in EVER_SPECIAL and rank not in special_ranks(rules)]
    if not idle:
        return []
    names = both([rank_name(rank) for rank in idle])
    return [_("Ordinary cards at this table, whatever they do elsewhere: %(ranks)s.") % {"ranks": names}]


CLAUSES = {
    "seven": seven,
    "six": six,
    "eight": eight,
    "reverse": reverse,
    "ace": ace,
    "combos": combos,
    "plain": plain,
}
