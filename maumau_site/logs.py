"""Log lines for the operator: JSON or plain, one event a line, no word about who played (docs/watching.md).

Every line of the process goes through `Line`: those of Django, of the server and of asyncio too.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import orjson
from django.core.exceptions import ImproperlyConfigured

from game import metrics
from maumau_site import scrub

FORMATS = ("text", "json")
WORDS = frozenset({"database", "kind", "layer", "server", "signal", "version", "what", "why"})
"""Keys whose text may be printed: words of the code. Of other `extra` keys only numbers and yes/no are."""
AT_ONCE = 10
"""Lines of one place in the code that are printed within `WINDOW_S`; the rest is counted."""
WINDOW_S = 60.0

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "not_shown"}


# -- one line ---------------------------------------------------------------------------------------------


class Line(logging.Formatter):
    """What both formats have in common: an event as a dict of fixed keys."""

    def event(self, record: logging.LogRecord) -> dict[str, Any]:
        """`ts`, `level`, `logger`, `message`, numbers of the event, `trace`; all scrubbed."""
        text = said(record)
        message = scrub.own(text) if scrub.ours(record.name) else scrub.foreign(text)
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "ts": when.replace("+00:00", "Z"), "level": record.levelname.lower(), "logger": record.name,
            "message": message, **further(record),
        }  # fmt: skip
        error = record.exc_info[1] if record.exc_info else None
        trace = scrub.trace(error) if error else scrub.printed_trace(text)
        return line | {"trace": trace} if trace else line


class JsonLine(Line):
    """One JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The event as JSON; keys in a fixed order."""
        return orjson.dumps(self.event(record)).decode()


class TextLine(Line):
    """`time LEVEL logger: message key=value`, a trace indented below."""

    def format(self, record: logging.LogRecord) -> str:
        """The event for a reader."""
        event = self.event(record)
        head = f"{event.pop('ts')} {event.pop('level').upper()} {event.pop('logger')}: {event.pop('message')}"
        trace = event.pop("trace", [])
        return "\n    ".join([" ".join([head, *(f"{key}={value}" for key, value in event.items())]), *trace])


def said(record: logging.LogRecord) -> str:
    """The message; a template alone if its arguments do not fit."""
    try:
        return record.getMessage()
    except Exception:  # a slip in a log call must not become a second error
        return str(record.msg)


def further(record: logging.LogRecord) -> dict[str, Any]:
    """What the code added by `extra`, as far as it can name nobody."""
    added = {key: value for key, value in vars(record).items() if key not in _USUAL}
    kept = {
        key: value
        for key, value in added.items()
        if isinstance(value, int | float) or (key in WORDS and isinstance(value, str))
    }
    if not_shown := getattr(record, "not_shown", 0):
        kept["not_shown"] = not_shown
    return kept


class Throttle(logging.Filter):
    """A flood of errors must not become a flood of lines: so many of one place a minute, then only a count.

    The first line of a place after that carries `not_shown`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._places: dict[tuple[str, str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is printed; counts it in any case."""
        metrics.log_lines.labels(record.levelname.lower()).inc()
        place = (record.name, record.pathname, record.lineno)
        now = time.monotonic()
        with self._lock:
            since, count = self._places.get(place, (now, 0))
            if now - since >= WINDOW_S:
                record.not_shown = max(0, count - AT_ONCE)
                since, count = now, 0
            self._places[place] = since, count + 1
        return count < AT_ONCE


# -- the settings -----------------------------------------------------------------------------------------


def config(wish: str, *, debug: bool) -> dict[str, Any]:
    """Django's LOGGING. `wish`: text, json, or "" for text on a terminal and JSON elsewhere.

    Ours from INFO, the rest from WARNING: at INFO uvicorn prints addresses and paths. Lines of Django about
    single requests start at ERROR, those about strange hosts and forms of megabytes are scanners', all day.
    """
    kind = wish or ("text" if sys.stderr.isatty() else "json")
    if kind not in FORMATS:
        raise ImproperlyConfigured(f"MAUMAU_LOG={wish}: say text or json.")
    servers = {name: {"handlers": [], "level": "WARNING", "propagate": True} for name in
               ("uvicorn", "uvicorn.error", "uvicorn.access", "daphne", "websockets")}  # fmt: skip
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"text": {"()": TextLine}, "json": {"()": JsonLine}},
        "filters": {"throttle": {"()": Throttle}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": kind, "filters": ["throttle"]}
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": servers | {
            **{name: {"level": "INFO"} for name in scrub.OURS},
            "django": {"handlers": ["console"], "level": "INFO" if debug else "WARNING", "propagate": False},
            "django.request": {"level": "WARNING" if debug else "ERROR"},
            "django.security": {"level": "WARNING" if debug else "CRITICAL"},
            "django.db.backends": {"level": "WARNING"},
        },
    }  # fmt: skip


# -- what Python prints past logging ----------------------------------------------------------------------

log = logging.getLogger(__name__)


def catch_all() -> None:
    """From now on errors that nobody caught, and warnings, are log lines as well. For server processes."""
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda args: _uncaught(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: _uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def _uncaught(
    kind: type[BaseException], error: BaseException | None, where: TracebackType | None
) -> None:
    if issubclass(kind, SystemExit):
        return
    if error is None:
        log.error("uncaught error", extra={"what": kind.__name__})
    else:
        log.error("uncaught error", exc_info=(kind, error, where))
