"""`manage.py replay FILE [--json]`: plays a record and says what it holds, or which line is wrong."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError

from game import engine
from game.replay import RecordError, last_state, read, replay


class Command(BaseCommand):
    """Writes to its own `stdout`; every error is one line `FILE:LINE: what is wrong`, and exit code 1."""

    help = "Play through a record of a match and check it."
    requires_system_checks: list[str] = []
    in_shell = False

    def run_from_argv(self, argv: list[str]) -> None:
        """As Django starts it from a shell."""
        self.in_shell = True
        super().run_from_argv(argv)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, and --json for one object a line."""
        parser.add_argument("file", help="a record, see docs/engine.md")
        parser.add_argument("--json", action="store_true", help="print the full state after every action")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads the file once and prints."""
        name = options["file"]
        try:
            self._print(read(Path(name)), options["json"])
        except RecordError as error:
            self._fail(f"{name}:{error.line}: {error.what}")
        except BrokenPipeError:  # whoever reads has seen enough
            sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - for the last flush
        except (OSError, ValueError) as error:
            self._fail(f"{name}:1: {getattr(error, 'strerror', None) or error}")

    def _print(self, data: bytes, as_json: bool) -> None:
        if not as_json:
            self.stdout.write(summary(last_state(data)))
            return
        for state in replay(data):
            self.stdout.write(json.dumps(state))

    def _fail(self, text: str) -> NoReturn:
        """In a shell the line stands alone on standard error; called from Python it is a CommandError."""
        if not self.in_shell:
            raise CommandError(text)
        self.stderr.write(text)
        sys.exit(1)


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
