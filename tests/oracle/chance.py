"""Random rule sets, and random words for a match: legal ones, and plausible ones that may not be legal."""

from __future__ import annotations

import random
from itertools import combinations

from tests.oracle.cards import RANKS, SUITS
from tests.oracle.fits import COMBINATION_SIZE, is_combination, is_wish_card
from tests.oracle.legal import legal_words, may_challenge, may_jump_in, may_say_late_mau
from tests.oracle.match import Match
from tests.oracle.rules import FIELDS, refused, rule_set

ENDS = ["rounds:1", "rounds:3", "wins:1", "wins:2", "most-wins:2", "limit:20", "limit:60", "knockout:20"]
ENDS += ["knockout:60"]

TWO_PACKS = "second_pack_from=2"
THEMES = [  # rare together, so set together
    "",
    f"last_card=full eight=add ace=again {TWO_PACKS} jump_in=on late_join=on leavers=removed",
    "last_card=full eight=counter equal_cards=on seven=stack leavers=removed",
    f"last_card=full eight=skip ace=skip reverse_rank=9 {TWO_PACKS} equal_cards=on",
    "last_card=full seven=stack six=stack pack=french52 mau_mau=2",
    f"play_on=on last_card=seven seven=stack eight=add ace=skip {TWO_PACKS} leavers=removed",
    "play_on=on last_card=seven seven=draw six=stack pack=french52 equal_cards=on",
    "play_on=on wish_finish=double leavers=removed eight=counter",
    "strict=on eight=add ace=again seven=stack draw_when=stuck",
    f"strict=on jump_in=on {TWO_PACKS} mau=challenge ace=again reverse_rank=K",
    f"mau_mau=2 equal_cards=on combos=on pack=french52 {TWO_PACKS} ace=again",
    f"mau=challenge mau_penalty=2 ace=again eight=skip jump_in=on {TWO_PACKS}",
    f"combos=on pack=french52 {TWO_PACKS} draw=until draw_when=stuck wish_finish=forbidden",
    "start_card=dealer eight=add reverse_rank=9 wish_fits=match leavers=removed",
    "start_card=dealer leavers=removed jump_in=on second_pack_from=2 six=stack pack=french52",
    "second_pack_from=never hand_size=7 leavers=removed last_card=full draw=three seven=stack strict=on",
    "second_pack_from=never hand_size=7 mau=challenge mau_penalty=2 draw=until after_draw=drawn",
    f"ace=skip eight=add jump_in=on {TWO_PACKS} reverse_rank=K play_on=on",
    f"ace=again last_card=full eight=add strict=on jump_in=on {TWO_PACKS} reverse_rank=9",
    "last_card=full mau=challenge eight=add seven=stack reverse_rank=9",
    "last_card=full mau=challenge eight=counter ace=skip equal_cards=on leavers=removed",
    "last_card=full mau=button mau_penalty=2 eight=counter seven=stack six=stack pack=french52",
    "start_card=free wish_fits=any ace=again second_pack_from=never hand_size=7 draw=until",
    f"ace=skip eight=add jump_in=on {TWO_PACKS} equal_cards=on",
    f"match_end=knockout:20 late_join=on leavers=removed {TWO_PACKS}",
    f"mau_mau=2 last_card=full ace=again jump_in=on {TWO_PACKS} mau=challenge",
]


def random_rules(rng: random.Random) -> dict[str, str]:
    """A valid rule set: a theme, the other fields at random."""
    while True:
        often = rng.choice([0.3, 0.6, 1.0])
        rules = rule_set("")
        for field, values in FIELDS.items():
            if rng.random() < often:
                rules[field] = rng.choice(values)
        rules["match_end"] = rng.choice(ENDS)
        for item in rng.choice(THEMES).split():
            field, value = item.split("=")
            rules[field] = value
        if refused(rules) is None:
            return rules


def combination_words(m: Match, seat: int, card: str, rng: random.Random) -> str:
    """A combination for the 2, 3 or 4, if there is one, in any order."""
    rest = list(m.hands[seat])
    rest.remove(card)
    rng.shuffle(rest)
    for cards in combinations(rest, COMBINATION_SIZE[card[0]]):
        if is_combination(card, list(cards)):
            return f"p {card}({'+'.join(cards)})"
    return f"p {card}"


def legal_move(m: Match, rng: random.Random, eager: float) -> tuple[int, str]:
    """One of the listed words, a lay where one is listed and chance is `eager`; or one of another seat."""
    turn = m.turn if m.turn is not None else 0
    others = off_turn_moves(m)
    if others and rng.random() < 0.4:
        return rng.choice(others)
    words = legal_words(m)
    lays = [word for word in words if word.startswith("p ")]
    says = [word for word in words if word in ("m", "mm")]
    if says and rng.random() < 0.5:
        return turn, rng.choice(says)
    word = rng.choice(lays if lays and rng.random() < eager else words or ["d"])
    if word.endswith("(*)"):
        return turn, combination_words(m, turn, word[2:4], rng)
    if word.startswith("p ") and rng.random() < 0.5:
        return turn, with_equal_cards(m, turn, word, rng)
    return turn, word


def off_turn_moves(m: Match) -> list[tuple[int, str]]:
    """What seats not on turn may do by the oracle."""
    found = []
    for seat in range(len(m.names)):
        if seat == m.turn:
            continue
        found += [(seat, f"j {card}") for card in m.hands.get(seat, []) if may_jump_in(m, seat, card)]
        if may_say_late_mau(m, seat):
            found.append((seat, "m"))
        if m.window is not None and may_challenge(m, seat, m.window):
            found.append((seat, f"c {m.window}"))
    return found


def with_equal_cards(m: Match, seat: int, word: str, rng: random.Random) -> str:
    """The lay with more cards of the rank, legal or not."""
    card, colon, suit = word[2:].partition(":")
    rest = list(m.hands[seat])
    rest.remove(card)
    same = [other for other in rest if other[0] == card[0]]
    rng.shuffle(same)
    same = same[: rng.randint(0, len(same))]
    if not same or m.rules["equal_cards"] == "off":
        return word
    cards = "+".join([card, *same])
    if is_wish_card(m, card) and len(same) == len(rest) and rng.random() < 0.5:
        return f"p {cards}"
    return f"p {cards}{colon}{suit}"


def wild_move(m: Match, rng: random.Random) -> tuple[int, str]:
    """Something a player may try, often not legal."""
    seats = len(m.names)
    turn = m.turn if m.turn is not None else rng.randrange(seats)
    seat = turn if rng.random() < 0.75 else rng.randrange(seats)
    hand = m.hands.get(seat) or ["7C"]
    card = rng.choice(hand) if rng.random() < 0.9 else rng.choice(RANKS[m.rules["pack"]]) + rng.choice(SUITS)
    suit = rng.choice(SUITS)
    words = [
        *[f"p {card}", f"p {card}:{suit}", with_some(rng, card, hand), under_some(rng, card, hand)] * 2,
        *["d", "-", "m", "mm", f"x {card}", f"x {card}", f"w {suit}", f"c {rng.randrange(seats)}"],
    ]
    if rng.random() < 0.1:
        return seat, "t"
    if rng.random() < 0.25 and m.discard:
        return rng.randrange(seats), f"j {m.discard[-1]}"
    return seat, rng.choice(words)


def with_some(rng: random.Random, card: str, hand: list[str]) -> str:
    """The card with others, mostly of its rank, perhaps with a wish."""
    same = [other for other in hand if other[0] == card[0]] if rng.random() < 0.8 else hand
    more = rng.sample(same, rng.randint(1, min(3, len(same)))) if same else [card]
    wish = rng.choice(["", "", f":{rng.choice(SUITS)}"])
    return f"p {'+'.join([card, *more])}{wish}"


def under_some(rng: random.Random, card: str, hand: list[str]) -> str:
    """The card with some combination, mostly wrong."""
    number = min(len(hand), rng.randint(1, 4))
    return f"p {card}({'+'.join(rng.sample(hand, number))})"


def something_is_open(m: Match) -> bool:
    """Whether the moment is one of those in which it matters who leaves."""
    open_things = [m.empty, m.dealer_wishes, m.again, m.window is not None, m.outs, any(m.owed.values())]
    return any(open_things)


def seat_move(m: Match, rng: random.Random) -> tuple[int, str]:
    """Seats that come and go."""
    seat = rng.randrange(len(m.names) + 1)
    if rng.random() < 0.3:
        seat = rng.choice([*m.empty, m.window, m.turn, *m.outs]) or 0
    word = rng.choice(["leave", "leave", "bot hard", "human Zoe", "join Max", "join Max"])
    return (len(m.names) if word.startswith("join") and rng.random() < 0.8 else seat), word
