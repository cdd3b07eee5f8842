"""The sentence and the clause of the rulebook for every reason of `game.engine.reasons`.

Facts of the moment (`refusal_text`) are put in by name.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

WHY: dict[str, tuple[Any, str]] = {
    # what fits
    "due-unanswerable": (
        ngettext_lazy(
            "%(n)d card is due, and nothing can answer that.",
            "%(n)d cards are due, and nothing can answer that.",
            "n",
        ),
        "due",
    ),
    "due-other-rank": (
        ngettext_lazy(
            "%(n)d card is due: only a %(top_rank)s helps.",
            "%(n)d cards are due: only a %(top_rank)s helps.",
            "n",
        ),
        "due",
    ),
    "skip-open": (_("You are to sit out: only an eight helps."), "eight"),
    "drawn-only": (_("After drawing you may lay only the card you drew, the %(drawn)s."), "drawn"),
    "wish-suit": (_("A wish for %(wish)s stands."), "wish"),
    "wish-no-wish-card": (_("A wish for %(wish)s stands, and no %(rank)s may answer it."), "wish-card"),
    "wish-card-suit": (_("A wish for %(wish)s stands, and the %(rank)s needs that suit too."), "wish-card"),
    "wish-on-wish": (_("%(Rank)s on %(rank)s is not allowed here."), "wish-card"),
    "suit-only": (_("Only %(suit)s fit here."), "suit-rank"),
    "suit-or-rank": (_("Only %(suit)s or another %(top_rank)s fits here."), "suit-rank"),
    "suit-rank-or-wish": (
        _("Only %(suit)s, another %(top_rank)s or any %(wish_rank)s fits here."),
        "suit-rank",
    ),
    "wish-finish": (_("%(Rank)s as the last card is not allowed here."), "wish-finish"),
    # combinations and equal cards
    "no-combination": (_("A %(rank)s goes only with %(company)s, and you do not hold that."), "combos"),
    # wishes
    "no-wish-owed": (_("You owe no wish."), ""),
    # drawing and passing
    "stuck-lay": (_("Drawing is allowed only if no card fits, and you hold one that does."), "draw"),
    "again-lay": (_("After an ace one more card must follow, and you hold one that fits."), "ace"),
    "stock-empty-lay": (_("Nothing is left to draw, and you hold a card that fits."), "stock"),
    "nothing-to-draw": (_("Nothing is left to draw."), "stock"),
    "drawn-already": (_("You have drawn in this turn already."), "draw"),
    "pass-too-early": (_("You may pass only after drawing."), "draw"),
    "due-pass": (
        ngettext_lazy(
            "%(n)d card is due, so you cannot pass.",
            "%(n)d cards are due, so you cannot pass.",
            "n",
        ),
        "due",
    ),
    "bare-pass": (_("The turn is back with you, so you draw a card."), "last-card"),
    # calling and challenging
    "mau-too-early": (_("“%(call)s” is said just before you lay down to one card."), "mau"),
    "mau-none-fits": (_("“%(call)s” is said just before you lay down to one card, and none fits."), "mau"),
    "mau-off": (_("Nobody has to say “%(call)s” at this table."), "mau"),
    "mau-mau-too-early": (_("“%(call_out)s” is said just before you lay your last card."), "mau-mau"),
    "mau-mau-none-fits": (
        _("“%(call_out)s” is said just before you lay your last card, and yours does not fit."),
        "mau-mau",
    ),
    "mau-mau-off": (_("Nobody has to say “%(call_out)s” at this table."), ""),
    "already-said": (_("You have said it in this turn already."), "mau"),
    # trying, and whose turn it is
    "strict-off": (_("Nothing is tried at this table: only cards that fit are laid."), "turn"),
}
"""What forbids it; what can be done instead is another sentence, made from what is legal (`NOW`)."""

ENOUGH: dict[str, tuple[Any, str]] = {
    # combinations and equal cards
    "combination-missing": (_("A %(rank)s goes only with %(company)s. Pick those cards too."), "combos"),
    "not-a-pair": (_("A two goes only with a pair: two cards of one rank. Pick others."), "combos"),
    "not-a-row": (_("A three goes only with three ranks in a row. Pick others."), "combos"),
    "not-a-suit": (_("A four goes only with four cards of one suit. Pick others."), "combos"),
    "no-combination-card": (
        _("Only a two, three or four takes other cards along. Lay the %(card)s alone."),
        "combos",
    ),
    "combos-off": (_("There are no combinations at this table. Lay one card."), ""),
    "equal-off": (_("Here only one card is laid at a time. Pick one."), "turn"),
    "not-equal": (_("Only cards of one rank go together. Pick others."), "equal"),
    "equal-combination": (_("Twos, threes and fours are laid one at a time. Pick one."), "equal"),
    # wishes
    "wish-missing": (_("The %(wish_rank)s wishes. Choose a suit with it."), "wish"),
    "wish-last": (_("With the last card there is nothing to wish for. Lay it without a wish."), "wish"),
    "not-a-wish-card": (_("Only the %(wish_rank)s wishes. Lay this card without a wish."), "wish"),
    "wish-off": (_("No card wishes at this table. Lay it without a wish."), ""),
    "wish-owed": (_("First comes the wish for the starting card. Choose one of the four suits."), "start"),
    # calling and challenging
    "challenge-off": (
        _("At this table nobody is caught: the game itself notices a missing call."),
        "mau-penalty",
    ),
    "challenge-own": (_("It is you who forgot it. Say it before somebody notices."), "mau"),
    "challenge-nobody": (
        _("Nobody can be caught now: that ends as soon as the next player has acted."),
        "mau",
    ),
    "challenge-out": (_("You are out, so the others have to notice."), "mau"),
    "challenge-other": (_("That player forgot nothing. Look who has one card."), "mau"),
    # jumping in
    "jump-off": (_("Nobody jumps in at this table. Wait for your turn."), "turn"),
    "jump-one-pack": (_("With one pack no card is there twice. Wait for your turn."), "turn"),
    "jump-own-turn": (_("It is your turn: simply lay the card."), "jump"),
    "jump-other-card": (_("You can jump in only with another %(top)s. Wait for your turn."), "jump"),
    "jump-wish-owed": (_("Nobody jumps in before the wish. Wait for it."), "jump"),
    "jump-due": (_("Nobody jumps in while cards are due. Wait for your turn."), "jump"),
    "jump-skip": (_("Nobody jumps in while somebody is to sit out. Wait for your turn."), "jump"),
    "jump-wish": (_("Nobody jumps in while a wish stands. Wait for your turn."), "jump"),
    "jump-again": (_("Nobody jumps in while a card must follow an ace. Wait for your turn."), "jump"),
    "jump-bare": (
        _("Nobody jumps in while a last card is being played through. Wait for your turn."),
        "jump",
    ),
    "jump-late": (_("Too late to jump in: %(name)s has begun the turn. Wait for yours."), "jump"),
    "jump-wish-card": (_("Nobody jumps in with a wish card. Wait for your turn."), "jump"),
    "jump-combination": (_("Nobody jumps in with a combination card. Wait for your turn."), "jump"),
    # trying, and whose turn it is
    "card-fits": (_("That card fits. Simply lay it."), "strict"),
    "not-your-turn": (_("It is not your turn yet. Wait for the gold plate."), "turn"),
}
"""What forbids it and what to do, where that is always the same."""

DUE_RULE = {"7": "seven", "6": "six"}
"""The clause that says "due", by the rank on top."""

COMPANY: dict[int, Any] = {
    2: pgettext_lazy("company", "a pair"),
    3: pgettext_lazy("company", "three ranks in a row"),
    4: pgettext_lazy("company", "four cards of one suit"),
}
"""What goes with a combination card."""

NOW: dict[str, Any] = {
    "owed": _("Choose the suit you wish for."),
    "due lay": _("Lay a %(top_rank)s or take what is due."),
    "due": _("Take what is due."),
    "skip lay": _("Lay an eight or sit out."),
    "skip": _("Sit out."),
    "drawn lay": _("Lay the %(drawn)s or pass."),
    "drawn": _("Pass."),
    "drawn try": _("Try the %(drawn)s or pass."),
    "wish lay draw": _("Lay %(wish)s or draw."),
    "wish lay": _("Lay %(wish)s."),
    "lay draw": _("Lay a card that fits or draw."),
    "lay": _("Lay a card that fits."),
    "draw": _("Draw."),
    "pass": _("Pass."),
}
"""What can be done now: how things stand, then which of the ways are open."""
