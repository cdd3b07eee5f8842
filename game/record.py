"""Writes a match as a record (NOTATION §2). `game.replay` reads it back to the same state.

A record keeps what was played. The referee's own words ("next", "link", "expire" …) stay out, and so do the
names of bots, which stand there as `bot:strength`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from game import engine
from game.engine import Seat
from game.models import Match, Move

VERBS = frozenset(("p", "d", "-", "m", "mm", "c", "j", "w", "t", "x", "leave", "join", "bot", "human"))
"""The first words of the actions NOTATION §2 has. What the referee notes by himself has no events."""

_HANDOVER = frozenset(("bot", "human", "leave"))


@dataclass(frozen=True, slots=True)
class Step:
    """One word of a match: a seat's action or a `round` line; `events` as a spectator heard them."""

    seat: int | None
    word: str
    events: Sequence[dict[str, Any]] = ()

    @property
    def verb(self) -> str:
        """The word without its arguments."""
        return self.word.partition(" ")[0]


def write(rules: engine.RuleSet, seats: Sequence[Seat], steps: Iterable[Step]) -> str:
    """The record of a match that began with `seats`, up to its end or as far as `steps` go."""
    head = ["mau 1", f"rules {engine.rules_text(rules)}", "seats " + "|".join(map(seat_word, seats))]
    return "\n".join([*head, *_lines(steps)]) + "\n"


def seat_word(seat: Seat) -> str:
    """A seat as the `seats` line has it."""
    return f"bot:{seat.bot}" if seat.bot else engine.quote_name(seat.name)


def _lines(steps: Iterable[Step]) -> Iterator[str]:
    number = 0
    for step in steps:
        if step.verb == "round":
            number += 1
            yield step.word
        elif step.seat is not None and step.events and step.verb in VERBS:
            yield f"{step.seat} {step.word}"
        for event in step.events:
            if event["e"] == "round-over":
                yield f"end {number} points={','.join(map(str, event['points']))}"
        if any(event["e"] == "match-over" for event in step.events):
            return


def first_seats(seats: Sequence[Seat], steps: Iterable[Step]) -> list[Seat]:
    """Who sat there when the match began, from who sits there now and what was said since."""
    steps = list(steps)
    joined = {step.seat for step in steps if step.verb == "join"}
    return [_first(seat, number, steps) for number, seat in enumerate(seats) if number not in joined]


def _first(seat: Seat, number: int, steps: Iterable[Step]) -> Seat:
    """Before a seat is handed over for the first time, the other kind of player has it."""
    handed = next((step.verb for step in steps if step.seat == number and step.verb in _HANDOVER), "")
    if not handed:
        return Seat(seat.name, seat.bot)
    return Seat(seat.name, "normal" if handed == "human" else None)


def of_match(match_id: str) -> str:
    """The record of a stored match, as far as it has been played; raises Match.DoesNotExist."""
    match = Match.objects.get(pk=match_id)
    moves = Move.objects.filter(match_id=match_id, version__lte=match.version).order_by("version")
    steps = [Step(seat, word, events) for seat, word, events in moves.values_list("seat", "word", "events")]
    seats = [Seat(*seat) for seat in match.state["seats"]]
    return write(engine.parse_rules(match.rules), first_seats(seats, steps), steps)


def file_name(match_id: str) -> str:
    """How the record's file is called: by the day the match ended (UTC)."""
    ended, created = Match.objects.values_list("ended", "created").get(pk=match_id)
    day = datetime.fromtimestamp((ended or created) / 1000, UTC).date()
    return f"mau-mau-{day.isoformat()}.mau"
