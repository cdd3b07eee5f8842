"""The example for programs plays a whole match against the real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT, serving


@pytest.mark.parametrize("preset", ["mau-mau", "first-lesson"])
def test_the_example_plays_a_match_to_its_end(preset: str, tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        played = subprocess.run(
            [sys.executable, "docs/examples/random_bot.py", site.url, "--preset", preset],
            cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
        )
    assert played.returncode == 0, played.stderr
    assert len(played.stdout.splitlines()) == 3
    assert played.stdout.startswith("1. ")


def test_the_example_is_short() -> None:
    assert len((ROOT / "docs/examples/random_bot.py").read_text().splitlines()) <= 80
