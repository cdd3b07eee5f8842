"""Dealing a round (RULES §2, §3), by the fair shuffle or from a deck that a record states."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import ANY_SUIT, NAMES, RANK_OF, RANKS, names, pack
from game.engine.effects import EFFECTS
from game.engine.errors import BadDeal, NotNow
from game.engine.events import Dealt, Event, Turned
from game.engine.rules import RuleSet
from game.engine.scoring import Log
from game.engine.shuffle import first_dealer, shuffled
from game.engine.state import OVER, PLAY, State, clear_round, members, set_ring
from game.engine.tables import AGAIN, PLAIN, WISH
from game.engine.turns import begin_turn, end_turn

_SEED_BYTES = 32
_LEFT_AT_LEAST = 7
_NINE = RANKS.index("9")


def packs(rules: RuleSet, players: int) -> int:
    """How many packs are shuffled together for so many players."""
    start = rules.second_pack_from
    return 2 if start == "2" or (start != "never" and players >= int(start)) else 1


def full_pack(rules: RuleSet, players: int) -> list[int]:
    """The unshuffled cards of a round."""
    return pack("7" if rules.pack == "skat32" else "2", packs(rules, players))


def hand_size(rules: RuleSet, players: int) -> int:
    """Cards for each: fewer than the rules say where under 7 would be left."""
    size = int(rules.two_player_hand) if players == 2 and rules.two_player_hand != "same" else rules.hand_size
    cards = len(full_pack(rules, players))
    while cards - players * size < _LEFT_AT_LEAST:
        size -= 1
    return size


def next_dealer(state: State, seed: bytes | None = None) -> int | None:
    """Who deals the next round; None for round 1 without a seed, where anyone may."""
    inside = members(state)
    if not state.round_no:
        return inside[first_dealer(seed, len(inside))] if seed is not None else None
    return min(inside, key=lambda seat: (seat - state.dealer - 1) % len(state.seats))


def deal(
    state: State, seed: bytes | None = None, *, deck: Sequence[int] | None = None, dealer: int | None = None
) -> list[Event]:
    """Deals the next round from 32 bytes of `seed`, or as `deck` lies (first card dealt first).

    `dealer` is checked where given; round 1 of a given deck needs it. Raises BadDeal or NotNow.
    """
    if state.phase == OVER:
        raise NotNow("match-over")
    if state.phase == PLAY:
        raise NotNow("round-not-over")
    if (seed is None) == (deck is None) or (seed is not None and len(seed) != _SEED_BYTES):
        raise BadDeal("bad-seed")
    players = members(state)
    chosen = _checked_dealer(next_dealer(state, seed), dealer, players)
    cards = full_pack(state.rules, len(players))
    if seed is not None:
        order = shuffled(cards, seed, "deal")
    else:
        assert deck is not None
        order = list(deck)
        if sorted(order) != sorted(cards):
            raise BadDeal("wrong-deck")
    clear_round(state)
    state.seed, state.dealer = seed, chosen
    state.twins = packs(state.rules, len(players)) == 2
    return _start(state, players, order)


def _checked_dealer(due: int | None, given: int | None, players: list[int]) -> int:
    if given is None and due is not None:
        return due
    if given not in players or due not in (None, given):
        raise BadDeal("wrong-dealer")
    assert given is not None
    return given


def _start(state: State, players: list[int], order: list[int]) -> list[Event]:
    log: list[Event] = []
    state.round_no += 1
    state.phase, state.winner_of_round, state.doubled = PLAY, None, 0
    set_ring(state, players)
    rest = _hand_out(state, len(players), order)
    turned = _turn_up(state, rest, log)
    rest.reverse()
    state.stock = rest
    hands = [names(hand) for hand in state.hands]
    log.insert(
        0,
        Dealt(
            state.round_no, state.dealer, NAMES[state.pile[-1]], names(state.pile), len(rest),
            [len(hand) for hand in hands], hands, turned and _has_effect(state),
        ),
    )  # fmt: skip
    _first_turn(state, turned, log)
    return log


def _hand_out(state: State, players: int, order: list[int]) -> list[int]:
    """Deals one card at a time, clockwise from the dealer's left; returns the rest."""
    size = hand_size(state.rules, players)
    seat = state.dealer
    for card in order[: size * players]:
        seat = state.after[seat]
        state.hands[seat].append(card)
    return order[size * players :]


def _turn_up(state: State, rest: list[int], log: Log) -> bool:
    """Turns the starting card off `rest`; returns whether it takes effect."""
    special, way = state.tables.special, state.rules.start_card
    plain = [place for place, card in enumerate(rest) if not special[card]]
    if way in ("dealer", "free", "plain"):
        state.pile = [rest.pop(0)]
        return way != "plain" and special[state.pile[0]]
    if way == "nine":
        nines = [place for place in plain if RANK_OF[rest[place]] == _NINE]
        state.pile = [rest.pop((nines or plain or [0])[0])]
    elif way == "bury":
        _bury(state, rest, plain[0] if plain else 0, log)
    else:
        _cover(state, rest, plain[0] if plain else len(rest) - 1, log)
    return False


def _bury(state: State, rest: list[int], place: int, log: Log) -> None:
    buried = rest[:place]
    state.pile = [rest[place]]
    rest[: place + 1] = []
    rest += buried
    _tell(buried, "buried", log)


def _cover(state: State, rest: list[int], place: int, log: Log) -> None:
    state.pile = rest[: place + 1]
    rest[: place + 1] = []
    _tell(state.pile[:-1], "covered", log)


def _tell(cards: list[int], how: str, log: Log) -> None:
    if log is not None:
        log += [Turned(NAMES[card], how) for card in cards]


def _has_effect(state: State) -> bool:
    """Whether the starting card does something; an ace that obliges to one more card does not."""
    return state.tables.effect[state.pile[-1]] not in (PLAIN, AGAIN)


def _first_turn(state: State, takes_effect: bool, log: Log) -> None:
    """The starting card may count as the dealer's play; then the first player is on turn."""
    tables, card = state.tables, state.pile[-1]
    effect = tables.effect[card] if takes_effect else 0
    state.row = tables.fit[card]
    if effect == WISH and state.rules.start_card == "free":
        state.wish = ANY_SUIT
        state.row = tables.wished[ANY_SUIT]
        end_turn(state, state.dealer, log)
    elif effect == WISH:
        state.wish_owed, state.row = True, tables.nothing
        begin_turn(state, state.dealer, log)
    elif effect and effect != AGAIN:
        EFFECTS[effect](state, state.dealer, card, 1, log)
    else:
        end_turn(state, state.dealer, log)
