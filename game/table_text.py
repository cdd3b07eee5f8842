"""From the view dict to what the table shows.

Seats turned so that the viewer sits at the bottom, the piles, the log, the rules; the hand, the rail and the
sentences on the plates come from the classes below it. Pure functions of one viewer's view, nothing else.
"""

from __future__ import annotations

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.card_words import card_label
from game.ear_text import Ear
from game.engine import parse_rules
from game.error_words import error_text
from game.faces import STAND_IN_FACE, face_of
from game.log_words import log_card, log_line, tell
from game.result_text import Result, result
from game.rule_words import field_label, match_end_label, preset_label, value_label
from game.score_text import Score, ordinal
from game.table_parts import Line, Plate, initial

__all__ = ["FRAGMENTS", "Table", "card_label", "display", "error_text", "log_line"]

FRAGMENTS = tuple(
    f"game/_{name}.html" for name in ("round", "seats", "centre", "me", "rail", "hand", "log", "sheet")
)
LAYS = ("played", "jumped", "dealt")
SHOWN_LAYS = 2  # so long a combination is shown beside the pile
SHOWN_PILE = 5  # so many cards of the discard pile are shown with their faces
LOG_LINES = 12  # what fits a view of 4 KB; older lines are in the record
UNNAMED = ("match_end", "turn_seconds")  # said elsewhere, or no difference in rules

View = dict[str, Any]


def display(view: View, wish: str = "", lay: str = "", tip: str = "") -> Table:
    """The table for one viewer in the active language.

    Without scripts, `wish` names the cards to wish with (`JC+JH`), `lay` the card to choose more for, and
    `tip` is the word that the coach advises."""
    return Table(view, wish, lay, tip)


class Table(Ear):
    """Everything the fragments show, made from the view on demand."""

    # the top line
    @property
    def round_title(self) -> str:
        """Which round it is, of how many if that is fixed."""
        if self.aim.kind in ("rounds", "most-wins") and self.aim.number > 1:
            return _("Round %(n)s of %(of)s") % {"n": self.view["round"], "of": self.aim.number}
        return _("Round %(n)s") % {"n": self.view["round"]}

    @property
    def subtitle(self) -> str:
        """What the match is about, and the direction if it is turned; "" if the rules' name says it all."""
        turned = self.reversed_words if self.reversed else ""
        return " · ".join(filter(None, (self.aim.words, turned)))

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
        due = self.view["due"] if turn else 0
        return plate(p, seat, turn, tag(*tag_facts(seat, due)), self.aim.score(seat))

    # the middle
    @property
    def pile_top(self) -> str:
        """The cards that lie visibly on the discard pile, oldest first."""
        return " ".join(self.view["pile"][-SHOWN_PILE:])

    @property
    def top_label(self) -> str:
        """The pile for the ear."""
        top = self.view.get("top")
        return _("Pile, on top: %(card)s") % {"card": card_label(top)} if top else _("Pile, empty")

    @cached_property
    def _combination(self) -> dict[str, Any]:
        events = [event for event in self.view.get("log", []) if event.get("e") in LAYS]
        last = [event for event in events[-SHOWN_LAYS:] if event.get("under")]
        return last[-1] if last and self.playing and events[-1]["e"] != "dealt" else {}

    @property
    def combination(self) -> list[str]:
        """The cards that went under the pile with one of the last lays, for all to see."""
        return list(self._combination.get("under") or [])

    @property
    def combination_label(self) -> str:
        """Whose they are, and the cards in words."""
        cards = ", ".join(map(card_label, self.combination))
        return _("%(name)s laid: %(cards)s") % {"name": self.combination_name, "cards": cards}

    @property
    def combination_name(self) -> str:
        """Who laid them."""
        return str(self._names(self._combination["seat"]))

    @property
    def stock_label(self) -> str:
        """The stock for the ear: how many cards lie there and what a press does."""
        n = self.view["stock"]
        held = ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}
        act = self.draw_label[:1].lower() + self.draw_label[1:]
        return _("Stock, %(cards)s, %(act)s") % {"cards": held, "act": act} if self.me else self._stock(held)

    def _stock(self, held: str) -> str:
        return _("Stock: %(cards)s") % {"cards": held}

    # log, sheet, rules
    @cached_property
    def lines(self) -> list[Line]:
        """The last lines of the log, oldest first."""
        told = sorted(self.view.get("log", []), key=_turned_first)
        lines = [line for event in told if (line := self.line_of(event)).text]
        return lines[-LOG_LINES:]

    def line_of(self, event: dict[str, Any]) -> Line:
        """An event as a line, without `text` if it says nothing."""
        told, you = tell(event, self.view), _("You")
        who = told.who
        if not who and self._names(self.view.get("me")) == you and told.before.startswith(f"{you} "):
            who = you  # whoever has no name is called so
        what = told.before[len(who) :]
        return Line(event.get("v", 0), log_card(event), who, what, told.link, told.after, told.rule)

    @property
    def result(self) -> Result | None:
        """The sheet after a round or a match, None while cards are in play."""
        return None if self.playing else result(self.view)

    @property
    def rules_name(self) -> str:
        """The preset by name."""
        return preset_label(self.view["preset"])

    @property
    def ends(self) -> str:
        """When this match ends."""
        return match_end_label(str(self.rules.match_end))

    @property
    def leaving(self) -> str:
        """What becomes of the seat of somebody who stands up."""
        if self.rules.leavers == "removed":
            return _("Your seat is out of the match, and you cannot come back to it.")
        return _("A bot takes over your cards. You cannot come back to this seat.")

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What is not as in Mau-Mau: field, value here, value there."""
        here, usual = self.rules.values(), parse_rules("mau-mau").values()
        names = [name for name in here if here[name] != usual[name] and name not in UNNAMED]
        return [(field_label(n), value_label(n, here[n]), value_label(n, usual[n])) for n in names]


def is_out(seat: dict[str, Any]) -> bool:
    """No more in the round, or in the match."""
    return bool(seat["out"]) or not seat.get("in_match", True)


def is_absent(seat: dict[str, Any]) -> bool:
    """A person who is not there, and for whom no bot plays."""
    return seat["bot"] is None and not seat.get("present", True) and not seat.get("stand_in")


def face(seat: dict[str, Any]) -> str:
    """The drawing of the bot that plays a seat, its own one or the sign of a stand-in; "" for a person."""
    if seat.get("stand_in") or seat.get("gone"):
        return STAND_IN_FACE
    return face_of(seat["name"]) if seat["bot"] else ""


def tag_facts(seat: dict[str, Any], due: int) -> tuple[bool, int | None, int, bool, bool]:
    """What the word below a plate is about; `due`: the cards due for the seat on turn."""
    place = seat["place"] if seat["out"] else None
    return is_out(seat), place, due, bool(seat.get("stand_in") or seat.get("gone")), is_absent(seat)


def tag(out: bool, place: int | None, due: int, bot_plays: bool, absent: bool) -> tuple[str, str]:
    """The word below a plate, and its kind."""
    if out:
        return (ordinal(place) if place else pgettext("seat", "out")), ""
    if due:
        return f"+{due}", "due"
    if bot_plays:
        return _("bot plays"), ""
    return (_("offline"), "warn") if absent else ("", "")


def plate(p: int, seat: dict[str, Any], turn: bool, tagged: tuple[str, str], score: Score | None) -> Plate:
    """A seat of the view as a plate."""
    gone = bool(seat.get("gone"))
    return Plate(
        p, seat["seat"], seat["name"], initial(seat["name"]), seat["cards"], turn, is_out(seat),
        gone or is_absent(seat), face(seat), bool(seat["mau"]),
        *tagged, score,
    )  # fmt: skip


def _turned_first(event: dict[str, Any]) -> tuple[int, bool]:
    """Special starting cards lay there before the one that the deal ended with."""
    return event.get("v", 0), event.get("e") != "turned"
