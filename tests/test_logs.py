"""A log line: an event for the operator, without what names somebody."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, OperationalError

from maumau_site import logs
from tests.server import ROOT

Record = logging.LogRecord

# -- one line -----------------------------------------------------------------------------------------------


def record(name: str, said: str, *args: Any, error: BaseException | None = None, **extra: Any) -> Record:
    """What logging makes of such a call."""
    info = (type(error), error, error.__traceback__) if error else None
    return logging.getLogger(name).makeRecord(name, logging.ERROR, __file__, 1, said, args, info, extra=extra)


def line_of(name: str, said: str, *args: Any, error: BaseException | None = None, **extra: Any) -> str:
    """The JSON line of such a call."""
    return logs.JsonLine().format(record(name, said, *args, error=error, **extra))


def failure(error: BaseException, cause: BaseException | None = None) -> BaseException:
    """The error as somebody raised it, with names in its variables."""
    canary = "Canary"
    try:
        raise error from cause
    except type(error) as raised:
        assert canary
        return raised


def test_a_line_has_fixed_keys_and_numbers_of_the_event() -> None:
    line = json.loads(line_of("game.writer", "slow commit", seconds=1.5, size=3, why="disk", who="Canary"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("ts"))
    assert line == {
        "level": "error", "logger": "game.writer", "message": "slow commit",
        "seconds": 1.5, "size": 3, "why": "disk",
    }  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "match 0123456789abcdef0123456789abcdef",
        "at 203.0.113.7:4711", "at [2001:db8::7]:80", "from 2001:db8::7",
        "cookie IkF8qGvRSZ2tmn0y3tRRJ9lAUb4xW8gcPZbVqOyhD5M", "Not Found: /de/lobby/join?code=CANARY",
        "got 'Canary'", 'got "Canary"', "GET /j/Canary", "one\nCanary's 'Canary'",
    ],
)  # fmt: skip
@pytest.mark.parametrize("logger", ["game.x", "django.request"])
def test_what_names_somebody_is_taken_out(logger: str, said: str) -> None:
    line = line_of(logger, "%s", said)
    for secret in ("0123456789abcdef" * 2, "203.0.113", "2001:db8", "IkF8", "CANARY", "'Canary'", "j/Canary"):
        assert secret not in line


def test_one_id_keeps_one_mark_so_that_its_lines_are_found_together() -> None:
    one, two = "0" * 32, "1" * 32
    marks = [json.loads(line_of("game.x", "match %s", match))["message"] for match in (one, one, two)]
    assert marks[0] == marks[1] != marks[2]


@pytest.mark.parametrize(
    "error",
    [
        failure(ValueError("Canary")),
        failure(KeyError("Canary"), cause=failure(TypeError("Canary"))),
        failure(IntegrityError("DETAIL: Key (name)=(Canary)"), cause=failure(OSError(2, "gone", "Canary"))),
        failure(UnicodeDecodeError("utf-8", b"Canary", 0, 1, "Canary")),
        failure(ExceptionGroup("Canary", [ValueError("Canary")])),
    ],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_an_error_is_its_type_and_its_place(error: BaseException) -> None:
    line = line_of("asyncio", f"Task exception was never retrieved\nfuture: {error!r}", error=error)
    assert "Canary" not in line
    trace = json.loads(line)["trace"]
    assert type(error).__name__ in trace[0]
    assert re.fullmatch(r"tests/test_logs\.py:\d+ failure", trace[1])
    if error.__cause__ is not None:
        assert any(place.startswith("caused by ") for place in trace)


def test_errors_of_the_machine_say_what_is_wrong() -> None:
    for error in (OperationalError("database is locked"), OSError(28, "No space left on device")):
        assert str(error).rpartition("] ")[2] in line_of("game.x", "no", error=failure(error))


@pytest.mark.parametrize(
    ("logger", "said", "left"),
    [
        ("daphne.server", "Exception inside application: Canary", "Exception inside application"),
        ("daphne.ws_protocol", "[Failure instance: Traceback: <class 'E'>: Canary\n/a.py:1:f\n", "Failure"),
        ("daphne.server", "Application instance <Task Canary> for <W uri=/de/Canary> took", "Application"),
        ("asyncio", "Exception in callback f('Canary')", "Exception in callback"),
        ("django.request", "Internal Server Error: /de/table/Canary/", "Internal Server Error"),
        ("websockets.server", "data transfer failed: b'Canary'", "data transfer failed"),
    ],
)  # fmt: skip
def test_libraries_say_only_what_is_always_the_same(logger: str, said: str, left: str) -> None:
    line = line_of(logger, said)
    assert "Canary" not in line and left in line


def test_a_traceback_in_a_message_keeps_its_places() -> None:
    try:
        raise ValueError("Canary")
    except ValueError:
        line = json.loads(line_of("daphne.http_protocol", traceback.format_exc()))
    assert line["trace"][-1] == "ValueError" and "test_logs.py" in line["trace"][0]
    assert "Canary" not in str(line)


def test_a_slip_in_a_log_call_is_a_line_all_the_same() -> None:
    assert json.loads(line_of("game.x", "%d tables", "Canary"))["message"] == "%d tables"


def test_plain_lines_say_the_same() -> None:
    event = record("game.x", "no", error=failure(ValueError("Canary")), n=3)
    first, *trace = logs.TextLine().format(event).splitlines()
    assert re.fullmatch(r"\S+Z ERROR game\.x: no n=3", first)
    assert trace[0] == "    ValueError" and trace[1].startswith("    tests/test_logs.py:")


def test_a_flood_is_a_few_lines_and_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    throttle = logs.Throttle()

    def at(line: int) -> Record:
        return Record("game.x", logging.ERROR, __file__, line, "no", (), None)

    assert [throttle.filter(at(1)) for _ in range(25)] == [True] * 10 + [False] * 15
    assert throttle.filter(at(2)), "another place has its own count"
    now[0] = 61.0
    later = at(1)
    assert throttle.filter(later)
    assert json.loads(logs.JsonLine().format(later))["not_shown"] == 15


def test_a_format_that_does_not_exist_is_refused_in_words() -> None:
    with pytest.raises(ImproperlyConfigured, match="MAUMAU_LOG=xml"):
        logs.config("xml", debug=False)


UNCAUGHT = """
import asyncio, threading, warnings
import django
django.setup()
from maumau_site import logs
logs.catch_all()

class Careless:
    def __del__(self):
        raise ValueError("Canary")

def fail(*_):
    raise ValueError("Canary")

async def main():
    asyncio.get_running_loop().call_soon(fail, "Canary")
    asyncio.get_running_loop().create_task(forgotten("Canary"))
    await asyncio.sleep(0)

async def forgotten(name):
    raise ValueError(name)

asyncio.run(main())
thread = threading.Thread(target=fail, name="Canary")
thread.start()
thread.join()
Careless()
warnings.warn("Canary")
fail()
"""


def test_what_nobody_catches_is_a_line_too(tmp_path: Path) -> None:
    env = os.environ | {
        "MAUMAU_DATA": str(tmp_path), "MAUMAU_LOG": "json", "DJANGO_SETTINGS_MODULE": "maumau_site.settings",
    }  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-c", UNCAUGHT], cwd=ROOT, env=env, capture_output=True, text=True
    )  # fmt: skip
    assert "Canary" not in ended.stdout + ended.stderr
    events = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [event["message"] for event in events].count("uncaught error") == 3
    assert {"asyncio", "py.warnings"} <= {event["logger"] for event in events}
    assert all(event["trace"][0] == "ValueError" for event in events if event["logger"] != "py.warnings")
