"""For the ear: one sentence when something is the viewer's to do, read out after what has happened."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.card_words import card_label
from game.rail_text import Rail


class Ear(Rail):
    """What the page reads out of itself (`data-ask`, voice.js)."""

    @property
    def asked(self) -> str:
        """What is the viewer's to do; "" if nothing is."""
        return self.ask(fitting(self.view.get("hand") or [], self.legal))

    def ask(self, cards: int) -> str:
        """The same, for so many cards that fit."""
        if self.me is None or self.me.get("stand_in") or self.resting or self._done:
            return ""
        if self.late:
            return f"{self.line}."
        return f"{self._turn(cards)}." if self.my_turn else ""

    def _turn(self, cards: int) -> str:
        view = self.view
        if view.get("drawn") and not self.strict:
            return self._drawn(str(view["drawn"]))
        if self.strict or view.get("wish_owed") or view["skip"] or view.get("again"):
            return f"{self.headline}. {self.line}"
        if view["due"]:
            return f"{self.headline}. {self.line}{self._answers(cards)}"
        standing = self._standing()
        return f"{self.headline}. {standing}, {self._fits(cards)}" if standing else self._plain(cards)

    def _plain(self, cards: int) -> str:
        return f"{self.headline}, {self._fits(cards)}"

    def _drawn(self, card: str) -> str:
        """The turn goes on, and only this card counts."""
        fits = any(word.startswith(f"p {card}") for word in self.legal)
        return self.line if fits else _("The %(card)s does not fit: pass") % {"card": card_label(card)}

    def _answers(self, cards: int) -> str:
        """How many cards answer what is due; nothing where none can."""
        return f", {self._fits(cards)}" if cards else ""

    def _fits(self, cards: int) -> str:
        if cards:
            return ngettext("%(n)d card fits", "%(n)d cards fit", cards) % {"n": cards}
        return _("no card fits: draw") if "d" in self.legal else _("no card fits: pass")


def fitting(hand: list[str], legal: list[str]) -> int:
    """How many cards of a hand may be laid by the legal words."""
    lays = {word[2:4] for word in legal if word[0] == "p"}
    return sum(name in lays for name in hand)
