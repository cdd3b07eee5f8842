"""RULES §11, §13: leaving, removal, joining, bots standing in."""

import pytest

from game.engine import deal, outcome, places
from game.engine.cards import names
from tests.game.engine.drawn import dealt, given, kinds, match, play, refused, words

REMOVED = "rules=mau-mau leavers=removed"


def test_under_bot_only_who_plays_changes() -> None:
    state = given("top=9H hand=KD.9C.AS hands=3,5,5")
    assert kinds(play(state, "0 leave")) == ["left", "stand-in"]
    assert state.seats[0].bot == "normal" and len(state.hands[0]) == 3 and state.turn == 0
    assert play(state, "0 human Anna%20B") == [{"e": "back", "seat": 0, "name": "Anna B"}]
    assert state.seats[0].bot is None and state.seats[0].name == "Anna B"
    play(state, "0 bot hard")
    assert state.seats[0].bot == "hard"


def test_a_removed_seats_cards_go_under_the_stock_sorted() -> None:
    state = given(f"top=9H hand=KD.9C.AS {REMOVED} hands=3,5,5")
    play(state, "0 leave")
    assert names(state.stock[:3]) == ["KD", "AS", "9C"] and state.hands[0] == []
    assert state.turn == 1 and state.seats[0].removed
    assert refused(state, "0 leave") == "no-such-seat"
    play(state, "1 d", "1 -", "2 d", "2 -")
    assert state.turn == 1


def test_a_seat_removed_between_rounds_shows_no_cards() -> None:
    state = given("top=9H hand=9C rules=mau-mau match_end=wins:3 leavers=removed hands=1,3,3")
    play(state, "0 p 9C")
    scores, under = state.scores[:], sorted(names(state.hands[2]), reverse=True)
    play(state, "2 leave")
    assert state.hands[2] == [] and names(state.stock[:3]) == under
    assert state.scores == scores and len(state.hands[1]) == 3


def test_the_win_goes_to_the_first_one_out_who_is_still_in_the_match() -> None:
    rules = "rules=mau-mau play_on=on wish_finish=double leavers=removed match_end=wins:3"
    state = given(f"top=9H hand=JC {rules} hands=1,1,2,2", p1="TC")
    play(state, "0 p JC", "0 leave", "1 p TC", "2 leave")
    assert state.winner_of_round == 1 and state.wins == [0, 1, 0, 0]


def test_no_win_goes_to_a_removed_seat_where_the_round_is_played_to_its_end() -> None:
    rules = "rules=mau-mau play_on=on leavers=removed match_end=wins:3"
    state = given(f"top=9H hand=9C {rules} hands=1,1,1", p1="TC")
    play(state, "0 p 9C", "0 leave", "1 p TC")
    assert state.wins == [0, 1, 0] and state.phase == "between"


@pytest.mark.parametrize(("open_thing", "left"), [("due=2", (1, 2, 0)), ("skip=2", (1, 0, 2))])
def test_what_is_open_goes_on_to_the_next_seat(open_thing: str, left: tuple[int, int, int]) -> None:
    state = given(f"top=8H hand=KD.9C.AS {REMOVED} eight=add hands=3,5,5 {open_thing}")
    play(state, "0 leave")
    assert (state.turn, state.due, state.skip) == left


def test_what_hangs_on_the_seat_lapses() -> None:
    state = given(f"top=9H hand=KD.9C.AS {REMOVED} ace=again mau=challenge hands=3,5,5")
    state.again, state.window, state.owes, state.owed = True, 0, [2, 0, 0], 2
    play(state, "0 leave")
    assert not state.again and state.window == -1 and state.owed == 0


def test_a_seat_not_on_turn_leaves_quietly() -> None:
    state = given(f"top=9H hand=KD.9C.AS {REMOVED} hands=3,5,5")
    before = state.turn_no
    play(state, "1 leave")
    assert state.turn == 0 and state.turn_no == before
    play(state, "0 p 9C")
    assert state.turn == 2


def test_a_dealer_who_owes_the_wish_leaves_any_card_to_the_first_player() -> None:
    state = dealt("mau-mau leavers=removed", 3)
    state.turn, state.wish_owed, state.dealer = 0, True, 0
    play(state, "0 leave")
    assert (state.turn, state.wish, state.wish_owed) == (1, 4, False)


def test_the_last_one_left_wins_and_the_round_is_not_scored() -> None:
    state = given(f"top=9H hand=KD.9C.AS {REMOVED}")
    heard = play(state, "0 leave")
    assert kinds(heard) == ["left", "match-over"] and state.history == []
    result = outcome(state)
    assert result is not None and (result.winners, result.reason) == ([1], "left")
    assert places(state) == [0, 1]
    assert refused(state, "1 leave") == "match-over"


def test_without_cards_a_removed_seat_no_longer_wins() -> None:
    state = given("top=TC hand=7C rules=classic mau_mau=off leavers=removed hands=1,5,5", p1="8H.8S.8C.8D.9S")
    play(state, "0 p 7C", "0 leave", "1 d")
    assert state.phase == "play" and state.turn == 2


def test_playing_on_ends_when_a_removal_leaves_one() -> None:
    state = given("top=9H hand=9C rules=mau-mau play_on=on leavers=removed hands=1,5,5")
    play(state, "0 p 9C", "2 leave")
    assert state.winner_of_round == 0 and state.scores[1] > 0 and state.scores[2] == 0


def test_the_next_deal_goes_to_the_next_seat_in_the_match() -> None:
    state = dealt("mau-mau leavers=removed match_end=wins:3", 4)
    first = state.dealer
    play(state, f"{(first + 1) % 4} leave")
    state.phase = "between"
    deal(state, bytes(32))
    assert state.dealer == (first + 2) % 4 and state.hands[(first + 1) % 4] == []


def test_a_newcomer_gets_the_worst_score_of_those_in() -> None:
    state = match("tournament", 3)
    state.scores, state.wins, state.history = [10, 40, 20], [2, 1, 1], [[10, 40, 20]]
    heard = play(state, "3 join Dora")
    assert heard == [{"e": "joined", "seat": 3, "name": "Dora", "score": 40, "wins": 1}]
    assert state.history == [[10, 40, 20, 0]]
    deal(state, bytes(32))
    assert len(state.hands[3]) == 7


@pytest.mark.parametrize(
    ("rules", "players", "move", "code"),
    [
        ("mau-mau", 2, "2 join Dora", "join-not-allowed"),
        ("tournament", 2, "3 join Dora", "wrong-seat"),
        ("tournament", 8, "8 join Dora", "table-full"),
        ("tournament", 2, "2 bot hard", "no-such-seat"),
        ("tournament", 2, "0 d", "round-over"),
    ],
)
def test_refused_between_rounds(rules: str, players: int, move: str, code: str) -> None:
    assert refused(match(rules, players), move) == code


def test_nobody_joins_a_running_round() -> None:
    assert refused(dealt("tournament"), "2 join Dora") == "join-between-rounds"


def test_a_removed_seat_has_nothing_to_do() -> None:
    state = given(f"top=9H hand=KD.9C.AS {REMOVED} mau=challenge hands=3,5,5")
    play(state, "1 leave")
    state.window = 2
    assert words(state, 1) == [] and "c 2" in words(state, 0)
