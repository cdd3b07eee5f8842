"""Coming late, leaving, time (RULES §5, §11, §13)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine import RuleSet
from game.engine.actions import MOST_SEATS
from game.rulebook.facts import DUE, OPEN_SKIPS, ranks_with, wish_rank
from game.rulebook.mau import calls
from game.rulebook.words import number

LEAVERS = {
    "bot": gettext_lazy("If somebody leaves, a bot plays on with their cards and their score."),
    "removed": gettext_lazy(
        "If somebody leaves, their cards go under the stock and they no longer count for the places."
    ),
}


def late(rules: RuleSet) -> list[str]:
    if rules.late_join == "off":
        return [_("Whoever comes late may watch until the match is over.")]
    return [
        _("Whoever comes late joins before the next round, as long as fewer than %(n)s are at the table.")
        % {"n": number(MOST_SEATS)},
        _("They start with the most points and the fewest wins of all who are in."),
    ]


def leavers(rules: RuleSet) -> list[str]:
    found = [str(LEAVERS[rules.leavers])]
    if rules.leavers == "removed":
        if ranks_with(rules, DUE):
            found.append(_("Cards that were due to them go on to the next player."))
        if ranks_with(rules, OPEN_SKIPS):
            found.append(_("A turn they had to sit out goes on to the next player."))
        found.append(_("If only one player is left, the match ends on the scores so far."))
    return found


def time(rules: RuleSet) -> list[str]:
    if rules.seconds is None:
        return [_("There is no clock: think as long as you like.")]
    found = [
        _("You have %(n)d seconds for a turn.") % {"n": rules.seconds},
        _("Alone against bots you have all the time in the world."),
    ]
    if rules.after_draw == "drawn":
        found.append(_("When time is up, the game draws one card for you and passes."))
        found.append(_("If you have drawn already, it only passes."))
    else:
        found.append(_("When time is up, the game draws one card for you, and your turn is over."))
    if ranks_with(rules, DUE):
        found.append(_("If cards are due, it takes those instead."))
    if ranks_with(rules, OPEN_SKIPS):
        found.append(_("If you have to sit out, it sits out for you."))
    if rules.start_card == "dealer" and wish_rank(rules):
        found.append(_("If the dealer does not wish in time, the suit of the starting card is wished for."))
    if rules.mau == "off":
        found.append(_("It never lays a card for you."))
    else:
        call = {"call": calls(rules)[0]}
        found.append(_("It never lays a card for you and never says %(call)s.") % call)
    return found


CLAUSES = {"late": late, "leavers": leavers, "time": time}
