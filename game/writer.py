"""Group commit: all transitions that wait are judged and written in one transaction (docs/no-move-lost.md).

`commit` is for threads, `commit_soon` for the event loop. Whoever holds `hub.writing` writes for all who
wait: a thread that comes to commit, or the one writer thread that serves the event loops. The order is
always commit, memory, announcement, answer.

A batch trusts memory: `UPDATE … WHERE` tells whether the row was still as remembered. Where memory would
refuse an action, or nothing is to be written, the row is asked first. Whatever goes wrong in a batch rolls
it back, and each of its transitions is judged again alone, by its row.
"""

from __future__ import annotations

import logging
import random
import secrets
import time
from asyncio import AbstractEventLoop, get_running_loop
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from threading import Event, Lock, Thread

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, connections, transaction

from game import alarm, metrics, store
from game.clock import now_ms
from game.draft import Draft, Refused
from game.due import schedule
from game.hub import hub, presence, writing
from game.referee import judge
from game.snapshot import Snapshot, Transition
from game.store import Conflict, NoMatch, Written
from game.talk import ServiceError

ATTEMPTS = 10
MOST_AT_ONCE = 256
"""Transitions in one transaction; more wait for the next one."""
SLOW_S = 1.0
"""A commit that takes longer is worth a line in the log."""
AWAY_MS = 60_000
"""Who asked for a seat and is away longer gets none for now."""

log = logging.getLogger(__name__)
chance: random.Random = random.SystemRandom()


def new_seed() -> bytes:
    """32 bytes nobody can know before."""
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class Ack:
    """Done, and committed, with version `v`."""

    v: int


@dataclass(frozen=True)
class Nack:
    """Nothing changed; the match is at version `v`."""

    code: str
    v: int


Answer = Ack | Nack
Hearer = Callable[[Answer | None], None]


@dataclass(eq=False)
class _Job:
    """One transition on its way, and what became of it: an answer or an error."""

    wanted: Transition
    now: int
    since: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    error: BaseException | None = None
    settled: bool = False
    hear: tuple[AbstractEventLoop, Hearer] | None = None

    def settle(self, answer: Answer | None, error: BaseException | None = None) -> None:
        self.answer, self.error, self.settled = answer, error, True


@dataclass
class _Batch:
    """What one transaction writes, and what is said once it is committed."""

    written: list[Written] = field(default_factory=list)
    answers: list[tuple[_Job, Answer]] = field(default_factory=list)

    def publish(self) -> None:
        """Memory, then the announcement, then the ticker's alarm."""
        for one in self.written:
            store.remember(one.after)
        afters = [one.after for one in self.written]
        hub.announce_all([(one.after.topic, one.after.version) for one in self.written if one.moved])
        alarm.ring_at(min((after.due_at for after in afters if after.due_at is not None), default=None))
        metrics.moves.inc(sum(one.after.version - one.before.version for one in self.written))


_waiting: deque[_Job] = deque()
_began: float | None = None
"""When the batch under way began, by the steady clock."""


# -- for threads ------------------------------------------------------------------------------------


def commit(wanted: Transition, now: int | None = None) -> Answer:
    """Judge and write one transition, with all that waits; an action id seen before gets its first answer.

    Raises NoMatch, and what the database raises: then nothing was acknowledged. Inside a transaction of the
    caller it is written at once and announced when that one commits.
    """
    job = _Job(wanted, now_ms() if now is None else now)
    _see_through([job])
    if job.error is not None:
        raise job.error
    assert job.answer is not None
    return job.answer


def commit_all(wanted: Sequence[Transition], now: int | None = None) -> list[Answer | None]:
    """Many transitions as one batch, answers in their order; None where one could not be done (it is logged
    unless its match is gone)."""
    moment = now_ms() if now is None else now
    jobs = [_Job(one, moment) for one in wanted]
    _see_through(jobs)
    for job in jobs:
        _log_failure(job)
    return [job.answer for job in jobs]


def _see_through(jobs: list[_Job]) -> None:
    if connection.in_atomic_block:
        with writing:
            for job in jobs:
                _alone(job)
        return
    _waiting.extend(jobs)
    with writing:
        while not all(job.settled for job in jobs):
            _write(_take())


def _take() -> list[_Job]:
    return [_waiting.popleft() for _ in range(min(len(_waiting), MOST_AT_ONCE))]


# -- for event loops --------------------------------------------------------------------------------


class _Thread:
    """The thread that writes for the event loops; it begins with the first job."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._bell = Event()
        self._stopping = False
        self._thread: Thread | None = None

    def ring(self) -> None:
        """There is something to write."""
        self._bell.set()
        if self._thread is None:
            self._start()

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._stopping = False
                self._thread = Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end and give the database connection back."""
        with self._lock:
            thread, self._stopping = self._thread, True
            self._bell.set()
            if thread is not None:
                thread.join()
            self._thread = None

    def _run(self) -> None:
        while not (self._stopping and not _waiting):
            self._bell.wait()
            self._bell.clear()
            while _waiting:
                with writing:
                    _write(_take())
        connections.close_all()


_thread = _Thread()
stop = _thread.stop


def commit_soon(wanted: Transition, answer: Hearer) -> None:
    """From an event loop: `answer` is called there once it is known and committed, with the next batch.

    It gets None if the outcome is unknown or the match is gone; then nothing may be acknowledged.
    """
    _waiting.append(_Job(wanted, now_ms(), hear=(get_running_loop(), answer)))
    _thread.ring()


def waiting() -> int:
    """How many transitions wait for their transaction."""
    return len(_waiting)


def oldest_wait() -> float:
    """Seconds since what waits longest has come, or the batch under way has begun; 0 if there is neither."""
    waits = [_began] if _began is not None else []
    with suppress(IndexError):
        waits.append(_waiting[0].since)
    return time.monotonic() - min(waits) if waits else 0.0


def drain(seconds: float) -> bool:
    """Wait until nothing waits any more and nobody writes; False if that took longer."""
    end = time.monotonic() + seconds
    while _waiting and time.monotonic() < end:
        _thread.ring()
        time.sleep(0.01)
    if not writing.acquire(timeout=max(0.0, end - time.monotonic())):
        return False
    writing.release()
    return not _waiting


# -- one batch --------------------------------------------------------------------------------------


def _write(jobs: list[_Job]) -> None:
    """Judge and write these jobs, together if that goes well, else one by one; then tell the event loops."""
    global _began
    if not jobs:
        return
    metrics.batch_size.observe(len(jobs))
    _began = time.monotonic()
    try:
        _together_or_alone(jobs)
    finally:
        taken, _began = time.monotonic() - _began, None
        for job in jobs:
            if not job.settled:  # an interrupt: nobody may wait for ever
                job.settle(None, ServiceError("busy"))
    metrics.commit_seconds.observe(taken)
    if taken > SLOW_S:
        log.warning("slow commit", extra={"seconds": round(taken, 2), "size": len(jobs)})
    _tell(job for job in jobs if job.hear)


def _together_or_alone(jobs: list[_Job]) -> None:
    try:
        _together(jobs)
    except Exception as error:
        if not isinstance(error, (Conflict, NoMatch, IntegrityError)):
            metrics.commit_failures.inc()
            log.warning("a batch is written one by one: %s", type(error).__name__)
        _heal(error)
        for job in jobs:
            store.forget(job.wanted.match_id)
        for job in jobs:
            _alone(job)


def _together(jobs: list[_Job]) -> None:
    batch = _Batch()
    with transaction.atomic():
        in_order = sorted(jobs, key=lambda job: job.wanted.match_id)  # stable: within a match as they came
        for match_id, group in groupby(in_order, key=lambda job: job.wanted.match_id):
            _judge_all(match_id, list(group), batch)
        store.write(batch.written)
    batch.publish()
    for job, answer in batch.answers:
        job.settle(answer)


def _judge_all(match_id: str, jobs: list[_Job], batch: _Batch) -> None:
    """One match's transitions, one after another, each on what the one before left."""
    before = store.kept(match_id) or store.current(match_id)
    judged = _judge_on(before, jobs)
    if any(draft is None and not known for _, draft, known in judged):
        fresh = store.current(match_id)
        if fresh is not before:  # memory was behind
            before, judged = fresh, _judge_on(fresh, jobs)
    for job, (answer, draft, known) in zip(jobs, judged, strict=True):
        stored = None if draft or known else _stored(job)
        batch.answers.append((job, stored or answer))
    drafts = [draft for _, draft, _ in judged if draft]
    if drafts:
        batch.written.append(Written(before, drafts, drafts[-1].after()))


def _judge_on(before: Snapshot, jobs: Iterable[_Job]) -> list[tuple[Answer, Draft | None, bool]]:
    """Answer, draft and "was answered before" for each job, on top of `before` and of each other."""
    judged: list[tuple[Answer, Draft | None, bool]] = []
    latest = before
    for job in jobs:
        if judged and (draft := judged[-1][1]):
            latest = draft.after()
        done = latest.answered(job.wanted.seat, job.wanted.action_id)
        judged.append((*_judge(latest, job), False) if done is None else (Ack(done), None, True))
    return judged


def _judge(before: Snapshot, job: _Job) -> tuple[Answer, Draft | None]:
    """The answer on top of `before`, and the draft if there is something to write."""
    draft = draft_of(before, job.now)
    try:
        judge(draft, job.wanted)
    except Refused as refusal:
        return Nack(refusal.code, before.version), None
    if not draft.changed:
        return Ack(before.version), None
    schedule(draft, settings.BOT_MS, chance)
    return Ack(draft.sign(job.wanted.seat, job.wanted.action_id)), draft


def _alone(job: _Job) -> None:
    """One job in a transaction of its own, judged by its row; tried again while others are faster."""
    for _ in range(ATTEMPTS):
        try:
            job.settle(_by_the_row(job))
            return
        except (Conflict, IntegrityError):  # another process was faster: read again, judge again
            store.forget(job.wanted.match_id)
        except Exception as error:
            store.forget(job.wanted.match_id)
            _heal(error)
            job.settle(None, error)
            return
    job.settle(None, ServiceError("busy"))


def _by_the_row(job: _Job) -> Answer:
    with transaction.atomic():
        before = store.current(job.wanted.match_id)
        known = _stored(job)
        if known is not None:
            return known
        answer, draft = _judge(before, job)
        if draft is not None:
            batch = _Batch([Written(before, [draft], draft.after())])
            store.write(batch.written)
            transaction.on_commit(batch.publish)
    return answer


def _stored(job: _Job) -> Ack | None:
    """The first answer to this action id, if it has one: a move that is long committed."""
    done = store.answered(job.wanted.match_id, job.wanted.seat, job.wanted.action_id)
    return None if done is None else Ack(done)


def _heal(error: Exception) -> None:
    """After an error of the database the next transaction begins with a fresh connection."""
    trouble = isinstance(error, DatabaseError) and not isinstance(error, IntegrityError)
    if trouble and not connection.in_atomic_block:
        connections.close_all()


def _tell(jobs: Iterable[_Job]) -> None:
    """Hand the answers to the event loops they are for, each with one wake-up."""
    by_loop: dict[AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        assert job.hear is not None
        _log_failure(job)
        by_loop.setdefault(job.hear[0], []).append(job)
    for loop, answered in by_loop.items():
        try:
            loop.call_soon_threadsafe(partial(_hear, answered))
        except RuntimeError:  # the loop has ended, and its clients will ask again
            continue


def _hear(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.hear is not None:
            job.hear[1](job.answer)


def _log_failure(job: _Job) -> None:
    if job.error is not None and not isinstance(job.error, NoMatch):
        log.error("a transition could not be written", exc_info=job.error)


def draft_of(before: Snapshot, now: int) -> Draft:
    """A draft on top of `before` that knows who is here and who asks for a seat."""

    def here(guest: int) -> bool:
        return presence.present(before.topic, str(guest), now)

    def wanting() -> list[tuple[int, str]]:
        """Those who went away meanwhile keep their wish for another pause."""
        asking = store.wanting(before.id)
        return [one for one in asking if presence.absent_ms(before.topic, [str(one[0])], now) < AWAY_MS]

    return Draft(before, now, new_seed, here, wanting)
