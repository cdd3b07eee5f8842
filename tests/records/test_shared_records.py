"""Every shared record, every line, compared exactly."""

import pytest

from game.engine import dump, load
from game.replay import last_state, replay
from tests.records.shared import SETS, expected, unpacked

RECORDS = [(name, f"{number:04}") for name, count in SETS.items() for number in range(count)]


@pytest.mark.parametrize("name", SETS)
def test_the_set_is_complete(name: str) -> None:
    assert len(unpacked(name)) == 2 * SETS[name]


@pytest.mark.parametrize(("name", "record"), RECORDS, ids=["/".join(pair) for pair in RECORDS])
def test_every_line_agrees(name: str, record: str) -> None:
    wanted = expected(name, record)
    found = 0
    for state, want in zip(replay(unpacked(name)[record + ".mau"]), wanted, strict=True):
        assert state == want
        found += 1
    assert found == len(wanted) > 0


@pytest.mark.parametrize(("name", "record"), RECORDS[::10], ids=["/".join(pair) for pair in RECORDS[::10]])
def test_the_last_state_survives_storing(name: str, record: str) -> None:
    state = last_state(unpacked(name)[record + ".mau"])
    assert state is not None
    stored = dump(state)
    assert dump(load(stored)) == stored
