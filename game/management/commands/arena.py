"""`manage.py arena NAME NAME …`: bots against bots, and how sure the figures are (docs/bots.md)."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.engine import RuleError, parse_code, parse_rules, rules_text
from game.engine.actions import MOST_SEATS
from game.simulate import arena, proof, told
from game.simulate.arena import PLAYERS, Contest, Score
from game.simulate.pool import cores, spread

CLOCKS = (time.perf_counter_ns, time.process_time_ns)
CHUNKS = 60
"""So many pieces a contest is cut into: the bar moves, and no process is left with much at the end."""
BAR = 30

EXAMPLES = """
examples:
  manage.py arena hard normal                                heads-up, 2,000 rounds of mau-mau
  manage.py arena master normal --seats 4                    one against three
  manage.py arena easy normal hard --rules tournament --match
  manage.py arena hard greedy --rules "crazy-eights ace=skip" --json figures.json
  manage.py arena --proof                                    what the strengths promise
  manage.py arena --proof hard normal                        only the promises of these two
"""


class Command(BaseCommand):
    """Results to `stdout`, the bar to `stderr` and only on a terminal."""

    help = "Let bots play against bots and tell how often each of them wins."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who plays, what, how often."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = EXAMPLES
        parser.add_argument("names", nargs="*", metavar="NAME", help=f"who plays: {', '.join(PLAYERS)}")
        parser.add_argument("--seats", type=int, help="so many at the table: the last name fills the seats")
        parser.add_argument("--rules", help="a preset, 'PRESET field=value …' or a code (mau-mau)")
        parser.add_argument("--games", type=int, default=proof.GAMES, help="how many (%(default)s)")
        parser.add_argument("--match", action="store_true", help="whole matches instead of one round each")
        parser.add_argument("--seed", type=int, default=1, help="the chance of everything (%(default)s)")
        parser.add_argument("--processes", type=int, default=cores(), help="at once (%(default)s, all cores)")
        parser.add_argument("--json", metavar="FILE", help="write the figures there too")
        parser.add_argument("--proof", action="store_true", help="play what the strengths promise")

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays, tells, writes."""
        for option in ("games", "processes"):
            if options[option] < 1:
                raise CommandError(f"--{option} must be at least 1.")
        self.processes: int = options["processes"]
        self.target = _writable(options["json"])
        found = self._proof(options) if options["proof"] else self._contest(options)
        if failed := [row for row in found.get("rows", []) if not row["holds"]]:
            raise CommandError(f"{len(failed)} of {len(found['rows'])} rows do not hold.")

    def _contest(self, options: dict[str, Any]) -> dict[str, Any]:
        sides = _sides(options["names"], options["seats"])
        contest = Contest(
            _rules(options["rules"] or proof.RULES),
            sides,
            options["games"],
            options["seed"],
            options["match"],
        )
        self.stdout.write(told.heading(contest))
        found = self._play(contest)
        self.stdout.write("\n".join(told.table(found, found["times"])))
        self._keep(found)
        return found

    def _proof(self, options: dict[str, Any]) -> dict[str, Any]:
        if options["rules"] or options["seats"] or options["match"]:
            raise CommandError(
                "--proof says itself what is played; --rules, --seats and --match do not go with it."
            )
        _known(options["names"])
        rows = [row for row in proof.ROWS if not options["names"] or row.strong in options["names"]]
        if not rows:
            raise CommandError(f"Nothing is promised for {' or '.join(options['names'])}.")
        told_rows: list[dict[str, Any]] = []
        self.stdout.write(
            f"{proof.RULES}, one round, {options['games']:,} games a row, seed {options['seed']}"
        )
        for row in rows:
            found = self._play(row.contest(options["games"], options["seed"]))
            self.stdout.write(told.row(row, found, found["times"]))
            told_rows.append({"at_least": row.share, "holds": told.holds(row, found), **found})
            self._keep({"rows": told_rows})  # after each row: the last ones take long
        return {"rows": told_rows}

    def _keep(self, found: dict[str, Any]) -> None:
        if self.target is not None:
            self.target.write_text(json.dumps(found, indent=1) + "\n")

    def _play(self, contest: Contest) -> dict[str, Any]:
        """All games, spread over the processes."""
        size = max(1, contest.games // CHUNKS)
        score = arena.blank(contest)
        begun = time.perf_counter()
        work = partial(arena.play, contest, clocks=CLOCKS)
        try:
            for part in spread(work, list(arena.chunks(contest, size)), self.processes):
                score.add(part)
                self._bar(contest, score, time.perf_counter() - begun)
        except KeyboardInterrupt:
            raise CommandError(f"Stopped after {score.games:,} of {contest.games:,} games.") from None
        return _json_ready(contest, score)

    def _bar(self, contest: Contest, score: Score, seconds: float) -> None:
        """How far it is; nothing is left of it at the end."""
        if not self.stderr.isatty():
            return
        share = score.games / contest.games
        left = seconds / share * (1 - share)
        text = f"{'#' * round(share * BAR):{BAR}} {score.games:,} of {contest.games:,}, {left:.0f} s left"
        end = "" if score.games < contest.games else "\r\x1b[K"
        self.stderr.write(f"\r\x1b[K{text}{end}", ending="")
        self.stderr.flush()


def _json_ready(contest: Contest, score: Score) -> dict[str, Any]:
    """All but `times` is the same whenever the same contest is played."""
    return {
        "rules": contest.rules, "names": list(contest.sides), "match": contest.match, "seed": contest.seed,
        **arena.figures(score), "times": arena.times(score),
    }  # fmt: skip


def _writable(name: str | None) -> Path | None:
    """Where the figures go; better told now than after hours of play."""
    if name is None:
        return None
    try:
        Path(name).open("a").close()
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}.") from None
    return Path(name)


def _known(names: list[str]) -> None:
    if unknown := [name for name in names if name not in PLAYERS]:
        raise CommandError(f"There is no player {unknown[0]}. Known are {', '.join(PLAYERS)}.")


def _sides(names: list[str], seats: int | None) -> tuple[str, ...]:
    """A name for each seat; one name alone plays against nobody."""
    _known(names)
    if len(set(names)) < 2:
        raise CommandError(f"Name at least two different players of {', '.join(PLAYERS)}.")
    count = len(names) if seats is None else seats
    if not len(names) <= count <= MOST_SEATS:
        raise CommandError(
            f"At one table sit {len(names)} (all that are named) to {MOST_SEATS}, not {count}."
        )
    return (*names, *[names[-1]] * (count - len(names)))


def _rules(text: str) -> str:
    """The rule set as its shortest text, from that or from a code."""
    try:
        return rules_text(parse_rules(text))
    except RuleError as error:
        if error.code != "unknown-preset":
            raise CommandError(f"These are no rules: {error}.") from None
    try:
        return rules_text(parse_code(text))
    except RuleError:
        raise CommandError(f"{text!r} is neither a preset (with field=value) nor a code.") from None
