"""What the coach says: an `Advice` as one sentence of rule language, in the active language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from game.call_words import call, call_out
from game.card_words import card_label, rank_name, suit_name
from game.coach.board import View, cards_of
from game.coach.features import Facts
from game.coach.reasons import Advice
from game.engine import RuleSet
from game.log_words import rules_of, seat_names

WHY: dict[str, Any] = {
    # calling
    "challenge": _("%(name)s laid down to one card without saying “%(call)s”"),
    "late": _("you laid down to one card without it"),
    "mau": _("then %(then)s leaves you with one card"),
    "mau-mau": _("%(then)s is your last card"),
    # the last card
    "wins": _("it is your last card, and the round is yours"),
    "wins-many": _("they are your last cards, and the round is yours"),
    "out": _("it is your last card, and you are out"),
    "out-many": _("they are your last cards, and you are out"),
    "open": _("it is your last card, though its effect is still played through"),
    "open-many": _("they are your last cards, though their effect is still played through"),
    # what is due or open
    "answer": ngettext_lazy(
        "so %(n)d card is due from %(name)s and not from you",
        "so %(n)d cards are due from %(name)s and not from you",
        "n",
    ),
    "pass-on": _("so %(name)s has to sit out or answer, not you"),
    "only": _("it is the only card that fits"),
    "only-drawn": _("the card you drew fits"),
    # what it does to the others
    "takes-soon": _("%(name)s has only %(left)s left and takes %(due)s"),
    "takes-soon-answer": _("%(name)s has only %(left)s left and needs %(rank)s too, or takes %(due)s"),
    "sits-soon": _("%(name)s has only %(left)s left and sits out"),
    "sits-soon-answer": _("%(name)s has only %(left)s left and needs an eight too, or sits out"),
    "takes": _("%(name)s takes %(due)s"),
    "takes-answer": _("%(name)s needs %(rank)s too, or takes %(due)s"),
    "sits": _("%(name)s sits out"),
    "sits-answer": _("%(name)s needs an eight too, or sits out"),
    "away": _("the direction turns, so %(name)s, with only %(left)s left, does not come next"),
    "back": _("it is your turn again at once"),
    "back-again": _("you may lay one more card at once"),
    "back-turned": _("the direction turns, and it is your turn again at once"),
    "back-sits": _("%(name)s sits out, and it is your turn again at once"),
    "stuck": _("%(name)s drew when %(suit)s was asked for"),
    # what it leaves in the hand
    "many": _("%(n)d cards go at once"),
    "keeps": _("so you keep %(card)s, a wish card, for later"),
    "keeps-due": _("so you keep %(card)s, which makes others take cards, for later"),
    "keeps-several": _("so you keep %(n)d wish cards for later"),
    "keeps-due-several": _("so you keep %(n)d cards that make others take cards"),
    "wish": ngettext_lazy(
        "you hold %(n)d more card of that suit", "you hold %(n)d more cards of that suit", "n"
    ),
    "follows": ngettext_lazy(
        "you hold %(n)d more card of %(suit)s to follow with",
        "you hold %(n)d more cards of %(suit)s to follow with",
        "n",
    ),
    "rare": ngettext_lazy(
        "only %(n)d card of %(suit)s is still hidden from you",
        "only %(n)d cards of %(suit)s are still hidden from you",
        "n",
    ),
    "rare-none": _("no card of %(suit)s is hidden from you any more"),
    "points": ngettext_lazy(
        "it would count %(n)d point in your hand, and %(name)s has only %(left)s left",
        "it would count %(n)d points in your hand, and %(name)s has only %(left)s left",
        "n",
    ),
    "sheds": _("that is one card less in your hand"),
    "tried": _("tried out on hands that fit all you have seen, it came off best"),
    # nothing to lay
    "due": _("nothing answers what is due"),
    "due-answer": _("you hold no %(rank)s to answer with"),
    "no-eight": _("you hold no eight to answer with"),
    "misfit": _("the %(card_name)s you drew does not fit"),
    "empty": _("nothing fits, and nothing is left to draw"),
    "again-none": _("one more card must follow, and none of yours fits"),
    "bare": _("the turn is back with you, and you hold no cards"),
    "none": _("nothing of yours fits the %(top)s"),
    "none-wish": _("nothing of yours fits the wish for %(suit)s"),
}
"""The second half of the sentence, by what `reasons` found."""

_WITH_RANK = frozenset({"takes-soon", "takes", "due"})
_OPEN = frozenset({"sits-soon", "sits"})
_LAST = frozenset({"wins", "out", "open"})
A_RANK: dict[str, Any] = {
    "7": pgettext_lazy("rank, nominative", "a seven"),
    "6": pgettext_lazy("rank, nominative", "a six"),
}


def sentence(advice: Advice, view: View) -> str:
    """What to do and why, for the seat of `view`."""
    what = capfirst(to_do(advice.word, view))
    if advice.clear:
        what = gettext("%(what)s, clearly the best") % {"what": what}
    said = gettext("%(what)s: %(why)s") % {"what": what, "why": why(advice, view)}
    if advice.almost:
        other = done(advice.almost, view)
        said = ngettext(
            "%(said)s; %(other)s is almost as good",
            "%(said)s; %(other)s are almost as good",
            len(cards_of(advice.almost)) or 1,
        ) % {"said": said, "other": other}
    return f"{said}."


def why(advice: Advice, view: View) -> str:
    """The reason alone, as it stands after a colon."""
    return str(WHY[_kind(advice)] % _facts(advice, view))


def _kind(advice: Advice) -> str:
    """The key of `WHY`: the reason, and what is special about it."""
    key, facts = advice.key, advice.facts
    if key in _LAST:
        return f"{key}-many" if len(cards_of(advice.word)) > 1 else key
    if key == "back":
        return f"back-{facts['how']}" if facts["how"] else key
    special = {
        "only": ("drawn", facts.get("drawn")),
        "none": ("wish", facts.get("wish")),
        "rare": ("none", facts.get("n") == 0),
        **dict.fromkeys(("keeps", "keeps-due"), ("several", int(facts.get("n") or 0) > 1)),
        **dict.fromkeys(_WITH_RANK, ("answer", facts.get("rank"))),
        **dict.fromkeys(_OPEN, ("answer", facts.get("open"))),
    }.get(key)
    return f"{key}-{special[0]}" if special and special[1] else key


def _facts(advice: Advice, view: View) -> Facts:
    """All that a sentence may name, in words."""
    facts, rules = advice.facts, rules_of(view["rules"])
    n, rank = int(facts.get("n") or 0), str(facts.get("rank") or "")
    suit = facts.get("suit") or facts.get("wish") or ""
    return {
        "n": n,
        "name": seat_names(view)(facts.get("seat")),
        "call": call(rules),
        "then": _cards(advice.facts["then"]) if "then" in facts else "",
        "left": _count(int(facts.get("left") or 0)),
        "due": _count(n),
        "rank": _answer(advice.key, rank),
        "suit": suit_name(suit) if suit and suit != "*" else "",
        "card": _the(facts["card"]) if "card" in facts else "",
        "card_name": card_label(facts["card"]) if "card" in facts else "",
        "top": card_label(facts["top"]) if facts.get("top") else "",
    }


def _answer(key: str, rank: str) -> str:
    """A rank that would help: "a seven", and plain after "no"."""
    if not rank:
        return ""
    return rank_name(rank) if key == "due" else str(A_RANK.get(rank, rank_name(rank)))


def _count(n: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", n) % {"n": n} if n != 1 else gettext("one card")


def _the(card: str) -> str:
    return gettext("the %(card)s") % {"card": card_label(card)}


def _cards(word: str) -> str:
    """The cards a word lays, the one on top last."""
    return _joined([_the(card) for card in cards_of(word)])


def _joined(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return gettext("%(some)s and %(last)s") % {"some": ", ".join(parts[:-1]), "last": parts[-1]}


def to_do(word: str, view: View) -> str:
    """A word as an advice: "the nine of hearts", "draw", "say “Mau” first"."""
    return _told(word, view, _TO_DO)


def done(word: str, view: View) -> str:
    """A word as a thing to compare with: "the nine of hearts", "drawing"."""
    return _told(word, view, _DOING)


def did(word: str, view: View) -> str:
    """What the seat of `view` has done: "you laid the nine of hearts", "you drew"."""
    return _told(word, view, _DID)


Words = dict[str, Any]

_TO_DO: Words = {
    "p": "%(cards)s", "wish": _("%(cards)s, wishing for %(suit)s"), "w": _("wish for %(suit)s"),
    "d": _("draw"), "take": _("take the cards"), "-": _("pass"), "skip": _("sit out"),
    "m": _("say “%(call)s” first"), "now": _("say “%(call)s” now"), "mm": _("say “%(call_out)s” first"),
    "c": _("call it out"),
}  # fmt: skip
_DOING: Words = {
    "p": "%(cards)s", "wish": _("%(cards)s, wishing for %(suit)s"), "w": _("wishing for %(suit)s"),
    "d": _("drawing"), "take": _("taking the cards"), "-": _("passing"), "skip": _("sitting out"),
}  # fmt: skip
_DID: Words = {
    "p": _("you laid %(cards)s"), "wish": _("you laid %(cards)s and wished for %(suit)s"),
    "w": _("you wished for %(suit)s"), "d": _("you drew"), "take": _("you took the cards"),
    "-": _("you passed"), "skip": _("you sat out"),
}  # fmt: skip


def _told(word: str, view: View, words: Words) -> str:
    verb, wish = word.partition(" ")[0], word.partition(":")[2]
    kinds: dict[str, Callable[[], str]] = {
        "p": lambda: "wish" if wish else "p",
        "d": lambda: "take" if view["due"] else "d",
        "-": lambda: "skip" if view["skip"] else "-",
        "m": lambda: "now" if view["mau_open"] == view["me"] else "m",
    }
    kind = kinds.get(verb, lambda: verb)()
    return str(words[kind] % _word_facts(word, wish or word[2:], rules_of(view["rules"])))


def _word_facts(word: str, suit: str, rules: RuleSet) -> Facts:
    return {
        "cards": _cards(word), "suit": suit_name(suit) if len(suit) == 1 and suit in "CSHD" else "",
        "call": call(rules), "call_out": call_out(rules),
    }  # fmt: skip


TENTHS = (10, 20, 100)


def odds(better: float, played: float) -> tuple[str, str]:
    """Two chances as plain figures that differ: "6 in 10" and "4 in 10"; finer where tenths would not do."""
    of = next((of for of in TENTHS if round(better * of) != round(played * of)), TENTHS[-1])
    return _odds(better, of), _odds(played, of)


def _odds(chance: float, of: int) -> str:
    return gettext("%(n)d in %(of)d") % {"n": round(chance * of), "of": of}
