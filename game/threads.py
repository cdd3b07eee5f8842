"""Work that waits for the database, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import Error as DatabaseError
from django.db import connections

T = TypeVar("T")

_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="socket")


async def in_thread(work: Callable[..., T], *args: Any) -> T:
    """Run `work` where the database may be waited for."""
    return await asyncio.get_running_loop().run_in_executor(_pool, partial(_with_database, work, *args))


def _with_database(work: Callable[..., T], *args: Any) -> T:
    try:
        return work(*args)
    except DatabaseError:
        connections.close_all()  # the next call opens a good one
        raise
