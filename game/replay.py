"""Reads records (NOTATION §2): plays them through the engine, checks what they state, tells what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from errno import EINVAL
from pathlib import Path
from typing import Any

from game import engine
from game.engine import EngineError, RuleError, Seat, State
from game.engine.notation import full_line
from game.engine.shuffle import seed_of

MOST_BYTES = 1 << 20
MOST_LINES = 100_000
_HEX = set("0123456789abcdefABCDEF")


class RecordError(ValueError):
    """A record that is not right: `line` (from 1) and what is wrong."""

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        self.what = "".join(c if c.isprintable() else repr(c)[1:-1] for c in what)
        super().__init__(f"{line}: {self.what}")


class Reader:
    """Plays a record line by line. `state` is the match so far, None before its seats are known."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.rules: engine.RuleSet | None = None
        self._begun = False
        self._dealt_in = 0
        self._ended = 0
        self._reshuffle: int | None = None
        self._line = 0

    def read(self, line: int, text: str) -> bool:
        """Takes one line; True if the state may have changed by it. Raises RecordError."""
        self._line = line
        words = _strip_comment(text).split()
        if not words:
            return False
        try:
            return self._read_words(words)
        except RuleError as error:
            raise self._wrong(f"rules: {error}"[:200]) from error
        except EngineError as error:
            raise self._wrong(f"{' '.join(words)[:80]}: {error.code}") from error

    def close(self) -> None:
        """The record is at its end; raises RecordError if something is missing."""
        if not self._begun:
            raise RecordError(max(self._line, 1), "the first line must be: mau 1")
        self._check_reshuffle_used()

    def _wrong(self, what: str) -> RecordError:
        return RecordError(self._line, what)

    def _read_words(self, words: list[str]) -> bool:
        head, rest = words[0], words[1:]
        if not self._begun:
            if words != ["mau", "1"]:
                raise self._wrong("the first line must be: mau 1")
            self._begun = True
            return False
        if head.isascii() and head.isdigit():
            return self._action(self._number(head, "seat"), rest)
        self._check_reshuffle_used()
        reads = {
            "rules": self._rules, "seats": self._seats, "round": self._round, "fair": self._fair,
            "reshuffle": self._reshuffle_line, "end": self._end,
        }.get(head)  # fmt: skip
        if reads is None:
            raise self._wrong(f"unknown line: {head[:40]}")
        if head not in ("rules", "seats") and self.state is None:
            raise self._wrong("rules and seats must come first")
        if self.state is not None and self.state.phase == "over" and head not in ("end", "round"):
            raise self._wrong(f"{head}: the match is over")
        reads(rest)
        return head == "round"

    def _match(self) -> State:
        if self.state is None:
            raise self._wrong("rules and seats must come first")
        return self.state

    def _rules(self, words: list[str]) -> None:
        if self.rules is not None:
            raise self._wrong("rules stand only once, before seats")
        self.rules = engine.parse_rules(" ".join(words))

    def _seats(self, words: list[str]) -> None:
        if self.rules is None or self.state is not None:
            raise self._wrong("seats stand once, after rules")
        if len(words) != 1:
            raise self._wrong("seats are written NAME|NAME|bot:hard")
        self.state = engine.new_match(self.rules, [self._seat(text) for text in words[0].split("|")])

    def _seat(self, text: str) -> Seat:
        kind, _, strength = text.partition(":")
        if kind == "bot" and strength in engine.STRENGTHS:
            return Seat(text, strength)
        try:
            return Seat(engine.unquote_name(text))
        except ValueError:
            raise self._wrong(f"not a seat: {text[:40]!r}") from None

    def _round(self, words: list[str]) -> None:
        state = self._match()
        if not words or words[0] != str(state.round_no + 1):
            raise self._wrong(f"this must be round {state.round_no + 1}")
        values = self._values(words[1:], ("dealer", "seed", "deck"))
        dealer = self._number(values.get("dealer", ""), "dealer")
        if ("seed" in values) == ("deck" in values):
            raise self._wrong("a round has either seed= or deck=")
        if "seed" in values:
            engine.deal(state, self._hex(values["seed"], 32, "seed"), dealer=dealer)
        else:
            engine.deal(state, deck=self._cards(values["deck"]), dealer=dealer)
        self._dealt_in = len(engine.members(state))

    def _fair(self, words: list[str]) -> None:
        state = self._match()
        if state.seed is None:
            raise self._wrong("fair stands only in a round given by seed=")
        values = self._values(words, ("secret", "nonces"))
        secret = self._hex(values.get("secret", ""), 32, "secret")
        given = values.get("nonces", "").split(",")
        nonces = [None if nonce == "-" else self._hex(nonce, 16, "nonce") for nonce in given]
        if len(nonces) != self._dealt_in:
            raise self._wrong("nonces: one for each seat of the round, - for none")
        if seed_of(secret, nonces) != state.seed:
            raise self._wrong("fair: the seed is not made of this secret and these nonces")

    def _reshuffle_line(self, words: list[str]) -> None:
        state = self._match()
        if state.phase != "play" or state.seed is not None:
            raise self._wrong("reshuffle stands only in a round given by deck=")
        if len(words) != 1:
            raise self._wrong("reshuffle is written CARD.CARD.…")
        state.next_stock = self._cards(words[0])
        self._reshuffle = self._line

    def _check_reshuffle_used(self) -> None:
        """A stated order must have been needed by the action right after it."""
        line, self._reshuffle = self._reshuffle, None
        if line is None or self.state is None or self.state.next_stock is None:
            return
        raise RecordError(line, "reshuffle: the next action does not renew the stock")

    def _end(self, words: list[str]) -> None:
        state = self._match()
        number = self._number(words[0] if words else "", "end")
        values = self._values(words[1:], ("points",))
        if state.winner_of_round is None or number != state.round_no:
            raise self._wrong(f"end {number}: this round is not over here")
        if number == self._ended:
            raise self._wrong(f"end {number}: stands once for a round")
        self._ended = number
        if "points" not in values:
            return
        points = [self._number(text, "points") for text in values["points"].split(",")]
        if points != state.history[-1]:
            stated = ",".join(str(point) for point in state.history[-1])
            raise self._wrong(f"end {number}: the points are {stated}")

    def _action(self, seat: int, words: list[str]) -> bool:
        state = self._match()
        if seat >= len(state.seats) and words[:1] != ["join"]:
            raise self._wrong(f"there is no seat {seat}")
        try:
            engine.apply(state, seat, engine.parse_action(" ".join(words)))
        except EngineError as error:
            if error.code == "reshuffle-wrong" and self._reshuffle:
                what = "reshuffle: these are not the cards that are shuffled"
                raise RecordError(self._reshuffle, what) from None
            raise
        self._check_reshuffle_used()
        return True

    def _values(self, words: list[str], known: tuple[str, ...]) -> dict[str, str]:
        values: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if not equals or key not in known or key in values:
                raise self._wrong(f"not understood: {word[:60]}")
            values[key] = value
        return values

    def _number(self, text: str, what: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and text == str(int(text))):
            raise self._wrong(f"{what}: a plain number is needed")
        return int(text)

    def _hex(self, text: str, size: int, what: str) -> bytes:
        if len(text) != 2 * size or not set(text) <= _HEX:
            raise self._wrong(f"{what}: {2 * size} hex digits are needed")
        return bytes.fromhex(text)

    def _cards(self, text: str) -> list[int]:
        try:
            return [engine.parse_card(name) for name in text.split(".")]
        except ValueError as error:
            raise self._wrong(str(error)[:80]) from None


def _strip_comment(text: str) -> str:
    """`text` without its comment: a `#` at the start or after a blank."""
    for place, mark in enumerate(text):
        if mark == "#" and (place == 0 or text[place - 1].isspace()):
            return text[:place]
    return text


def read(file: Path) -> bytes:
    """What stands in a file, one byte more than a record may have at most; raises OSError.

    Only in a plain file: a pipe or a device might have no end.
    """
    if not file.is_file():
        file.stat()
        raise OSError(EINVAL, "not a file with a record")
    with file.open("rb") as source:
        return source.read(MOST_BYTES + 1)


def lines(data: bytes) -> list[str]:
    """The lines of a record; raises RecordError where it is too big, not UTF-8 or has other line ends."""
    if len(data) > MOST_BYTES:
        raise RecordError(1, "a record has at most 1 MiB")
    try:
        texts = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise RecordError(data[: error.start].count(b"\n") + 1, "this is not UTF-8") from None
    if texts[-1] == "":
        texts.pop()
    if len(texts) > MOST_LINES:
        raise RecordError(MOST_LINES + 1, "a record has at most 100,000 lines")
    for number, text in enumerate(texts, 1):
        if "\r" in text:
            raise RecordError(number, "lines end in \\n alone, here is a \\r")
    return texts


def replay(data: bytes) -> Iterator[dict[str, Any]]:
    """The full state after the deal and after every action of a record (`full_line`); raises RecordError."""
    reader = Reader()
    for number, text in enumerate(lines(data), 1):
        if reader.read(number, text):
            assert reader.state is not None
            yield full_line(reader.state, number)
    reader.close()


def last_state(data: bytes) -> State | None:
    """The match as a record leaves it, None if no seats are given; raises RecordError."""
    reader = Reader()
    for number, text in enumerate(lines(data), 1):
        reader.read(number, text)
    reader.close()
    return reader.state
