"""A match in progress: plain fields, cards as integers. Changed only by `deal` and `apply`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.engine.actions import MOST_SEATS, STRENGTHS
from game.engine.cards import NO_CARD, NO_SUIT
from game.engine.errors import BadDeal
from game.engine.rules import RuleSet
from game.engine.tables import Row, Tables, tables

BETWEEN, PLAY, OVER = "between", "play", "over"
NOBODY = -1
SAID_MAU, SAID_MAU_MAU = 1, 2


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a human (`bot` None) or a bot of that strength. Replaced, never changed."""

    name: str
    bot: str | None = None
    removed: bool = False


class State:
    """Everything there is to know about a match. Lists are indexed by seat unless said otherwise."""

    __slots__ = (  # noqa: RUF023 - by subject
        "rules", "tables", "seats", "scores", "wins", "history", "knocked_out", "reason",
        "phase", "round_no", "dealer", "winner_of_round", "seed", "shuffles", "next_stock", "twins",
        "hands", "stock", "pile", "turn", "turn_no", "dir", "wish", "due", "skip", "row",
        "again", "drawn", "said", "said_mau", "window", "wish_owed", "owes", "owed", "outs", "bare",
        "after", "before", "doubled",
    )  # fmt: skip

    rules: RuleSet
    tables: Tables
    seats: tuple[Seat, ...]
    scores: list[int]
    wins: list[int]
    history: list[list[int]]
    """Points of each ended round."""
    knocked_out: list[int]
    """The round after which the seat was over the limit (`knockout`), 0 while it is in."""
    reason: str
    """Why the match is over, "" until then."""
    phase: str
    round_no: int
    dealer: int
    winner_of_round: int | None
    seed: bytes | None
    """The round's seed; None where the deck was given."""
    shuffles: int
    """Renewals of the stock in this round."""
    next_stock: list[int] | None
    """In a round without seed: the order of the next renewal, first drawn first."""
    twins: bool
    """Two packs are in play, every card exists twice."""
    hands: list[list[int]]
    """In the order the cards came."""
    stock: list[int]
    """The last one is drawn first."""
    pile: list[int]
    """Oldest first, the last one is the top card."""
    turn: int | None
    turn_no: int
    """Grows when a new deadline is due: a new turn, an `again` duty, the dealer's wish."""
    dir: int
    wish: int
    due: int
    skip: int
    row: Row
    """What fits by RULES §4, lines 1, 2 and 4 to 6; follows from top card, wish, due cards and open skip."""
    again: bool
    drawn: int
    """The card drawn last in this turn, which alone may be laid."""
    said: int
    """What the seat on turn has said in this turn, as bits."""
    said_mau: int
    """Seats that have said "Mau" and drawn nothing since, as bits: for showing only."""
    window: int
    """The seat whose forgotten "Mau" may be challenged."""
    wish_owed: bool
    """The dealer is on turn and only wishes."""
    owes: list[int]
    """Turns to sit out still."""
    owed: int
    """The sum of `owes`."""
    outs: list[int]
    """Under `play_on`: seats out, in order."""
    bare: list[int]
    """Under `last_card=full`: seats without cards that have not won yet, in order."""
    doubled: int
    """Under `play_on`: seats that went out on a wish card that counts twice, as bits."""
    after: list[int]
    """The next seat of the round, clockwise; for every seat."""
    before: list[int]
    """The same the other way round."""

    def legal(self, seat: int) -> list[int]:
        """The actions open to `seat`, see `game.engine.legality.legal`."""
        from game.engine.legality import legal

        return legal(self, seat)

    def copy(self) -> State:
        """A state that shares nothing changeable with this one."""
        return copy(self)

    @property
    def top(self) -> int:
        """The top card of the discard pile."""
        return self.pile[-1]


def new_match(rules: RuleSet, seats: Sequence[Seat]) -> State:
    """A match before its first round; 2 to 8 seats, else BadDeal."""
    if not 2 <= len(seats) <= MOST_SEATS:
        raise BadDeal("seats-number")
    if any(seat.bot is not None and seat.bot not in STRENGTHS for seat in seats):
        raise BadDeal("bad-strength")
    state = State()
    count = len(seats)
    state.rules, state.tables, state.seats = rules, tables(rules), tuple(seats)
    state.scores, state.wins, state.history = [0] * count, [0] * count, []
    state.knocked_out, state.reason = [0] * count, ""
    state.phase, state.round_no, state.dealer, state.winner_of_round = BETWEEN, 0, NOBODY, None
    state.turn_no, state.doubled = 0, 0
    clear_round(state)
    return state


def clear_round(state: State) -> None:
    """Takes the cards off the table and forgets what was open."""
    count = len(state.seats)
    state.seed, state.shuffles, state.next_stock, state.twins = None, 0, None, False
    state.hands, state.stock, state.pile = [[] for _ in range(count)], [], []
    state.turn, state.dir, state.wish, state.due, state.skip = None, 1, NO_SUIT, 0, 0
    state.row, state.again, state.drawn = state.tables.nothing, False, NO_CARD
    state.said, state.said_mau, state.window, state.wish_owed = 0, 0, NOBODY, False
    state.owes, state.owed, state.outs, state.bare = [0] * count, 0, [], []
    state.after = state.before = []


def in_match(state: State, seat: int) -> bool:
    """Whether `seat` is dealt into the next round: neither removed nor knocked out."""
    return not state.seats[seat].removed and not state.knocked_out[seat]


def members(state: State) -> list[int]:
    """The seats in the match, clockwise from seat 0."""
    return [seat for seat in range(len(state.seats)) if in_match(state, seat)]


def set_ring(state: State, seats: Sequence[int]) -> None:
    """Makes `seats` (ascending) the round's circle."""
    count = len(state.seats)
    inside = set(seats)
    state.after = [_step(seat, 1, count, inside) for seat in range(count)]
    state.before = [_step(seat, -1, count, inside) for seat in range(count)]


def _step(seat: int, way: int, count: int, inside: set[int]) -> int:
    for steps in range(1, count + 1):
        other = (seat + way * steps) % count
        if other in inside:
            return other
    return seat


def ring(state: State) -> list[int]:
    """The seats that still play in this round, ascending: not out, not removed."""
    return sorted(set(state.after))


def set_seat(state: State, seat: int, **changes: object) -> None:
    """Replaces what `changes` names in who sits at `seat`."""
    changed = replace(state.seats[seat], **changes)  # type: ignore[arg-type]
    state.seats = (*state.seats[:seat], changed, *state.seats[seat + 1 :])


def copy(state: State) -> State:
    """A state that shares nothing changeable with `state`."""
    other = State()
    other.rules, other.tables, other.seats = state.rules, state.tables, state.seats
    other.scores, other.wins = state.scores[:], state.wins[:]
    other.history = state.history[:]
    other.knocked_out, other.reason, other.phase = state.knocked_out[:], state.reason, state.phase
    other.round_no, other.dealer, other.winner_of_round = state.round_no, state.dealer, state.winner_of_round
    other.seed, other.shuffles, other.twins = state.seed, state.shuffles, state.twins
    other.next_stock = state.next_stock
    other.hands, other.stock, other.pile = [hand[:] for hand in state.hands], state.stock[:], state.pile[:]
    other.turn, other.turn_no, other.dir = state.turn, state.turn_no, state.dir
    other.wish, other.due, other.skip, other.row = state.wish, state.due, state.skip, state.row
    other.again, other.drawn, other.said = state.again, state.drawn, state.said
    other.said_mau, other.window, other.wish_owed = state.said_mau, state.window, state.wish_owed
    other.owes, other.owed, other.outs = state.owes[:], state.owed, state.outs[:]
    other.bare, other.doubled = state.bare[:], state.doubled
    other.after, other.before = state.after, state.before
    return other


def restore(state: State, saved: State) -> None:
    """Makes `state` what `saved` is; `saved` must not be used afterwards."""
    for name in State.__slots__:
        setattr(state, name, getattr(saved, name))
