"""Answers for whoever watches the server: alive, ready, and how busy (docs/watching.md)."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_deny
from django.views.decorators.http import require_safe

from game import relay, thinking, ticker, writer
from game.clock import steady_ms
from game.models import Heartbeat
from maumau_site import figures
from maumau_site.probe import Probe

TICK_WITHIN_MS = 3000
DATABASE_WITHIN_S = 1.0
COMMIT_WITHIN_S = 5.0

log = logging.getLogger(__name__)

View = Callable[[HttpRequest], HttpResponseBase]


class Watching:
    """The middleware that gives these answers, before anything asks for the Host header.

    A load balancer and Prometheus ask by address, and no answer here depends on the site's name.
    """

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = VIEWS.get(request.path_info)
        if view is None or (view is metrics and not settings.METRICS):
            return self.get_response(request)
        return never_cache(xframe_options_deny(require_safe(view)))(request)


def alive(request: HttpRequest) -> HttpResponse:
    """/healthz: the process and its event loop answer."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(request: HttpRequest) -> JsonResponse:
    """/readyz: 200 if each of `CHECKS` is well, otherwise 503; each by name. `thinking` is only mentioned:
    without it masters play like hard and hints have to wait, which is no reason to send nobody here."""
    checks = {name: check() for name, check in CHECKS.items()}
    tell([name for name, well in checks.items() if not well])
    answer = JsonResponse(checks | {"thinking": thinking.well()}, status=200 if all(checks.values()) else 503)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # else Django logs an error for each 503
    return answer


def metrics(request: HttpRequest) -> HttpResponse:
    """/metrics in Prometheus' text format; with MAUMAU_METRICS_TOKEN only for who knows it."""
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    given = request.headers.get("Authorization", "").encode()
    if settings.METRICS_TOKEN and not hmac.compare_digest(wanted, given):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(figures.text(), content_type=figures.CONTENT_TYPE)


_unwell: list[str] = []


def tell(unwell: list[str]) -> None:
    """A log line when the parts that are not well become others."""
    global _unwell
    if unwell and unwell != _unwell:
        log.error("not ready", extra={"what": " ".join(unwell)})
    elif _unwell and not unwell:
        log.warning("ready again")
    _unwell = unwell


VIEWS: dict[str, View] = {"/healthz": alive, "/readyz": ready, "/metrics": metrics}


# -- what /readyz asks --------------------------------------------------------------------------------------


def read_a_row() -> bool:
    """Reads. An open SQLite file can be read long after it was deleted, so that is looked at."""
    file = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and file.is_absolute():
        file.stat()  # connecting would make a new, empty one
    Heartbeat.objects.exists()
    return True


probe = Probe(read_a_row)


def database_answers() -> bool:
    """Whether a query comes back within a second."""
    return probe.ask(DATABASE_WITHIN_S) is True


def ticker_ticks() -> bool:
    """Whether the ticker of this process is alive, or is not meant to run."""
    last = ticker.last_tick_ms
    return not settings.TICKER or (last is not None and steady_ms() - last <= TICK_WITHIN_MS)


def writer_writes() -> bool:
    """Whether no move has been waiting for its commit for 5 s."""
    return writer.oldest_wait() <= COMMIT_WITHIN_S


CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_answers, "layer": relay.answers, "ticker": ticker_ticks, "writer": writer_writes,
}  # fmt: skip
