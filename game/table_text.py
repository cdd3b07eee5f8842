"""From the view dict to what the table shows.

Seats turned so that the viewer sits at the bottom, the sorted hand with what may be laid, buttons with
their words, the sentences on the plates. Pure functions of one viewer's view; nothing else comes in.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.card_words import SUITS, card_label, hand_order, suit_name
from game.engine import combinations, parse_rules
from game.error_words import error_text
from game.log_words import log_card, log_line
from game.plate_text import Standing
from game.result_text import Result, result
from game.rule_words import field_label, match_end_label, preset_label, value_label
from game.table_parts import Button, HandCard, Line, Plate, initial

__all__ = ["FRAGMENTS", "Table", "card_label", "display", "error_text", "log_line"]

FRAGMENTS = tuple(
    f"game/_{name}.html" for name in ("round", "seats", "centre", "me", "rail", "hand", "log", "sheet")
)
LOG_LINES = 12  # what fits a view of 4 KB; older lines are in the record
UNNAMED = ("match_end", "turn_seconds")  # said elsewhere, or no difference in rules

View = dict[str, Any]


def display(view: View, wish: str = "") -> Table:
    """The table for one viewer in the active language. `wish`: the card to wish with, without scripts."""
    return Table(view, wish)


class Table(Standing):
    """Everything the fragments show, made from the view on demand."""

    # the top line
    @property
    def round_title(self) -> str:
        """Which round it is, of how many if that is fixed."""
        kind, _colon, number = str(self.rules.match_end).partition(":")
        if kind in ("rounds", "most-wins") and number != "1":
            return _("Round %(n)s of %(of)s") % {"n": self.view["round"], "of": number}
        return _("Round %(n)s") % {"n": self.view["round"]}

    @property
    def subtitle(self) -> str:
        """The rules by name, and the direction if it is turned."""
        name = preset_label(self.view["preset"])
        return f"{name} · {self.reversed_words}" if self.reversed else name

    # the others
    @cached_property
    def plates(self) -> list[Plate]:
        """All seats still at the table but the viewer's own, clockwise from the viewer's left."""
        seats = [seat for seat in self.view["seats"] if not seat.get("removed")]
        start = seats.index(self.me) if self.me is not None else 0
        turned = list(enumerate(seats[start:] + seats[:start]))
        return [self._plate(p, seat) for p, seat in turned if self.me is None or p > 0]

    @property
    def places(self) -> int:
        """How many seats stand round the table."""
        return len(self.plates) + (self.me is not None)

    def _plate(self, p: int, seat: dict[str, Any]) -> Plate:
        turn = self.playing and self.view["turn"] == seat["seat"]
        out = bool(seat["out"]) or not seat.get("in_match", True)
        absent = seat["bot"] is None and not seat.get("present", True) and not seat.get("stand_in")
        tag, kind = self._tag(seat, turn, out, absent)
        return Plate(
            p, seat["seat"], seat["name"], initial(seat["name"]), seat["cards"], turn, out,
            absent or bool(seat.get("gone")), bool(seat["bot"] or seat.get("stand_in") or seat.get("gone")),
            bool(seat["mau"]), tag, kind,
        )  # fmt: skip

    def _tag(self, seat: dict[str, Any], turn: bool, out: bool, absent: bool) -> tuple[str, str]:
        if out:
            return pgettext("seat", "out"), ""
        if turn and self.view["due"]:
            return f"+{self.view['due']}", "due"
        if seat.get("stand_in") or seat.get("gone"):
            return _("bot plays"), ""
        if absent:
            return _("offline"), "warn"
        return "", ""

    # the middle
    @property
    def top_label(self) -> str:
        """The pile for the ear."""
        top = self.view.get("top")
        return _("Pile, on top: %(card)s") % {"card": card_label(top)} if top else _("Pile, empty")

    @property
    def stock_label(self) -> str:
        """The stock for the ear: what a press does and how many cards lie there."""
        n = self.view["stock"]
        held = ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}
        return f"{self.draw_label}: {held}" if self.me else _("Stock: %(cards)s") % {"cards": held}

    @property
    def draw_label(self) -> str:
        """What drawing is called now."""
        due = self.view["due"]
        return _("Take %(n)d") % {"n": due} if due and self.my_turn else _("Draw")

    # the own hand
    @cached_property
    def hand(self) -> list[HandCard]:
        """The own cards by suit and rank; twins of a second pack are numbered."""
        seen: dict[str, int] = {}
        cards = []
        for name in sorted(self.view.get("hand") or [], key=hand_order):
            seen[name] = seen.get(name, 0) + 1
            cards.append(self._hand_card(name, seen[name]))
        return cards

    def _hand_card(self, name: str, copy: int) -> HandCard:
        legal = self.view.get("legal") or []
        lays = [word for word in legal if word.startswith(f"p {name}")]
        jumps = [word for word in legal if word == f"j {name}"]
        playable, wish = bool(lays or jumps), any(":" in word for word in lays)
        state = _("playable") if playable else _("does not fit")
        card = capfirst(card_label(name))
        label = f"{card}, {state}" if self.my_turn or playable else card
        word = jumps[0] if jumps and not lays else self._lay_word(name, lays)
        fresh = copy == 1 and name == self.view.get("drawn")
        return HandCard(
            name, f"c-{name}" + (f"-{copy}" if copy > 1 else ""), label, word, playable, wish, fresh
        )

    def _lay_word(self, name: str, lays: list[str]) -> str:
        """What a tap lays; a combination card goes with the first combination the hand has for it."""
        if f"p {name}(*)" in lays:
            return combinations(self.view["hand"], name)[0]
        return f"p {name}"

    # the rail
    @cached_property
    def buttons(self) -> list[Button]:
        """What stands on the rail for a player; none for spectators and between rounds."""
        if self.me is None or not self.playing or self.resting:
            return []
        if self.me.get("stand_in"):
            return [Button("back", _("Play myself again"), kind="mau")]
        legal = self.view.get("legal") or []
        if any(word.startswith("w ") for word in legal):
            return [replace(button, word=f"w {button.suit}") for button in self.suits]
        if self.me["out"]:
            return []
        return [*self._challenges(legal), self._draw(legal), self._pass(legal), *self._mau(legal)]

    def _draw(self, legal: list[str]) -> Button:
        return Button(
            "d", self.draw_label, "D", "take" if self.view["due"] and self.my_turn else "", "d" in legal
        )

    def _pass(self, legal: list[str]) -> Button:
        sits_out = self.my_turn and self.view["skip"]
        return Button("-", _("Sit out") if sits_out else _("Pass"), "P", "", "-" in legal)

    def _mau(self, legal: list[str]) -> list[Button]:
        if "mm" in legal:
            return [Button("mm", "Mau-Mau!", "M", "mau")]
        return [Button("m", "Mau!", "M", "mau", "m" in legal)] if self.rules.mau != "off" else []

    def _challenges(self, legal: list[str]) -> list[Button]:
        seats = [int(word[2:]) for word in legal if word.startswith("c ")]
        return [
            Button(f"c {seat}", _("%(name)s forgot “Mau”") % {"name": self._names(seat)}) for seat in seats
        ]

    # log, sheet, rules
    @cached_property
    def lines(self) -> list[Line]:
        """The last lines of the log, oldest first."""
        told = sorted(self.view.get("log", []), key=_turned_first)
        lines = [line for event in told if (line := self._line(event)).what]
        return lines[-LOG_LINES:]

    def _line(self, event: dict[str, Any]) -> Line:
        text, names = log_line(event, self.view), [seat["name"] for seat in self.view["seats"]]
        told = [name for name in names if text.startswith(f"{name} ")]
        who = max(told, key=len, default="")  # "Mara (2)" and not "Mara"
        return Line(event.get("v", 0), log_card(event), who, text[len(who) :])

    @property
    def result(self) -> Result | None:
        """The sheet after a round or a match, None while cards are in play."""
        return None if self.playing else result(self.view)

    @property
    def wish_buttons(self) -> list[Button]:
        """The four suits for the card to wish with (the way without scripts), else []."""
        words = [f"p {self.wish}:{suit}" for suit in SUITS]
        legal = self.view.get("legal") or []
        if not self.wish or not self.my_turn or not any(word in legal for word in words):
            return []
        return [replace(button, word=word, key="") for button, word in zip(self.suits, words, strict=True)]

    @property
    def wish_card_label(self) -> str:
        """The card to wish with, in words."""
        return _("the %(card)s") % {"card": card_label(self.wish)} if self.wish_buttons else ""

    @property
    def suits(self) -> list[Button]:
        """The four suits in the order of the keys 1–4."""
        keys = enumerate(SUITS, 1)
        return [Button(suit, capfirst(suit_name(suit)), str(key), suit=suit) for key, suit in keys]

    @property
    def rules_name(self) -> str:
        """The preset by name."""
        return preset_label(self.view["preset"])

    @property
    def ends(self) -> str:
        """When this match ends."""
        return match_end_label(str(self.rules.match_end))

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What is not as in Mau-Mau: field, value here, value there."""
        here, usual = self.rules.values(), parse_rules("mau-mau").values()
        names = [name for name in here if here[name] != usual[name] and name not in UNNAMED]
        return [(field_label(n), value_label(n, here[n]), value_label(n, usual[n])) for n in names]


def _turned_first(event: dict[str, Any]) -> tuple[int, bool]:
    """Special starting cards lay there before the one that the deal ended with."""
    return event.get("v", 0), event.get("e") != "turned"
