"""What happened, as small frozen values, and by what. They explain a change; `wire` says it to one viewer.

Cards are names here. Only `hands` of the deal and `cards` of a draw are private to their seat.
Fields with a default name the cause; matches stored before there were causes lack them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Event:
    """The base: public as a whole unless a subclass keeps something back."""

    kind: ClassVar[str] = ""

    def wire(self, viewer: int | None) -> dict[str, Any]:
        """What `viewer` (a seat, None: spectator) may see of this, JSON-ready; key `e` is the kind."""
        said: dict[str, Any] = {"e": self.kind}
        for name in _NAMES.get(self.kind) or _note(self):
            said[name] = getattr(self, name)
        return said


_NAMES: dict[str, tuple[str, ...]] = {}


def _note(event: Event) -> tuple[str, ...]:
    """The names of the fields of events of this kind; asked once for each kind."""
    return _NAMES.setdefault(event.kind, tuple(field.name for field in fields(event)))


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round begins: hands, the cards turned (oldest first), what is left. `hands` is private by seat.

    `counts`: the starting card takes effect, as if the dealer had laid it.
    """

    kind: ClassVar[str] = "dealt"
    round: int
    dealer: int
    top: str
    pile: list[str]
    stock: int
    cards: list[int]
    hands: list[list[str]]
    counts: bool = False

    def wire(self, viewer: int | None) -> dict[str, Any]:
        said = Event.wire(self, viewer)
        hands = said.pop("hands")
        if viewer is not None and viewer < len(hands):  # who joined later had no cards then
            said["hand"] = hands[viewer]
        return said


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A special card was turned before the starting card: `how` "buried" under the stock or "covered"."""

    kind: ClassVar[str] = "turned"
    card: str
    how: str


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A lay: `card` is on top now; `cards` all that were laid, `under` the combination, `wish` or None.

    `again`: the one more card that an ace obliges to.
    """

    kind: ClassVar[str] = "played"
    seat: int
    card: str
    cards: list[str]
    under: list[str]
    wish: str | None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Jumped(Event):
    """A lay out of turn; the turn is this seat's from here."""

    kind: ClassVar[str] = "jumped"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Got(Event):
    """Cards from the stock, `n` of them; which ones only their seat learns."""

    seat: int
    n: int
    cards: list[str]

    def wire(self, viewer: int | None) -> dict[str, Any]:
        said = Event.wire(self, viewer)
        if viewer != self.seat:
            del said["cards"]
        return said


@dataclass(frozen=True, slots=True)
class Drew(Got):
    """A draw in the course of a turn.

    `cause`: "again" if nothing fitted after an ace, "bare" if the turn came back to a seat without cards.
    """

    kind: ClassVar[str] = "drew"
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Took(Got):
    """Cards taken that were due: `due` of them (there may be fewer left) by the card `cause`.

    `last`: it was somebody's last card.
    """

    kind: ClassVar[str] = "took"
    cause: str = ""
    due: int = 0
    last: bool = False


@dataclass(frozen=True, slots=True)
class Forgot(Got):
    """Penalty for `what` was not said, "mau" or "mau-mau"."""

    kind: ClassVar[str] = "forgot"
    what: str = "mau"


@dataclass(frozen=True, slots=True)
class Challenged(Got):
    """Penalty because `by` noticed in time."""

    kind: ClassVar[str] = "challenged"
    by: int


@dataclass(frozen=True, slots=True)
class Tried(Got):
    """`card` was tried, did not fit by the rule `why` (`misfits`) and came back; `n` is the penalty."""

    kind: ClassVar[str] = "tried"
    card: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A pass, or (`skip`) an open skip sat out, by the card `cause`."""

    kind: ClassVar[str] = "passed"
    seat: int
    skip: bool
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """This seat's turn is passed over, by the card `cause` or because it is "owed"."""

    kind: ClassVar[str] = "skipped"
    seat: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Reversed(Event):
    """The direction turned by the card `cause`; `dir` is the new one."""

    kind: ClassVar[str] = "reversed"
    dir: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Somebody said it: `what` is "mau" or "mau-mau"; `double`: with a last card that counts twice."""

    kind: ClassVar[str] = "said"
    seat: int
    what: str
    double: bool = False


@dataclass(frozen=True, slots=True)
class Unsaid(Event):
    """Down to one card without "Mau": from now on it may be challenged."""

    kind: ClassVar[str] = "unsaid"
    seat: int


@dataclass(frozen=True, slots=True)
class Renewed(Event):
    """The discard pile but its top card was shuffled into a new stock of `stock` cards."""

    kind: ClassVar[str] = "renewed"
    stock: int


@dataclass(frozen=True, slots=True)
class Wished(Event):
    """The dealer's wish on the starting card."""

    kind: ClassVar[str] = "wished"
    seat: int
    suit: str


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The turn ran out; what the game did for the seat follows."""

    kind: ClassVar[str] = "timeout"
    seat: int


@dataclass(frozen=True, slots=True)
class Out(Event):
    """No cards left; `place` in the round, or None while the last card is being played through."""

    kind: ClassVar[str] = "out"
    seat: int
    place: int | None


@dataclass(frozen=True, slots=True)
class StandIn(Event):
    """A bot plays the seat from now on."""

    kind: ClassVar[str] = "stand-in"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Back(Event):
    """A human plays the seat from now on."""

    kind: ClassVar[str] = "back"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    """The player is gone; if `removed` the seat is too, and its cards are under the stock."""

    kind: ClassVar[str] = "left"
    seat: int
    removed: bool


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A newcomer."""

    kind: ClassVar[str] = "joined"
    seat: int
    name: str
    score: int
    wins: int


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The round is scored: points of this round, wins so far, every hand; `double`: it counts twice."""

    kind: ClassVar[str] = "round-over"
    winner: int
    points: list[int]
    wins: list[int]
    hands: list[list[str]]
    double: bool = False


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match has ended; every hand is shown, also of a round that is not scored."""

    kind: ClassVar[str] = "match-over"
    places: list[int]
    winners: list[int]
    reason: str
    hands: list[list[str]]
