"""A first round against a friendly bot, all of it in the address: which deal, and the moves made so far.

Moves are the words of the notation (§2) in brief, joined by dots: `9H` lays, `JSH` lays and wishes, `d`
draws, `-` passes, `m` says “Mau”. The bot answers by its own chance, which the deal decides, so the same
address always shows the same moment.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from game.bots import decide
from game.engine import (
    PRESETS,
    BadAction,
    EngineError,
    Seat,
    State,
    apply,
    copy,
    deal,
    new_match,
    parse_action,
    view,
)
from game.engine.events import Event
from game.engine.state import PLAY
from game.refusal_text import refuse

YOU, BOT = 0, 1
NAME = "Ben"
DEALS = (94, 76, 109, 156, 117, 44, 80, 190)
"""Seeds of rounds that teach well, from easy to less so; a test plays each to its end."""
MOST_MOVES = 60
MOST_LETTERS = 4 * MOST_MOVES
GOOD, BAD_DEAL, TOO_LONG, JUNK, REFUSED = "", "deal", "long", "junk", "refused"


class Moment(NamedTuple):
    """Where the round stands after `moves`, and what has happened since the reader's last move but one.

    `trouble` is what was wrong with the address (one of the words above), `reason` the game's own sentence.
    `wishing`: the reader has picked this card and a suit is missing.
    """

    deal: int
    moves: tuple[str, ...]
    state: State
    events: tuple[Event, ...]
    trouble: str = GOOD
    reason: str = ""
    wishing: str = ""

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.state.phase != PLAY

    @property
    def full(self) -> bool:
        """Whether no further move is taken."""
        return len(self.moves) >= MOST_MOVES


def moment(number: str, text: str) -> Moment:
    """The moment an address asks for, or the last one that can be: never raises."""
    known = number in map(str, range(1, len(DEALS) + 1))
    found = int(number) if known else 1
    trouble = GOOD if known or not number else BAD_DEAL
    words = text[: MOST_LETTERS + 1].split(".") if text and not trouble else []
    if len(text) > MOST_LETTERS or len(words) > MOST_MOVES:
        words, trouble = words[:MOST_MOVES], TOO_LONG
    return _replayed(found, words, trouble)


def _replayed(number: int, words: list[str], trouble: str) -> Moment:
    table = _Table(number)
    for at, word in enumerate(words):
        try:
            table.play(word)
        except EngineError as error:
            stopped = _stopped(table, tuple(words[:at]), word, error)
            return stopped._replace(trouble=trouble or stopped.trouble)
    return Moment(number, tuple(words), table.state, tuple(table.events), trouble)


def _stopped(table: _Table, moves: tuple[str, ...], word: str, error: EngineError) -> Moment:
    """The address goes on with a move that cannot be: a card to wish with, one that does not fit, or junk."""
    here = Moment(table.number, moves, table.state, tuple(table.events))
    if isinstance(error, BadAction) or table.state.phase != PLAY:
        return here._replace(trouble=JUNK)
    if error.code == "wish-missing":
        return here._replace(wishing=word)
    told = refuse(table.state, YOU, error.code, long_word(word))
    return here._replace(trouble=REFUSED, reason=told.text)


def long_word(word: str) -> str:
    """The word of the notation for a move of the address (which may be anything)."""
    if word in ("d", "-", "m"):
        return word
    return f"p {word[:2]}:{word[2:]}" if len(word) > 2 else f"p {word}"


def short_word(word: str) -> str:
    """The other way round."""
    return word.removeprefix("p ").replace(":", "")


class _Table:
    """The round being replayed."""

    def __init__(self, number: int) -> None:
        self.number = number
        seed = DEALS[number - 1]
        self.state = new_match(PRESETS["mau-mau"], [Seat(""), Seat(NAME, "easy")])
        self.chance = random.Random(seed)
        self.events: list[Event] = deal(self.state, seed.to_bytes(32, "big"))
        self._bot()

    def play(self, word: str) -> None:
        """The reader's move and the bot's answer; raises EngineError and changes nothing if it cannot be."""
        action = parse_action(long_word(word))
        done = apply(self.state, YOU, action)
        self.events = done
        self._bot()

    def _bot(self) -> None:
        while self.state.phase == PLAY and self.state.turn == BOT:
            word = decide("easy", view(self.state, BOT), [], self.chance)
            assert word is not None, "who is on turn acts"
            self.events += apply(self.state, BOT, parse_action(word))


def advice(state: State) -> str:
    """What a player with a plan would do in the reader's place, in words of the notation."""
    word = decide("normal", view(copy(state), YOU), [], random.Random(0))
    assert word is not None, "who is on turn acts"
    return word
