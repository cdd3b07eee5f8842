"""docs/notation.md: its record plays, its examples run, its words are words."""

from __future__ import annotations

import doctest
import re

from game.engine import parse_action
from game.replay import replay
from tests.server import ROOT

FILE = ROOT / "docs/notation.md"
PAGE = FILE.read_text("utf-8")


def test_the_record_plays() -> None:
    record = re.findall(r"```mau\n(.*?)```", PAGE, re.S)[0]
    states = list(replay(record.encode()))
    assert [state["line"] for state in states] == [4, 5, 6, 7]


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(FILE), module_relative=False)
    assert failed == 0 and tried > 5


def test_the_words_are_read() -> None:
    table = PAGE.partition("## Words")[2].partition("##")[0]
    words = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\|(.*?)\|", table, re.M)))
    assert len(words) > 12
    for word in words:
        parse_action(word)
