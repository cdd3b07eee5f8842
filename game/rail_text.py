"""The rail: which buttons stand there for a player, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from game.card_words import card_label
from game.hand_text import Hand
from game.table_parts import Button


@dataclass
class Rail(Hand):
    """The buttons; one that is not `on` still answers, with the reason."""

    @property
    def draw_label(self) -> str:
        """What drawing is called now."""
        due = self.view["due"]
        return _("Take %(n)d") % {"n": due} if due and self.my_turn else _("Draw")

    @cached_property
    def buttons(self) -> list[Button]:
        """What stands on the rail for a player; none for spectators and between rounds."""
        if self.me is None or not self.playing or self.resting:
            return []
        if self.me.get("stand_in"):
            return [Button("back", _("Play myself again"), kind="mau")]
        if any(word.startswith("w ") for word in self.legal):
            return [replace(button, word=f"w {button.suit}") for button in self.suits]
        if self.me["out"] or self.knocked_out:
            return []
        usual = [self._draw(), self._pass(), *self._mau()]
        pressing = [*self._challenges(), *self._jumps()]
        return [*pressing, *(button for button in usual if button.on)] if pressing else usual

    def _draw(self) -> Button:
        kind = "take" if self.view["due"] and self.my_turn else ""
        return Button("d", self.draw_label, "D", kind, "d" in self.legal or self._lit(self._can_draw, "-"))

    def _pass(self) -> Button:
        sits_out = self.my_turn and self.view["skip"]
        on = "-" in self.legal or self._lit(not self._can_draw, "d")
        return Button("-", _("Sit out") if sits_out else _("Pass"), "P", "", on)

    def _mau(self) -> list[Button]:
        say_mau = self._may_say("m", "mau", 2) or self.late
        say_both = self._may_say("mm", "mau-mau", 1)
        found = [Button("mm", self.mau_mau_word, "" if say_mau else "M", "mau")] if say_both else []
        if self.rules.mau != "off" and (say_mau or not found):
            found.insert(0, Button("m", self.mau_word, "M", "mau", say_mau))
        return found

    def _may_say(self, word: str, what: str, cards: int) -> bool:
        """Whether the button is lit; while trying, by the number of cards and not by what fits."""
        if word in self.legal or not self.trying or what in self.view.get("said", []):
            return word in self.legal
        allowed = self.rules.mau != "off" if word == "m" else self.rules.mau_mau == "2"
        return allowed and len(self.view["hand"]) == cards

    @property
    def _can_draw(self) -> bool:
        """Whether cards are left, as everybody sees."""
        return bool(self.view["stock"] > 0 or self.view["discard"] > 1)

    def _lit(self, possible: bool, other: str) -> bool:
        """While trying, drawing (else passing) is lit whatever fits, unless `other` is what is to be done."""
        return self.trying and possible and other not in self.legal

    def _challenges(self) -> list[Button]:
        seats = [int(word[2:]) for word in self.legal if word.startswith("c ")]
        return [Button(f"c {n}", _("Mau forgotten!"), "C", "call", note=self._names(n)) for n in seats]

    def _jumps(self) -> list[Button]:
        """Under `strict` no card is named; a tap on it jumps in all the same."""
        words = [] if self.strict else [word for word in self.legal if word.startswith("j ")]
        notes = [_("with the %(card)s") % {"card": card_label(word[2:])} for word in words]
        pairs = zip(words, notes, strict=True)
        return [Button(word, _("Jump in"), "J", "call", note=note) for word, note in pairs]
