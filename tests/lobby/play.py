"""Bringing a match along from outside: the cards are laid out as a test needs them."""

from __future__ import annotations

import secrets

from game import engine, services, store
from game.models import Guest, Match


def last_card(match_id: str, seat: int) -> None:
    """The player in `seat` is left with one card that fits, and lays it."""
    state = engine.copy(store.current(match_id).state)
    state.turn = seat
    cards = [engine.parse_card(name) for name in ("9H", "7H", "8C", "9C")]
    state.hands = [cards[:1] if n == seat else cards[2:] for n in range(len(state.seats))]
    state.pile = cards[1:2]
    Match.objects.filter(pk=match_id).update(state=engine.dump(state))
    store.forget(match_id)
    match = store.current(match_id)
    player = Guest.objects.get(pk=match.guests[seat])
    answer = services.act(match_id, player, "p 9H", match.version, secrets.token_hex(8))
    assert isinstance(answer, services.Ack), answer
    assert store.current(match_id).state.phase != "play"
