"""What has happened at a table and what comes next, in the sentences that the game itself uses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from content.what_if.table import YOU, Table
from game.engine import RuleSet, parse_action, rules_text, why_not
from game.engine.cards import NO_CARD
from game.engine.events import Event, Out
from game.log_words import tell
from game.refusal_text import refuse, way_on
from game.rule_sentences import sentence
from game.rulebook.facts import effect, wish_rank
from game.rulebook.words import cards, number

YES, NO, SO = "yes", "no", ""
UNTOLD = frozenset({"said", "unsaid", "match-over"})
"""Events that say nothing about the question."""
CAUSES_KNOWN = frozenset({"took", "skipped", "passed", "reversed"})
"""Here the log names the card that did it; the question has named it already."""
FIELD_OF_RANK = {"6": "six", "7": "seven", "8": "eight", "A": "ace"}


class Answer(NamedTuple):
    """What happens: `verdict` is "yes", "no" or "" where nothing was asked, `text` one to three sentences."""

    verdict: str
    text: str


def answer(verdict: str, *sentences: str | Iterable[str]) -> Answer:
    """An answer of sentences; numbers up to twelve in words."""
    flat = [part for given in sentences for part in ([given] if isinstance(given, str) else given)]
    return Answer(verdict, " ".join(capfirst(_spoken(part)) for part in flat if part))


def _spoken(text: str) -> str:
    if re.search(r"\b1\b", text):  # "one" has many forms, and a digit is seldom alone
        return text
    return re.sub(r"\b([2-9]|1[0-2])\b", lambda found: number(int(found[0])), text)


def judged(table: Table, word: str, *before: str) -> Answer:
    """Whether the reader may do `word` now: the game's own refusal, or what follows from it."""
    why = why_not(table.state, YOU, parse_action(word))
    if why is not None:
        told = refuse(table.open_cards().state, YOU, why, word).text
        return answer(NO, *before, told, _tried(table, word))
    after = table.split().forget().play(YOU, word)
    if table.state.drawn != NO_CARD:
        return answer(YES, *before, happened(after), _("Or you pass."))
    return answer(YES, *before, follows(after), _instead(table))


def _tried(table: Table, word: str) -> str:
    """What a card that does not fit costs where it can be tried all the same."""
    if word[0] != "p" or not table.may(YOU, f"x {word[2:4]}"):
        return ""
    return _("Trying it all the same costs a card and the turn.")


def may_lay(table: Table, card: str, *before: str) -> Answer:
    """Whether the reader may lay `card`, and what follows."""
    return judged(table, table.lay_word(YOU, card), *before)


def _instead(table: Table) -> str:
    """The other way out of what is open."""
    if table.state.due:
        return _("Or you take %(cards)s.") % {"cards": cards(table.state.due)}
    return _("Or you sit out.") if table.state.skip else ""


def follows(table: Table) -> list[str]:
    """All that has happened at the table, and who has what to do now."""
    return [*happened(table), *next_up(table)]


def happened(table: Table) -> list[str]:
    """The events at the table but the reader's own lays, as the log tells them."""
    ended = any(event.kind == "round-over" for event in table.events)
    telling = (event for event in table.events if not _own_lay(event) and not (ended and _is_out(event)))
    told = [_told(table, event) for event in telling]
    return [f"{text}." for text in told if text]


def _own_lay(event: Event) -> bool:
    return event.kind in ("played", "jumped") and getattr(event, "seat", None) == YOU


def _is_out(event: Event) -> bool:
    return isinstance(event, Out) and event.place is not None


def _told(table: Table, event: Event) -> str:
    if event.kind in UNTOLD:
        return ""
    told = tell(event.wire(None), _view(table))
    if event.kind in CAUSES_KNOWN and told.before.endswith(": "):
        return told.before.removesuffix(": ")
    return str(told)


def _view(table: Table) -> dict[str, object]:
    """As much of the reader's view as the log asks for."""
    seats = [{"seat": seat, "name": one.name} for seat, one in enumerate(table.state.seats)]
    return {"me": YOU, "seats": seats, "rules": rules_text(table.rules)}


def next_up(table: Table) -> list[str]:
    """What is open and for whom; nothing when the round is over."""
    state = table.state
    if not table.playing or state.turn is None:
        return []
    if state.again:
        return [sentence("ace", table.rules.ace)]
    mine, name = state.turn == YOU, state.seats[state.turn].name
    if mine and (state.due or state.skip or state.drawn != NO_CARD):
        return [way_out(table)]
    if state.due:
        text = ngettext(
            "Then one card is due for %(name)s.", "Then %(n)d cards are due for %(name)s.", state.due
        )
        return [text % {"n": state.due, "name": name}]
    if state.skip:
        text = ngettext(
            "%(name)s plays an eight or sits out.",
            "%(name)s plays an eight or sits out %(n)d turns.",
            state.skip,
        )
        return [text % {"n": state.skip, "name": name}]
    return [_("Then it is your turn.") if mine else _("Then %(name)s is next.") % {"name": name}]


def way_out(table: Table) -> str:
    """What the reader, who is on turn, can do now."""
    return way_on(table.open_cards().state, YOU)


def wishes(rules: RuleSet, rank: str) -> list[str]:
    """That a rank wishes for a suit, where that is so."""
    return [sentence("wish_rank", rank)] if wish_rank(rules) == rank else []


def plain(rules: RuleSet, *ranks: str) -> list[str]:
    """That a rank has no effect here, where that is so."""
    idle = [rank for rank in ranks if not effect(rules, rank)]
    return [sentence(FIELD_OF_RANK[rank], "off") for rank in idle]
