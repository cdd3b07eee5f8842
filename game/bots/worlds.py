"""Deals of the hidden cards that agree with everything a seat has seen: the worlds master searches.

Each world first decides which slot every card laid came from, then gives the slots that are left cards they
may be (see `history`). Worlds in which the others would have played as they did count more: of several dealt,
those are kept in proportion to that likelihood.
"""

from __future__ import annotations

import random
from collections import Counter
from math import exp

from game.bots.base import Log, View, rules_of
from game.bots.history import ALL, LACKS, PLAYED, Fact, Reader
from game.bots.rollout import suits_of
from game.engine import Seat, State, full_pack, new_match
from game.engine.cards import ANY_SUIT, CARDS, NO_CARD, NO_SUIT, SUITS
from game.engine.notation import current_row
from game.engine.state import NOBODY, PLAY, SAID_MAU, SAID_MAU_MAU, set_ring
from game.engine.tables import WISH, Tables

DOUBT = 0.04
"""How often a world takes it that somebody drew, or took what was due, though a card would have fitted."""
SPARES_WISH = 0.1
"""How likely a wish card is laid though another card fits, against 1 for each of those."""
LIKES_LONG = 0.25
"""Each further card of its suit in the hand makes a card so much likelier to be laid (as an exponent)."""
WISHES_LONG = 1.1
"""The same for the suit wished."""
DEALT_PER_KEPT = 2
"""Worlds dealt for each one kept."""


class Slot:
    """One hidden card: what it may be, and once the world is dealt what it is."""

    __slots__ = ("card", "mask")

    def __init__(self, mask: int) -> None:
        self.mask, self.card = mask, NO_CARD


Choice = tuple[Fact, list[Slot]]
"""A free lay and the slots of the hand it was laid from."""


class Worlds:
    """Deals states consistent with `view` and `log`; all chance comes from `rng`."""

    def __init__(self, view: View, log: Log, rng: random.Random) -> None:
        self.view, self.rng = view, rng
        self.me: int = view["me"]
        self.base = state_of(view)
        reader = Reader(self.base.tables, log, twins=self.base.twins)
        self.facts = [fact for fact in reader.facts if fact.seat != self.me]
        self.bottom = [] if reader.renewed else reader.buried[::-1][: view["stock"]]
        self.unseen = self._unseen()
        self.counts = {s["seat"]: s["cards"] for s in view["seats"] if s["seat"] != self.me and s["cards"]}
        self.before = {seat: count - self._gained(seat) for seat, count in self.counts.items()}

    def _unseen(self) -> list[int]:
        """The cards that are in a hand or in the stock, but not known to lie at its bottom."""
        left = Counter(full_pack(self.base.rules, 8 if self.base.twins else 2))
        if self.base.twins and left.total() < cards_in_play(self.view):
            left += left
        left.subtract([*self.base.hands[self.me], *self.base.pile])
        open_cards = +left
        if not all(open_cards[card] for card in self.bottom):
            self.bottom = []
        open_cards.subtract(self.bottom)
        return sorted((+open_cards).elements())

    def _gained(self, seat: int) -> int:
        """How many more cards `seat` holds than when the log began."""
        facts = [fact for fact in self.facts if fact.seat == seat]
        return sum(-len(fact.cards) if fact.what == PLAYED else fact.slots for fact in facts)

    def some(self, count: int) -> list[State]:
        """`count` worlds, drawn in proportion to how likely they make what was seen."""
        choices = any(fact.row for fact in self.facts)
        dealt = [self._deal() for _ in range(count * DEALT_PER_KEPT if choices else count)]
        if not choices:
            return [world for world, _ in dealt]
        return [dealt[i][0] for i in self._kept([weight for _, weight in dealt], count)]

    def _kept(self, weights: list[float], count: int) -> list[int]:
        """Indices by systematic resampling: each as often as its weight says, give or take one."""
        step = sum(weights) / count
        kept: list[int] = []
        at, reached = self.rng.random() * step, 0.0
        for index, weight in enumerate(weights):
            reached += weight
            while at < reached and len(kept) < count:
                kept.append(index)
                at += step
        kept += [kept[-1] if kept else 0] * (count - len(kept))
        self.rng.shuffle(kept)
        return kept

    def _deal(self) -> tuple[State, float]:
        """One world and its likelihood."""
        hands, choices = self._slots()
        deck = self.unseen[:]
        self.rng.shuffle(deck)
        _fill([slot for hand in hands.values() for slot in hand], deck)
        world = self.base.copy()
        for seat, hand in hands.items():
            world.hands[seat] = [slot.card for slot in hand]
        world.stock = self.bottom + deck
        world.seed = self.rng.randbytes(32)
        weight = 1.0
        for fact, held in choices:
            weight *= likelihood(self.base.tables, fact, [slot.card for slot in held])
        return world, weight

    def _slots(self) -> tuple[dict[int, list[Slot]], list[Choice]]:
        """The slots each seat holds now, and the free choices made on the way."""
        chance = self.rng.random
        hands = {seat: [Slot(ALL) for _ in range(n)] for seat, n in self.before.items()}
        choices: list[Choice] = []
        for fact in self.facts:
            if fact.seat == -1:
                for hand in hands.values():
                    for slot in hand:
                        slot.mask &= ~fact.mask
                continue
            held = hands.get(fact.seat)
            if held is None:
                continue
            if fact.what == PLAYED:
                if fact.row:
                    choices.append((fact, held[:]))
                for card in fact.cards:
                    self._take(held, card, fact.fresh)
            elif fact.what == LACKS:
                if fact.sure or chance() >= DOUBT:
                    for slot in held[-1:] if fact.fresh else held:
                        slot.mask &= ~fact.mask
            else:
                held += [Slot(fact.mask) for _ in range(fact.slots)]
        return hands, choices

    def _take(self, held: list[Slot], card: int, fresh: bool) -> None:
        """`card` is laid: from the slot that came last if it was just drawn, else from one it may be."""
        if not held:
            return
        bit = 1 << card
        able = [slot for slot in held if slot.mask & bit] if not fresh else held[-1:]
        if len(able) > 1:  # the fewer cards a slot may be, the likelier it was this one
            weights = [1 / slot.mask.bit_count() for slot in able]
            slot = self.rng.choices(able, weights)[0]
        else:
            slot = able[0] if able else held[0]
        slot.card = card
        held.remove(slot)


def _fill(slots: list[Slot], deck: list[int]) -> None:
    """Gives every slot a card of the shuffled `deck` it may be, the choosiest first; what is left is stock.

    A slot that may be none of those left takes any: somebody did what nobody would have expected.
    """
    for slot in sorted(slots, key=lambda slot: slot.mask.bit_count()):
        mask = slot.mask
        for at in range(len(deck) - 1, -1, -1):
            if mask >> deck[at] & 1:
                slot.card = deck.pop(at)
                break
        else:
            slot.card = deck.pop()


def likelihood(compiled: Tables, fact: Fact, hand: list[int]) -> float:
    """How likely a sensible player lays (and wishes) what `fact` says from `hand`."""
    card, row, effect = fact.cards[0], fact.row, compiled.effect
    counts = suits_of(hand)
    chosen, total = 0.0, 0.0
    for other in set(hand):
        if row[other]:
            worth = SPARES_WISH if effect[other] == WISH else exp(LIKES_LONG * counts[other & 3])
            total += worth
            if other == card:
                chosen = worth
    likely = chosen / total if chosen else 0.05
    if fact.wish not in (NO_SUIT, ANY_SUIT):
        rest = suits_of([c for c in hand if effect[c] != WISH])
        worths = [exp(WISHES_LONG * count) for count in rest]
        likely *= worths[fact.wish] / sum(worths)
    return likely


def cards_in_play(view: View) -> int:
    """How many cards this round is played with."""
    return int(sum(seat["cards"] for seat in view["seats"]) + len(view["pile"]) + view["stock"])


def state_of(view: View) -> State:
    """The match as the seat sees it, hidden hands and the stock still empty."""
    rules = rules_of(view["rules"])
    seats = view["seats"]
    state = new_match(rules, [Seat(s["name"], None, s["removed"]) for s in seats])
    state.scores, state.wins = [s["score"] for s in seats], [s["wins"] for s in seats]
    state.history = [points[:] for points in view["history"]]
    state.phase, state.round_no, state.turn_no = PLAY, view["round"], view["turn_no"]
    state.dealer = NOBODY if view["dealer"] is None else view["dealer"]
    state.knocked_out = [_knocked_out_after(state, s) for s in seats]
    one_pack = 52 if rules.pack == "french52" else 32
    state.twins = cards_in_play(view) > one_pack
    state.hands[view["me"]] = [CARDS[name] for name in view["hand"]]
    state.pile = [CARDS[name] for name in view["pile"]]
    state.turn, state.dir, state.due, state.skip = view["turn"], view["dir"], view["due"], view["skip"]
    state.wish = {None: NO_SUIT, "*": ANY_SUIT}.get(view["wish"], SUITS.find(view["wish"] or "?"))
    state.again, state.wish_owed = view["again"], view["wish_owed"]
    state.drawn = NO_CARD if view["drawn"] is None else CARDS[view["drawn"]]
    said = view.get("said", ())
    state.said = SAID_MAU * ("mau" in said) | SAID_MAU_MAU * ("mau-mau" in said)
    state.window = NOBODY if view["mau_open"] is None else view["mau_open"]
    state.owes = [s["owes"] for s in seats]
    state.owed = sum(state.owes)
    state.outs, state.bare = list(view.get("outs", ())), list(view.get("bare", ()))
    set_ring(state, [s["seat"] for s in seats if s["cards"] or s["seat"] in state.bare])
    state.row = current_row(state)
    return state


def _knocked_out_after(state: State, seat: dict[str, int]) -> int:
    """The round in which `seat` went over the limit, 0 while it is in; a newcomer's first score unknown."""
    if seat["in_match"] or seat["removed"]:
        return 0
    late = seat["score"] - sum(points[seat["seat"]] for points in state.history)
    total = late
    for number, points in enumerate(state.history, 1):
        total += points[seat["seat"]]
        if total > state.rules.end_number:
            return number
    return max(1, len(state.history))
