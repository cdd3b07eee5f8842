"""Asks something that may hang, and does not hang with it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from django.db import connections

T = TypeVar("T")


class _Question(Generic[T]):
    """What was asked once, by everybody who came until it was answered."""

    def __init__(self) -> None:
        self.answered = Event()
        self.found: T | None = None


class Probe(Generic[T]):
    """Does `work` with the database in a thread of its own, with a connection of its own, for whoever asks.

    While it is at work everybody waits for that one answer, so threads do not pile up, however long it hangs.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._lock = Lock()
        self._open: _Question[T] | None = None

    def ask(self, within: float) -> T | None:
        """What the work returned; None if it failed or took longer than so many seconds."""
        with self._lock:
            question = self._open or self._begin()
        return question.found if question.answered.wait(within) else None

    def _begin(self) -> _Question[T]:
        self._open = question = _Question[T]()
        Thread(target=self._run, args=(question,), name="probe", daemon=True).start()
        return question

    def _run(self, question: _Question[T]) -> None:
        try:
            question.found = self._work()
        except Exception:
            question.found = None  # whoever asked says so; who needs the database for play logs it
        finally:
            connections.close_all()
            with self._lock:
                self._open = None
            question.answered.set()
