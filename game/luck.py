"""Where chance comes from: the only source of seeds and of bots' thinking times. Tests put their own here."""

from __future__ import annotations

import random
import secrets

chance: random.Random = random.SystemRandom()


def new_seed() -> bytes:
    """32 bytes nobody can know before."""
    return secrets.token_bytes(32)
