"""The arena: the same whatever the number of processes, seats shuffled, figures that mean what they say."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.simulate import arena, proof, told
from game.simulate.arena import PARTS, PLAYERS, Contest, chunks, figures, play, play_one
from game.simulate.numbers import add, quantile, time_class, wilson
from game.simulate.pool import spread

QUICK = Contest("mau-mau", ("normal", "easy", "random"), 60, seed=7)


def in_pieces(contest: Contest, size: int, processes: int) -> dict[str, Any]:
    score = arena.blank(contest)
    for part in spread(partial(play, contest), list(chunks(contest, size)), processes):
        score.add(part)
    return figures(score)


def test_the_same_figures_whatever_the_pieces_and_processes() -> None:
    whole = figures(play(QUICK))
    assert whole == in_pieces(QUICK, 7, 1) == in_pieces(QUICK, 13, 3)
    other = Contest(QUICK.rules, QUICK.sides, QUICK.games, seed=8)
    assert figures(play(other)) != whole


def test_each_order_of_the_seats_comes_as_often() -> None:
    """Shuffled, not only turned: with three there are six orders, two of them by turning alone."""
    contest = Contest("mau-mau", ("random", "greedy", "easy"), 1, seed=1)
    orders = Counter(tuple(play_one(contest, number)[0]) for number in range(300))
    assert len(orders) == 6 and min(orders.values()) > 30


def test_a_game_has_the_same_cards_whoever_plays() -> None:
    def tops(names: tuple[str, str]) -> list[int]:
        contest = Contest("mau-mau", names, 1, seed=3)
        return [play_one(contest, number)[1].first for number in range(20)]

    assert tops(("easy", "normal")) == tops(("random", "greedy"))


def test_wins_and_points_add_up() -> None:
    found = figures(play(QUICK))
    sides = found["sides"].values()
    assert sum(side["wins"] for side in sides) == found["games"] == 60
    assert sum(side["even"] for side in sides) == pytest.approx(1, abs=1e-5)
    for side in sides:
        assert side["low"] < side["share"] < side["high"]


def test_a_shared_win_is_divided() -> None:
    contest = Contest(
        "mau-mau match_end=rounds:3 points=classic", ("greedy", "random"), 40, seed=2, match=True
    )
    score = play(contest)
    assert sum(side.parts for side in score.sides.values()) == 40 * PARTS
    assert score.rounds == 120


def test_a_game_without_end_has_no_winner_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def draws(view: dict[str, Any], log: object, rng: random.Random) -> str:
        return next((word for word in ("d", "-") if word in view["legal"]), view["legal"][0])

    for name in ("random", "greedy"):
        monkeypatch.setitem(PLAYERS, name, draws)
    monkeypatch.setattr(arena, "play_round", partial(arena.play_round, most=25))
    found = figures(play(Contest("mau-mau", ("random", "greedy"), 3, seed=1)))
    assert (found["games"], found["stopped"]) == (3, 3)
    assert [side["wins"] for side in found["sides"].values()] == [0, 0]
    assert "3 games were stopped" in told.table(found, arena.times(play(QUICK)) | _no_times())[-1]


def _no_times() -> dict[str, dict[str, None]]:
    keys = ("wall_median", "wall_p99", "cpu_median", "cpu_p99")
    return {name: dict.fromkeys(keys) for name in ("random", "greedy")}


def test_an_error_says_which_game_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "random", lambda *_: "p 9Z")
    with pytest.raises(Exception, match=r"bad-action|not-") as caught:
        play(Contest("mau-mau", ("random", "easy"), 2, seed=4))
    assert "game 0 of" in caught.value.__notes__[0]


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0, 1)],
)
def test_wilson(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=1e-4)


def test_times_are_counted_in_classes_of_about_two_percent() -> None:
    rng = random.Random(1)
    spans = sorted(round(10 ** rng.uniform(3, 8)) for _ in range(5000))
    counted = Counter(map(time_class, spans))
    for share in (0.5, 0.99):
        assert quantile(counted, share) == pytest.approx(spans[int(share * 5000) - 1] / 1e9, rel=0.02)
    assert quantile({}, 0.5) is None


def test_only_choices_on_turn_are_timed() -> None:
    now = iter(range(0, 10**9, 1000))
    contest = Contest("mau-mau", ("easy", "greedy"), 5, seed=1)
    took = arena.times(play(contest, None, (lambda: next(now), lambda: 0)))
    assert took["easy"]["wall_median"] == pytest.approx(1e-6, rel=0.03)
    assert 10 < int(took["easy"]["decisions"] or 0) < 150


def test_sums_are_added_number_by_number() -> None:
    assert add({"a": 1, "b": [1, 2], "c": {"x": 1}}, {"a": 2, "b": [3, 4], "c": {"y": 5}}) == {
        "a": 3, "b": [4, 6], "c": {"x": 1, "y": 5},
    }  # fmt: skip


# -- the command ----------------------------------------------------------------------------------


def run(*words: str) -> str:
    out = StringIO()
    call_command("arena", *words, stdout=out)
    return out.getvalue()


def test_it_tells_a_line_for_each_side(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    text = run("normal", "easy", "--seats", "3", "--games", "20", "--processes", "1", "--json", str(file))
    found = json.loads(file.read_text())
    assert found["names"] == ["normal", "easy", "easy"] and found["games"] == 20
    lines = text.splitlines()
    assert lines[0] == "mau-mau: normal easy easy; 20 games of one round, seed 1"
    side = found["sides"]["easy"]
    assert side["seats"] == 2 and side["even"] == pytest.approx(2 / 3, abs=1e-5)
    assert lines[3].split()[:5] == ["easy", "2", f"{side['wins']:g}", f"{side['share'] * 100:.1f}", "%"]
    assert found["times"]["normal"]["wall_p99"] >= found["times"]["normal"]["wall_median"] > 0


def test_but_for_the_times_it_is_the_same_with_two_processes(tmp_path: Path) -> None:
    found = []
    for processes in ("1", "2"):
        file = tmp_path / processes
        run("easy", "greedy", "--games", "30", "--seed", "9", "--processes", processes, "--json", str(file))
        found.append({key: value for key, value in json.loads(file.read_text()).items() if key != "times"})
    assert found[0] == found[1]


def test_rules_are_named_by_preset_text_or_code() -> None:
    few = ("easy", "random", "--games", "2", "--processes", "1")
    assert run(*few, "--rules", "100").startswith("mau-mau:")
    assert run(*few, "--rules", "mau-mau ace=skip").startswith("mau-mau ace=skip:")
    assert "of one match" in run(*few, "--rules", "five-wins", "--match")


def test_the_proof_says_which_rows_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "proof.json"
    words = ("--proof", "easy", "--games", "40", "--processes", "1", "--json", str(file))
    assert "easy against random" in run(*words)
    monkeypatch.setattr(proof, "ROWS", (proof.Row("easy", "random", 1, 0.99),))
    with pytest.raises(CommandError, match="1 of 1 rows do not hold"):
        run(*words)
    row = json.loads(file.read_text())["rows"][0]
    assert row["at_least"] == 0.99 and row["holds"] is False and row["games"] == 40


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Name at least two different players"),
        (("easy",), "Name at least two different players"),
        (("easy", "easy"), "Name at least two different players"),
        (("easy", "superb"), "There is no player superb. Known are random, greedy, easy"),
        (("easy", "hard", "--seats", "9"), "sit 2 (all that are named) to 8, not 9"),
        (("easy", "hard", "normal", "--seats", "2"), "sit 3 (all that are named) to 8, not 2"),
        (("easy", "hard", "--games", "0"), "--games must be at least 1"),
        (("easy", "hard", "--processes", "-2"), "--processes must be at least 1"),
        (("easy", "hard", "--rules", "no such thing"), "neither a preset"),
        (("easy", "hard", "--rules", "mau-mau ace=high"), "ace=high"),
        (("easy", "hard", "--json", "/nowhere/at/all"), "/nowhere/at/all cannot be written"),
        (("--proof", "random"), "Nothing is promised for random"),
        (("--proof", "--rules", "classic"), "do not go with it"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_what_cannot_be_played_is_said(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(*words)
    assert told in str(refused.value)
