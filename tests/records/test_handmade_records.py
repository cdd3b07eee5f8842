"""Records written by hand for what the shared ones lack: comings and goings, decks, new stocks, ends, fair.

Each `.mau` says in its comments why; its `.json` has, line by line, what was reasoned from RULES.md: the keys
that follow from it, not the whole state. The whole state is then compared with the oracle's.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.replay import last_state, replay
from tests.oracle.record import play_record

RECORDS = sorted((Path(__file__).parent / "handmade").glob("*.mau"))
NAMES = [path.stem for path in RECORDS]


@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_it_goes_as_reasoned(record: Path) -> None:
    wanted = [json.loads(line) for line in record.with_suffix(".json").read_text("utf-8").splitlines()]
    shown = {state["line"]: state for state in replay(record.read_bytes())}
    assert wanted
    for want in wanted:
        assert {key: shown[want["line"]][key] for key in want} == want


@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_a_second_reading_of_the_rules_agrees_in_every_line(record: Path) -> None:
    assert list(replay(record.read_bytes())) == list(play_record(record.read_text("utf-8")))


def test_they_hold_what_the_shared_records_lack() -> None:
    lines = [line for record in RECORDS for line in record.read_text("utf-8").splitlines()]
    words = {word for line in lines if line[:1] != "#" for word in line.split()[:2]}
    assert {"leave", "join", "bot", "human", "reshuffle", "end", "fair"} <= words
    assert any(" deck=" in line for line in lines)


def test_names_are_read() -> None:
    state = last_state((RECORDS[0].parent / "joining.mau").read_bytes())
    assert state is not None
    assert [seat.name for seat in state.seats] == ["Anna", "Ben", "Zoë B"]
    assert [seat.bot for seat in state.seats] == [None, "hard", None]
