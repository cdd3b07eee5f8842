"""Sums for those who ask what rules are like: chunks add up, and the figures are about what they say."""

from __future__ import annotations

import json
from functools import reduce
from typing import Any

import pytest

from game.engine import RuleError
from game.simulate import rounds
from game.simulate.rounds import add, run

JOB = {"rules": "mau-mau", "seats": 3, "seed": 5, "rounds": 60}


def test_chunks_add_up_in_any_order() -> None:
    parts = [run(JOB | {"first": first, "rounds": 15}) for first in (30, 0, 45, 15)]
    whole = run(JOB)
    assert reduce(add, parts) == whole == json.loads(json.dumps(whole))
    assert run(JOB | {"seed": 6}) != whole


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_round_is_counted_once_everywhere(seats: int) -> None:
    found = run(JOB | {"seats": seats, "rounds": 40})
    assert [found[name]["rounds"] for name in ("even", "mixed")] == [20, 20]
    for sums in found.values():
        finished = sums["rounds"] - sums["stopped"]
        assert sum(sums["wins"]) == sum(sums["turns_hist"].values()) == finished
        assert len(sums["wins"]) == seats
        assert sums["renewed"] <= sums["renewals"] and sums["turns"] <= sums["words"]
        assert sums["turns"] ** 2 <= sums["turns_sq"] * finished
    mixed, even = found["mixed"], found["even"]
    assert sum(mixed["hard_at"]) == mixed["rounds"] and sum(even["hard_at"]) == 0
    assert mixed["hard_wins"] == sum(mixed["hard_wins_by_place"]) <= mixed["rounds"]


def test_a_round_that_does_not_end_counts_as_stopped_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MOST_STEPS", 3)
    sums: dict[str, Any] = run(JOB | {"rounds": 2})["even"]
    assert (sums["rounds"], sums["stopped"]) == (1, 1)
    assert not any(sums["wins"]) and sums["turns"] == 0


def test_hard_among_easy_ones_wins_more_than_its_share() -> None:
    mixed = run(JOB | {"rounds": 300})["mixed"]
    assert mixed["hard_wins"] > 0.45 * mixed["rounds"]


def test_a_bad_job_is_refused() -> None:
    with pytest.raises(RuleError):
        run(JOB | {"rules": "no such thing"})
    with pytest.raises(Exception, match="seats-number"):
        run(JOB | {"seats": 9})
