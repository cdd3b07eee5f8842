"""From the view dict to what the table shows.

Seats turned so that the viewer sits at the bottom, the sorted hand with what may be laid, buttons with
their words, the sentences on the plates. Pure functions of one viewer's view; nothing else comes in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.card_words import SUITS, card_label, hand_order, rank_name, suit_name
from game.engine import RuleSet, parse_rules
from game.error_words import error_text
from game.log_words import log_card, log_line, seat_names
from game.result_text import Result, result
from game.rule_words import field_label, match_end_label, preset_label, value_label

__all__ = ["FRAGMENTS", "Table", "card_label", "display", "error_text", "log_line"]

FRAGMENTS = tuple(
    f"game/_{name}.html" for name in ("round", "seats", "centre", "me", "rail", "hand", "log", "sheet")
)
LOW_SECONDS = 10
LOG_LINES = 12  # what fits a view of 4 KB; older lines are in the record
UNNAMED = ("match_end", "turn_seconds")  # said elsewhere, or no difference in rules

View = dict[str, Any]


@dataclass(frozen=True)
class Plate:
    """A seat as others see it. `p`: its place (0 = the viewer, then clockwise), `tag`: a short word below."""

    p: int
    seat: int
    name: str
    initial: str
    cards: int
    turn: bool
    out: bool
    gone: bool
    robot: bool
    mau: bool
    tag: str
    tag_kind: str

    @property
    def css(self) -> str:
        """The classes of the plate."""
        marks = {
            "turn": self.turn,
            "one": self.cards == 1 and not self.out,
            "out": self.out,
            "gone": self.gone,
        }
        return " ".join(["seat", *(name for name, on in marks.items() if on)])


@dataclass(frozen=True)
class HandCard:
    """A card in the own hand; `word` is what its button says to the server."""

    name: str
    id: str
    label: str
    word: str
    playable: bool
    wish: bool
    fresh: bool


@dataclass(frozen=True)
class Button:
    """A button of the rail; one that is not `on` still answers, with the reason."""

    word: str
    label: str
    key: str = ""
    kind: str = ""
    on: bool = True
    suit: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the log: who (bold, may be empty) and what."""

    n: int
    card: str
    who: str
    what: str


@dataclass(frozen=True)
class Clock:
    """Milliseconds left of how many for the seat on turn."""

    left: int
    of: int

    @property
    def seconds(self) -> int:
        """Whole seconds left, rounded up."""
        return -(-self.left // 1000)

    @property
    def percent(self) -> int:
        """How much of the ring is left."""
        return max(0, min(100, round(100 * self.left / self.of))) if self.of else 0

    @property
    def low(self) -> bool:
        """The last ten seconds."""
        return self.seconds <= LOW_SECONDS


def display(view: View, wish: str = "") -> Table:
    """The table for one viewer in the active language. `wish`: the card to wish with, without scripts."""
    return Table(view, wish)


@dataclass
class Table:
    """Everything the fragments show, made from the view on demand."""

    view: View
    wish: str = ""
    _names: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._names = seat_names(self.view)

    # who and when
    @cached_property
    def rules(self) -> RuleSet:
        return parse_rules(self.view["rules"])

    @property
    def me(self) -> dict[str, Any] | None:
        """The viewer's own seat, None for spectators and for who has left."""
        number = self.view.get("me")
        seat = next((seat for seat in self.view["seats"] if seat["seat"] == number), None)
        return None if seat is None or seat.get("removed") or seat.get("gone") else seat

    @property
    def playing(self) -> bool:
        return bool(self.view["state"] == "play")

    @property
    def resting(self) -> bool:
        return self.view.get("status") == "rest"

    @property
    def my_turn(self) -> bool:
        return (
            self.playing and self.me is not None and self.view["turn"] == self.view["me"] and not self.resting
        )

    @property
    def holding(self) -> bool:
        """The viewer sits at the table with cards to show."""
        return self.me is not None and not self.me["out"] and bool(self.view.get("hand"))

    @property
    def clock(self) -> Clock | None:
        left, of = self.view.get("left"), self.view.get("of")
        return Clock(left, of) if self.playing and left is not None and of else None

    # the top line
    @property
    def round_title(self) -> str:
        kind, _colon, number = str(self.rules.match_end).partition(":")
        if kind in ("rounds", "most-wins") and number != "1":
            return _("Round %(n)s of %(of)s") % {"n": self.view["round"], "of": number}
        return _("Round %(n)s") % {"n": self.view["round"]}

    @property
    def subtitle(self) -> str:
        name = preset_label(self.view["preset"])
        return f"{name} · {self.reversed_words}" if self.reversed else name

    @property
    def reversed(self) -> bool:
        return self.playing and self.view["dir"] < 0

    @property
    def reversed_words(self) -> str:
        return "↺ " + _("reversed")

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
        top = self.view.get("top")
        return _("Pile, on top: %(card)s") % {"card": card_label(top)} if top else _("Pile, empty")

    @property
    def stock_label(self) -> str:
        n = self.view["stock"]
        held = ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}
        return f"{self.draw_label}: {held}" if self.me else _("Stock: %(cards)s") % {"cards": held}

    @property
    def draw_label(self) -> str:
        due = self.view["due"]
        return _("Take %(n)d") % {"n": due} if due and self.my_turn else _("Draw")

    @property
    def wish_suit(self) -> str:
        """The wished suit's letter, "" for none."""
        wish = self.view.get("wish")
        return str(wish) if wish and wish in SUITS else ""

    @property
    def wish_name(self) -> str:
        return suit_name(self.wish_suit) if self.wish_suit else ""

    # the own plate
    @property
    def headline(self) -> str:
        """Who is on turn, or how things stand."""
        if self.resting:
            return _("The match rests")
        if not self.playing:
            return self._round_over_headline()
        if self.my_turn:
            return _("Your turn")
        return _("%(name)s to play") % {"name": self._names(self.view["turn"])}

    def _round_over_headline(self) -> str:
        winner = self.view.get("winner")
        if winner is None:
            return _("The round is over")
        mine = self.me is not None and winner == self.me["seat"]
        return (
            _("You win the round") if mine else _("%(name)s wins the round") % {"name": self._names(winner)}
        )

    @property
    def line(self) -> str:
        """What counts now: what fits, what is due, whose wish stands."""
        if self.resting:
            return _("It goes on when somebody is back")
        if not self.playing:
            return ""
        if self.me is None:
            return self._standing()
        if self.me["out"]:
            return _("You are out")
        if self.my_turn:
            return self.what_fits()
        return self._standing() or self._own_cards()

    def what_fits(self) -> str:
        """For the seat on turn: what may be done now, in a few words."""
        if self.view.get("wish_owed"):
            return _("Wish for a suit")
        if self.view["due"]:
            return f"{self._due_words()}, {self._answer()}"
        if self.view["skip"]:
            return _("Sit out, or lay an eight")
        if self.view.get("drawn"):
            return self._after_drawing(self.view["drawn"])
        if self.view.get("again"):
            return _("One more card")
        return self._standing() or self._suit_or_rank()

    def _after_drawing(self, drawn: str) -> str:
        fits = any(word.startswith(f"p {drawn}") for word in self.view["legal"])
        return _("Lay %(card)s or pass") % {"card": card_label(drawn)} if fits else _("It does not fit: pass")

    def _answer(self) -> str:
        rank = (self.view.get("top") or "7")[0]
        stacks = self.rules.six == "stack" if rank == "6" else self.rules.seven == "stack"
        if not stacks:
            return _("take them")
        return _("only a six helps") if rank == "6" else _("only a seven helps")

    def _due_words(self) -> str:
        due = self.view["due"]
        return ngettext("%(n)d card due", "%(n)d cards due", due) % {"n": due}

    def _suit_or_rank(self) -> str:
        top = self.view.get("top")
        if not top:
            return ""
        suit, rank = suit_name(top[1]), rank_name(top[0])
        if top[0] == self.rules.wish_rank and self.rules.wish_fits == "not-on-wish":
            return suit
        return _("%(suit)s or %(rank)s") % {"suit": suit, "rank": rank}

    def _standing(self) -> str:
        if self.view["due"]:
            return self._due_words()
        if self.view.get("wish") == "*":
            return _("Any card fits")
        if not self.wish_suit:
            return ""
        facts = {"suit": self.wish_name, "name": self._wisher()}
        return _("%(suit)s wished by %(name)s") % facts if facts["name"] else _("%(suit)s wished") % facts

    def _wisher(self) -> str:
        for event in reversed(self.view.get("log", [])):
            if event.get("e") == "wished" or (event.get("e") == "played" and event.get("wish")):
                return str(self._names(event["seat"]))
        return ""

    def _own_cards(self) -> str:
        n = len(self.view.get("hand") or [])
        words = ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}
        return f"{words} · {self.reversed_words}" if self.reversed else words

    @property
    def my_initial(self) -> str:
        return initial(self.me["name"]) if self.me else ""

    @property
    def watch_line(self) -> str:
        """In place of a hand."""
        if self.me is None:
            return _("You are watching")
        return _("You are out") if self.me["out"] else ""

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
        label = f"{card_label(name)}, {state}" if self.my_turn or playable else card_label(name)
        word = jumps[0] if jumps and not lays else f"p {name}"
        fresh = copy == 1 and name == self.view.get("drawn")
        return HandCard(
            name, f"c-{name}" + (f"-{copy}" if copy > 1 else ""), label, word, playable, wish, fresh
        )

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
            return [
                Button(f"w {suit}", suit_name(suit), str(at + 1), suit=suit) for at, suit in enumerate(SUITS)
            ]
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
        lines = [line for event in self.view.get("log", []) if (line := self._line(event)).what]
        return lines[-LOG_LINES:]

    def _line(self, event: dict[str, Any]) -> Line:
        text = log_line(event, self.view)
        who = next((seat["name"] for seat in self.view["seats"] if text.startswith(f"{seat['name']} ")), "")
        return Line(event.get("n", 0), log_card(event), who, text[len(who) :])

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
        return [Button(word, suit_name(word[-1]), suit=word[-1]) for word in words]

    @property
    def wish_card_label(self) -> str:
        return card_label(self.wish) if self.wish_buttons else ""

    @property
    def suits(self) -> list[Button]:
        """The four suits in the order of the keys 1–4."""
        return [Button(suit, suit_name(suit), str(at + 1), suit=suit) for at, suit in enumerate(SUITS)]

    @property
    def rules_name(self) -> str:
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


def initial(name: str) -> str:
    """The letter on a seat's avatar."""
    return name.removeprefix("Bot ").strip()[:1].upper() or "?"
