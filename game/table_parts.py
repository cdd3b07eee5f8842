"""The pieces of the table: plates, cards, buttons, lines, the clock. Plain values, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from game.card_words import symbol

LOW_SECONDS = 10


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

    @property
    def drawing(self) -> str:
        """The id of its picture in the deck."""
        return symbol(self.name)


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


def initial(name: str) -> str:
    """The letter on a seat's avatar."""
    return name.removeprefix("Bot ").strip()[:1].upper() or "?"
