"""What a match is about, on plates, in the top line and in results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from game.engine import parse_rules
from game.result_text import Result, Row, result
from game.score_text import Aim, ordinal
from game.table_text import display
from tests.game.views_by_hand import MATCH, finished, seat_of, view_of

ENDS = ("rounds:1", "rounds:3", "wins:5", "most-wins:3", "limit:100", "knockout:100")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with override("en"):
        yield


def aim(end: str) -> Aim:
    return Aim(parse_rules(f"mau-mau match_end={end}"))


def over(end: str, **more: Any) -> Result:
    return result(finished(**({"rules": f"mau-mau match_end={end}"} | more)))


def row(of: Result, name: str) -> Row:
    return next(row for row in of.rows if row.name == name)


class TestAim:
    @pytest.mark.parametrize(
        ("end", "words"),
        list(zip(ENDS, ("", "", "to 5 wins", "most wins", "to 100 points", "over 100: out"), strict=True)),
    )
    def test_in_the_top_line(self, end: str, words: str) -> None:
        assert aim(end).words == words
        view = view_of(rules=f"mau-mau match_end={end}", preset="mau-mau")
        assert display(view).subtitle == words
        assert display(view | {"dir": -1}).subtitle == " · ".join(filter(None, (words, "↺ reversed")))

    @pytest.mark.parametrize(
        ("end", "text"), list(zip(ENDS, (None, "85 p.", "2/5", "2", "85 p.", "85 p."), strict=True))
    )
    def test_on_a_plate(self, end: str, text: str | None) -> None:
        score = aim(end).score(seat_of(1, score=85, wins=2))
        assert (score and score.text) == text

    def test_a_match_of_one_round_shows_none(self) -> None:
        view = view_of(rules="mau-mau", turn=1, legal=[])
        for part in ("seats", "me"):
            html = render_to_string(f"game/_{part}.html", {"view": view, "t": display(view)})
            assert 'class="sc' not in html

    def test_words_for_the_ear(self) -> None:
        score = aim("wins:5").score(seat_of(0, wins=2))
        assert score is not None
        assert score.label == "2 of 5 wins"

    @pytest.mark.parametrize(("points", "near"), [(79, False), (80, True), (100, True), (101, False)])
    def test_near_the_limit(self, points: int, near: bool) -> None:
        assert aim("knockout:100").near(points) is near
        assert not aim("rounds:3").near(points)

    def test_places(self) -> None:
        assert [ordinal(place) for place in (1, 2, 8)] == ["1st", "2nd", "8th"]


class TestResult:
    def test_shows_wins(self) -> None:
        shown = over("wins:5", history=[[13, 0, 19, 30]])
        assert shown.with_scores
        score = row(shown, "Bob").score
        assert score is not None
        assert score.text == "0/5"

    def test_says_who_is_near_the_limit(self) -> None:
        seats = [seat_of(0, score=90), seat_of(1), seat_of(2, score=20), seat_of(3, score=30)]
        shown = result(finished(rules="mau-mau match_end=limit:100") | {"seats": seats})
        assert [one.note for one in shown.rows] == ["hand empty", "near the limit of 100", "", ""]

    def test_who_is_out_comes_last(self) -> None:
        seats = [
            seat_of(0, score=120, in_match=False), seat_of(1), seat_of(2, score=105, in_match=False),
            seat_of(3, score=30),
        ]  # fmt: skip
        view = finished(
            rules="tournament", hands=[[], [], ["8C", "AD"], ["JC"]],
            history=[[60, 0, 1, 1], [0, 0, 19, 20]],
        ) | {"seats": seats}  # fmt: skip
        rows = result(view).rows
        assert [one.name for one in rows] == ["Bob", "Charlie", "Dora", "Alice"]
        assert [one.points for one in rows] == [0, 19, 20, None]
        assert [one.out for one in rows] == [False, True, False, True]
        assert rows[3].note == rows[1].note == "out of the match"
        html = render_to_string(
            "game/_result.html", {"r": result(view), "t": display(view), "view": view, "match_id": MATCH}
        )
        assert html.count("out of the match") == 2

    def test_equal_points_share_the_place_of_a_round(self) -> None:
        shown = over("rounds:3", history=[[13, 0, 13, 30]])
        assert [(one.name, one.place) for one in shown.rows] == [
            ("Bob", 1), ("Alice", 2), ("Charlie", 2), ("Dora", 4),
        ]  # fmt: skip

    def test_places_by_going_out(self) -> None:
        shown = over("rounds:3", outs=[1, 3, 0], hands=[[], [], ["8C"], []], history=[[0, 0, 8, 0]])
        assert [one.name for one in shown.rows] == ["Bob", "Dora", "Alice", "Charlie"]

    @pytest.mark.parametrize(
        ("rules", "double", "note"),
        [
            ("mau-mau", False, "hand empty"),
            ("mau-mau wish_finish=double", True, "hand empty, counts twice"),
            ("double-52", False, "“Mau”"),
            ("double-52", True, "“Mau-Mau”, counts twice"),
        ],
    )
    def test_the_word_the_winner_went_out_with(self, rules: str, double: bool, note: str) -> None:
        log = [{"e": "round-over", "v": 3, "winner": 1, "points": [], "wins": [], "double": double}]
        assert row(result(finished(rules=rules, log=log)), "Bob").note == note
