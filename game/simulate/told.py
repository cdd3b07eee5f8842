"""Results of the arena as lines of text."""

from __future__ import annotations

from typing import Any

from game.simulate.arena import Contest
from game.simulate.proof import BUDGETS, Row

COLUMNS = ("", "seats", "won", "share", "95 %", "even", "points", "decision", "99 %", "work", "99 %")
WIDTHS = (10, 5, 8, 7, 13, 7, 7, 10, 10, 10, 10)


def heading(contest: Contest) -> str:
    """What is played."""
    what = "match" if contest.match else "round"
    who = " ".join(contest.sides)
    return f"{contest.rules}: {who}; {contest.games:,} games of one {what}, seed {contest.seed}"


def table(found: dict[str, Any], times: dict[str, dict[str, Any]]) -> list[str]:
    """One line for each side under a line of headings, and one for what was stopped."""
    lines = [_line(COLUMNS)]
    lines += [_line(_cells(name, side, times[name])) for name, side in found["sides"].items()]
    lines.append(f"{found['turns'] / max(1, found['rounds']):.1f} turns a round")
    if found["stopped"]:
        lines.append(f"{found['stopped']} games were stopped without a winner: they came to no end.")
    return lines


def row(asked: Row, found: dict[str, Any], times: dict[str, dict[str, Any]]) -> str:
    """One row of the proof: what was asked, what came of it, whether it holds."""
    side = found["sides"][asked.strong]
    name = f"{asked.strong} against {asked.others} {asked.weak}" if asked.others > 1 else (
        f"{asked.strong} against {asked.weak}"
    )  # fmt: skip
    line = (
        f"{name:26} at least {asked.share:4.0%}  {_percent(side['share'])} ({_between(side)})"
        f"  {'holds' if holds(asked, found) else 'FAILS'}"
    )
    budget = BUDGETS.get(1 + asked.others) if asked.strong == "master" else None
    if budget is None:
        return line
    took = times[asked.strong]
    within = took["wall_median"] <= budget[0] and took["wall_p99"] <= budget[1]
    return (
        f"{line}  {_time(took['wall_median'])}, 99 % {_time(took['wall_p99'])},"
        f" {'within' if within else 'OVER'} {budget[0] * 1e3:.0f}/{budget[1] * 1e3:.0f} ms"
    )


def holds(asked: Row, found: dict[str, Any]) -> bool:
    """Is the share of wins what the row asks for?"""
    return bool(found["sides"][asked.strong]["share"] >= asked.share)


def _line(cells: tuple[str, ...]) -> str:
    first, *rest = (
        cell.ljust(w) if n == 0 else cell.rjust(w)
        for n, (cell, w) in enumerate(zip(cells, WIDTHS, strict=True))
    )
    return "  ".join([first, *rest]).rstrip()


def _cells(name: str, side: dict[str, Any], took: dict[str, Any]) -> tuple[str, ...]:
    spans = [_time(took[key]) for key in ("wall_median", "wall_p99", "cpu_median", "cpu_p99")]
    return (
        name, str(side["seats"]), f"{side['wins']:,.6g}", _percent(side["share"]), _between(side),
        _percent(side["even"]), f"{side['points']:.2f}", *spans,
    )  # fmt: skip


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _between(side: dict[str, Any]) -> str:
    return f"{side['low'] * 100:.1f}–{side['high'] * 100:.1f} %"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"
