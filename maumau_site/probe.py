"""Asks something that may hang, and does not hang with it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from django.db import connections

T = TypeVar("T")


class Probe(Generic[T]):
    """Does `work` with the database in a thread of its own, with a fresh connection, for whoever asks.

    While it is at work everybody waits for that one answer, so threads do not pile up, however long it hangs.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._lock = Lock()
        self._asked: Event | None = None
        self._found: T | None = None

    def ask(self, within: float) -> T | None:
        """What the work returned; None if it failed or took longer than so many seconds."""
        with self._lock:
            if self._asked is None:
                self._asked = Event()
                Thread(target=self._run, args=(self._asked,), name="probe", daemon=True).start()
            asked = self._asked
        return self._found if asked.wait(within) else None

    def _run(self, asked: Event) -> None:
        try:
            self._found = self._work()
        except Exception:
            self._found = None  # whoever asked says so; who needs the database for play logs it
        finally:
            connections.close_all()
            self._asked = None
            asked.set()
