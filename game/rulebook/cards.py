"""The cards: packs, dealing, the starting card (RULES §2, §3, §13)."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.card_words import rank_name
from game.engine import RuleSet, full_pack, hand_size
from game.engine.actions import MOST_SEATS
from game.engine.deal import packs
from game.engine.tables import REVERSE
from game.rulebook.facts import has_again, ranks_with, special_ranks, wish_rank
from game.rulebook.words import cards, either, forms, number

PACKS = {
    "skat32": gettext_lazy("A pack has %(n)d cards: seven to ace in four suits."),
    "french52": gettext_lazy("A pack has %(n)d cards: two to ace in four suits."),
}


def pack(rules: RuleSet) -> list[str]:
    return [PACKS[rules.pack] % {"n": len(full_pack(rules, 2)) // packs(rules, 2)}]


def second_pack(rules: RuleSet) -> list[str]:
    start = rules.second_pack_from
    if start == "never":
        return [_("It stays one pack, however many of you play.")]
    facts = {"n": len(full_pack(rules, MOST_SEATS)), "players": number(int(start))}
    if start == "2":
        return [_("Two packs are shuffled together, %(n)d cards in all: every card is there twice.") % facts]
    text = _("From %(players)s players on, two packs are shuffled together: then every card is there twice.")
    if _players_change(rules):
        return [text % facts, _("Whoever is out of the match no longer counts for that.")]
    return [text % facts]


def _players_change(rules: RuleSet) -> bool:
    return rules.end_kind == "knockout" or rules.leavers == "removed"


def deal(rules: RuleSet) -> list[str]:
    found = [_("Everyone is dealt %(cards)s, one at a time.") % {"cards": cards(rules.hand_size)}]
    if hand_size(rules, 2) != rules.hand_size:
        found.append(_("If only two play, each gets %(n)s.") % {"n": number(hand_size(rules, 2))})
    fewer = _fewer(rules)
    if fewer:
        facts = {"list": fewer}
        found.append(_("So that enough is left to draw, large rounds get fewer: %(list)s.") % facts)
    found.append(_("The rest is the stock."))
    if rules.match_end == "rounds:1":
        found.append(_("The dealer is drawn by lot."))
    else:
        found.append(_("The first dealer is drawn by lot; after each round the deal passes to the left."))
    if ranks_with(rules, [REVERSE]):
        found.append(_("The player on the dealer’s left begins. Every round starts clockwise."))
    else:
        found.append(_("The player on the dealer’s left begins, and play goes clockwise."))
    return found


def _fewer(rules: RuleSet) -> str:
    """Who gets fewer cards than the rules say, because the pack is too small."""
    sizes: dict[int, list[str]] = {}
    for players in range(3, MOST_SEATS + 1):
        size = hand_size(rules, players)
        if size != rules.hand_size:
            sizes.setdefault(size, []).append(number(players))
    parts = [
        _("with %(players)s players %(n)s each") % {"players": either(players), "n": number(size)}
        for size, players in sizes.items()
    ]
    return ", ".join(parts)


def start(rules: RuleSet) -> list[str]:
    special = either([rank_name(rank) for rank in special_ranks(rules)])
    return STARTS[rules.start_card](rules, special)


def _turned() -> str:
    return _("The top card of the stock is turned up and begins the discard pile.")


def _bury(rules: RuleSet, special: str) -> list[str]:
    if not special:
        return [_turned()]
    return [
        _turned(),
        _("A special card (%(ranks)s) goes under the stock, and the next one is turned.")
        % {"ranks": special},
        _("If there are only special cards, the first one lies after all and does nothing."),
    ]


def _cover(rules: RuleSet, special: str) -> list[str]:
    if not special:
        return [_turned()]
    return [
        _turned(),
        _("A special card (%(ranks)s) is covered by the next one, until an ordinary card lies on top.")
        % {"ranks": special},
        _("If there is none, the last card lies on top and does nothing."),
    ]


def _dealer(rules: RuleSet, special: str) -> list[str]:
    wish = wish_rank(rules)
    on_wish = _("If it is %(nom)s, the dealer wishes for a suit.") % forms(wish) if wish else ""
    return _counts(rules, special, on_wish)


def _free(rules: RuleSet, special: str) -> list[str]:
    wish = wish_rank(rules)
    if not wish:
        return _counts(rules, special, "")
    if rules.wish_fits == "not-on-wish":
        text = _("If it is %(nom)s, nobody wishes: the first card laid on it may be any, only not %(nom)s.")
    else:
        text = _("If it is %(nom)s, nobody wishes: the first card laid on it may be any.")
    return _counts(rules, special, text % {"nom": forms(wish)["nom"]})


def _counts(rules: RuleSet, special: str, on_wish: str) -> list[str]:
    """The starting card takes effect as if the dealer had laid it."""
    if not special:
        return [_turned()]
    found = [_turned(), _("It counts as if the dealer had laid it, with all that it does.")]
    if on_wish:
        found.append(on_wish)
    for rank in ranks_with(rules, [REVERSE]):
        found.append(
            _("After %(dat)s the player on the dealer’s right begins, with two players the dealer.")
            % {"dat": forms(rank)["dat"]}
        )
    if has_again(rules):
        found.append(_("Only an ace does nothing here."))
    if rules.combos == "on":
        found.append(_("A two, three or four just lies there."))
    return found


def _nine(rules: RuleSet, special: str) -> list[str]:
    if "9" in special_ranks(rules):
        return [
            _("The first ordinary card in the stock is taken out and begins the discard pile."),
            _("If there is none, the top card of the stock lies and does nothing."),
        ]
    found = [_("The first nine in the stock is taken out and begins the discard pile.")]
    if special:
        found.append(_("If all nines are dealt, the first ordinary card is taken instead."))
        found.append(_("If there are only special cards, the top one lies and does nothing."))
    else:
        found.append(_("If all nines are dealt, the top card is taken instead."))
    return found


def _plain(rules: RuleSet, special: str) -> list[str]:
    if not special:
        return [_turned()]
    found = [_turned(), _("Whatever it is, it does nothing: only its suit and its rank count.")]
    wish = wish_rank(rules)
    if wish and rules.wish_fits == "not-on-wish":
        found.append(_("If it is %(nom)s, %(none)s goes on it.") % forms(wish))
    return found


STARTS: dict[str, Callable[[RuleSet, str], list[str]]] = {
    "bury": _bury,
    "cover": _cover,
    "dealer": _dealer,
    "free": _free,
    "nine": _nine,
    "plain": _plain,
}

CLAUSES = {"pack": pack, "second-pack": second_pack, "deal": deal, "start": start}
