"""Pure functions over all cores: fresh processes that know nothing but what they are given."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def cores() -> int:
    """How many processes can compute at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[Job], Done], jobs: Sequence[Job], processes: int) -> Iterator[Done]:
    """`work` done on each job, results in the order they are ready; `work` must be importable by name.

    With one process everything happens in this one. What a job raises is raised here, and the rest is left.
    """
    if processes <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    fresh, others = multiprocessing.get_context("spawn"), set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(processes, len(jobs)), fresh, initializer=_begin)
    try:
        for ready in as_completed([pool.submit(work, job) for job in jobs]):
            yield ready.result()
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.kill()  # a job may take long, and nobody wants its answer any more
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is for the process that asked; when that one ends, however it happens, so do we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os._exit(1)
