"""The lab's work, one row a question: who asks the same gets the same row, and one process works on it.

A row that is worked on is leased for a while. Each chunk of rounds that is done is kept with the row, so
whoever takes it next goes on from there.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from content.lab.questions import ROUNDS, YARDSTICK, Question, version
from content.models import LabRun

LEASE_MS = 20_000
"""Whoever works renews it all the time; after a restart nobody waits longer for the next to take over."""
QUEUE = 8
"""Runs that may wait or be worked on at a time."""
KEPT = 1_000
"""Answers that are kept; the oldest give way."""
MOST_FAILURES = 3
DAY_MS = 24 * 3600 * 1000
BUDGET_MS = 180_000
"""After so much work a run ends with the rounds there are."""


class Full(Exception):
    """As many runs wait as may."""


def find(asked: Question) -> LabRun | None:
    """The run of a question, if anybody has asked it."""
    return LabRun.objects.filter(**asked._asdict()).first()


def ensure(asked: Question, now: int, most: int = QUEUE) -> LabRun:
    """The run of a question, a new one in the queue if there is none yet or it went wrong. Raises Full."""
    with transaction.atomic():
        known = find(asked)
        if known and not is_failed(known):
            return known
        if _waiting().count() >= most:
            raise Full
        LabRun.objects.filter(**asked._asdict(), rounds=0).exclude(finished=None).update(
            asked=now, finished=None, failures=0
        )
        return LabRun.objects.get_or_create(**asked._asdict(), defaults={"asked": now})[0]


def is_failed(run: LabRun) -> bool:
    """Whether it ended without a round to tell of."""
    return run.finished is not None and not run.rounds


def before(run: LabRun) -> int:
    """How many runs have their turn before this one."""
    earlier = Q(asked__lt=run.asked) | Q(asked=run.asked, pk__lt=run.pk)
    return int(_waiting().filter(earlier).count())


def idle(now: int) -> bool:
    """Whether runs wait and nobody works."""
    waiting = _waiting()
    return waiting.exists() and not waiting.filter(claimed_until__gt=now).exists()


def take(now: int) -> LabRun | None:
    """Lease the first run of the queue; None if none waits, or somebody works on one."""
    with transaction.atomic():
        first = _waiting().order_by("asked", "pk").first()
        if first is None or _waiting().filter(claimed_until__gt=now).exists():
            return None
        claim = {"claim": secrets.token_hex(8), "claimed_until": now + LEASE_MS}
        got = _waiting().filter(pk=first.pk, claimed_until__lte=now).update(**claim)
    return LabRun.objects.get(pk=first.pk) if got else None


def renew(run: LabRun, now: int) -> bool:
    """The lease goes on; False if somebody else has it by now."""
    return bool(_mine(run).update(claimed_until=now + LEASE_MS))


def keep(run: LabRun, sums: dict[str, Any], rounds: int, spent: int, now: int) -> bool:
    """What a run has come to: `rounds` played in `spent` ms of work. False if somebody else has the lease."""
    run.sums, run.rounds, run.spent = sums, rounds, spent
    over = rounds >= ROUNDS or spent >= BUDGET_MS
    run.finished = now if over else None
    done = {"sums": sums, "rounds": rounds, "spent": spent, "finished": run.finished, "failures": 0}
    kept = _mine(run).update(**done, claimed_until=0 if over else now + LEASE_MS)
    if kept and over:
        prune(now)
    return bool(kept)


def failed(run: LabRun, now: int) -> None:
    """A chunk went wrong; after a few times in a row the run ends with the rounds there are."""
    _mine(run).update(failures=F("failures") + 1, claimed_until=0)
    LabRun.objects.filter(pk=run.pk, failures__gte=MOST_FAILURES).update(finished=now)


def prune(now: int) -> None:
    """Only so many answers are kept, beside those all others are compared with, and nothing that waits for
    bots of another day."""
    stale = LabRun.objects.exclude(version=version())
    stale.filter(finished=None, asked__lt=now - DAY_MS).delete()
    done = LabRun.objects.filter(finished__isnull=False).exclude(version=version(), rules=YARDSTICK)
    old = list(done.order_by("-finished", "-pk").values_list("pk", flat=True)[KEPT:])
    LabRun.objects.filter(pk__in=old).delete()


def _waiting() -> Any:
    """Runs by today's bots that are not finished; a process with other bots leaves them alone."""
    return LabRun.objects.filter(finished__isnull=True, version=version())


def _mine(run: LabRun) -> Any:
    return _waiting().filter(pk=run.pk, claim=run.claim)
