"""What is said when something falls due, by bots or by the server: from a snapshot in memory, without clock
or database; whoever asks commits it. A bot gets its seat's view and what that seat has seen, nothing else.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from typing import Any

from game import bots, engine
from game.snapshot import Snapshot, Transition

LOG_FOR_BOTS = 200
_HERE = {"master": "hard"}
"""Nobody searches in this process: what master has not searched ahead it decides like hard."""

Plan = list[Transition]
"""The first is wanted; the next ones only if it is refused for another reason than having come too late."""

log = logging.getLogger(__name__)


def plan(match: Snapshot, chance: random.Random, found: str | None = None) -> Plan:
    """What is to be said in this match now that it is due, each on exactly this version. `found`: what a
    search has found for the bot on turn."""
    return _PLANS[match.due_kind](match, chance) if found is None else _say_or_any(match, found)


def rest(match: Snapshot) -> Transition:
    """Nobody is there any more."""
    return _server(match, "rest")


def bot_word(match: Snapshot, seat: int, chance: random.Random, verbs: Sequence[str] = ()) -> str | None:
    """What the bot in `seat` says. With `verbs` it is asked only for words of these kinds, and may have none;
    None too if it errs: the others at the table must not wait for it."""
    view, seen = what_it_knows(match, seat)
    if verbs:
        view["legal"] = [word for word in view["legal"] if word.split(" ")[0] in verbs]
        if not view["legal"]:
            return None
    strength = str(match.state.seats[seat].bot)
    try:
        word = bots.decide(_HERE.get(strength, strength), view, seen, chance)
    except Exception:
        log.exception("a bot could not decide")
        return None
    return word if not verbs or word in view["legal"] else None


def what_it_knows(match: Snapshot, seat: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """All that the bot in `seat` decides by: its view and what that seat has seen, oldest first."""
    view = engine.view(match.state, seat)
    if match.ref["window"] and match.ref["window"]["asked"]:  # each looks for a forgotten "Mau" once
        view["legal"] = [word for word in view["legal"] if not word.startswith("c ")]
    return view, [event for step in match.trail for event in step.wire(seat)][-LOG_FOR_BOTS:]


def _server(match: Snapshot, word: str, seat: int | None = None, by_bot: bool = False) -> Transition:
    return Transition(match.id, word, seat, match.version, by_bot=by_bot)


def _turn(match: Snapshot, _: random.Random) -> Plan:
    """A human's time is up."""
    return [_server(match, "t", match.state.turn)]


def _bot(match: Snapshot, chance: random.Random) -> Plan:
    """The bot on turn acts; if it errs, it does what needs no thought."""
    seat = match.state.turn
    assert seat is not None, "a bot is due only while somebody is on turn"
    return _say_or_any(match, bot_word(match, seat, chance))


def _say_or_any(match: Snapshot, wanted: str | None) -> Plan:
    seat = match.state.turn
    assert seat is not None, "a bot is due only while somebody is on turn"
    words = dict.fromkeys((wanted, _any_word(match, seat)))
    return [_server(match, word, seat, by_bot=True) for word in words if word is not None]


def _any_word(match: Snapshot, seat: int) -> str:
    """What a seat can do without thinking."""
    words = engine.legal_words(match.state, seat)
    return next((word for word in ("d", "-") if word in words), words[0])


def _challenge(match: Snapshot, chance: random.Random) -> Plan:
    """A "Mau" was forgotten: each bot looks once."""
    return _ask_around(match, ("m", "c"), "asked", chance)


def _jump(match: Snapshot, chance: random.Random) -> Plan:
    """The top card may be followed by its twin out of turn: each bot looks once."""
    return _ask_around(match, ("j",), "jumped", chance)


def _ask_around(match: Snapshot, verbs: Sequence[str], done: str, chance: random.Random) -> Plan:
    """The bots are asked for one of these words, in no particular order; if none has one, they are `done`."""
    seats = [n for n, seat in enumerate(match.state.seats) if seat.bot and not seat.removed]
    chance.shuffle(seats)
    words = ((seat, bot_word(match, seat, chance, verbs)) for seat in seats)
    said = next(((seat, word) for seat, word in words if word is not None), None)
    first = [_server(match, said[1], said[0], by_bot=True)] if said else []
    return [*first, _server(match, done)]


_PLANS: dict[str, Callable[[Snapshot, random.Random], Plan]] = {
    "turn": _turn, "bot": _bot, "master": _bot, "challenge": _challenge, "jump": _jump,
    "next": lambda match, _: [_server(match, "deal")],
    "idle": lambda match, _: [_server(match, "look")],
    "expire": lambda match, _: [_server(match, "expire")],
}  # fmt: skip
