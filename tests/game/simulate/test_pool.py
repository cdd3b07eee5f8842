"""Processes that compute for somebody end with him, also in the middle of a long job."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import hear_interrupts

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 120
LONG = """
import time
from game.simulate.pool import spread
for _ in spread(time.sleep, [0, 0, 3600, 3600], 2):
    print("done", flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left(how: signal.Signals) -> None:
    """All of them write to one pipe, so it has an end when the last of them is gone."""
    asked = subprocess.Popen(
        [sys.executable, "-c", LONG],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=hear_interrupts,
    )
    assert asked.stdout is not None
    assert [asked.stdout.readline() for _ in range(2)] == [b"done\n", b"done\n"]
    asked.send_signal(how)
    asked.communicate(timeout=PATIENCE_S)
    assert asked.returncode
