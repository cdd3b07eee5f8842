"""The shared records, packed: what every engine must agree with, line by line."""

from __future__ import annotations

import json
import tarfile
from functools import lru_cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SETS = {"basic": 40, "full": 110}


@lru_cache(maxsize=2)
def unpacked(name: str) -> dict[str, bytes]:
    """File name -> content of one packed set."""
    with tarfile.open(HERE / f"{name}.tar.xz") as archive:
        found = {}
        for member in archive.getmembers():
            content = archive.extractfile(member)
            assert content is not None, member.name
            found[member.name] = content.read()
        return found


def expected(name: str, record: str) -> list[dict[str, Any]]:
    """The states that a record must show, one a line."""
    return [json.loads(line) for line in unpacked(name)[record + ".jsonl"].splitlines()]
