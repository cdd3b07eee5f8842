"""`manage.py replay FILE [--json]`: plays a record and says what it holds, or which line is wrong."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game import engine
from game.replay import RecordError, last_state, replay


class Command(BaseCommand):
    """Writes to its own `stdout`; every error is a CommandError `FILE:LINE: what is wrong`."""

    help = "Play through a record of a match and check it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, and --json for one object a line."""
        parser.add_argument("file", help="a record, see docs/engine.md")
        parser.add_argument("--json", action="store_true", help="print the full state after every action")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads the file once and prints."""
        name = options["file"]
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            raise CommandError(f"{name}:1: {error.strerror or error}") from None
        try:
            if options["json"]:
                for state in replay(data):
                    self.stdout.write(json.dumps(state))
            else:
                self.stdout.write(summary(last_state(data)))
        except RecordError as error:
            raise CommandError(f"{name}:{error.line}: {error.what}") from None


def summary(state: engine.State | None) -> str:
    """The match in a few lines: rules, rounds, each seat's points and wins, how it ended."""
    if state is None:
        return "No match: the record names no seats."
    ended = engine.outcome(state)
    how = f"over ({ended.reason})" if ended else "not finished"
    lines = [f"{engine.rules_text(state.rules)}: round {state.round_no}, {how}"]
    for seat, place in enumerate(engine.places(state)):
        points, wins = state.scores[seat], state.wins[seat]
        lines.append(
            f"  seat {seat} {state.seats[seat].name}: place {place or '-'}, {points} points, {wins} wins"
        )
    return "\n".join(lines)
