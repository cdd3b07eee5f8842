"""What the lab makes of sums: figures that hang together, and sentences that say no more than they show."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from content.lab import telling
from content.lab.figures import BARS, Figures, bars, figures, quantile
from content.lab.showing import lengths, places, rows
from game.simulate import rounds

PLAYERS = 3
BLANK = rounds.blank(PLAYERS)


def simulated(count: int = 400, rules: str = "mau-mau", players: int = PLAYERS) -> dict[str, Any]:
    return rounds.run({"rules": rules, "seats": players, "seed": 5, "first": 0, "rounds": count})


def made(wins: list[int], hard: int = 0, stopped: int = 0) -> Figures:
    """Figures of as many rounds of 20 turns as were won by somebody, and as many with one hard bot."""
    total = sum(wins)
    even = BLANK | {
        "rounds": total + stopped, "stopped": stopped, "turns": 20 * total, "wins": wins,
        "turns_hist": {"20": total},
    }  # fmt: skip
    mixed = BLANK | {"rounds": total, "wins": wins, "hard_wins": hard}
    return figures({"even": even, "mixed": mixed}, PLAYERS)


def test_figures_of_real_rounds_hang_together() -> None:
    sums = simulated()
    found = figures(sums, PLAYERS)
    assert found.played == 400 and found.stopped == 0
    assert sum(bar.share for bar in found.bars) == pytest.approx(1)
    assert found.bars[0].low <= found.low <= found.turns <= found.high <= found.bars[-1].high
    assert found.turns == sums["even"]["turns"] / 200
    assert found.each * PLAYERS == pytest.approx(found.turns)
    assert sum(place.share for place in found.places) == pytest.approx(1)
    assert all(place.low < place.share < place.high for place in found.places)
    assert found.hard and found.hard.share == sums["mixed"]["hard_wins"] / 200


def test_chunks_are_the_same_rounds() -> None:
    job = {"rules": "crazy-eights", "seats": 2, "seed": 9}
    parts = [rounds.run(job | {"first": first, "rounds": 20}) for first in (0, 20, 40)]
    whole = rounds.run(job | {"first": 0, "rounds": 60})
    assert rounds.add(rounds.add(parts[0], parts[1]), parts[2]) == whole


def test_where_a_part_of_the_rounds_lies() -> None:
    counts = {10: 50, 15: 0, 30: 50}
    assert [quantile(counts, part) for part in (0.25, 0.5, 0.75, 1.0)] == [12, 15, 32, 35]


def test_a_long_tail_is_one_bar() -> None:
    counts = {5: 60, 10: 30, 20: 9, 900: 1}
    found = bars(counts)
    assert len(found) <= BARS
    assert found[-1].high >= 904
    assert sum(bar.share for bar in found) == pytest.approx(1)
    spread = bars(dict.fromkeys(range(0, 500, 5), 1))
    assert len(spread) == BARS and sum(bar.share for bar in spread) == pytest.approx(1)
    assert len({bar.high - bar.low for bar in spread[:-1]}) == 1


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ([450, 300, 250], "has an advantage and wins 45% of the rounds instead of 33.3%"),
        ([250, 300, 450], "has a disadvantage and wins 25% of the rounds instead of 33.3%"),
        ([335, 333, 332], "No advantage can be measured"),
        ([20, 10, 5], "Too few rounds"),
    ],
)
def test_what_sitting_first_is_worth(wins: list[int], said: str) -> None:
    with override("en"):
        assert said in telling.sitting_first(made(wins))


@pytest.mark.parametrize(
    ("hard", "said"),
    [
        (340, "luck decides almost everything"),
        (400, "luck decides most of it"),
        (500, "the cards you get count too"),
        (700, "playing well counts for a lot"),
        (1000, "playing well counts for a lot"),
    ],
)
def test_how_much_luck(hard: int, said: str) -> None:
    with override("en"):
        assert said in telling.luck(made([400, 300, 300], hard))


def test_rounds_without_an_end_are_told() -> None:
    with override("en"):
        assert telling.endless(made([400, 300, 300])) == ""
        assert "2 rounds of 2,002 never ended" in telling.endless(made([400, 300, 300], stopped=2))
        with pytest.raises(ValueError, match="no round"):
            figures({"even": BLANK | {"rounds": 9, "stopped": 9}, "mixed": BLANK}, PLAYERS)


def test_compared_with_mau_mau() -> None:
    long, short = figures(simulated(), PLAYERS), made([400, 300, 300])
    with override("en"):
        assert "longer" in telling.beside(long._replace(turns=30.0), short)
        assert "shorter" in telling.beside(long._replace(turns=10.0), short)
        assert "about as long" in telling.beside(long._replace(turns=21.0), short)


def test_bars_stay_within_their_drawing() -> None:
    found = figures(simulated(), PLAYERS)
    with override("de"):
        drawn = [*(one.width for one in lengths(found.bars))]
        drawn += [width for one in places(found) for width in one[3:]]
        assert max(map(float, drawn)) == 100.0 and min(map(float, drawn)) >= 0
        assert [row.usual for row in rows(found, None)] == [""] * 6
        assert [row.usual for row in rows(found, found)] == [row.here for row in rows(found, found)]


def test_numbers_as_the_language_writes_them() -> None:
    for language, told in {"en": ["9.5", "12", "33.3%", "25%"], "de": ["9,5", "12", "33,3", "25"]}.items():
        with override(language):
            words = [
                telling.decimal(9.52),
                telling.decimal(12.3),
                telling.exactly(1 / 3),
                telling.exactly(0.25),
            ]
            assert all(word.startswith(start) for word, start in zip(words, told, strict=True)), words
    with override("en"):
        assert [telling.percent(share) for share in (0, 0.004, 0.005)] == ["0%", "under 1%", "1%"]
