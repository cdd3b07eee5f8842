"""Answers for whoever watches the server: is it alive, is it ready?"""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from game import ticker
from game.clock import now_ms

TICK_WITHIN_MS = 3000


@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """The database answers and the ticker has ticked within 3 s; otherwise 503 and what is wrong."""
    checks = {"database": database_answers(), "ticker": ticker_ticks()}
    return JsonResponse(checks, status=200 if all(checks.values()) else 503)


def database_answers() -> bool:
    """Whether a query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def ticker_ticks() -> bool:
    """Whether the ticker of this process is alive, or is not meant to run."""
    last = ticker.last_tick_ms
    return not settings.TICKER or (last is not None and now_ms() - last <= TICK_WITHIN_MS)
