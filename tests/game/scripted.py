"""A whole match through services and ticker: bots play, people act by chance, time is what the row says.

Used with any rule set: somebody falls asleep, leaves, comes by the link, the process restarts.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game import engine, newcomers, services
from game.engine import FIELDS, PRESETS, RuleSet, State, combinations, legal_words, parse_action
from game.models import Guest, Heartbeat, Match
from game.services import Nack
from tests.game.conftest import Table

STEPS = 8_000
SHORT_ENDS = ("rounds:1", "rounds:3", "wins:1", "most-wins:1", "limit:20", "knockout:20")


def sample(count: int, seed: int = 1) -> list[RuleSet]:
    """Rule sets drawn at random in which, taken together, every value of every field occurs often."""
    rng = random.Random(seed)
    columns = {name: _column(values, count, rng) for name, values in FIELDS.items()}
    columns["match_end"] = _column(SHORT_ENDS, count, rng)
    found = []
    for n in range(count):
        chosen = {name: column[n] for name, column in columns.items()}
        if chosen["combos"] == "on":
            chosen.update(pack="french52", second_pack_from="2")
        if chosen["last_card"] == "full":
            chosen["play_on"] = "off"
        found.append(_rules("mau-mau", chosen))
    return found


def presets() -> list[RuleSet]:
    """Every preset, with an end that is reached soon."""
    ends = ("rounds:1", "rounds:3", "most-wins:2", "knockout:40", "wins:2", "wins:2", "limit:40")
    return [_rules(name, {"match_end": end}) for name, end in zip(PRESETS, ends, strict=True)]


def _column(values: tuple[str, ...], count: int, rng: random.Random) -> list[str]:
    column = [values[n % len(values)] for n in range(count)]
    rng.shuffle(column)
    return column


def _rules(preset: str, values: dict[str, str]) -> RuleSet:
    return engine.parse_rules(" ".join([preset, *(f"{name}={value}" for name, value in values.items())]))


@dataclass
class Play:
    """One match being played to its end; `between` is called before each step."""

    table: Table
    people: list[Guest]
    spectator: Guest
    rng: random.Random
    between: Callable[[], None] = lambda: None
    steps: int = 0
    leaver_at: int = 150

    def to_the_end(self) -> Match:
        """Plays on until the match is over; raises AssertionError where it hangs."""
        for self.steps in range(STEPS):
            self.between()
            match = self.table.match
            if match.status == "over":
                return self.table.row
            assert match.due_at is not None, f"nothing is due: {self.where()}"
            self._everybody_is_here()
            self._step(match)
        raise AssertionError(f"no end: {self.where()}")

    def where(self) -> str:
        """The rules and how things stand, for a message."""
        row = self.table.row
        return f"{row.rules} · version {row.version} {row.status} {row.due_kind} {row.due_at}"

    def _everybody_is_here(self) -> None:
        for guest in (*self.people, self.spectator):
            services.seen(self.table.id, guest, self.table.now)

    def _step(self, match: Any) -> None:
        if self.steps == 10 and match.rules.late_join == "on":
            newcomers.ask_for_seat(self.table.id, self.spectator, self.table.now)
        elif self.steps == self.leaver_at:
            self.say(match, match.seat_of(self.people[1].pk), "leave")
        elif match.state.phase != "play":
            self._between_rounds(match)
        elif not self._off_turn(match):
            self._on_turn(match)

    def _between_rounds(self, match: Any) -> None:
        if self.rng.random() < 0.3 and not match.solo:
            self.time_passes(match)
            return
        for seat in match.humans():
            self.say(match, seat, "next", stale_is_fine=True)
        if self.table.v == match.version:  # all of them had said so before
            self.time_passes(match)

    def _off_turn(self, match: Any) -> bool:
        """Somebody jumps in, challenges or says a late "Mau"."""
        for seat in match.humans():
            if seat == match.state.turn or match.state.seats[seat].bot:
                continue
            words = legal_words(match.state, seat)
            if words and self.rng.random() < 0.3:
                self.say(match, seat, self.rng.choice(words))
                return True
        return False

    def _on_turn(self, match: Any) -> None:
        seat = match.state.turn
        asleep = self.rng.random() < 0.05
        if match.state.seats[seat].bot or (asleep and not match.solo):
            self.time_passes(match)
        else:
            self.say(match, seat, chosen(match.state, seat, self.rng))

    def time_passes(self, match: Any) -> None:
        """Until what is due; others have ticked meanwhile, so that nobody is given grace."""
        self.table.now = max(self.table.now, match.due_at)
        Heartbeat.objects.update(at=self.table.now)
        self._everybody_is_here()
        self.table.tick()

    def say(self, match: Any, seat: int, word: str, stale_is_fine: bool = False) -> None:
        """A human's word, which must be taken."""
        guest = Guest.objects.get(pk=match.guests[seat])
        answer = self.table.act(guest, word, match.version, f"step-{self.steps}-{seat}")
        assert not isinstance(answer, Nack), f"{word}: {answer} · {self.where()}"


def chosen(state: State, seat: int, rng: random.Random) -> str:
    """A word of a human on turn: mostly a lay, sometimes something only that family plays."""
    words = legal_words(state, seat)
    lays = [word for word in words if word.startswith("p ")]
    if state.rules.strict == "on" and rng.random() < 0.04:
        tried = f"x {engine.card_name(rng.choice(state.hands[seat]))}" if state.hands[seat] else ""
        if tried and engine.why_not(state, seat, parse_action(tried)) is None:
            return tried
    says = [word for word in words if word[0] in "mcw"]
    if says and rng.random() < 0.7:
        return rng.choice(says)
    word = rng.choice(lays) if lays and rng.random() < 0.95 else rng.choice(words)
    return _whole(state, seat, word, rng)


def _whole(state: State, seat: int, word: str, rng: random.Random) -> str:
    """A combination card with a combination; sometimes with equal cards."""
    hand = [engine.card_name(card) for card in state.hands[seat]]
    if word.endswith("(*)"):
        return rng.choice(combinations(hand, word[2:4]))
    if not word.startswith("p ") or rng.random() < 0.5:
        return word
    card, colon, wish = word[2:].partition(":")
    mates = list(hand)
    mates.remove(card)
    more = "+".join([card, *(mate for mate in mates if mate[0] == card[0])])
    for several in (f"p {more}{colon}{wish}", f"p {more}"):
        if "+" in several and engine.why_not(state, seat, parse_action(several)) is None:
            return several
    return word
