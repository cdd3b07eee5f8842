"""The engine against the oracle: the same words to both, and both must take or refuse them alike.

`python -m tests.oracle.differ FIRST COUNT` plays that many matches and prints each record that differs.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

from game.engine import (
    WORDS,
    EngineError,
    Seat,
    State,
    apply,
    deal,
    legal_words,
    new_match,
    parse_action,
    parse_card,
    parse_rules,
    places,
    why_not,
)
from game.engine.notation import full_line
from tests.oracle import places as oracle_places
from tests.oracle.cards import full_pack
from tests.oracle.chance import (
    legal_move,
    off_turn_moves,
    random_rules,
    seat_move,
    something_is_open,
    wild_move,
)
from tests.oracle.fits import is_special
from tests.oracle.match import Illegal, Match


class Difference(AssertionError):
    """What differs, and the record up to there."""


class Pair:
    """The same match in the engine and in the oracle."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)
        rules = random_rules(self.rng)
        self.seats = self.rng.choice([2, 2, 3, 3, 4, 5, 6, 8])
        names = [f"P{seat}" for seat in range(self.seats)]
        text = " ".join(["mau-mau", *(f"{field}={value}" for field, value in rules.items())])
        self.record = ["mau 1", f"rules {text}", f"seats {'|'.join(names)}"]
        self.oracle = Match(rules, names)
        self.engine: State = new_match(parse_rules(text), [Seat(name) for name in names])
        self.cut = self.rng.choice([0.0, 0.3, 1.0])  # how often a round begins near its end
        self.taken: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def differ(self, what: str, line: str) -> Difference:
        return Difference(f"{what}\n" + "\n".join([*self.record, line]))

    def deal(self) -> None:
        """The next round, from a seed or from a deck; a wrong dealer is refused by both."""
        oracle, rng = self.oracle, self.rng
        dealer = rng.randrange(len(oracle.names))
        if rng.random() < 0.5:
            seed = rng.randbytes(32)
            source: bytes | list[str] = seed
            text = f"seed={seed.hex()}"
        else:
            deck = full_pack(oracle.rules, len(oracle.seats_in_match()))
            rng.shuffle(deck)
            source = deck
            text = f"deck={'.'.join(deck)}"
        for attempt in range(len(oracle.names)):
            seat = (dealer + attempt) % len(oracle.names)
            line = f"round {oracle.rounds + 1} dealer={seat} {text}"
            if self.both(line, partial(oracle.deal, source, seat), partial(self.deal_engine, source, seat)):
                if rng.random() < self.cut:
                    self.cut_short()
                return
        raise self.differ("no dealer is right", "")

    def deal_engine(self, source: bytes | list[str], dealer: int) -> None:
        if isinstance(source, bytes):
            deal(self.engine, source, dealer=dealer)
        else:
            deal(self.engine, deck=self.numbers(source), dealer=dealer)

    def cut_short(self) -> None:
        """Leaves each seat a card or a few, mostly special ones, and the stock few or none.

        What is left over goes to the bottom of the discard pile or out of the game: the ends of rounds,
        and an empty stock, come sooner and in more ways than by playing.
        """
        oracle, rng = self.oracle, self.rng
        pool = [card for hand in oracle.hands.values() for card in hand] + oracle.stock
        rank = rng.choice("778889AKJ-")  # many of one rank, so that there are answers to it
        late = {card: 0.0 if card[0] == rank else 0.3 if is_special(oracle, card) else 1.0 for card in pool}
        pool.sort(key=lambda card: rng.random() * late[card])
        most = rng.choice([1, 2, 2, 3, 4])
        for seat in oracle.hands:
            number = min(len(pool), rng.randint(1, most))
            oracle.hands[seat], pool = pool[:number], pool[number:]
        rng.shuffle(pool)
        number = rng.choice([0, 0, 0, 1, 2, 4, 8, 100])
        oracle.stock, rest = pool[:number], pool[number:]
        if rng.random() < 0.7:
            oracle.discard = rest + oracle.discard
        self.engine.hands = [self.numbers(oracle.hands.get(seat, [])) for seat in range(len(oracle.names))]
        self.engine.stock = self.numbers(oracle.stock)[::-1]
        self.engine.pile = self.numbers(oracle.discard)
        self.record.append(f"# cut: {oracle.hands} stock {oracle.stock} discard {oracle.discard}")
        self.compare("# cut")

    def numbers(self, cards: list[str]) -> list[int]:
        return [parse_card(card) for card in cards]

    def both(self, line: str, ours: Callable[[], object], theirs: Callable[[], object]) -> bool:
        """Does the same in both; True if both took it. Raises Difference."""
        why = code = ""
        try:
            ours()
        except Illegal as error:
            why = str(error)
        try:
            theirs()
        except EngineError as error:
            code = error.code
        if bool(why) != bool(code):
            raise self.differ(f"oracle: {why or 'taken'}; engine: {code or 'taken'}", line)
        self.compare(line)
        if not why:
            self.record.append(line)
        return not why

    def compare(self, line: str) -> None:
        """The whole state line, and what seats not on turn may do."""
        ours, theirs = self.oracle.state_line(1), full_line(self.engine, 1)
        if ours != theirs:
            changed = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
            raise self.differ(f"oracle, engine: {changed}", line)
        if self.oracle.state == "play":
            listed = [
                (seat, word)
                for seat in range(len(self.oracle.names))
                if seat != self.oracle.turn
                for word in legal_words(self.engine, seat)
            ]
            if sorted(listed) != sorted(set(off_turn_moves(self.oracle))):
                raise self.differ(f"off turn: {off_turn_moves(self.oracle)}, {listed}", line)
        elif self.oracle.state == "match-over" and oracle_places.places(self.oracle) != places(self.engine):
            ours_places = oracle_places.places(self.oracle)
            raise self.differ(f"places: {ours_places}, {places(self.engine)}", line)

    def say(self, seat: int, word: str) -> bool:
        taken = self.both(
            f"{seat} {word}",
            lambda: self.oracle.apply(seat, word),
            lambda: apply(self.engine, seat, parse_action(word)),
        )
        (self.taken if taken else self.refused)[word.split()[0]] += 1
        return taken

    def sweep(self) -> None:
        """Every simple word of every seat is taken or refused alike."""
        for seat in range(len(self.oracle.names)):
            for word in WORDS:
                before = self.oracle.copy_of_state()
                why = ""
                try:
                    self.oracle.apply(seat, word)
                except Illegal as error:
                    why = str(error)
                self.oracle.__dict__.update(before)
                code = why_not(self.engine, seat, parse_action(word))
                if bool(why) != bool(code):
                    what = f"oracle: {why or 'taken'}; engine: {code or 'taken'}"
                    raise self.differ(what, f"{seat} {word}")

    def play(self, words: int) -> None:
        """A match of at most this many words."""
        rng = self.rng
        eager = rng.choice([0.1, 0.5, 0.8, 0.95, 1.0])
        wild = rng.choice([0.02, 0.2, 0.4])
        leaving = rng.choice([0.0, 0.0, 0.01, 0.03])
        for _ in range(words if self.cut < 1 else words // 4):
            if self.oracle.state == "match-over":
                self.say(*wild_move(self.oracle, rng))
                self.say(*seat_move(self.oracle, rng))
                return
            if rng.random() < 0.002:
                self.sweep()
            rare = 8 if something_is_open(self.oracle) else 1
            if rng.random() < leaving * rare or (self.oracle.state != "play" and rng.random() < 0.3):
                seat, word = seat_move(self.oracle, rng)
            elif self.oracle.state != "play":
                if rng.random() < 0.2:
                    self.say(*wild_move(self.oracle, rng))
                self.deal()
                continue
            elif rng.random() < wild:
                seat, word = wild_move(self.oracle, rng)
            else:
                seat, word = legal_move(self.oracle, rng, eager)
            self.reshuffle_if_needed(seat, word)
            self.say(seat, word)

    def reshuffle_if_needed(self, seat: int, word: str) -> None:
        """In a round given by its deck, states the order of the new stock just before it is needed."""
        if self.oracle.seed is not None or self.oracle.state != "play":
            return
        if len(self.oracle.stock) > self.oracle.due + 6 and self.oracle.rules["draw"] != "until":
            return
        before = self.oracle.copy_of_state()
        try:
            self.oracle.apply(seat, word)
        except Illegal as error:
            order = getattr(error, "cards", None)
        else:
            order = None
        self.oracle.__dict__.update(before)
        if order is None:
            return
        self.say(seat, word)  # both refuse it without the order
        if len(order) > 1:
            self.reshuffle(order[:-1])
            self.say(seat, word)  # and with other cards
            self.record.pop()
            self.oracle.next_stock = self.engine.next_stock = None
        order = list(order)
        self.rng.shuffle(order)
        self.reshuffle(order)

    def reshuffle(self, order: list[str]) -> None:
        self.record.append(f"reshuffle {'.'.join(order)}")
        self.oracle.reshuffle(order)
        self.engine.next_stock = self.numbers(order)


def play(number: int, words: int = 400, cut: float | None = None) -> Pair:
    """Match `number`, `cut` of its rounds beginning near their end; raises Difference."""
    pair = Pair(number)
    if cut is not None:
        pair.cut = cut
    pair.play(words)
    return pair


def main() -> None:
    first, count = int(sys.argv[1]), int(sys.argv[2])
    taken: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    over = differences = rounds = 0
    for number in range(first, first + count):
        try:
            pair = play(number)
        except Difference as difference:
            differences += 1
            print(f"match {number}: {difference}\n", flush=True)
            continue
        taken.update(pair.taken)
        refused.update(pair.refused)
        if (number - first) % 500 == 499:
            print(f"{number - first + 1} matches played", flush=True)
        over += pair.oracle.state == "match-over"
        rounds += pair.oracle.ended_rounds
    print(f"{count} matches, {over} over, {rounds} rounds ended, {differences} differ")
    print(f"taken {dict(taken)}\nrefused {dict(refused)}")


if __name__ == "__main__":
    main()
