"""What is legal: which cards fit (RULES §4, §9) and which actions a seat has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations as subsets
from itertools import product

from game.engine.actions import (
    CHALLENGE_0,
    DRAW,
    JUMP_0,
    MAU,
    MAU_MAU,
    PASS,
    WISH_0,
    WORDS,
    Lay,
    action_word,
)
from game.engine.cards import CARDS, NAMES, NO_CARD, NO_SUIT, RANK_OF, RANKS, SUIT_OF
from game.engine.state import NOBODY, PLAY, SAID_MAU, SAID_MAU_MAU, State
from game.engine.turns import can_draw

_RANKS = len(RANKS)


def is_combination(size: int, under: Sequence[int]) -> bool:
    """Whether `under` is the combination of a 2 (pair), a 3 (three in a row) or a 4 (one suit)."""
    if len(under) != size:
        return False
    if size == 4:
        return len({SUIT_OF[card] for card in under}) == 1
    ranks = {RANK_OF[card] for card in under}
    if size == 2:
        return len(ranks) == 1
    return any(ranks == _in_a_row(first) for first in ranks)


def _in_a_row(first: int) -> set[int]:
    """Three consecutive ranks; the ace follows the king and precedes the two."""
    return {first, (first + 1) % _RANKS, (first + 2) % _RANKS}


def has_combination(size: int, hand: Iterable[int], card: int) -> bool:
    """Whether `hand` without `card` holds a combination for it."""
    rest = list(hand)
    rest.remove(card)
    if size == 4:
        return max(Counter(SUIT_OF[c] for c in rest).values(), default=0) >= 4
    ranks = Counter(RANK_OF[c] for c in rest)
    if size == 2:
        return max(ranks.values(), default=0) >= 2
    return any(ranks.keys() >= _in_a_row(first) for first in range(_RANKS))


def combinations(hand: Iterable[str], card: str) -> list[str]:
    """The words that lay the 2, 3 or 4 `card` with each combination in `hand` (names), sorted.

    This is how `p 3C(*)` of a legal list becomes an action.
    """
    rest = sorted(CARDS[name] for name in hand)
    rest.remove(CARDS[card])
    found = set(_combinations(int(card[0]), rest))
    return sorted(action_word(Lay((CARDS[card],), NO_SUIT, under)) for under in found)


def _combinations(size: int, rest: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every combination in `rest` (sorted), equal cards of two packs each on its own."""
    if size == 3:
        ranks = [[card for card in rest if RANK_OF[card] == rank] for rank in range(_RANKS)]
        for first in range(_RANKS):
            row = (ranks[(first + step) % _RANKS] for step in range(3))
            yield from (tuple(sorted(cards)) for cards in product(*row))
        return
    same = SUIT_OF if size == 4 else RANK_OF
    for kind in {same[card] for card in rest}:
        yield from subsets([card for card in rest if same[card] == kind], size)


def fits(state: State, seat: int, card: int) -> bool:
    """Whether `card` of the hand of `seat` may be laid alone (RULES §4 but line 3)."""
    tables = state.tables
    if not state.row[card]:
        return False
    hand = state.hands[seat]
    if tables.combo[card]:
        return has_combination(tables.combo[card], hand, card)
    return not (tables.no_wish_finish and len(hand) == 1 and RANK_OF[card] == tables.wish_rank)


def fitting(state: State, seat: int) -> list[int]:
    """The cards of `seat` that fit now, the drawn card alone where one was drawn; equal ones once each."""
    row, tables = state.row, state.tables
    if state.drawn != NO_CARD:
        cards: Iterable[int] = (state.drawn,)
    elif state.twins:
        cards = dict.fromkeys(state.hands[seat])
    else:
        cards = state.hands[seat]
    if tables.careful:
        return [card for card in cards if fits(state, seat, card)]
    return [card for card in cards if row[card]]


def goes_out(state: State, left: int) -> bool:
    """Whether a lay of the seat on turn that leaves `left` cards really empties its hand.

    Under `mau_mau=2` it does not without "Mau-Mau": two cards are drawn, and the pile always has some.
    """
    return not left and (not state.tables.mau_mau_said or bool(state.said & SAID_MAU_MAU))


def lays(state: State, seat: int) -> list[int]:
    """The single lays of the seat on turn; a combination card stands for itself with any combination."""
    hand, row = state.hands[seat], state.row
    cards: Iterable[int] = hand
    if state.twins or state.tables.careful:
        cards = fitting(state, seat)
    elif state.drawn != NO_CARD:
        cards = (state.drawn,)
    if len(hand) == 1 and goes_out(state, 0):
        return [card for card in cards if row[card]]
    acts: list[int] = []
    for card in cards:  # the hot loop: adding tuples is twice as fast as a comprehension
        acts += row[card]
    return acts


def could_leave(state: State, seat: int, left: int, cards: Sequence[int]) -> bool:
    """Whether some legal lay, with `cards` the ones that fit, leaves exactly `left` cards."""
    tables, hand = state.tables, state.hands[seat]
    count = len(hand) - left
    if not tables.careful:
        return count == 1 and bool(cards)
    for card in cards:
        size = tables.combo[card]
        if size:
            if count == size + 1:
                return True
        elif count == 1:
            return True
        elif count > 1 and tables.equal and state.drawn == NO_CARD:
            same = sum(RANK_OF[other] == RANK_OF[card] for other in hand)
            barred = tables.no_wish_finish and not left and RANK_OF[card] == tables.wish_rank
            if count <= same and not barred:
                return True
    return False


def jump_open(state: State) -> bool:
    """May somebody jump in, for all that everybody can see (RULES.md §6, §13)? Whose hand holds the twin of
    the top card plays no part here, only whether it already lies open in the pile."""
    tables = state.tables
    if not tables.jump_in or not state.twins or state.phase != PLAY or state.turn is None:
        return False
    closed = (state.due, state.skip, state.wish != NO_SUIT, state.again, state.bare, state.wish_owed)
    if any(closed) or state.drawn != NO_CARD or state.said:
        return False
    top = state.pile[-1]
    return RANK_OF[top] != tables.wish_rank and not tables.combo[top] and state.pile.count(top) == 1


def may_jump(state: State, seat: int) -> bool:
    """Whether `seat` may lay the twin of the top card out of turn."""
    return seat != state.turn and state.pile[-1] in state.hands[seat] and jump_open(state)


def may_challenge(state: State, seat: int) -> bool:
    """Whether `seat` may challenge the open "Mau"."""
    return state.window not in (NOBODY, seat) and state.after[state.before[seat]] == seat


def legal(state: State, seat: int) -> list[int]:
    """Every action of `seat` but equal cards and `t`, `x`; a combination card stands for itself."""
    if seat != state.turn:
        return _legal_off_turn(state, seat) if state.phase == PLAY else []
    if state.wish_owed:
        return [WISH_0, WISH_0 + 1, WISH_0 + 2, WISH_0 + 3]
    acts = lays(state, seat)
    hand, tables = state.hands[seat], state.tables
    laying = bool(acts)
    if laying and (len(hand) == 2 or tables.careful):
        _add_sayings(state, seat, acts)
    if state.due or not hand:
        acts.append(DRAW)
    elif state.skip or state.drawn != NO_CARD:
        acts.append(PASS)
    elif not laying or (tables.draw_anyway and not state.again):
        if state.stock or can_draw(state):
            acts.append(DRAW)
        elif not laying:
            acts.append(PASS)
    if state.window != NOBODY:
        _add_window(state, seat, acts)
    return acts


def may_say(state: State, seat: int) -> tuple[bool, bool]:
    """Whether the seat on turn may say "Mau", and whether "Mau-Mau", before laying."""
    tables = state.tables
    cards = fitting(state, seat)
    mau = tables.mau and not state.said & SAID_MAU and could_leave(state, seat, 1, cards)
    mau_mau = tables.mau_mau_said and not state.said & SAID_MAU_MAU and could_leave(state, seat, 0, cards)
    return mau, mau_mau


def _add_sayings(state: State, seat: int, acts: list[int]) -> None:
    mau, mau_mau = may_say(state, seat)
    if mau:
        acts.append(MAU)
    if mau_mau:
        acts.append(MAU_MAU)


def _add_window(state: State, seat: int, acts: list[int]) -> None:
    if state.window == seat:
        if MAU not in acts:
            acts.append(MAU)
    elif may_challenge(state, seat):
        acts.append(CHALLENGE_0 + state.window)


def _legal_off_turn(state: State, seat: int) -> list[int]:
    acts: list[int] = []
    if may_jump(state, seat):
        acts.append(JUMP_0 + state.pile[-1])
    if state.window != NOBODY:
        _add_window(state, seat, acts)
    return acts


def legal_words(state: State, seat: int) -> list[str]:
    """The words of `legal`, sorted; a combination card is written `p 3C(*)`."""
    combo = state.tables.combo
    if not state.tables.combos:
        return sorted([WORDS[action] for action in legal(state, seat)])
    return sorted(
        f"p {NAMES[action]}(*)" if action < len(NAMES) and combo[action] else WORDS[action]
        for action in legal(state, seat)
    )
