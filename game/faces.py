"""The bots as people know them: a name each, and a face of its own that goes with it (`static/faces.svg`)."""

from __future__ import annotations

import re

BOT_NAMES = ("Ada", "Bruno", "Cleo", "Deniz", "Emil", "Fatou", "Goran", "Hana")
"""In the order they come to a table; so many as a table has places. Short, easy to say in both languages."""

FACES = tuple(name.lower() for name in BOT_NAMES)
"""The drawings, by the ids they have behind `f-`."""

STAND_IN_FACE = "bot"
"""Who plays for a person is nobody of its own: the sign of a bot, under that person's name."""

_NUMBER = re.compile(r" \(\d+\)$")


def face_of(name: str) -> str:
    """The face of the bot that is called so; "Ada (2)" looks like Ada. Bots of other names (from old matches)
    have one of the same faces, always the same one."""
    first = _NUMBER.sub("", name).lower()
    return first if first in FACES else FACES[sum(map(ord, first)) % len(FACES)]
