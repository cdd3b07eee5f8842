"""One worker process, seen from the server: started when it is needed, killed when it hangs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Timer

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-ES", "-m", "game.thinking.worker")
"""-S: without site-packages, so that a worker could not import Django if it wanted to."""
KEPT = ("PATH", "LANG", "TZ", "SYSTEMROOT")
"""Of the environment; the rest holds keys and passwords that are none of a worker's business."""


class Lost(Exception):
    """The worker died or hung; `why` says which. The next question starts a new one."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Worker:
    """A process that answers one line with one line. Used by one thread; any other may `close` it."""

    def __init__(self, nice: int, command: Sequence[str] = COMMAND) -> None:
        self._command = (*command, str(nice))
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ask(self, line: bytes, limit_s: float) -> bytes:
        """The answer to `line`; waits for it `limit_s` at most. Raises Lost, and OSError if none starts."""
        process = self._running()
        if self._closed:  # while it was started
            self.end()
            raise Lost("died")
        assert process.stdin is not None and process.stdout is not None
        late = Event()
        watchdog = Timer(limit_s, _kill, (process, late))
        watchdog.daemon = True
        watchdog.start()
        try:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = b""
        finally:
            watchdog.cancel()
        if not answer.endswith(b"\n"):
            self.end()
            raise Lost("hung" if late.is_set() else "died")
        return answer

    def end(self) -> None:
        """Kill it, if it runs, and take note of its end: it holds nothing that could be lost."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """End it for good; what it is asked from now on, or just now, gets no answer."""
        self._closed = True
        self.end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                self._command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, env={key: os.environ[key] for key in KEPT if key in os.environ},
            )  # fmt: skip
        return self._process


def _kill(process: subprocess.Popen[bytes], late: Event) -> None:
    late.set()
    process.kill()
