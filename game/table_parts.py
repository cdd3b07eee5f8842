"""The pieces of the table: plates, cards, buttons, lines, the clock. Plain values, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from game.card_words import card_label, symbol
from game.score_text import Score

LOW_SECONDS = 10


@dataclass(frozen=True)
class Plate:
    """A seat as others see it. `p`: its place (0 = the viewer, then clockwise), `face`: the drawing of the
    bot that plays it ("" for a person), `tag`: a short word below."""

    p: int
    seat: int
    name: str
    initial: str
    cards: int
    turn: bool
    out: bool
    gone: bool
    face: str
    mau: bool
    tag: str
    tag_kind: str
    score: Score | None = None

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


class HandCard(NamedTuple):
    """A card in the own hand; `copy` numbers twins, `verb` is what a tap does: lay (`p`), jump in (`j`) or
    try (`x`, under `strict`, where every card looks alike). `state`: what the ear is told (`lay`, `jump`,
    `no` or nothing). Where it `ask`s first, its button opens a sheet: `mates` may go along with it; `ends`:
    all of them are the whole hand, and nothing is wished; `tip`: the coach advises it."""

    name: str
    copy: int
    verb: str
    state: str
    playable: bool
    off: bool
    dead: bool
    wish: bool
    fresh: bool
    ask: bool = False
    mates: tuple[str, ...] = ()
    ends: bool = False
    tip: bool = False

    @property
    def id(self) -> str:
        """The id of its button."""
        return f"c-{self.name}" + (f"-{self.copy}" if self.copy > 1 else "")

    @property
    def word(self) -> str:
        """What a tap says to the server."""
        return f"{self.verb} {self.name}"

    @property
    def label(self) -> str:
        """The card in words, whether it may be played, and whether it is new."""
        states = {"": "", "jump": _("jump in"), "lay": _("playable"), "no": _("does not fit")}
        new = pgettext("card", "new") if self.fresh else ""
        return ", ".join(filter(None, (capfirst(card_label(self.name)), states[self.state], new)))

    @property
    def value(self) -> str:
        """What its button posts."""
        return f"lay {self.name}" if self.ask else self.word

    @property
    def css(self) -> str:
        """The class for how it looks."""
        return (" on" if self.playable else " off" if self.off else "") + (" tip" if self.tip else "")

    @property
    def drawing(self) -> str:
        """The id of its picture in the deck."""
        return symbol(self.name)


@dataclass(frozen=True)
class CardSet:
    """A combination: the word that lays it, its cards, their names, what they are worth in points."""

    word: str
    cards: list[str]
    label: str
    points: int


@dataclass(frozen=True)
class Choice:
    """What the sheet for a card offers: `mates` (name, words) to add, or `sets`, then `more` of them."""

    card: str
    label: str
    rank: str
    word: str
    mates: list[tuple[str, str]]
    sets: list[CardSet]
    more: list[CardSet]


@dataclass(frozen=True)
class Button:
    """A button of the rail; one that is not `on` still answers, with the reason. `note`: a second line."""

    word: str
    label: str
    key: str = ""
    kind: str = ""
    on: bool = True
    suit: str = ""
    note: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the log: who (bold, may be empty), what, a link to the clause `rule`, and the rest."""

    n: int
    card: str
    who: str
    what: str
    link: str = ""
    rest: str = ""
    rule: str = ""

    @property
    def text(self) -> str:
        """All of it in one piece."""
        return self.who + self.what + self.link + self.rest


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


def initial(name: str) -> str:
    """The letter on a seat's avatar."""
    return name.removeprefix("Bot ").strip()[:1].upper() or "?"
