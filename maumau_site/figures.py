"""What /metrics prints: what was counted (`game.metrics`), and what can be asked for at that moment."""

from __future__ import annotations

import time
from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from game import ticker, writer
from game.clock import steady_ms
from game.metrics import queue, registry
from game.models import Match
from lobby.models import Lobby
from maumau_site.probe import Probe

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
COUNT_EVERY_S = 10.0
COUNT_WITHIN_S = 1.0

Counts = dict[str, int]


def text() -> bytes:
    """All figures of this process in Prometheus' text format."""
    return generate_latest(registry)


def count_rows() -> tuple[Counts, Counts]:
    """Unfinished matches and open tables by status. Finished matches are many, and only history."""
    matches = Match.objects.filter(due_at__isnull=False).values_list("status").annotate(n=Count("pk"))
    lobbies = Lobby.objects.exclude(status=Lobby.Status.CLOSED).values_list("status").annotate(n=Count("pk"))
    return {"play": 0, "rest": 0} | dict(matches), {"open": 0, "playing": 0} | dict(lobbies)


class Rows(Collector):
    """Matches and tables by status, counted once in ten seconds; none while the database is silent."""

    def __init__(self) -> None:
        self._probe = Probe(count_rows)
        self._counted = -COUNT_EVERY_S
        self._counts: tuple[Counts, Counts] | None = None

    def collect(self) -> Iterator[Metric]:
        """The two figures."""
        if time.monotonic() - self._counted >= COUNT_EVERY_S:
            self._counts = self._probe.ask(COUNT_WITHIN_S)
            if self._counts is not None:
                self._counted = time.monotonic()
        if self._counts is not None:
            matches, tables = self._counts
            yield by_status("maumau_matches", "Unfinished matches (all processes).", matches)
            yield by_status("maumau_tables", "Tables that are open (all processes).", tables)

    def describe(self) -> list[Metric]:
        """Nothing: registering it must not ask the database."""
        return []


def by_status(name: str, says: str, counts: Counts) -> Metric:
    """One gauge with the label status."""
    gauge = GaugeMetricFamily(name, says, labels=["status"])
    for status, count in sorted(counts.items()):
        gauge.add_metric([status], count)
    return gauge


class TickerAge(Collector):
    """How long ago the ticker of this process has ticked; nothing if it runs in another one."""

    def collect(self) -> Iterator[Metric]:
        """The one figure."""
        last = ticker.last_tick_ms
        if settings.TICKER and last is not None:
            age = max(0, steady_ms() - last) / 1000
            yield GaugeMetricFamily("maumau_ticker_age_seconds", "Since the ticker's last round.", value=age)


registry.register(Rows())
registry.register(TickerAge())
queue.labels("writer").set_function(writer.waiting)
