"""What the machine says: processor time and memory of processes, cores, load. Linux only (/proc)."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path

PROC = Path("/proc")
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def family(root: int) -> list[int]:
    """The process and all that descend from it, as far as they live."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit() and (stat := _stat(int(entry.name))):
            children.setdefault(int(stat[1]), []).append(int(entry.name))
    found, queue = [], [root]
    while queue:
        pid = queue.pop()
        found.append(pid)
        queue += children.get(pid, [])
    return found


def cpu_seconds(roots: Iterable[int]) -> float:
    """User and system time of these processes and their descendants, those that ended there included."""
    ticks = 0
    for root in roots:
        for pid in family(root):
            stat = _stat(pid)
            ticks += sum(int(stat[i]) for i in (11, 12, 13, 14)) if stat else 0
    return ticks / _TICK


def resident(roots: Iterable[int]) -> int:
    """Bytes in memory that are these processes' own or shared."""
    return sum(_status(pid, "VmRSS") for root in roots for pid in family(root)) * 1024


def pin(pid: int, core: int | None) -> None:
    """Keeps a process and its threads and children on one core (None: leaves it alone)."""
    if core is None or not hasattr(os, "sched_setaffinity"):
        return
    for one in family(pid):
        for task in (PROC / str(one) / "task").iterdir():
            os.sched_setaffinity(int(task.name), {core})


def cores() -> tuple[int | None, int | None]:
    """One core for the server and one for everything else; None where there is only one."""
    if not hasattr(os, "sched_getaffinity") or len(allowed := sorted(os.sched_getaffinity(0))) < 2:
        return None, None
    return allowed[0], allowed[1]


def about() -> str:
    """Processor, cores, Python: what a figure means nothing without."""
    lines = (PROC / "cpuinfo").read_text().splitlines() if (PROC / "cpuinfo").exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "")
    return f"{model or platform.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which `share` of a sorted list lies; nan for an empty one."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def median(values: Iterable[float | None]) -> float:
    """The median; nan for nothing (JSON says null for nan)."""
    kept = [value for value in values if value is not None and value == value]
    return statistics.median(kept) if kept else float("nan")


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, [] if it has ended."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _status(pid: int, name: str) -> int:
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name + ":")), 0)
