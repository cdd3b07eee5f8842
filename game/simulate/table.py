"""A table of bots without server, clock or database: every seat is asked when the server would ask it.

As there (docs/time.md): a forgotten "Mau" is looked at first, then each bot looks once for each top card
whether it jumps in, then the seat on turn acts. Whoever is asked gets `view` and what its seat has seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from game.engine import RuleSet, Seat, State, apply, deal, legal_words, new_match, outcome, parse_action, view
from game.engine.events import Event
from game.engine.legality import jump_open
from game.engine.state import NOBODY, OVER, PLAY

MOST_STEPS = 20_000
"""Words said in one round; one that comes to so many is stopped and told as such."""

LOG_FOR_BOTS = 200
WORDS_FOR_BOTS = 60
"""So many of the last events, and no more than those of so many words, a seat is told, as by the server."""

View = dict[str, Any]
Log = Sequence[dict[str, Any]]
Decide = Callable[[View, Log, random.Random], "str | None"]


class Stuck(Exception):
    """A player did what would hold up a match: it had to act and said nothing, or said what is not legal."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a round or a match.

    `winners`: seats that won it, several if they share it, none if it was stopped at `MOST_STEPS`.
    `points`: what each seat's cards cost it in all. `first`: the seat left of the first dealer.
    `turns`, `words`, `renewals`: turns taken, words said, times the stock was renewed, over all rounds.
    """

    winners: tuple[int, ...]
    points: tuple[int, ...]
    first: int
    rounds: int
    turns: int
    words: int
    renewals: int
    stopped: bool


class Seen(Sequence[dict[str, Any]]):
    """The last events as one seat has seen them; written out only if somebody reads them."""

    def __init__(self, events: list[Event], seat: int, first: int) -> None:
        self._events, self._seat, self._end = events, seat, len(events)
        self._first = max(first, self._end - LOG_FOR_BOTS)
        self._said: list[dict[str, Any]] | None = None

    @property
    def _list(self) -> list[dict[str, Any]]:
        if self._said is None:
            last = self._events[self._first : self._end]
            self._said = [event.wire(self._seat) for event in last]
        return self._said

    def __len__(self) -> int:
        return self._end - self._first

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._list[index]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._list)


def play_round(
    rules: RuleSet, players: Sequence[Decide], rng: random.Random, most: int = MOST_STEPS
) -> Result:
    """One round by these rules, whatever their match end says; who goes out first has won it.

    All chance comes from `rng`. Raises Stuck, and EngineError when somebody says what is not legal.
    """
    table = Table(rules, players, rng, most)
    table.play_round()
    winner = table.state.winner_of_round
    return table.result(() if winner is None or table.stopped else (winner,))


def play_match(
    rules: RuleSet, players: Sequence[Decide], rng: random.Random, most: int = MOST_STEPS
) -> Result:
    """A whole match to the end the rules say, each round of at most `most` words; else as `play_round`."""
    table = Table(rules, players, rng, most)
    while table.state.phase != OVER and not table.stopped:
        table.play_round()
    ended = outcome(table.state)
    return table.result(() if ended is None else tuple(ended.winners))


class Table:
    """A match under way. The seats say nothing about who plays them: nobody knows whom it plays against."""

    def __init__(
        self, rules: RuleSet, players: Sequence[Decide], rng: random.Random, most: int = MOST_STEPS
    ) -> None:
        self.state: State = new_match(rules, [Seat(f"P{seat}") for seat in range(len(players))])
        self.players, self.rng, self.most = players, rng, most
        self.events: list[Event] = []
        self._begins = [0] * WORDS_FOR_BOTS  # of the last words: how many events there were before each
        self.first = 0
        self.words = self.renewals = 0
        self.stopped = False
        self._looked: tuple[int, int] | None = None  # seat and turn_no of the last look at a forgotten "Mau"
        self._jumped = False  # everybody has looked at this top card

    def play_round(self) -> None:
        """Deals and plays one round, or stops it after `most` words."""
        state = self.state
        self.events += deal(state, self.rng.randbytes(32))
        if state.round_no == 1:
            self.first = state.after[state.dealer]
        self._looked, self._jumped = None, False
        last = self.words + self.most
        while state.phase == PLAY:
            if self.words >= last:
                self.stopped = True
                break
            self.say(*self.next_word())
        self.renewals += state.shuffles

    def say(self, seat: int, word: str) -> None:
        """The engine does what `seat` says."""
        self.words += 1
        self._begins[self.words % WORDS_FOR_BOTS] = len(self.events)
        self.events += apply(self.state, seat, parse_action(word))
        if word[0] in "pj":
            self._jumped = False

    def next_word(self) -> tuple[int, str]:
        """Who acts next, and what it says."""
        return self._forgotten() or self._jump() or self._on_turn()

    def ask(self, seat: int, legal: list[str] | None = None) -> str | None:
        """What `seat` says; with `legal` it is asked about these words alone."""
        seen = view(self.state, seat)
        if legal is not None:
            seen["legal"] = legal
        return self.players[seat](seen, Seen(self.events, seat, self._oldest()), self.rng)

    def _oldest(self) -> int:
        """The first event a seat is told of."""
        return self._begins[(self.words + 1) % WORDS_FOR_BOTS]

    def result(self, winners: tuple[int, ...]) -> Result:
        """The sums so far."""
        state = self.state
        return Result(
            winners, tuple(state.scores), self.first, state.round_no, state.turn_no, self.words,
            self.renewals, self.stopped,
        )  # fmt: skip

    def _forgotten(self) -> tuple[int, str] | None:
        """All look at a "Mau" that was forgotten, also their own, until nobody has a word to it."""
        state = self.state
        if state.window == NOBODY or self._looked == (state.window, state.turn_no):
            return None
        said = self._ask_around(("m", "c"))
        if said is None:
            self._looked = (state.window, state.turn_no)
        return said

    def _jump(self) -> tuple[int, str] | None:
        """Each seat looks once at each top card."""
        if self._jumped or not jump_open(self.state):
            return None
        self._jumped = True
        return self._ask_around(("j",))

    def _ask_around(self, verbs: tuple[str, ...]) -> tuple[int, str] | None:
        """The first, in no particular order, that has a word of these kinds."""
        seats = list(range(len(self.players)))
        self.rng.shuffle(seats)
        for seat in seats:
            words = [word for word in legal_words(self.state, seat) if word.split(" ")[0] in verbs]
            word = self.ask(seat, words) if words else None
            if word in words:
                return seat, word
        return None

    def _on_turn(self) -> tuple[int, str]:
        seat = self.state.turn
        assert seat is not None, "a round being played has a seat on turn"
        legal = None
        if self.state.window != NOBODY:  # each looks at it once
            legal = [word for word in legal_words(self.state, seat) if not word.startswith("c ")]
        word = self.ask(seat, legal)
        if word is None:
            raise Stuck(f"seat {seat} says nothing, legal is {legal_words(self.state, seat)}")
        return seat, word
