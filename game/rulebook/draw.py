"""Drawing, passing, the empty stock (RULES §5, §13)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine import RuleSet

WHEN = {
    "always": gettext_lazy("You may draw even if you could lay a card."),
    "stuck": gettext_lazy("You draw only if none of your cards fits."),
}
HOW_MANY = {
    "one": gettext_lazy("You draw one card."),
    "three": gettext_lazy("You draw up to three cards, one by one, and stop at the first that fits."),
    "until": gettext_lazy("You draw until a card fits, and stop there."),
}
FITTING = {
    "one": gettext_lazy("If the card you drew fits, you may lay it at once, but no other."),
    "three": gettext_lazy("If the last card you drew fits, you may lay it at once, but no other."),
}
FITTING["until"] = FITTING["three"]


def draw(rules: RuleSet) -> list[str]:
    return [str(WHEN[rules.draw_when]), str(HOW_MANY[rules.draw])]


def drawn(rules: RuleSet) -> list[str]:
    if rules.after_draw == "end":
        return [_("Then your turn is over, even if the card you drew would fit.")]
    return [
        str(FITTING[rules.draw]),
        _("Or you pass. You do so yourself, so that nobody can tell what you have drawn."),
    ]


def stock(rules: RuleSet) -> list[str]:
    found = [
        _("When the stock is empty and a card is needed, the discard pile becomes the new stock."),
        _("It is shuffled; only its top card stays."),
        _("If there is still nothing to draw, you must lay if a card fits; otherwise you pass."),
    ]
    if rules.draw != "one":
        found.append(_("If the cards run out while you draw, that is where you stop."))
    found.append(_("Whoever has to take more than is left takes what is left; the rest is forgiven."))
    return found


CLAUSES = {"draw": draw, "drawn": drawn, "stock": stock}
