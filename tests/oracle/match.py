"""A slow second reading of RULES.md: a match in dicts, lists and strings, to be compared with the engine.

Written from RULES.md and NOTATION.md alone. The section numbers in the comments are those of RULES.md.
"""

from __future__ import annotations

from tests.oracle import start, words
from tests.oracle.cards import first_dealer, full_pack, hand_size, shuffled
from tests.oracle.report import state_line
from tests.oracle.rules import refused


class Illegal(Exception):
    """The word is not allowed here; the match is as it was. `cards`: what a `reshuffle` line must name."""

    cards: list[str] | None = None


class Match:
    """A match. Between rounds and inside one, all of its state lies open in these fields."""

    def __init__(self, rules: dict[str, str], seats: list[str]) -> None:
        if refused(rules) or not 2 <= len(seats) <= 8:
            raise Illegal("rule set or seats")
        self.rules = rules
        self.names = list(seats)
        self.scores = [0 for _ in seats]
        self.wins = [0 for _ in seats]
        self.removed: set[int] = set()  # §13, Removed
        self.knocked_out: dict[int, int] = {}  # §11, knockout: seat -> round
        self.rounds = 0
        self.ended_rounds = 0
        self.last_dealer: int | None = None
        self.state = "round-over"  # also before the first round; then play, match-over
        self.clear_round()

    def clear_round(self) -> None:
        """What belongs to one round only."""
        self.hands: dict[int, list[str]] = {}
        self.in_round: list[int] = []  # seats that play on: dealt in, not removed, not out
        self.dealt_in: list[int] = []
        self.stock: list[str] = []  # the next card to draw first
        self.discard: list[str] = []  # oldest first, the top card last
        self.seed: bytes | None = None
        self.renewals = 0
        self.next_stock: list[str] | None = None  # a `reshuffle` line
        self.dealer = 0
        self.direction = 1
        self.turn: int | None = None
        self.wish: str | None = None
        self.due = 0
        self.skip = 0
        self.owed: dict[int, int] = {}
        self.dealer_wishes = False
        self.window: int | None = None  # whom one may challenge
        self.outs: list[int] = []  # play_on: who is out, first one first
        self.empty: list[int] = []  # full: seats without cards, unsettled, first one first
        self.out_on_wish_card: set[int] = set()
        self.new_turn_flags()

    def new_turn_flags(self) -> None:
        """What lapses with the turn."""
        self.drawn: str | None = None
        self.again = False
        self.said_mau = False
        self.said_mau_mau = False
        self.acted = False  # §6, Jump in: "has done anything in its turn"

    def seats_in_match(self) -> list[int]:
        return [s for s in range(len(self.names)) if s not in self.removed and s not in self.knocked_out]

    # §2, the deal

    def next_dealer(self) -> int:
        """The next seat in the match, clockwise."""
        assert self.last_dealer is not None
        seat = self.last_dealer
        while True:
            seat = (seat + 1) % len(self.names)
            if seat in self.seats_in_match():
                return seat

    def deal(self, source: bytes | list[str], dealer: int) -> None:
        """Deal the next round from a seed or from the whole shuffled pack."""
        if self.state != "round-over":
            raise Illegal("no deal now")
        seats = self.seats_in_match()
        if self.last_dealer is not None:
            wanted = self.next_dealer()
        elif isinstance(source, bytes):
            wanted = seats[first_dealer(source, len(seats))]
        else:
            wanted = dealer
        if dealer != wanted or dealer not in seats:
            raise Illegal("dealer")
        pack = full_pack(self.rules, len(seats))
        if isinstance(source, bytes):
            cards = shuffled(pack, source, "deal")
        else:
            cards = list(source)
            if sorted(cards) != sorted(pack):
                raise Illegal("deck")
        self.clear_round()
        self.seed = source if isinstance(source, bytes) else None
        self.rounds += 1
        self.dealer = self.last_dealer = dealer
        self.state = "play"
        self.in_round = list(seats)
        self.dealt_in = list(seats)
        self.hands = {seat: [] for seat in seats}
        for _ in range(hand_size(self.rules, len(seats))):
            for step in range(1, len(self.names) + 1):
                seat = (dealer + step) % len(self.names)
                if seat in seats:
                    self.hands[seat].append(cards.pop(0))
        self.stock = cards
        start.turn_starting_card(self)

    # §5, drawing

    def can_draw(self) -> bool:
        return len(self.stock) > 0 or len(self.discard) > 1

    def draw_card(self, seat: int) -> str | None:
        """Draw one card, renewing the stock only now if it is empty. None if there is nothing at all."""
        if not self.can_draw():
            return None
        if not self.stock:
            self.renew_stock()
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        return card

    def draw_cards(self, seat: int, number: int) -> int:
        """A penalty larger than what is left takes what is left. How many were drawn."""
        return sum(1 for _ in range(number) if self.draw_card(seat) is not None)

    def renew_stock(self) -> None:
        old = self.discard[:-1]
        self.discard = self.discard[-1:]
        self.renewals += 1
        if self.seed is not None:
            self.stock = shuffled(old, self.seed, f"reshuffle-{self.renewals}")
            return
        if self.next_stock is None or sorted(self.next_stock) != sorted(old):
            error = Illegal("the order of the new stock is not given")
            error.cards = old
            raise error
        self.stock = self.next_stock
        self.next_stock = None

    # whose turn

    def next_place(self, seat: int) -> int:
        """The next seat in the round, whatever it owes."""
        while True:
            seat = (seat + self.direction) % len(self.names)
            if seat in self.in_round:
                return seat

    def next_seat(self, seat: int) -> int:
        """The next seat. §13, Owed turns: one that owes turns is passed over and pays one."""
        while True:
            seat = self.next_place(seat)
            if self.owed.get(seat, 0) == 0:
                return seat
            self.owed[seat] -= 1

    # words

    def reshuffle(self, cards: list[str]) -> None:
        """A `reshuffle` line: the new stock, for the next word."""
        if self.state != "play" or self.seed is not None or self.next_stock is not None:
            raise Illegal("no reshuffle line here")
        self.next_stock = list(cards)

    def apply(self, seat: int, word: str) -> None:
        """Play one word of NOTATION §2, or raise Illegal and leave the match as it was."""
        before = self.copy_of_state()
        try:
            words.apply(self, seat, word)
            if self.next_stock is not None:
                raise Illegal("the reshuffle line was not needed")
        except Illegal:
            self.__dict__.update(before)
            raise

    def copy_of_state(self) -> dict[str, object]:
        copied: dict[str, object] = {}
        for name, value in self.__dict__.items():
            if name == "hands":
                copied[name] = {seat: list(hand) for seat, hand in self.hands.items()}
            elif isinstance(value, (list, dict, set)):
                copied[name] = value.copy()
            else:
                copied[name] = value
        return copied

    def state_line(self, line: int) -> dict[str, object]:
        """The object of `replay --json` (NOTATION §2)."""
        return state_line(self, line)
