"""Easy: lays almost any card that fits, and forgets things."""

from __future__ import annotations

import random

from game.bots.base import Log, Seen, View, announce, optional, without_a_play

CHALLENGES = 0.3
FORGETS_MAU = 0.2
DRAWS_ANYWAY = 0.1


def choose(view: View, log: Log, rng: random.Random) -> str | None:
    """The word an easy bot says; the log does not interest it."""
    seen = Seen(view)
    word = optional(seen, rng, challenge=CHALLENGES, late_mau=1 - FORGETS_MAU, jump=0.3)
    if word or not seen.on_turn:
        return word
    wishes = [w for w in seen.legal if w.startswith("w ")]
    if wishes:
        return rng.choice(wishes)
    idle = without_a_play(seen)
    if not seen.plays or (idle and len(seen.hand) > 1 and rng.random() < DRAWS_ANYWAY):
        return idle
    play = rng.choice(seen.plays)
    call = announce(seen, len(seen.hand) - len(play.cards))
    return call if call and rng.random() >= FORGETS_MAU else play.word
