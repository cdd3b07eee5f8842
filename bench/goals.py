"""The goals, and how far the measured cases are from them."""

from __future__ import annotations

from collections.abc import Iterable

from bench.measured import Case

AT_LEAST = {
    ("json", "boardgame.io in memory"): 3.0, ("json", "boardgame.io FlatFile"): 10.0,
    ("json", "colyseus in memory"): 0.7,
    ("html", "boardgame.io in memory"): 2.0, ("html", "boardgame.io FlatFile"): 7.0,
    ("html", "colyseus in memory"): 0.5,
}  # fmt: skip
"""Acknowledged moves per second of server CPU, ours by theirs, under uvicorn on SQLite."""
OURS = "uvicorn, sqlite"


def report(cases: Iterable[Case]) -> str:
    """Lines of goal and figure; a case that was not measured is left out."""
    by_name = {case.name: case for case in cases if case.runs}
    lines = [*_ratios(by_name), *_paced(by_name), *_memory(by_name), *_crowds(by_name)]
    return "\n".join(["", f"{'goal':64}{'wanted':>10}{'measured':>10}", *lines])


def _line(what: str, wanted: str, got: float, form: str, reached: bool) -> str:
    return f"{what:64}{wanted:>10}{got:>10{form}}{'' if reached else '  missed'}"


def _ratios(cases: dict[str, Case]) -> Iterable[str]:
    for tables in (50, 100, 250):
        for (form, peer), least in AT_LEAST.items():
            own, other = (cases.get(f"{name}, {tables} tables") for name in (f"{OURS}, {form}", peer))
            if own and other:
                got = own.of("per_cpu") / other.of("per_cpu")
                what = f"moves/s, {form}, {tables} tables, by {peer}"
                yield _line(what, f">= {least:g}", got, ".2f", got >= least)


def _paced(cases: dict[str, Case]) -> Iterable[str]:
    other = cases.get("colyseus in memory, 250 tables, paced")
    for form in ("json", "html"):
        own = cases.get(f"{OURS}, {form}, 250 tables, paced")
        if own:
            got = own.of("view", 0)
            yield _line(f"low load, {form}: p50 of act to all four views, ms", "<= 3", got, ".2f", got <= 3)
            if other:
                ratio = got / other.of("view", 0)
                yield _line("  the same by colyseus", "<= 2.5", ratio, ".2f", ratio <= 2.5)


def _memory(cases: dict[str, Case]) -> Iterable[str]:
    for form in ("json", "html"):
        own = cases.get(f"{OURS}, {form}, 250 tables") or cases.get(f"{OURS}, {form}, 100 tables")
        if own:
            got = own.per_socket / 1024
            yield _line(f"memory per connection, {form}, KiB", "<= 40", got, ".1f", got <= 40)


def _crowds(cases: dict[str, Case]) -> Iterable[str]:
    for name, case in cases.items():
        if "idle" in name:
            held = min(run["open"] for run in case.runs) - case.sockets
            yield _line(f"{name}: dropped", "0", case.worst("drops") - held, ".0f", not held)
            size = case.per_socket / 1024
            yield _line("  memory per socket, KiB", "<= 64", size, ".1f", size <= 64)
        if "cut" in name:
            got = case.of("back")
            yield _line(f"{name}: seconds until all are exact", "<= 5", got, ".2f", got <= 5)
        if "spectators" in name:
            late, made = case.of("view", 1), case.worst("made") / max(1.0, case.worst("acks"))
            yield _line(f"{name}: p99, ms", "<= 300", late, ".0f", late <= 300)
            yield _line("  views made per move (public, four hands)", "<= 5", made, ".1f", made <= 5.5)
