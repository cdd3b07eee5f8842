"""Positions of figures and exercises: read from a fence, judged card by card by the engine."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from content.facts import rules_of
from content.figures import Args, FigureError
from game.card_words import card_label, rank_name
from game.engine import PositionError, RuleSet, State, legal_words, parse_action, parse_card, why_not
from game.refusal_text import bare_reason
from game.rulebook.examples import may_lay, show
from game.rulebook.facts import position
from game.rulebook.sheet import Example
from game.rulebook.words import cards, forms, number

OPEN = ("wish", "due", "skip", "drawn")
OTHERS_HOLD = 5
FORM_ONLY = ("wish-missing", "not-a-wish-card")
"""Refusals of how a lay is written, not of the card."""


class Judged(NamedTuple):
    """A card of the hand: its place from the left (from 1), whether it may be laid, and why or why not."""

    place: int
    name: str
    allowed: bool
    why: str


class Board:
    """A position in which the reader is on turn; words are in the active language."""

    def __init__(self, args: Args) -> None:
        self.preset = args.get("rules", "mau-mau")
        self.rules: RuleSet = rules_of(self.preset)
        self.top, self.hand = args["top"], args["hand"].split(".")
        self.caption = " ".join(args.lines)
        seats = args.get("seats", "2")
        if seats not in tuple("2345678"):
            raise FigureError(gettext_noop("seats={seats} is not 2 to 8"), seats=seats)
        hands = ",".join([str(len(self.hand)), *[str(OTHERS_HOLD)] * (int(seats) - 1)])
        opened = {name: args[name] for name in OPEN if args.get(name)}
        try:
            self.state: State = position(self.rules, self.top, self.hand, hands=hands, **opened)
        except PositionError as error:
            raise FigureError(gettext_noop("this position cannot be: {why}"), why=error) from None

    @cached_property
    def allowed(self) -> set[str]:
        """The cards that may be laid now."""
        return may_lay(self.state)

    @cached_property
    def example(self) -> Example:
        """The position with its text form."""
        return show(self.caption, self.state, self.hand, self.more())

    def more(self) -> list[str]:
        """What the text form says at the end: what was drawn, and what happens without an answer."""
        said = []
        if self.drawn:
            said.append(_("You have just drawn the %(card)s.") % {"card": card_label(self.drawn)})
        if self.state.skip:
            n = self.state.skip
            sits = ngettext("Otherwise you sit out one turn.", "Otherwise you sit out %(n)s turns.", n)
            said.append(sits % {"n": number(n)})
        return said

    @property
    def drawn(self) -> str:
        """The card just drawn, or nothing."""
        return next((name for name in self.hand if parse_card(name) == self.state.drawn), "")

    @property
    def wish(self) -> str:
        """The letter of the suit wished for, or nothing."""
        return "CSHD"[self.state.wish] if 0 <= self.state.wish < 4 else ""

    def situation(self) -> str:
        """What lies open besides the top card, in a few words: "Due: two cards." or nothing."""
        return _("Due: %(cards)s.") % {"cards": cards(self.state.due)} if self.state.due else ""

    def judged(self) -> list[Judged]:
        """Every card of the hand with the engine's verdict and the reason."""
        return [
            Judged(place, name, name in self.allowed, self.why(name))
            for place, name in enumerate(self.hand, 1)
        ]

    def why(self, name: str) -> str:
        """Why the card may be laid, or the rule that forbids it."""
        return self._for(name) if name in self.allowed else self._against(name)

    def _against(self, name: str) -> str:
        for word in (f"p {name}", f"p {name}:{name[1]}"):
            code = why_not(self.state, 0, parse_action(word)) or ""
            if code not in FORM_ONLY:
                break
        return bare_reason(self.state, 0, code, word)

    def _for(self, name: str) -> str:
        if self.state.due or self.state.skip:
            return _("%(nom)s is the answer.") % {"nom": capfirst(forms(name[0])["nom"])}
        rank = {"rank": rank_name(name[0])}
        alone = any(word[2:4] == name for word in legal_words(self.state, 0) if word.startswith("p "))
        if not alone:
            return _("It goes along with another %(rank)s that fits.") % rank
        if self.drawn:
            return _("It is the card you have just drawn, and it fits.")
        if self.state.tables.combo[parse_card(name)]:
            return _("It fits, and you hold the combination it needs.")
        return self._fits(name) % rank

    def _fits(self, name: str) -> str:
        """By what a card fits that is laid by itself, nothing being due."""
        wishes = name[0] == self.rules.wish_rank and self.rules.wish_fits != "match"
        if self.wish and name[1] == self.wish:
            return _("It has the suit named.")
        if self.wish:
            return _("The %(rank)s goes even while a wish stands.")
        if name[1] == self.top[1]:
            return _("The suit is the same.")
        if name[0] == self.top[0] and not wishes:
            return _("The rank is the same.")
        return _("The %(rank)s is the wish card and goes on everything.") if wishes else _("It fits.")
