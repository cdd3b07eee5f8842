"""One batch: transitions judged one after another from memory, and written in one transaction.

`UPDATE … WHERE` tells whether the row was still as remembered. Where memory would refuse an action, or
nothing is to be written, the row is asked first. Whatever goes wrong rolls the batch back, and each of its
transitions is judged again alone, by its row. Called by whoever holds `hub.writing` (`game.writer`).
"""

from __future__ import annotations

import logging
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, connections, transaction

from game import alarm, luck, metrics, store
from game.draft import Draft, Refused
from game.due import begins_at, schedule
from game.hub import hub, presence
from game.referee import judge
from game.snapshot import Snapshot, Transition
from game.store import Conflict, NoMatch, Written
from game.talk import ServiceError

ATTEMPTS = 10
AWAY_MS = 60_000
"""Who asked for a seat and is away longer gets none for now."""

log = logging.getLogger(__name__)


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
"""Is told the answer; None if the outcome is unknown or the match is gone."""


@dataclass(eq=False)
class Job:
    """One transition on its way, and what became of it: an answer or an error."""

    wanted: Transition
    now: int
    since: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    error: BaseException | None = None
    settled: bool = False
    hear: tuple[AbstractEventLoop, Hearer] | None = None

    def settle(self, answer: Answer | None, error: BaseException | None = None) -> None:
        """That is what became of it."""
        self.answer, self.error, self.settled = answer, error, True


@dataclass
class Batch:
    """What one transaction writes, and what is said once it is committed."""

    written: list[Written] = field(default_factory=list)
    answers: list[tuple[Job, Answer]] = field(default_factory=list)

    def publish(self) -> None:
        """Memory, then the announcement, then the ticker's alarm."""
        for one in self.written:
            store.remember(one.after)
        afters = [one.after for one in self.written]
        hub.announce_all([(one.after.topic, one.after.version) for one in self.written if one.moved])
        ahead = settings.THINK_AHEAD_MS
        dues = [(after.due_at, after.due_kind) for after in afters if after.due_at is not None]
        alarm.ring_at(min((begins_at(at, kind, ahead) for at, kind in dues), default=None))
        metrics.moves.inc(sum(one.after.version - one.before.version for one in self.written))


def together_or_alone(jobs: list[Job]) -> None:
    """Settle all of them."""
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
            alone(job)


def _together(jobs: list[Job]) -> None:
    batch = Batch()
    in_order = sorted(jobs, key=lambda job: job.wanted.match_id)  # stable: within a match as they came
    with transaction.atomic():
        if settings.CHANNEL_LAYERS:  # other processes write, too: better to ask first than to do it all twice
            store.refresh(list(dict.fromkeys(job.wanted.match_id for job in in_order)), lock=True)
        for match_id, group in groupby(in_order, key=lambda job: job.wanted.match_id):
            _judge_all(match_id, list(group), batch)
        store.write(batch.written)
    batch.publish()
    for job, answer in batch.answers:
        job.settle(answer)


def _judge_all(match_id: str, jobs: list[Job], batch: Batch) -> None:
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


def _judge_on(before: Snapshot, jobs: Iterable[Job]) -> list[tuple[Answer, Draft | None, bool]]:
    """Answer, draft and "was answered before" for each job, on top of `before` and of each other."""
    judged: list[tuple[Answer, Draft | None, bool]] = []
    latest = before
    for job in jobs:
        if judged and (draft := judged[-1][1]):
            latest = draft.after()
        done = latest.answered(job.wanted.seat, job.wanted.action_id)
        judged.append((*_judge(latest, job), False) if done is None else (Ack(done), None, True))
    return judged


def _judge(before: Snapshot, job: Job) -> tuple[Answer, Draft | None]:
    """The answer on top of `before`, and the draft if there is something to write."""
    draft = draft_of(before, job.now)
    try:
        judge(draft, job.wanted)
    except Refused as refusal:
        return Nack(refusal.code, before.version), None
    if not draft.changed:
        return Ack(before.version), None
    schedule(draft, settings.BOT_MS, luck.chance, settings.THINK_AHEAD_MS)
    return Ack(draft.sign(job.wanted.seat, job.wanted.action_id)), draft


def alone(job: Job) -> None:
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


def _by_the_row(job: Job) -> Answer:
    with transaction.atomic():
        before = store.current(job.wanted.match_id)
        known = _stored(job)
        if known is not None:
            return known
        answer, draft = _judge(before, job)
        if draft is not None:
            batch = Batch([Written(before, [draft], draft.after())])
            store.write(batch.written)
            transaction.on_commit(batch.publish)
    return answer


def _stored(job: Job) -> Ack | None:
    """The first answer to this action id, if it has one: a move that is long committed."""
    done = store.answered(job.wanted.match_id, job.wanted.seat, job.wanted.action_id)
    return None if done is None else Ack(done)


def _heal(error: Exception) -> None:
    """After an error of the database the next transaction begins with a fresh connection."""
    trouble = isinstance(error, DatabaseError) and not isinstance(error, IntegrityError)
    if trouble and not connection.in_atomic_block:
        connections.close_all()


def draft_of(before: Snapshot, now: int) -> Draft:
    """A draft on top of `before` that knows who is here and who asks for a seat."""

    def here(guest: int) -> bool:
        return presence.present(before.topic, str(guest), now)

    def wanting() -> list[tuple[int, str]]:
        """Those who went away meanwhile keep their wish for another pause."""
        asking = store.wanting(before.id)
        return [one for one in asking if presence.absent_ms(before.topic, [str(one[0])], now) < AWAY_MS]

    return Draft(before, now, luck.new_seed, here, wanting)
