"""The last card, points, the end of the match (RULES §8, §10, §11)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.card_words import rank_name
from game.engine import RuleSet
from game.engine.cards import CARDS
from game.engine.tables import AGAIN, WISH, tables
from game.rulebook.facts import DUE, OPEN_SKIPS, PASSES_ON, ranks, ranks_with, stacks
from game.rulebook.words import both, either, forms, number


def last_card(rules: RuleSet) -> list[str]:
    if rules.last_card == "full" and ranks_with(rules, [*DUE, *PASSES_ON]):
        return _full(rules)
    due = ranks_with(rules, DUE) if rules.last_card == "seven" else []
    if rules.play_on == "on":
        found = [_("Whoever lays their last card is out; the first one out wins the round.")]
    elif due:
        found = [_("Whoever is the first to lay their last card wins the round.")]
    else:
        found = [_("Whoever is the first to lay their last card wins the round, and it is over at once.")]
    if due:
        found.append(
            _("If it is %(list)s, the next player still takes all that is due; there is no answer.")
            % {"list": either(_cases(due, "nom"))}
        )
        if rules.play_on == "off":
            found.append(_("Those cards count as well."))
        else:
            found.append(_("With that they miss their turn."))
    if due and ranks_with(rules, [*PASSES_ON, WISH]):
        found.append(_("Any other last card does nothing more."))
    elif ranks_with(rules, [*DUE, *PASSES_ON, WISH]) and not due:
        found.append(_("Whatever card it is, it does nothing more."))
    return found


def _cases(ranks_: Sequence[str], case: str) -> list[str]:
    return [forms(rank)[case] for rank in ranks_]


def _full(rules: RuleSet) -> list[str]:
    """`full`: the last card still does what it does."""
    at_once = [_("an ordinary card"), *_cases(ranks_with(rules, [WISH, AGAIN]), "dat")]
    if rules.combos == "on":
        at_once.append(_("a combination"))
    found = [
        _("Even the last card does what it always does."),
        _("With %(list)s as your last card you win the round at once.") % {"list": either(at_once)},
    ]
    due, passes = ranks_with(rules, DUE), ranks_with(rules, PASSES_ON)
    if due:
        found += [
            _("With %(list)s you have won as soon as somebody else has taken the cards.")
            % {"list": either(_cases(due, "dat"))},
        ]
    if any(stacks(rules, rank) for rank in due):
        found.append(_("If the debt comes round to you, you take the cards and are back in the round."))
    if passes:
        found += [
            _("With %(list)s you have won as soon as a player with cards is free to play.")
            % {"list": either(_cases(passes, "dat"))},
            _full_passes(rules),
        ]
    found.append(_("If there is nothing left to take or draw, you have won."))
    found.append(_("If several have no cards left, the one who was out first wins."))
    return found


def _full_passes(rules: RuleSet) -> str:
    if ranks_with(rules, OPEN_SKIPS):
        return _("If the turn or the skip comes back to you, you draw one card and are back in the round.")
    return _("If the turn comes back to you, you draw one card and are back in the round.")


def points(rules: RuleSet) -> list[str]:
    found = [
        _("Whoever wins the round gets no points; all others count the cards they still hold.")
        if rules.play_on == "off"
        else _("Whoever is out gets no points; the last one counts the cards still in hand.")
    ]
    by_cost: dict[int, list[str]] = {}
    faces = []
    for rank in ranks(rules):
        cost = tables(rules).points[CARDS[rank + "H"]]
        if rank.isdigit() or rank == "T":
            faces.append(rank)
        else:
            by_cost.setdefault(cost, []).append(rank_name(rank))
    court = [f"{both(names)} {cost}" for cost, names in sorted(by_cost.items(), reverse=True)]
    facts = {"list": ", ".join(court), "low": rank_name(faces[0]), "high": rank_name(faces[-1])}
    found.append(_("%(low)s to %(high)s count what is printed on them, %(list)s.") % facts)
    found.append(_("Points are a burden: few are good."))
    return found


def match_end(rules: RuleSet) -> list[str]:
    n = rules.end_number
    facts = {"n": number(n), "points": n}
    if rules.match_end == "rounds:1":
        return _one_round(rules)
    if rules.end_kind == "rounds":
        return [
            _("You play %(n)s rounds. The lowest sum of points wins the match.") % facts,
            _("Equal sums share the place."),
        ]
    if rules.end_kind == "wins":
        text = ngettext(
            "Whoever is the first to win a round wins the match.",
            "Whoever is the first to have won %(n)s rounds wins the match.",
            n,
        )
        return [text % facts, _("The others rank by wins, then by fewest points.")]
    if rules.end_kind == "most-wins":
        text = ngettext(
            "You play one round. Its winner wins the match.",
            "You play %(n)s rounds. Whoever has won most of them wins the match.",
            n,
        )
        return [text % facts, _("With equal wins the fewest points decide; equal points share the place.")]
    if rules.end_kind == "limit":
        return [
            _("As soon as somebody has more than %(points)s points in all, the match is over.") % facts,
            _("Then the fewest points win; equal sums share the place."),
        ]
    return [
        _("Whoever has more than %(points)s points in all is out of the match and watches.") % facts,
        _("The last one in wins."),
        _("The later you went out, the better your place; in the same round the fewest points decide."),
    ]


def _one_round(rules: RuleSet) -> list[str]:
    found = [_("One round decides the match: its winner has won.")]
    if rules.play_on == "off":
        found.append(_("The others rank by the points in hand, fewest first; equal points share the place."))
    return found


def play_on(rules: RuleSet) -> list[str]:
    if rules.play_on == "off":
        return []
    found = [
        _("The others play on for the places, until one player alone holds cards."),
        _("The places go by the order of going out."),
        _("Whoever is out is passed over."),
    ]
    if ranks_with(rules, DUE) and rules.last_card != "seven":
        found.append(_("Cards that were due are forgiven when somebody goes out."))
    return found


CLAUSES = {"last-card": last_card, "points": points, "match-end": match_end, "play-on": play_on}
