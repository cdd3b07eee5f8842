"""How many turns a hand still needs: a small look ahead over the own cards, others only as chance."""

from __future__ import annotations

from functools import cache

from game.bots.base import Seen
from game.engine.cards import SUITS
from game.engine.tables import ADD_SKIP, AGAIN, OPEN_SKIP, REVERSE, SEVEN, SIX, SKIP, WISH

DEPTHS = ((5, 4), (8, 3))  # hands of up to so many cards are looked into so many cards deep, larger ones two
STAYS = 0.62  # chance that the suit is still the same after one other player
STAYS_WISHED = 0.8
DRAW_COST = 1.55  # turns lost by drawing: this one, and a bit more than half of another for the new card

UNANSWERED = 0.75
COMES_BACK = {
    SKIP: 1.0, REVERSE: 1.0,
    SEVEN: UNANSWERED, SIX: UNANSWERED, OPEN_SKIP: UNANSWERED, ADD_SKIP: UNANSWERED,
}  # fmt: skip
"""Chance that with two players the turn comes straight back."""


class Plan:
    """Expected own turns until the hand is empty, for hands of the seat whose view it was made from."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.others = max(1, len(seen.holders) - 1)
        self.depth = next((depth for size, depth in DEPTHS if len(seen.hand) <= size), 2)
        self.on_turn = cache(self._on_turn)

    def after(self, rest: tuple[str, ...], card: str, wish: str | None, depth: int) -> float:
        """Turns needed when `card` is laid (with a wish) and `rest` (sorted) is left, this turn counted.

        `depth` is how many further cards are looked at; beyond that the estimate of `_guess` stands.
        """
        if not rest:
            return 0.0
        again = self._goes_on(card)
        suit = wish or card[1]
        later = self.later(rest, suit, STAYS_WISHED if wish else STAYS, depth)
        if not again:
            return 1.0 + later
        return again * self.on_turn(rest, suit, card[0], depth) + (1.0 - again) * (1.0 + later)

    def later(self, rest: tuple[str, ...], suit: str, stays: float, depth: int) -> float:
        """Turns needed when the others have played on a top card of `suit`."""
        same = stays**self.others
        other = (1.0 - same) / 4
        return sum((same + other if s == suit else other) * self.on_turn(rest, s, "", depth) for s in SUITS)

    def _on_turn(self, hand: tuple[str, ...], suit: str, rank: str, depth: int) -> float:
        """Turns needed on turn before a top card of suit and rank (rank "": not known)."""
        guess = self._guess(hand)
        if depth <= 0:
            return guess
        fits = [c for c in hand if c[1] == suit or c[0] == rank or self.seen.fits_anywhere(c)]
        if len(hand) == 1 and not self.seen.may_end(hand[0]):
            return DRAW_COST + guess
        turns = (self._lay(hand, card, depth - 1) for card in dict.fromkeys(fits))
        return min(turns, default=DRAW_COST + guess)

    def _lay(self, hand: tuple[str, ...], card: str, depth: int) -> float:
        i = hand.index(card)
        rest = hand[:i] + hand[i + 1 :]
        if self.seen.effect[card] != WISH:
            return self.after(rest, card, None, depth)
        return min(self.after(rest, card, wish, depth) for wish in {c[1] for c in rest} or {card[1]})

    def _goes_on(self, card: str) -> float:
        """Chance that the turn comes straight back after this card."""
        effect = self.seen.effect[card]
        if effect == AGAIN:
            return 1.0
        return COMES_BACK.get(effect, 0.0) if self.others == 1 else 0.0

    def _guess(self, hand: tuple[str, ...]) -> float:
        """A turn for each card, and some more for each suit that has to be reached."""
        plain = {card[1] for card in hand if self.seen.effect[card] != WISH}
        return len(hand) * 1.15 + 0.35 * len(plain)
