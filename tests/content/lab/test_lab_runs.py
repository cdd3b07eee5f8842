"""The lab's queue: a question is asked once, one process works on it, and nothing lies about for good."""

from __future__ import annotations

import pytest

from content.lab import runs
from content.lab.questions import ROUNDS, USUAL, Question, question
from content.models import LabRun
from game.engine import PRESETS, RuleSet, parse_rules

NOW = 1_800_000_000_000
SUMS: dict[str, dict[str, int]] = {"even": {}, "mixed": {}}


def asked(players: int = 4, rules: RuleSet = PRESETS["mau-mau"]) -> Question:
    return question(rules, players)


def test_rules_that_play_a_round_alike_are_one_question() -> None:
    same = "mau-mau match_end=limit:100 turn_seconds=off late_join=on leavers=removed six=stack"
    assert asked(rules=parse_rules(same)) == asked()
    assert asked(rules=parse_rules("mau-mau seven=off")) != asked()
    assert asked(players=5) != asked()
    for preset in PRESETS.values():
        assert parse_rules(asked(rules=preset).rules).pack == preset.pack
    with pytest.raises(ValueError, match="9"):
        question(RuleSet(), 9)


def test_the_longest_rules_find_room() -> None:
    other = {
        "wish_rank": "none",
        "pack": "french52",
        "second_pack_from": "2",
        "combos": "on",
        "mau": "challenge",
    }
    longest = RuleSet().with_values(other | {"hand_size": "7", "six": "stack", "reverse_rank": "K"})
    room = LabRun._meta.get_field("rules").max_length
    every = sum(len(f" {name}={value}") for name, value in longest.values().items())
    assert every + 3 * len(longest.values()) < (room or 0)


def test_asked_again_it_is_the_same_run() -> None:
    first = runs.ensure(asked(), NOW)
    assert runs.ensure(asked(), NOW + 5).pk == first.pk
    assert runs.find(asked()) == first and runs.find(asked(5)) is None


def test_a_full_queue_takes_no_more_but_what_it_knows() -> None:
    for players in range(2, 9):
        runs.ensure(asked(players), NOW, most=7)
    with pytest.raises(runs.Full):
        runs.ensure(asked(rules=PRESETS["classic"]), NOW, most=7)
    assert runs.ensure(asked(3), NOW, most=7).players == 3


def test_one_at_a_time_and_the_oldest_first() -> None:
    first, second = runs.ensure(asked(2), NOW), runs.ensure(asked(3), NOW)
    assert (runs.before(first), runs.before(second)) == (0, 1)
    taken = runs.take(NOW)
    assert taken == first and not runs.idle(NOW)
    assert runs.take(NOW) is None
    assert runs.keep(first_of(taken), SUMS, ROUNDS, 5, NOW)
    assert runs.idle(NOW) and runs.take(NOW) == second


def first_of(run: LabRun | None) -> LabRun:
    assert run is not None
    return run


def test_after_a_restart_it_goes_on_where_it_was() -> None:
    runs.ensure(asked(), NOW)
    lost = first_of(runs.take(NOW))
    assert runs.keep(lost, SUMS, 300, 5_000, NOW)
    later = NOW + runs.LEASE_MS
    assert not runs.idle(later - 1) and runs.idle(later)
    taken = first_of(runs.take(later))
    assert (taken.rounds, taken.spent, taken.sums) == (300, 5_000, SUMS)
    assert not runs.keep(lost, SUMS, 350, 6_000, later) and not runs.renew(lost, later)
    assert runs.renew(taken, later)
    assert LabRun.objects.get().rounds == 300


def test_a_run_that_takes_too_long_ends_with_what_there_is() -> None:
    runs.ensure(asked(), NOW)
    slow = first_of(runs.take(NOW))
    assert runs.keep(slow, SUMS, 50, runs.BUDGET_MS, NOW)
    assert first_of(runs.find(asked())).finished == NOW
    assert runs.take(NOW) is None


def test_what_fails_again_and_again_ends_and_may_be_asked_anew() -> None:
    runs.ensure(asked(), NOW)
    for _ in range(runs.MOST_FAILURES):
        runs.failed(first_of(runs.take(NOW)), NOW)
    broken = first_of(runs.find(asked()))
    assert runs.is_failed(broken) and runs.take(NOW) is None
    again = runs.ensure(asked(), NOW + 9)
    assert again.pk == broken.pk
    assert first_of(runs.take(NOW + 9)).failures == 0


def test_what_other_bots_began_is_left_to_them_and_given_up_after_a_day() -> None:
    theirs = asked()._replace(version="another")
    begun = LabRun.objects.create(**theirs._asdict(), asked=NOW, rounds=500)
    assert not runs.idle(NOW) and runs.take(NOW) is None
    mine = runs.ensure(asked(), NOW)
    assert runs.before(mine) == 0
    for now, left in ((NOW + 5, True), (NOW + runs.DAY_MS + 5, False)):
        runs.ensure(asked(), now)
        runs.prune(now)
        assert LabRun.objects.filter(pk=begun.pk).exists() == left


def test_only_so_many_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "KEPT", 3)
    for at, players in enumerate(range(2, 8)):
        runs.ensure(asked(players, PRESETS["tournament"]), NOW + at)
        assert runs.keep(first_of(runs.take(NOW + at)), SUMS, ROUNDS, 1, NOW + at)
    waiting = runs.ensure(asked(8), NOW)
    assert set(LabRun.objects.values_list("players", flat=True)) == {5, 6, 7, waiting.players}


def test_what_all_others_are_compared_with_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "KEPT", 1)
    for at, rules in enumerate((USUAL, PRESETS["tournament"], PRESETS["five-wins"])):
        runs.ensure(question(rules, 3), NOW + at)
        assert runs.keep(first_of(runs.take(NOW + at)), SUMS, ROUNDS, 1, NOW + at)
    assert runs.find(question(USUAL, 3)) and runs.find(question(PRESETS["five-wins"], 3))
    assert runs.find(question(PRESETS["tournament"], 3)) is None
