"""How long a bot seems to think tells nothing: with the same chance it is the same whatever anybody holds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from game import engine
from game.draft import Draft
from game.due import schedule
from game.engine import RuleSet, State, parse_rules
from game.models import Guest, Match
from game.snapshot import Snapshot
from tests.game.conftest import NOW, Opener
from tests.game.hidden import dealt_anew
from tests.game.in_memory import Match as InMemory

THINK_MS = (800, 2_500)
RULES = (
    "mau-mau match_end=rounds:3", "classic match_end=rounds:1", "double-52 match_end=rounds:1 jump_in=on",
    "mau-mau mau=challenge second_pack_from=2 jump_in=on", "tournament draw=three match_end=rounds:1",
    "mau-mau ace=again after_draw=end play_on=on",
)  # fmt: skip


def versions(rules: RuleSet, seed: int) -> Iterator[tuple[Snapshot, Snapshot]]:
    """A match of two people and three bots, each version with the one before it."""
    before = None
    for match in InMemory(rules, people=2, bots=3, seed=seed).snapshots():
        if before is not None and match.version > before.version:
            yield before, match
        before = match


def times(before: Snapshot, match: Snapshot, state: State, ahead_ms: int) -> tuple[object, ...]:
    """What would be due if `state` were the one that this version led to."""
    draft = Draft(before, NOW, lambda: bytes(32), lambda guest: True, list)
    draft.state, draft.status = state, match.status
    draft.steps = list(match.trail[-(match.version - before.version) :])
    schedule(draft, THINK_MS, random.Random(before.version), ahead_ms)
    return draft.due_at, draft.due_kind, draft.ref["think"], draft.ref["window"], draft.ref["jump"]


@pytest.mark.parametrize("ahead_ms", [0, 700])
@pytest.mark.parametrize("rules", RULES)
def test_whatever_anybody_holds(rules: str, ahead_ms: int) -> None:
    """After every word of whole matches, also between drawing a card and laying it or not."""
    rng, kinds, drawn = random.Random(1), set(), 0
    for before, match in versions(parse_rules(rules), 7):
        if match.status != "play" or match.state.phase != "play":
            continue
        truly = times(before, match, engine.copy(match.state), ahead_ms)
        for _ in range(3):
            assert times(before, match, dealt_anew(match.state, rng), ahead_ms) == truly, match.version
        kinds.add(truly[1])
        drawn += truly[1] in ("bot", "master") and match.trail[-1].kind == "d"
    assert "bot" in kinds and drawn, kinds


def test_a_bot_takes_its_time_for_every_word() -> None:
    """A second word in its turn takes as long as a first one."""
    second = 0
    for number, rules in enumerate(RULES):
        for before, match in versions(parse_rules(rules), number):
            turn = match.state.turn
            if match.status != "play" or turn is None or match.trail[-1].seat != turn:
                continue
            if match.state.seats[turn].bot:
                think = times(before, match, match.state, 0)[2]
                assert isinstance(think, dict)
                assert NOW + THINK_MS[0] <= think["until"] <= NOW + THINK_MS[1]
                second += match.trail[-1].kind == "d"
    assert second > 20, "few bots have drawn and thought again"


@pytest.mark.parametrize(
    ("how", "fast"), [("plays", False), ("out", True), ("gone", True), ("stand-in", False)]
)
def test_nobody_waits_for_bots_alone(
    how: str, fast: bool, alice: Guest, bob: Guest, open_table: Opener, settings: object
) -> None:
    """Bots hurry once every human is out of the round or gone, not before: who is away may come back."""
    settings.BOT_MS = THINK_MS  # type: ignore[attr-defined]
    table = open_table(
        alice, bob, "easy", "easy", rules="mau-mau play_on=on mau=off seven=off eight=off ace=off"
    )
    table.lay_out(["7H 9H KD", "8C QC TC", "7C 9C KC", "7D 9D TD"], "TH", turn=1)
    table.act(alice, "leave")
    if how == "out":
        table.lay_out(["7H 9H KD", "TC", "7C 9C KC", "7D 9D QD"], "TH", turn=1)
        table.act(bob, "p TC")
    elif how == "gone":
        table.act(bob, "leave")
    elif how == "stand-in":
        for _ in range(2):
            table.lay_out(["7H 9H KD", "8C QC TC", "7C 9C KC", "7D 9D QD"], "TH", turn=1)
            Match.objects.filter(pk=table.id).update(due_at=table.now, due_kind="turn")
            table.tick()
        assert table.match.ref["seats"][1]["stand_in"]
    else:
        table.act(bob, "d")
        table.act(bob, "-")
    assert table.match.state.seats[table.turn or 0].bot
    due = table.row.due_at
    assert due is not None and (due <= table.now) == fast, (due, table.now)
