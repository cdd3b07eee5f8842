"""What the lab is asked: rules as far as a single round knows them, a number of players, today's bots."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import game
from game.engine import FIELDS, PRESETS, RuleSet, is_inert, rules_text

FEWEST, MOST = 2, 8
ROUNDS = 2_000
"""So many rounds tell a share to about two percent."""
OF_A_MATCH = ("match_end", "late_join", "leavers", "turn_seconds")
"""Fields that no single round among bots knows."""
PLAYED_BY = ("engine", "bots", "simulate")
"""The packages of `game` that decide how a round goes."""


class Question(NamedTuple):
    """One simulation. Questions that are equal have the same answer."""

    rules: str
    players: int
    version: str

    @property
    def seed(self) -> int:
        """The chance of its rounds, the same whenever they are played."""
        asked = f"{self.rules}|{self.players}|{self.version}"
        return int.from_bytes(hashlib.blake2b(asked.encode(), digest_size=6).digest())


def question(rules: RuleSet, players: int) -> Question:
    """What is asked about `rules` for 2 to 8 players; ValueError for other numbers."""
    if not FEWEST <= players <= MOST:
        raise ValueError(players)
    return Question(rules_text(of_one_round(rules)), players, version())


@lru_cache(maxsize=512)
def of_one_round(rules: RuleSet) -> RuleSet:
    """The same rules for a round by itself: what has no effect there is as usual."""
    idle = [name for name in FIELDS if name in OF_A_MATCH or is_inert(rules, name)]
    return rules.with_values({name: FIELDS[name][0] for name in idle})



USUAL = PRESETS["mau-mau"]
YARDSTICK = rules_text(of_one_round(USUAL))
"""The rules all others are compared with, as a question has them."""


@cache
def version() -> str:
    """The mark of today's bots and rules: another one whenever their source is another."""
    folder = Path(game.__file__).parent
    seen = hashlib.blake2b(digest_size=6)
    for path in sorted(path for part in PLAYED_BY for path in (folder / part).rglob("*.py")):
        seen.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return seen.hexdigest()
