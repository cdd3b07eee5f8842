"""The whole way of a move on the real server: `./dev bench server`.

Starts the site on one core and the load generator on another, seats tables of four through the public API
and lets them play random legal moves: saturated (one move under way per table, the next as soon as all four
have the view) or paced (one move per table and second). Prints acknowledged durable moves per second of the
server's processor time and by the clock, p50/p99 from `act` until all four have the view and until the ack.
`--table` measures everything, other game servers included, and prints it beside the goals (docs/bench.md).
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import orjson

from bench import goals, others
from bench.machine import about, cores
from bench.measured import Case, row
from bench.sites import Setting, fsync_microseconds, measure
from tests.services.private import missing

OFF = {"turn_seconds": "off"}
Work = Callable[[], Case]


def played(options: argparse.Namespace, setting: Setting, tables: int, form: str, pace: float) -> Work:
    """Tables at play."""
    name = f"{setting}, {form}, {tables} tables" + (", paced" if pace else "")
    return lambda: measure(
        name, setting, tables=tables, form=form, pace=pace, runs=options.runs, seconds=options.seconds
    )


def spectators(setting: Setting, watchers: int, runs: int, seconds: float) -> Work:
    """One match that many watch, one move a second; a move is done when the last of them has it."""
    name = f"{setting}, html, {watchers} spectators of one match"
    counted = Setting(setting.server, setting.database, setting.processes, metrics=True)
    plan: dict[str, Any] = {"tables": 1, "form": "html", "pace": 1.0, "watchers": watchers, "metrics": True}
    return lambda: measure(name, counted, **plan, runs=runs, seconds=seconds)


def cut(setting: Setting, sockets: int, runs: int) -> Work:
    """All sockets reset at once while moves are under way."""
    name = f"{setting}, html, {sockets} sockets cut at once"
    return lambda: measure(
        name, setting, tables=sockets // 4, form="html", pace=1.0, cut=True, runs=runs, seconds=1.0
    )


def idle(setting: Setting, sockets: int, minutes: float) -> Work:
    """Sockets that are held and do nothing but ping."""
    name = f"{setting}, html, {sockets} idle sockets, {minutes:g} minutes"
    return lambda: measure(
        name, setting, tables=sockets // 4, form="html", idle=True, runs=1, seconds=minutes * 60, rules=OFF,
        patience=300.0,
    )  # fmt: skip


def peers(options: argparse.Namespace, tables: int, pace: float = 0.0, only: str = "") -> list[Work]:
    """The other servers."""

    def one(name: str) -> Work:
        return lambda: others.measure(name, tables, pace, options.runs, options.seconds)

    return [one(name) for name in others.NAMES if only in ("", name)]


def table(options: argparse.Namespace) -> list[Work]:
    """Every row of the goals, other servers beside ours so that a busy moment hits both."""
    uvicorn, full = Setting(), not options.quick
    works: list[Work] = []
    for tables in (100, 250) if full else (100,):
        works += peers(options, tables) if options.peers else []
        works += [played(options, uvicorn, tables, form, 0.0) for form in ("json", "html")]
    works += peers(options, 250, 1.0, "colyseus in memory") if options.peers else []
    works += [played(options, uvicorn, 250, form, 1.0) for form in ("json", "html")]
    works.append(played(options, Setting("daphne"), 100, "json", 0.0))
    if not missing():
        works.append(played(options, Setting(database="postgres"), 100, "json", 0.0))
        works.append(played(options, Setting(database="postgres", processes=2), 100, "json", 0.0))
    works.append(spectators(uvicorn, 2000, options.runs, 10.0 if full else 4.0))
    works.append(cut(uvicorn, 1000, options.runs))
    works.append(idle(uvicorn, 5000 if full else 1000, 10.0 if full else 0.5))
    return works


def chosen(options: argparse.Namespace) -> list[Work]:
    """What the command line asks for."""
    setting = Setting(options.server, options.db, options.processes)
    if options.table:
        return table(options)
    if options.spectators:
        return [spectators(setting, options.spectators, options.runs, options.seconds)]
    if options.cut:
        return [cut(setting, options.cut, options.runs)]
    if options.idle:
        return [idle(setting, options.idle, options.minutes)]
    pace = 1.0 if options.paced else 0.0
    own = played(options, setting, options.tables, options.format, pace)
    return [own, *(peers(options, options.tables, pace) if options.peers else [])]


def asked(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    args = argparse.ArgumentParser(prog="./dev bench server", description="Full tables on the real server.")
    args.add_argument("--tables", type=int, default=50, help="tables of four (50)")
    args.add_argument("--format", choices=("json", "html"), default="json")
    args.add_argument("--paced", action="store_true", help="one move per table and second, not as many as go")
    args.add_argument("--runs", type=int, default=5, help="figures are medians of so many (5)")
    args.add_argument("--seconds", type=float, default=4.0, help="length of a run (4)")
    args.add_argument("--db", choices=("sqlite", "postgres"), default="sqlite")
    args.add_argument("--server", choices=("uvicorn", "daphne"), default="uvicorn")
    args.add_argument("--processes", type=int, choices=(1, 2), default=1, help="2: with postgres, and Redis")
    args.add_argument("--spectators", type=int, default=0, metavar="N", help="N watch one match")
    args.add_argument("--cut", type=int, default=0, metavar="N", help="N sockets are cut at once")
    args.add_argument("--idle", type=int, default=0, metavar="N", help="N sockets are held for --minutes")
    args.add_argument("--minutes", type=float, default=10.0)
    args.add_argument("--peers", action="store_true", help="other game servers, too (npm installs them)")
    args.add_argument("--table", action="store_true", help="everything, beside the goals (25 minutes)")
    args.add_argument("--quick", action="store_true", help="with --table: fewer and shorter runs (5 minutes)")
    args.add_argument("--json", type=Path, metavar="FILE", help="all figures of all runs")
    options = args.parse_args(words)
    if options.processes > 1 and options.db == "sqlite":
        args.error("two processes need --db postgres")
    if options.table:
        options.peers = True
    if options.quick:
        options.runs, options.seconds = min(options.runs, 3), min(options.seconds, 2.0)
    return options


def head(options: argparse.Namespace) -> None:
    """What the figures mean nothing without."""
    server, load = cores()
    print(f"machine   {about()}, load {os.getloadavg()[0]:.1f}; one fsync {fsync_microseconds():,.0f} µs")
    where = "all on the only core" if server is None else f"server on core {server}, load generator on {load}"
    print(f"pinned    {where}; medians of {options.runs} runs of {options.seconds:g} s (smallest-largest)")
    print("figures   acknowledged moves per second of server CPU, per second by the clock; p50/p99")


def main() -> None:
    """Measures and prints, a line as soon as there is one."""
    signal.signal(signal.SIGTERM, _terminated)
    options = asked()
    head(options)
    if options.peers and (why := others.install()):
        print(f"Other servers are left out: {why}.")
        options.peers = False
    cases: list[Case] = []
    try:
        for work in chosen(options):
            cases.append(work())
            print(row(cases[-1]), flush=True)
    except KeyboardInterrupt:
        sys.exit("Interrupted; all that was started has ended.")
    if options.table or options.peers:
        print(goals.report(cases))
    if options.json:
        plain = {"machine": about(), "cases": [case.plain() for case in cases]}
        options.json.write_bytes(orjson.dumps(plain, option=orjson.OPT_INDENT_2))


def _terminated(number: int, frame: FrameType | None) -> None:
    """Like Ctrl-C: what was started is ended."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
