"""RULES §2, §3 and NOTATION §4: packs, dealer, hands, the starting card."""

from typing import Any

import pytest

from game.engine import BadDeal, NotNow, State, card_name, deal, full_pack, hand_size, parse_card, parse_rules
from game.engine.cards import names
from tests.game.engine.drawn import dealt, kinds, match, play, words

SKAT = [card_name(card) for card in full_pack(parse_rules("mau-mau"), 2)]


def from_deck(
    rules: str, starting: str, players: int = 2, dealer: int = 0
) -> tuple[State, list[dict[str, Any]]]:
    """A first round in which `starting` is turned first, then the rest of the pack in order."""
    state = match(rules, players)
    turned = [parse_card(name) for name in starting.split(".")]
    rest = full_pack(state.rules, players)
    for card in turned:
        rest.remove(card)
    count = hand_size(state.rules, players) * players
    plain_first = sorted(rest, key=lambda card: state.tables.special[card])
    deck = plain_first[:count] + turned + plain_first[count:]
    heard = [event.wire(None) for event in deal(state, deck=deck, dealer=dealer)]
    return state, heard


@pytest.mark.parametrize(
    ("rules", "players", "size", "cards"),
    [
        ("mau-mau", 2, 5, 32),
        ("mau-mau", 4, 5, 32),
        ("mau-mau", 5, 5, 64),
        ("mau-mau hand_size=7", 4, 6, 32),
        ("first-lesson", 8, 3, 32),
        ("five-wins", 2, 6, 32),
        ("five-wins", 3, 5, 32),
        ("tournament", 2, 7, 104),
        ("mau-mau pack=french52", 4, 5, 52),
    ],
)
def test_packs_and_hands(rules: str, players: int, size: int, cards: int) -> None:
    state = dealt(rules, players)
    assert [len(hand) for hand in state.hands] == [size] * players
    assert sum(len(hand) for hand in state.hands) + len(state.stock) + len(state.pile) == cards


def test_the_pack_is_in_the_order_of_the_notation() -> None:
    assert SKAT[:9] == ["7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "7S"] and SKAT[-1] == "AD"


def test_cards_are_dealt_clockwise_from_the_dealers_left() -> None:
    state = match("mau-mau", 3)
    pack = full_pack(state.rules, 3)
    deal(state, deck=pack, dealer=1)
    assert [names(hand)[:2] for hand in state.hands] == [["8C", "JC"], ["9C", "QC"], ["7C", "TC"]]
    assert state.turn == 2


SPECIAL_PLAIN = "7S.JH.9D"


@pytest.mark.parametrize(
    ("way", "pile", "bottom"),
    [
        ("bury", ["9D"], ["7S", "JH"]),
        ("cover", ["7S", "JH", "9D"], []),
        ("plain", ["7S"], []),
        ("nine", ["9D"], []),
    ],
)
def test_the_starting_card(way: str, pile: list[str], bottom: list[str]) -> None:
    state, heard = from_deck(f"mau-mau start_card={way}", SPECIAL_PLAIN)
    assert names(state.pile) == pile and state.due == 0 and state.turn == 1
    assert names(state.stock[: len(bottom)][::-1]) == bottom
    assert kinds(heard).count("turned") == (2 if way in ("bury", "cover") else 0)


def test_nine_takes_the_nine_out_of_the_middle() -> None:
    state, _ = from_deck("mau-mau start_card=nine", "7S.TH.9D")
    assert names(state.pile) == ["9D"] and names(state.stock[-2:]) == ["TH", "7S"]


@pytest.mark.parametrize(
    ("rules", "card", "turn", "due", "skip", "direction"),
    [
        ("mau-mau", "7S", 1, 2, 0, 1),
        ("mau-mau", "8S", 2, 0, 0, 1),
        ("mau-mau eight=add", "8S", 1, 0, 1, 1),
        ("mau-mau reverse_rank=K", "KS", 2, 0, 0, -1),
        ("mau-mau ace=again", "AS", 1, 0, 0, 1),
        ("mau-mau ace=skip", "AS", 2, 0, 0, 1),
        ("mau-mau", "9S", 1, 0, 0, 1),
    ],
)
@pytest.mark.parametrize("way", ["dealer", "free"])
def test_it_may_count_as_the_dealers_play(
    way: str, rules: str, card: str, turn: int, due: int, skip: int, direction: int
) -> None:
    state, _ = from_deck(f"{rules} start_card={way}", card, players=3)
    assert (state.turn, state.due, state.skip, state.dir) == (turn, due, skip, direction)


def test_after_a_reversal_with_two_players_the_dealer_begins() -> None:
    state, _ = from_deck("mau-mau start_card=dealer reverse_rank=K", "KS")
    assert state.turn == 0


def test_the_dealer_wishes() -> None:
    state, _ = from_deck("mau-mau start_card=dealer", "JS")
    assert state.turn == 0 and state.turn_no == 1
    assert words(state) == ["w C", "w D", "w H", "w S"] and words(state, 1) == []
    play(state, "0 w H")
    assert (state.turn, state.wish, state.turn_no) == (1, 2, 2)


def test_a_dealer_out_of_time_wishes_the_suit_that_lies() -> None:
    state, _ = from_deck("mau-mau start_card=dealer", "JS")
    play(state, "0 t")
    assert (state.turn, state.wish) == (1, 1)


def test_free_lets_the_first_player_lay_any_card() -> None:
    state, _ = from_deck("mau-mau start_card=free", "JS")
    assert (state.turn, state.wish) == (1, 4)
    assert sum(word.startswith("p ") for word in words(state, 1)) == 5


def test_the_deal_passes_clockwise() -> None:
    state = dealt("mau-mau match_end=rounds:5", 3)
    first = state.dealer
    state.phase = "between"
    assert state.round_no == 1
    deal(state, bytes(32))
    assert state.dealer == (first + 1) % 3


def test_what_cannot_be_dealt() -> None:
    state = match("mau-mau")
    pack = full_pack(state.rules, 2)
    for wrong in (
        {"seed": bytes(31)},
        {},
        {"deck": pack[:-1], "dealer": 0},
        {"deck": [pack[1], *pack[1:]], "dealer": 0},
        {"deck": pack},
        {"deck": pack, "dealer": 2},
        {"seed": bytes(32), "dealer": 1},
    ):
        with pytest.raises(BadDeal):
            deal(state, **wrong)
        assert state.phase == "between" and not state.pile
    deal(state, bytes(32), dealer=0)
    with pytest.raises(NotNow, match="round-not-over"):
        deal(state, bytes(32))
