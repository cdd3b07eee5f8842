"""Public events (wire form) as short sentences for log and screen reader, told from the viewer's chair.

Each effect names its cause. What stands in [brackets] links the clause of the rulebook that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from game.call_words import call, call_out
from game.card_words import RANKS, card_label, rank_name, suit_name
from game.engine import parse_rules

Event = dict[str, Any]
Names = Callable[[Any], str]

# kind of event -> (somebody did it, you did it); a kind that is not here says nothing by itself
SENTENCES: dict[str, tuple[Any, Any]] = {
    "dealt": (_("%(name)s deals and turns the %(card)s"), _("You deal and turn the %(card)s")),
    "dealt-counts": (
        _("%(name)s deals and turns the %(card)s: [it counts]"),
        _("You deal and turn the %(card)s: [it counts]"),
    ),
    "turned": (_("The %(card)s turned up, [the next one counts]"),) * 2,
    "played": (_("%(name)s lays the %(card)s"), _("You lay the %(card)s")),
    "played-again": (_("%(name)s lays the %(card)s too: [ace]"), _("You lay the %(card)s too: [ace]")),
    "played-with": (
        _("%(name)s lays the %(card)s [with %(others)s]"),
        _("You lay the %(card)s [with %(others)s]"),
    ),
    "wish": (
        _("%(name)s lays the %(card)s and [wishes %(suit)s]"),
        _("You lay the %(card)s and [wish %(suit)s]"),
    ),
    "jumped": (_("%(name)s [jumps in] with the %(card)s"), _("You [jump in] with the %(card)s")),
    "drew": (
        ngettext_lazy("%(name)s draws a card", "%(name)s draws %(n)d cards", "n"),
        ngettext_lazy("You draw a card", "You draw %(n)d cards", "n"),
    ),
    "drew-again": (
        _("%(name)s draws a card: [nothing for the ace]"),
        _("You draw a card: [nothing for the ace]"),
    ),
    "drew-bare": (
        _("%(name)s is back in with one card: [the turn came back]"),
        _("You are back in with one card: [the turn came back]"),
    ),
    "took": (
        ngettext_lazy("%(name)s takes a card", "%(name)s takes %(n)d cards", "n"),
        ngettext_lazy("You take a card", "You take %(n)d cards", "n"),
    ),
    "took-due": (
        ngettext_lazy("%(name)s takes a card: [%(cause)s]", "%(name)s takes %(n)d cards: [%(cause)s]", "n"),
        ngettext_lazy("You take a card: [%(cause)s]", "You take %(n)d cards: [%(cause)s]", "n"),
    ),
    "took-short": (
        _("%(name)s takes %(n)d of %(due)d cards, no more are left: [%(cause)s]"),
        _("You take %(n)d of %(due)d cards, no more are left: [%(cause)s]"),
    ),
    "forgot": (
        ngettext_lazy(
            "%(name)s forgot “%(call)s”: [one card]", "%(name)s forgot “%(call)s”: [%(n)d cards]", "n"
        ),
        ngettext_lazy("You forgot “%(call)s”: [one card]", "You forgot “%(call)s”: [%(n)d cards]", "n"),
    ),
    "challenged": (
        ngettext_lazy("%(by)s caught %(name)s: [one card]", "%(by)s caught %(name)s: [%(n)d cards]", "n"),
        ngettext_lazy("%(by)s caught you: [one card]", "%(by)s caught you: [%(n)d cards]", "n"),
    ),
    "tried": (_("%(name)s tried the %(card)s"), _("You tried the %(card)s")),
    "tried-why": (
        _("%(name)s tried the %(card)s and draws for it: [%(why)s]"),
        _("You tried the %(card)s and draw for it: [%(why)s]"),
    ),
    "passed": (_("%(name)s passes"), _("You pass")),
    "skipped": (_("%(name)s sits out"), _("You sit out")),
    "skipped-by": (_("%(name)s sits out: [%(cause)s]"), _("You sit out: [%(cause)s]")),
    "skipped-owed": (_("%(name)s sits out once more: [eight]"), _("You sit out once more: [eight]")),
    "reversed": (_("The direction turns"),) * 2,
    "reversed-by": (_("The direction turns: [%(cause)s]"),) * 2,
    "said": (_("%(name)s says “%(call)s”"), _("You say “%(call)s”")),
    "renewed": (_("The pile becomes the [new stock]"),) * 2,
    "timeout": (_("[Time is up] for %(name)s"), _("[Your time is up]")),
    "wished": (_("%(name)s wishes %(suit)s: [starting card]"), _("You wish %(suit)s: [starting card]")),
    "out": (_("%(name)s is [out]"), _("You are [out]")),
    "out-bare": (
        _("%(name)s has no cards left, but [the last one counts]"),
        _("You have no cards left, but [the last one counts]"),
    ),
    "stand-in": (_("A bot plays for %(name)s"), _("A bot plays for you")),
    "back": (_("%(name)s is back"), _("You are back")),
    "left": (_("%(name)s [leaves]"), _("You [leave]")),
    "joined": (_("%(name)s [sits down]"), _("You [sit down]")),
    "round-over": (_("%(name)s wins the round"), _("You win the round")),
    "round-over-double": (
        _("%(name)s wins the round, [it counts twice]"),
        _("You win the round, [it counts twice]"),
    ),
    "match-over": (_("The match is [over]"),) * 2,
}

RULES: dict[str, str] = {
    "dealt-counts": "start", "turned": "start", "played-again": "ace", "wish": "wish", "jumped": "jump",
    "drew-again": "ace", "drew-bare": "last-card", "challenged": "mau-penalty", "skipped-owed": "eight",
    "reversed-by": "reverse", "renewed": "stock", "timeout": "time", "wished": "start", "out": "last-card",
    "out-bare": "last-card", "left": "leavers", "joined": "late", "round-over-double": "wish-finish",
    "match-over": "match-end",
}  # fmt: skip
"""The clause behind a sentence; where it depends on the event see `_rule`."""

RANK_RULES = {"6": "six", "7": "seven", "8": "eight", "A": "ace"}
"""The clause of a card that makes others take or sit out."""

SEVERAL: dict[str, tuple[int, Any]] = {
    "7": (2, ngettext_lazy("a seven", "%(n)d sevens", "n")),
    "6": (1, ngettext_lazy("a six", "%(n)d sixes", "n")),
}
"""How many cards each of them makes due, and what so many are called."""

TRIED: dict[str, tuple[Any, str]] = {
    "due-unanswerable": (_("nothing answers what is due"), "strict"),
    "due-other-rank": (_("cards were due"), "strict"),
    "skip-open": (_("only an eight would have helped"), "eight"),
    "drawn-only": (_("only the card just drawn counts"), "drawn"),
    "wish-suit": (_("another suit was wished"), "wish"),
    "wish-card-suit": (_("another suit was wished"), "wish-card"),
    "wish-no-wish-card": (_("no wish card on a wish"), "wish-card"),
    "wish-on-wish": (_("no wish card on a wish card"), "wish-card"),
    "suit-only": (_("another suit"), "suit-rank"),
    "suit-or-rank": (_("neither suit nor rank"), "suit-rank"),
    "no-combination": (_("no combination for it"), "combos"),
    "wish-finish": (_("not as the last card"), "wish-finish"),
}
"""Why a tried card came back, in a few words, and the clause."""


@dataclass(frozen=True)
class Told:
    """A sentence in three pieces: `link` in the middle leads to the clause `rule`; both may be empty.
    `who`: the name it begins with, if it does."""

    before: str
    link: str = ""
    after: str = ""
    rule: str = ""
    who: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.before + self.link + self.after


def tell(event: Event, view: dict[str, Any]) -> Told:
    """The sentence for one event, empty for events that say nothing by themselves."""
    kind = _kind(event)
    sentences = SENTENCES.get(kind)
    if sentences is None:
        return Told("")
    me = view.get("me")
    sentence = sentences[me is not None and doer(event) == me]
    facts = {key: _shield(value) for key, value in _facts(event, seat_names(view), view["rules"]).items()}
    named = {key: f"\ue002{facts[key]}\ue003" for key in ("name", "by")}
    before, _open, rest = str(sentence % (facts | named)).partition("[")
    link, _close, after = rest.partition("]")
    who = _unshield(before.partition("\ue003")[0]) if before.startswith("\ue002") else ""
    rule = _rule(kind, event) if link else ""
    return Told(_unshield(before), _unshield(link), _unshield(after), rule, who)


def log_line(event: Event, view: dict[str, Any]) -> str:
    """The same as plain text."""
    return str(tell(event, view))


def log_card(event: Event) -> str:
    """The card a line is about (`9H`), "" if none."""
    return str(event.get("card") or event.get("top") or "")[:2]


def seat_names(view: dict[str, Any]) -> Names:
    """A function from seat number to name."""
    by_seat = {seat["seat"]: seat["name"] for seat in view["seats"]}
    return lambda seat: str(by_seat.get(seat, "?"))


rules_of = lru_cache(maxsize=256)(parse_rules)


def _shield(value: Any) -> Any:
    """Brackets in names are no links."""
    return value.replace("[", "\ue000").replace("]", "\ue001") if isinstance(value, str) else value


def _unshield(text: str) -> str:
    return text.translate(_UNSHIELDED)


_UNSHIELDED = str.maketrans({"\ue000": "[", "\ue001": "]", "\ue002": None, "\ue003": None})


def _kind(event: Event) -> str:
    """The key of `SENTENCES`: the kind of the event, and what is special about it."""
    kind = str(event.get("e"))
    special = _SPECIAL.get(kind)
    return special(event) if special else kind


def _played(event: Event) -> str:
    if event.get("wish"):
        return "wish"
    if event.get("under") or len(event.get("cards") or ()) > 1:
        return "played-with"
    return "played-again" if event.get("again") else "played"


def _took(event: Event) -> str:
    if not event.get("cause"):
        return "took"
    return "took-due" if event["n"] == event["due"] else "took-short"


def _skipped(event: Event) -> str:
    if event.get("cause") == "owed":
        return "skipped-owed"
    return "skipped-by" if event.get("cause") else "skipped"


_SPECIAL: dict[str, Callable[[Event], str]] = {
    "dealt": lambda event: "dealt-counts" if event.get("counts") else "dealt",
    "played": _played,
    "took": _took,
    "skipped": _skipped,
    "passed": lambda event: _skipped(event) if event.get("skip") else "passed",
    "drew": lambda event: f"drew-{event['cause']}" if event.get("cause") else "drew",
    "tried": lambda event: "tried-why" if event.get("why") in TRIED else "tried",
    "reversed": lambda event: "reversed-by" if event.get("cause") else "reversed",
    "out": lambda event: "out" if event.get("place") else "out-bare",
    "round-over": lambda event: "round-over-double" if event.get("double") else "round-over",
}


def _rule(kind: str, event: Event) -> str:
    """The clause that a sentence's link leads to."""
    if kind == "played-with":
        return "combos" if event["under"] else "equal"
    if kind == "forgot":
        return "mau-mau" if event.get("what") == "mau-mau" else "mau-penalty"
    if kind == "tried-why":
        return TRIED[event["why"]][1]
    return RULES.get(kind) or RANK_RULES.get(str(event.get("cause"))[:1], "")


def doer(event: Event) -> Any:
    """The seat an event is about: the dealer of a deal, the winner of a round."""
    return event.get({"dealt": "dealer", "round-over": "winner"}.get(str(event.get("e")), "seat"))


def _facts(event: Event, names: Names, code: str) -> dict[str, Any]:
    rules = rules_of(code)
    card, suit = log_card(event), event.get("wish") or event.get("suit")
    said = call_out(rules, bool(event.get("double"))) if event.get("what") == "mau-mau" else call(rules)
    return {
        "name": names(doer(event)),
        "by": names(event.get("by")),
        "n": int(event.get("n") or 0),
        "due": int(event.get("due") or 0),
        "card": card_label(card) if card else "",
        "suit": suit_name(suit) if suit else "",
        "others": _others(event) if event.get("e") == "played" else "",
        "cause": _cause(event),
        "why": str(TRIED[event["why"]][0]) if event.get("why") in TRIED else "",
        "call": said,
    }


def _others(event: Event) -> str:
    """What went along with the top card: "the seven of hearts, the eight of hearts"."""
    cards = [*(event.get("under") or ()), *(event.get("cards") or ())[:-1]]
    return ", ".join(now("the %(card)s") % {"card": card_label(card)} for card in cards)


def _cause(event: Event) -> str:
    """What did it: so many sevens, or the rank of one card."""
    rank = str(event.get("cause") or "")[:1]
    if event.get("due") and rank in SEVERAL:
        each, words = SEVERAL[rank]
        return str(words % {"n": event["due"] // each})
    return rank_name(rank) if rank and rank in RANKS else ""
