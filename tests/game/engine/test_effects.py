"""RULES §6 and §13: what laid cards do, and whose turn it is then."""

import pytest

from tests.game.engine.drawn import given, kinds, play, refused, words

THREE = "hands=5,5,5"


def after(position: str, *moves: str, **hands: str) -> tuple[int | None, int, int, int]:
    """Turn, due cards, open skips and direction after the moves."""
    state = given(position, **hands)
    play(state, *moves)
    return state.turn, state.due, state.skip, state.dir


HAND = "hand=7H.8H.KH.AH.9H"


@pytest.mark.parametrize(
    ("rules", "move", "want"),
    [
        ("mau-mau", "0 p KH", (1, 0, 0, 1)),
        ("mau-mau", "0 p 7H", (1, 2, 0, 1)),
        ("mau-mau seven=off", "0 p 7H", (1, 0, 0, 1)),
        ("mau-mau", "0 p 8H", (2, 0, 0, 1)),
        ("mau-mau eight=counter", "0 p 8H", (1, 0, 1, 1)),
        ("mau-mau eight=add", "0 p 8H", (1, 0, 1, 1)),
        ("mau-mau eight=off", "0 p 8H", (1, 0, 0, 1)),
        ("mau-mau reverse_rank=9", "0 p 9H", (2, 0, 0, -1)),
        ("mau-mau reverse_rank=K", "0 p KH", (2, 0, 0, -1)),
        ("mau-mau ace=skip", "0 p AH", (2, 0, 0, 1)),
        ("mau-mau ace=again", "0 p AH", (0, 0, 0, 1)),
    ],
)
def test_one_card(rules: str, move: str, want: tuple[int, int, int, int]) -> None:
    assert after(f"top=TH {HAND} {THREE} rules={rules}", move) == want


@pytest.mark.parametrize(
    ("rules", "move", "want"),
    [
        ("mau-mau", "0 p 8H", (0, 0, 0, 1)),
        ("mau-mau ace=skip", "0 p AH", (0, 0, 0, 1)),
        ("mau-mau reverse_rank=9", "0 p 9H", (0, 0, 0, -1)),
    ],
)
def test_with_two_players_it_is_your_turn_again(
    rules: str, move: str, want: tuple[int, int, int, int]
) -> None:
    assert after(f"top=TH {HAND} rules={rules}", move) == want


@pytest.mark.parametrize(
    ("rules", "players", "cards", "want"),
    [
        ("mau-mau", "5,5,5,5", "7H+7S", (1, 4, 0, 1)),
        ("mau-mau", "5,5,5,5", "8H+8S", (3, 0, 0, 1)),
        ("mau-mau", "5,5", "8H+8S", (1, 0, 0, 1)),
        ("mau-mau eight=counter", "5,5,5,5", "8H+8S", (1, 0, 1, 1)),
        ("mau-mau eight=add", "5,5,5,5", "8H+8S", (1, 0, 2, 1)),
        ("mau-mau eight=off", "5,5", "8H+8S", (1, 0, 0, 1)),
    ],
)
def test_equal_cards_add_up(rules: str, players: str, cards: str, want: tuple[int, int, int, int]) -> None:
    hand = "hand=7H.7S.8H.8S.QC"
    found = after(f"top=TH {hand} hands={players} rules={rules} equal_cards=on", f"0 p {cards}")
    assert found == want


def test_an_even_number_of_reversals_changes_nothing() -> None:
    position = "top=TH hand=9H.9S.9C.QC.KC rules=mau-mau reverse_rank=9 equal_cards=on"
    assert after(position, "0 p 9H+9S") == (1, 0, 0, 1)
    assert after(position, "0 p 9H+9S+9C") == (0, 0, 0, -1)


def test_sevens_hand_the_debt_on() -> None:
    state = given(f"top=TH hand=7H.KH.AH.9H.QC {THREE}", p1="7S.8S.9S.QS.KS", p2="8C.8D.9C.9D.TD")
    play(state, "0 p 7H", "1 p 7S")
    assert words(state, 2) == ["d"]
    heard = play(state, "2 d")
    assert heard == [{"e": "took", "seat": 2, "n": 4, "cause": "7S", "due": 4, "last": False}]
    assert (state.due, state.turn, len(state.hands[2])) == (0, 0, 9)


def test_sixes_and_sevens_do_not_answer_each_other() -> None:
    state = given("top=TH hand=6H.KH rules=double-52", p1="7H.6S.KC.QC.TC")
    play(state, "0 m", "0 p 6H")
    assert words(state, 1) == ["d", "p 6S"]
    play(state, "1 p 6S")
    assert (state.due, words(state)) == (2, ["d"])


def test_added_skips_are_owed_and_passed_over() -> None:
    state = given(
        "top=TH hand=8H.KH.AH.9H.QC rules=classic hands=5,5,5",
        p1="8S.TS.9S.QS.KS",
        p2="TC.TD.9C.9D.KD",
        stock="8C.7S.7C.7D",
    )
    play(state, "0 p 8H", "1 p 8S")
    assert (state.skip, words(state, 2)) == (2, ["-"])
    heard = play(state, "2 -")
    assert kinds(heard) == ["passed"] and state.owes == [0, 0, 1]
    play(state, "0 d", "0 -")
    assert state.turn == 1
    heard = play(state, "1 p 9S")
    assert heard[-1] == {"e": "skipped", "seat": 2, "cause": "owed"}
    assert state.turn == 0 and state.owes == [0, 0, 0]


def test_a_reversal_of_two_does_not_bring_the_turn_to_a_seat_that_owes_one() -> None:
    state = given("top=9H hand=9H.KD rules=double-52 jump_in=on reverse_rank=9 hands=2,5 turn=1")
    state.owes, state.owed = [1, 0], 1
    heard = play(state, "0 j 9H")
    assert "skipped" in kinds(heard) and (state.turn, state.owes) == (1, [0, 0])


def test_a_seat_that_owes_is_no_next_seat_for_sevens() -> None:
    state = given(f"top=TH hand=7H.KH.AH.9H.QC rules=mau-mau eight=add {THREE}")
    state.owes, state.owed = [0, 1, 0], 1
    play(state, "0 p 7H")
    assert (state.turn, state.due, state.owes) == (2, 2, [0, 0, 0])


def test_again_obliges_to_one_more_card() -> None:
    state = given("top=TH hand=AH.KH.QC.9S rules=mau-mau ace=again")
    before = state.turn_no
    play(state, "0 p AH")
    assert state.turn_no == before + 1 and state.again
    assert words(state) == ["p KH"] and refused(state, "0 d") == "must-lay"
    play(state, "0 p KH")
    assert state.turn == 1 and not state.again


def test_again_without_a_fitting_card_draws_one_and_ends() -> None:
    state = given("top=TH hand=AH.KD.QC.9S rules=mau-mau ace=again")
    play(state, "0 p AH")
    assert words(state) == ["d"]
    play(state, "0 d")
    assert state.turn == 1 and len(state.hands[0]) == 4


def test_an_ace_as_the_last_card_ends_the_round() -> None:
    state = given("top=TH hand=AH rules=mau-mau ace=again")
    play(state, "0 p AH")
    assert state.winner_of_round == 0


def test_a_wish_stands_until_the_suit_is_laid() -> None:
    state = given("top=TH hand=JC.KH.QC.9S", p1="8C.QD.KD.9D.TD", stock="8H.8D.9H")
    play(state, "0 p JC:S")
    assert words(state, 1) == ["d"]
    play(state, "1 d", "1 -")
    assert words(state) == ["d", "p 9S"]
    play(state, "0 p 9S")
    assert state.wish == -1


def test_jump_in_takes_the_turn_and_its_effect() -> None:
    rules = "mau-mau second_pack_from=2 jump_in=on"
    state = given(f"top=7H hand=KH.QC {THREE} rules={rules}".replace("5,5,5", "2,5,5"), p2="7H.KS.KC.KD.9S")
    assert words(state, 2) == ["j 7H"] and "j 7H" not in words(state, 0)
    play(state, "2 j 7H")
    assert (state.turn, state.due) == (0, 2)


@pytest.mark.parametrize("spoiled", ["drawn", "said", "due", "wish", "skip", "again"])
def test_jump_in_waits_for_a_free_moment(spoiled: str) -> None:
    state = given(
        "top=9H hand=KH.QC hands=2,5 rules=mau-mau second_pack_from=2 jump_in=on", p1="9H.KS.KC.KD.9S"
    )
    assert words(state, 1) == ["j 9H"]
    value = {"drawn": 1, "said": 1, "due": 2, "wish": 1, "skip": 1, "again": True}[spoiled]
    setattr(state, spoiled, value)
    assert words(state, 1) == [] and refused(state, "1 j 9H") == "jump-not-allowed"


def test_a_jump_in_says_mau_by_itself() -> None:
    state = given("top=9H hand=KH.QC hands=2,2 rules=mau-mau second_pack_from=2 jump_in=on", p1="9H.KS")
    heard = play(state, "1 j 9H")
    assert kinds(heard) == ["jumped", "said"] and len(state.hands[1]) == 1


def test_strict_trying_costs_a_card_and_the_turn() -> None:
    state = given("top=9H hand=KD.9C.AS rules=five-wins")
    heard = play(state, "0 x KD")
    tried = {"e": "tried", "seat": 0, "n": 1, "card": "KD", "why": "suit-or-rank"}
    assert heard == [tried] and state.turn == 1
    state = given("top=7H hand=KD.9C.AS rules=five-wins due=2")
    play(state, "0 x KD")
    assert (len(state.hands[0]), state.due, state.turn) == (6, 0, 1)


@pytest.mark.parametrize(
    ("position", "drawn"),
    [
        ("top=9H hand=KD.9C.AS", 1),
        ("top=7H hand=KD.9C.AS due=4", 4),
        ("top=9H hand=KD.9C.AS rules=mau-mau draw=until", 1),
        ("top=9H hand=KD.9C.AS drawn=AS", 0),
        ("top=8H hand=KD.9C.AS rules=classic skip=1", 0),
    ],
)
def test_a_turn_that_runs_out_never_lays(position: str, drawn: int) -> None:
    state = given(position)
    heard = play(state, "0 t")
    assert heard[0] == {"e": "timeout", "seat": 0}
    assert (len(state.hands[0]), state.turn, state.due, state.skip) == (3 + drawn, 1, 0, 0)


@pytest.mark.parametrize(("draw", "count"), [("one", 1), ("three", 3), ("until", 4)])
def test_drawing_stops_at_the_first_card_that_fits(draw: str, count: int) -> None:
    state = given(f"top=9H hand=KD.QC.AS rules=mau-mau draw={draw}", stock="8S.8C.8D.8H.TH")
    play(state, "0 d")
    assert len(state.hands[0]) == 3 + count
    assert words(state) == (["-", "p 8H"] if draw == "until" else ["-"])


def test_the_stock_is_renewed_only_when_a_card_is_needed() -> None:
    state = given("top=9H hand=KD.QC.AS", stock="8S")
    play(state, "0 d")
    assert not state.stock and state.shuffles == 0
    heard = play(state, "0 -", "1 d")
    assert "renewed" in kinds(heard) and len(state.pile) == 1


def test_nothing_to_draw() -> None:
    state = given("top=9H hand=KD.QC.AS")
    state.hands[1] += state.stock
    state.stock = []
    assert words(state) == ["-"] and refused(state, "0 d") == "nothing-to-draw"
    play(state, "0 -")
    assert refused(state, "1 d") == "must-lay" and "d" not in words(state, 1)


def test_with_nothing_to_take_due_cards_are_forgiven() -> None:
    state = given("top=7H hand=KD.QC.AS due=2")
    state.hands[1] += state.stock
    state.stock = []
    assert words(state) == ["d"]
    play(state, "0 d")
    assert (state.due, state.turn, len(state.hands[0])) == (0, 1, 3)
