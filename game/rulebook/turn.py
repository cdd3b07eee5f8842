"""Your turn: what fits, wishing, equal cards, jumping in, trying (RULES §4, §6, §13)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine import RuleSet
from game.engine.tables import AGAIN, REVERSE, SEVEN, SIX, WISH
from game.rulebook.facts import (
    DUE,
    OPEN_SKIPS,
    PASSES_ON,
    SKIPS,
    due_at_once,
    has_again,
    may_have_twins,
    ranks_with,
    wish_rank,
)
from game.rulebook.words import cards, either, forms

TURN = {
    "always": gettext_lazy("On your turn you lay a card that fits, or you draw."),
    "stuck": gettext_lazy("On your turn you lay a card that fits. Only if none fits, you draw."),
}

WISH_CARD = {
    "not-on-wish": gettext_lazy("%(the)s is the wish card: it goes on everything, only not on %(acc)s."),
    "any": gettext_lazy(
        "%(the)s is the wish card: it goes on everything, also on %(acc)s and while a wish stands."
    ),
    "match": gettext_lazy(
        "%(the)s is the wish card. It must fit like any other card, by suit or rank; while a wish stands, "
        "only by the suit wished for."
    ),
}

WISH_STANDS = {
    "not-on-wish": gettext_lazy("From then on only this suit fits, and %(none)s."),
    "any": gettext_lazy("From then on only this suit and %(many)s fit."),
    "match": gettext_lazy("From then on only this suit fits."),
}

WISH_ENDS = {
    "not-on-wish": gettext_lazy(
        "The wish stands until somebody lays that suit, however many draw or pass in between."
    ),
    "any": gettext_lazy(
        "The wish stands until somebody lays that suit or wishes anew, however many draw or pass in between."
    ),
}
WISH_ENDS["match"] = WISH_ENDS["any"]


def turn(rules: RuleSet) -> list[str]:
    return [str(TURN[rules.draw_when])]


def suit_rank(rules: RuleSet) -> list[str]:
    found = [_("A card fits if it has the suit or the rank of the top card.")]
    found.append(_("Suit means clubs, spades, hearts or diamonds; red or black does not count."))
    return found


def wish_card(rules: RuleSet) -> list[str]:
    rank = wish_rank(rules)
    return [WISH_CARD[rules.wish_fits] % forms(rank)] if rank else []


def wish(rules: RuleSet) -> list[str]:
    rank = wish_rank(rules)
    if not rank:
        return []
    return [
        _("Whoever lays %(acc)s names a suit; it may be the card’s own.") % {"acc": forms(rank)["acc"]},
        WISH_STANDS[rules.wish_fits] % forms(rank),
        str(WISH_ENDS[rules.wish_fits]),
    ]


def wish_finish(rules: RuleSet) -> list[str]:
    rank = wish_rank(rules)
    if not rank:
        return []
    if rules.wish_finish == "forbidden":
        text = _("You cannot go out with %(dat)s: as your last card it does not fit.")
    elif rules.wish_finish == "double" and rules.end_kind in ("wins", "most-wins"):
        text = _("Whoever wins the round with %(dat)s as the last card scores two wins.")
    else:
        text = _("You may go out with %(dat)s.")
    return [text % {"dat": forms(rank)["dat"]}]


EQUAL = {
    SEVEN: gettext_lazy("Two sevens mean %(cards)s for the next player."),
    SIX: gettext_lazy("Two sixes mean %(cards)s for the next player."),
}


def equal(rules: RuleSet) -> list[str]:
    if rules.equal_cards == "off":
        return []
    found = [
        _("You may lay several cards of the same rank in one turn."),
        _("The first must fit, the last lies on top."),
    ]
    if rules.combos == "on":
        found.append(_("Not so with two, three and four."))
    if rules.after_draw == "drawn":
        found.append(_("After drawing it is one card only."))
    for kind in (SEVEN, SIX):
        for rank in ranks_with(rules, [kind]):
            found.append(EQUAL[kind] % {"cards": cards(due_at_once(rules, rank))})
    found += [_equal_skips(rules, rank) for rank in ranks_with(rules, SKIPS)]
    for rank in ranks_with(rules, [REVERSE]):
        found.append(_("Two %(many)s leave the direction as it is.") % {"many": forms(rank)["many"]})
    for rank in ranks_with(rules, [WISH]):
        found.append(_("Several %(many)s bring one wish.") % {"many": forms(rank)["many"]})
    if has_again(rules):
        found.append(_("After several aces, one further card is enough."))
    return found


def _equal_skips(rules: RuleSet, rank: str) -> str:
    if rank == "A":
        return _("Two aces skip two players.")
    sentences = {
        "skip": _("Two eights skip two players."),
        "counter": _("Two eights still skip only one turn."),
        "add": _("Two eights skip two turns."),
    }
    return sentences[rules.eight]


def jump(rules: RuleSet) -> list[str]:
    if rules.jump_in == "off" or not may_have_twins(rules):
        return []
    found = [
        _("If you hold the very card that lies on top, same suit and same rank, you may lay it out of turn."),
        _("You must be quicker than the player on turn: as soon as they do anything, it is too late."),
        _("It works on the starting card and on your own card, too."),
        _("The card does what it always does, and play goes on from you."),
    ]
    unless = _no_jump_while(rules)
    if unless:
        found.append(_("Nobody jumps in while %(list)s.") % {"list": either(unless)})
    never = [forms(rank)["dat"] for rank in ranks_with(rules, [WISH])]
    if rules.combos == "on":
        never.append(_("a two, three or four"))
    if never:
        found.append(_("You cannot jump in with %(list)s.") % {"list": either(never)})
    if rules.mau != "off" or rules.mau_mau == "2":
        found.append(_("When jumping in, the game makes your calls for you."))
    return found


def _no_jump_while(rules: RuleSet) -> list[str]:
    found = []
    if ranks_with(rules, DUE):
        found.append(_("cards are due"))
    if ranks_with(rules, [WISH]):
        found.append(_("a wish stands"))
    if ranks_with(rules, OPEN_SKIPS):
        found.append(_("somebody is about to sit out"))
    if ranks_with(rules, [AGAIN]):
        found.append(_("an ace asks for one more card"))
    if rules.last_card == "full" and ranks_with(rules, [*DUE, *PASSES_ON]):
        found.append(_("it is open whether somebody has won"))
    return found


def strict(rules: RuleSet) -> list[str]:
    if rules.strict == "off":
        return []
    found = [
        _("Nobody tells you what fits. You may try any card."),
        _("If it does not fit, it comes back, you draw one card, and your turn is over."),
    ]
    if ranks_with(rules, DUE):
        found.append(_("Cards that are due you take as well."))
    if ranks_with(rules, OPEN_SKIPS):
        found.append(_("If you had to sit out, you still do."))
    return found


CLAUSES = {
    "turn": turn,
    "suit-rank": suit_rank,
    "wish-card": wish_card,
    "wish": wish,
    "wish-finish": wish_finish,
    "equal": equal,
    "jump": jump,
    "strict": strict,
}
