"""The lab's figures as sentences, in the active language. What the figures do not show is not said."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from content.lab.figures import Figures, Share

MUCH, SOME = 3.0, 1.5
"""So many easy bots does the hard one count for; in a fair raffle it would hold so many tickets."""
LEAST_TOLD = 0.005
"""Less than this is not one percent."""
OFTEN = 0.1
"""Renewals a round that are worth a number."""
LONGER, SHORTER = 1.1, 0.9
"""Beyond these a round is called longer or shorter than another."""


def percent(share: float) -> str:
    """A share as whole percent, with the space that the language wants."""
    if 0 < share < LEAST_TOLD:
        return _("under %(n)d%%") % {"n": 1}
    return _("%(n)d%%") % {"n": int(100 * share + 0.5)}


def decimal(value: float) -> str:
    """With one place behind the point, from ten on with none."""
    return number_format(round(value, 1), 1) if value < 9.95 else str(round(value))


def exactly(share: float) -> str:
    """A share that is no estimate, as percent with one place behind the point where it needs one."""
    whole = round(100 * share, 1)
    return _("%(n)s%%") % {"n": number_format(whole, 0 if whole == int(whole) else 1)}


def between(share: Share) -> str:
    """The 95 % interval of a share."""
    return _("%(low)s to %(high)s") % {"low": percent(share.low), "high": percent(share.high)}


def length(found: Figures) -> str:
    """How long a round is."""
    return _(
        "A round takes %(turns)s turns on average, %(each)s for each player. "
        "Eight rounds in ten take between %(low)s and %(high)s turns."
    ) % {
        "turns": decimal(found.turns), "each": decimal(found.each), "low": found.low, "high": found.high,
    }  # fmt: skip


def minutes(found: Figures, seconds: int) -> str:
    """How long that is for people, and how it was reckoned."""
    whole = max(1, round(found.minutes))
    told = ngettext(
        "With people that is about %(n)d minute, if a turn takes %(seconds)d seconds on average. "
        "The seconds are our guess; bots play faster.",
        "With people that is about %(n)d minutes, if a turn takes %(seconds)d seconds on average. "
        "The seconds are our guess; bots play faster.",
        whole,
    )
    return told % {"n": whole, "seconds": seconds}


def renewing(found: Figures) -> str:
    """How often the discards become the new stock."""
    if found.renewed < LEAST_TOLD:
        return _("The stock practically never runs out: the discards need no shuffling.")
    told = _(
        "In %(share)s of the rounds the stock runs out at least once, and the discards become the new one."
    )
    often = _("On average it happens %(times)s times a round.") % {"times": decimal(found.renewals)}
    return f"{told % {'share': percent(found.renewed)}} {often if found.renewals >= OFTEN else ''}".strip()


def sitting_first(found: Figures) -> str:
    """Whether it helps to begin."""
    if not found.places:
        return _("Too few rounds ended to say who has the best seat.")
    first, even = found.places[0], exactly(found.even)
    told = {"share": percent(first.share), "even": even, "between": between(first)}
    if first.low > found.even:
        sentence = _(
            "Whoever begins has an advantage and wins %(share)s of the rounds instead of %(even)s "
            "(95%% sure: %(between)s)."
        )
    elif first.high < found.even:
        sentence = _(
            "Whoever begins has a disadvantage and wins %(share)s of the rounds instead of %(even)s "
            "(95%% sure: %(between)s)."
        )
    else:
        sentence = _(
            "No advantage can be measured for whoever begins: they win %(share)s of the rounds, even would "
            "be %(even)s (95%% sure: %(between)s)."
        )
    return sentence % told


def luck(found: Figures) -> str:
    """How much playing well is worth."""
    if found.hard is None:
        return _("Too few rounds ended to say how much luck decides.")
    told = {"share": percent(found.hard.share), "even": exactly(found.even), "between": between(found.hard)}
    sentence = _(
        "One hard bot against easy ones wins %(share)s of the rounds; luck alone would give it %(even)s "
        "(95%% sure: %(between)s)."
    )
    return f"{sentence % told} {_judged(found.hard, found.even)}"


def _judged(hard: Share, even: float) -> str:
    if hard.low <= even:
        return _("So in a single round luck decides almost everything.")
    tickets = hard.share * (1 - even) / max(1e-9, (1 - hard.share) * even)
    if tickets >= MUCH:
        return _("So playing well counts for a lot.")
    if tickets >= SOME:
        return _("So playing well counts, and the cards you get count too.")
    return _("So luck decides most of it.")


def endless(found: Figures) -> str:
    """Rounds that came to no end, "" if there were none."""
    if not found.stopped:
        return ""
    told = ngettext(
        "%(n)s round of %(all)s never ended and was stopped; it does not count above.",
        "%(n)s rounds of %(all)s never ended and were stopped; they do not count above.",
        found.stopped,
    )
    return told % {"n": _whole(found.stopped), "all": _whole(found.played)}


def beside(found: Figures, usual: Figures) -> str:
    """How these rules compare with Mau-Mau."""
    ratio = found.turns / usual.turns
    told = {"turns": decimal(usual.turns)}
    if ratio > LONGER:
        return _("A round is longer than in Mau-Mau, which takes %(turns)s turns.") % told
    if ratio < SHORTER:
        return _("A round is shorter than in Mau-Mau, which takes %(turns)s turns.") % told
    return _("A round is about as long as in Mau-Mau, which takes %(turns)s turns.") % told


def nothing(rounds: int) -> str:
    """When not one of so many rounds came to an end."""
    told = ngettext(
        "%(n)s round was played, and it never ended. These rules seem to go round in circles.",
        "%(n)s rounds were played, and not one of them ended. These rules seem to go round in circles.",
        rounds,
    )
    return told % {"n": _whole(rounds)}


def progress(rounds: int, of: int) -> str:
    """How far a run is."""
    return _("%(n)s of %(all)s rounds are played.") % {"n": _whole(rounds), "all": _whole(of)}


def _whole(number: int) -> str:
    """A whole number as the language groups its digits."""
    return number_format(number, 0, force_grouping=True)
