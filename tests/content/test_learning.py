"""The round to watch, the round to play and the puzzles: what they show is what the engine does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.http import QueryDict
from django.utils.translation import override

from content.deck import card
from content.figures import FIGURES, Where, ready
from content.figures import Args as Arguments
from content.lessons import guided, puzzles
from content.lessons.counsel import counsel
from content.lessons.example import NAMES, Ply, example
from content.lessons.puzzles import Puzzle, solve
from content.lessons.solve import Unproven, moves
from content.management.commands import find_puzzles
from game.engine import State, apply, card_name, copy, legal_words, parse_action, why_not
from game.engine.events import Drew, Event, Out, Passed, Played, RoundOver, Said, Skipped, Took
from game.engine.state import PLAY

YOUNGEST = date(2026, 12, 1)
HOSTILE = (
    "",
    "x",
    "%00",
    "ß",
    "9" * 400,
    ".",
    "..",
    "p 9H",
    "9H:",
    "<b>",
    "JSHH",
    "-",
    "-.-",
    "t",
    "leave",
    "c 0",
    "w C",
)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    ready()
    with override("en"):
        yield


def drawn(name: str, query: str = "") -> str:
    """A live figure for an address's query."""
    return str(FIGURES[name].draw(Arguments(""), Where(name, "en", f"/en/{name}/", QueryDict(query))))


# the round to watch


def happenings() -> list[tuple[Ply, Event]]:
    return [(ply, event) for ply in example().plies for event in ply.events]


def test_the_example_round_shows_all_that_is_worth_seeing_once() -> None:
    all_events = [event for _ply, event in happenings()]
    laid = [event for event in all_events if isinstance(event, Played)]
    answered = [ply for ply, event in happenings() if isinstance(event, Played) and ply.before.due]
    assert answered, "a seven answered"
    assert any(isinstance(event, Took) and event.due == 4 for event in all_events), "and taken"
    assert any(isinstance(event, Skipped | Passed) and event.cause[:1] == "8" for event in all_events), (
        "an eight"
    )
    assert any(event.wish for event in laid), "a wish"
    assert any([event.kind for event in ply.events[:2]] == ["drew", "played"] for ply in example().plies)
    assert any(isinstance(event, Passed) and not event.skip for event in all_events), "drawn and passed"
    assert any(isinstance(event, Drew) for event in all_events)
    assert any(isinstance(event, Said) for event in all_events), "Mau"
    assert any(isinstance(event, Out) for event in all_events), "going out"
    assert isinstance(all_events[-2], RoundOver)
    assert 10 <= len(example().plies) <= 18


def test_every_turn_of_the_example_round_is_shown_and_told() -> None:
    html = drawn("example-round")
    for number, ply in enumerate(example().plies, 1):
        assert f'id="ply-{number}"' in html
        step = drawn("example-round", f"ply={number}").partition('id="all"')[0]
        assert f"{number}. {NAMES[ply.seat]}’s turn" in step and f"{NAMES[ply.seat]}’s turn" in html
        assert step.count('class="pc"') == 1 + sum(map(len, ply.before.hands))
        laid = [event.card for event in ply.events if isinstance(event, Played)]
        fits = [name for name in laid if card_name(ply.before.top) != name and name in _ringed(step)]
        drew = any(isinstance(event, Drew) for event in ply.events)
        assert drew or fits == laid, "what is laid has a ring"


def test_rings_speak_no_language() -> None:
    with override("de"):
        assert '<span class="yes"><svg' in drawn("example-round")
        assert 'class="ls-c yes"' in drawn("first-round")


def _ringed(step: str) -> list[str]:
    """The cards with a gold ring."""
    return [name for name in ALL if f'<span class="yes">{card(name)}' in step]


ALL = [rank + suit for rank in "789TJQKA" for suit in "CSHD"]


def test_steps_lead_forward_and_back() -> None:
    last = len(example().plies) + 1
    assert "?ply=2#step" in drawn("example-round")
    middle = drawn("example-round", "ply=5")
    assert "?ply=4#step" in middle and "?ply=6#step" in middle
    assert f"<span data-number>{last}</span> / {last}" in drawn("example-round", f"ply={last}")
    for junk in HOSTILE:
        html = drawn("example-round", f"ply={junk}")
        assert "<span data-number>1</span>" in html
        assert ("There is no such turn" in html) == bool(junk)


# the round to play


@pytest.mark.parametrize("deal", range(1, len(guided.DEALS) + 1))
def test_who_follows_the_advice_wins_every_guided_round(deal: int) -> None:
    now = guided.moment(str(deal), "")
    seen = set()
    while not now.over:
        assert counsel(now.state)
        word = guided.short_word(guided.advice(now.state))
        seen |= {word[:1], word[-1:] if len(word) == 3 else ""}
        now = guided.moment(str(deal), ".".join((*now.moves, word)))
        assert not now.trouble and len(now.moves) < 16
    assert now.state.winner_of_round == guided.YOU
    assert {"J", "d", "m"} <= seen, "it teaches a wish, a draw and Mau"


@pytest.mark.parametrize("deal", range(1, len(guided.DEALS) + 1))
def test_whatever_is_tapped_the_round_goes_on_and_ends(deal: int) -> None:
    """The first thing the page offers, again and again, in two ways: cards first, and drawing first."""
    for words in (("p", "m", "d", "-"), ("d", "-", "m", "p")):
        now = guided.moment(str(deal), "")
        while not now.over and not now.full:
            html = drawn("first-round", f"deal={deal}&moves={'.'.join(now.moves)}")
            assert "err" not in html and "#table" in html
            legal = [word for kind in words for word in guided_words(now) if word[0] == kind]
            word = guided.short_word(legal[0])
            now = guided.moment(str(deal), ".".join((*now.moves, word)))
            assert not now.trouble
        assert drawn("first-round", f"deal={deal}&moves={'.'.join(now.moves)}")


def guided_words(now: guided.Moment) -> list[str]:
    return [move for move in legal_words(now.state, guided.YOU) if move[0] in "pdm-"]


def test_a_card_that_does_not_fit_gets_the_game_s_own_reason() -> None:
    start = guided.moment("1", "")
    unfit = next(
        name
        for name in map(card_name, start.state.hands[guided.YOU])
        if why_not(start.state, guided.YOU, parse_action(f"p {name}")) == "does-not-fit"
    )
    now = guided.moment("1", unfit)
    assert now.trouble == guided.REFUSED and now.moves == () and "fits here" in now.reason
    assert now.reason in drawn("first-round", f"moves={unfit}")


def test_a_wish_is_four_links() -> None:
    html = drawn("first-round", "deal=1&moves=8H.JS")
    assert all(f"moves=8H.JS{suit}#table" in html for suit in "CSHD")


@pytest.mark.parametrize("junk", HOSTILE)
def test_an_address_that_makes_no_sense_gets_a_message_and_the_last_moment_that_does(junk: str) -> None:
    now = guided.moment("1", f"8H.{junk}")
    assert now.moves in (("8H",), ()) and (now.trouble or junk == "d")
    assert 'role="status"' in drawn("first-round", f"deal=1&moves=8H.{junk}")
    assert guided.moment(junk, "8H").deal == 1
    assert (guided.moment(junk, "").trouble == guided.BAD_DEAL) == bool(junk)


def test_the_work_of_a_request_is_bounded() -> None:
    now = guided.moment("1", ".".join(["d", "-"] * 500))
    assert len(now.moves) <= guided.MOST_MOVES and now.trouble == guided.TOO_LONG


# the puzzles


def test_there_are_puzzles_for_four_months_of_every_kind() -> None:
    assert len(puzzles.puzzles()) >= 120
    assert len({puzzle.position for puzzle in puzzles.puzzles()}) == len(puzzles.puzzles())
    assert {puzzle.theme for puzzle in puzzles.puzzles()} == set(find_puzzles.THEMES)
    assert {puzzle.level for puzzle in puzzles.puzzles()} == {1, 2, 3}
    assert {puzzle.state().tables.name for puzzle in puzzles.puzzles()} == set(find_puzzles.PRESETS)


@pytest.mark.parametrize("part", range(8))
def test_every_puzzle_has_one_solution_and_is_what_it_says(part: int) -> None:
    for puzzle in puzzles.puzzles()[part::8]:
        found = solve(puzzle.state(), puzzle.turns)
        assert len(found.wins) == 1 and len(found.fails) >= 2, puzzle.line
        assert puzzle.theme == puzzles.theme(found.state, found.wins[0])
        assert puzzle.level == find_puzzles.level(found)
        assert not solve(puzzle.state(), puzzle.turns - 1).wins, "it takes so many turns"


def test_a_second_plain_search_agrees() -> None:
    """Without memory and without cutting off: one move wins whatever follows, no other does."""
    easy = [puzzle for puzzle in puzzles.puzzles() if puzzle.turns == 3 and puzzle.level == 1][:6]
    assert easy
    for puzzle in easy:
        state = puzzle.state()
        judged = {
            move.word: _wins(move.state, _left(state, move.state, puzzle.turns)) for move in moves(state)
        }
        assert [word for word, wins in judged.items() if wins] == [puzzles.solved(puzzle).wins[0].word]


def _left(before: State, after: State, turns: int) -> int:
    mine = before.turn == 0
    ended = after.phase != PLAY or after.turn_no != before.turn_no
    return turns - (mine and ended)


def _wins(state: State, turns: int) -> bool:
    if state.phase != PLAY:
        return state.winner_of_round == 0
    if turns <= 0:
        return False
    ends = [_wins(move.state, _left(state, move.state, turns)) for move in moves(state)]
    return any(ends) if state.turn == 0 else all(ends)


@pytest.mark.parametrize("puzzle", puzzles.puzzles()[::20], ids=lambda puzzle: puzzle.theme)
def test_the_lines_that_are_told_can_be_played(puzzle: Puzzle) -> None:
    found = puzzles.solved(puzzle)
    for move in (*found.wins, *found.fails):
        state, line = copy(found.state), found.after(move)
        for step in line:
            for action in (*step.calls, step.action):
                assert state.turn is not None
                apply(state, state.turn, action)
        cards, turns = found.left(line)
        if move in found.wins:
            assert state.winner_of_round == 0 and turns >= 0
        else:
            assert state.winner_of_round == 1 or cards > turns


def test_the_search_gives_up_where_nobody_knows_the_cards() -> None:
    state = puzzles.puzzles()[0].state()
    state.stock = []
    state.pile = [*state.stock, *state.hands[1][:2], state.pile[-1]]
    with pytest.raises(Unproven):
        solve(state, 8, limit=50_000)


def test_seeds_give_the_same_puzzles_again() -> None:
    state, again = (find_puzzles.position("mau-mau", 7) for _ in range(2))
    assert puzzles.line_of(state, 3, "order", 1) == puzzles.line_of(again, 3, "order", 1)


def test_days_have_their_puzzles() -> None:
    a, b = puzzles.of_day(YOUNGEST), puzzles.of_day(YOUNGEST + timedelta(days=1))
    assert a != b and puzzles.of_day(YOUNGEST + timedelta(days=len(puzzles.puzzles()))) == a


def test_an_answer_is_judged_and_the_solution_told() -> None:
    today = datetime.now(UTC).date()
    day = max(today, YOUNGEST)
    found = puzzles.solved(puzzles.of_day(day))
    right, wrong = (guided.short_word(group[0].word) for group in (found.wins, found.fails))
    assert "Right." in drawn("puzzle", f"day={day}&try={right}")
    assert "Not quite." in drawn("puzzle", f"day={day}&try={wrong}")
    assert "The solution" in drawn("puzzle", f"day={day}&solution=1")
    assert "The solution" not in drawn("puzzle")
    for junk in HOSTILE:
        assert "/en/puzzle/" in drawn("puzzle", f"try={junk}&day={day}")
        assert "no puzzle for that day" in drawn("puzzle", f"day={junk or 'x'}")
    assert "no puzzle for that day" in drawn("puzzle", f"day={today + timedelta(days=2)}")
