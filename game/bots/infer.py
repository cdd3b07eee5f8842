"""What the public log and the table tell about cards nobody shows: the hard bot's memory."""

from __future__ import annotations

from collections import Counter
from typing import Any

from game.bots.base import Log, Seen, this_round
from game.engine import card_name, full_pack
from game.engine.cards import SUITS

FADE = 0.7  # how much of a "has none of that suit" is left after one more unknown card
LAID = 0.5  # and after a card of that suit was laid
FORCED = frozenset({"took", "forgot", "challenged", "tried"})  # cards that came for other reasons


class Memory:
    """Cards not seen yet, and for each seat how sure it is that it has none of a suit (0 to 1)."""

    def __init__(self, seen: Seen, log: Log) -> None:
        self.seen = seen
        self.unseen = _unseen(seen)
        self.lacks: list[dict[str, float]] = [dict.fromkeys(SUITS, 0.0) for _ in seen.view["seats"]]
        self._read(this_round(log))

    def can_follow(self, seat: dict[str, Any], suit: str, rank: str) -> float:
        """Chance that a seat holds a card of the suit, of the rank, or a wish card."""
        total, held = sum(self.unseen.values()), int(seat["cards"])
        if not total or not held:
            return 0.0
        have = 1.0 - self.lacks[seat["seat"]][suit]
        fits = sum(n * self._fits(card, suit, rank, have) for card, n in self.unseen.items())
        none: float = (1.0 - min(1.0, fits / total)) ** held
        return 1.0 - none

    def _fits(self, card: str, suit: str, rank: str, have: float) -> float:
        if card[0] == rank or self.seen.fits_anywhere(card):
            return 1.0
        return have if card[1] == suit else 0.0

    def _read(self, events: Log) -> None:
        """Walks through the round: who draws while a suit is asked for has most likely none of it."""
        asked, timed_out = "", False
        for event in events:
            kind = event["e"]
            if kind == "dealt":
                asked = event["top"][1]
            elif kind == "played":
                asked = event["wish"] or event["card"][1]
                self.lacks[event["seat"]][event["card"][1]] *= LAID
            elif kind == "wished":
                asked = event["suit"]
            elif kind == "drew":
                self._got(event, "" if timed_out or event.get("cause") == "bare" else asked)
            elif kind in FORCED:
                self._got(event, "")
            timed_out = kind == "timeout"

    def _got(self, event: dict[str, Any], asked: str) -> None:
        """New cards in a hand: they may be of any suit, and those before them had none of `asked`."""
        known = self.lacks[event["seat"]]
        if asked:
            known[asked] = 1.0
        for suit in SUITS:
            known[suit] *= FADE ** int(event["n"])


def _unseen(seen: Seen) -> Counter[str]:
    """The pack without the own hand and the open cards."""
    dealt_in = sum(seat["in_match"] for seat in seen.view["seats"])
    left = Counter(card_name(card) for card in full_pack(seen.rules, dealt_in))
    left.subtract([*seen.hand, *seen.view["pile"]])
    return +left
