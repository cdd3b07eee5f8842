"""Tables where just the cards lie that a test needs: real matches, the seed searched for with the engine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from game.engine import Seat, State, apply, deal, legal_words, new_match, parse_action, parse_rules
from game.engine.state import OVER
from tests.server import Server

MOST_SEEDS = 5_000
MOST_WORDS = 60
SCRIPT = Path(__file__).with_name("set_table.py")

Wanted = Callable[[State], bool]
Choice = Callable[[State], str]


@dataclass
class Scene:
    """The match of `rules` that begins with `seed`; after `words` (seat, word) stands what was wanted."""

    rules: str
    seed: bytes
    state: State
    words: list[tuple[int, str]] = field(default_factory=list)


def dealt(rules: str, wanted: Wanted, seats: int = 2) -> Scene:
    """The first seed after whose deal `wanted` holds; always the same one."""
    for number in range(MOST_SEEDS):
        scene = begin(rules, number, seats)
        if wanted(scene.state):
            return scene
    raise AssertionError("no seed deals what was wanted")


def played(
    rules: str, wanted: Wanted, seats: int = 2, choose: Choice | None = None, most: int = MOST_WORDS
) -> Scene:
    """The first seed whose play comes to what is `wanted`.

    Without `choose` everybody plays plainly: lays, else draws, else passes, and never says “Mau”.
    """
    for number in range(MOST_SEEDS):
        scene = begin(rules, number, seats)
        for _ in range(most):
            if wanted(scene.state):
                return scene
            if scene.state.phase == OVER:
                break
            step(scene, choose or plain_word)
    raise AssertionError("no seed leads to what was wanted")


def step(scene: Scene, choose: Choice) -> None:
    """One word more; after a round all say “next”, and the next one is dealt from the same seed."""
    state = scene.state
    if state.turn is None:
        scene.words += [(seat, "next") for seat in range(len(state.seats))]
        deal(state, scene.seed)
        return
    seat, word = state.turn, choose(state)
    apply(state, seat, parse_action(word))
    scene.words.append((seat, word))


def begin(rules: str, number: int, seats: int) -> Scene:
    """The match of one seed, dealt."""
    seed = sha256(f"{rules} {number}".encode()).digest()
    state = new_match(parse_rules(rules), [Seat(f"Seat {n}") for n in range(seats)])
    deal(state, seed)
    return Scene(rules, seed, state)


def plain_word(state: State) -> str:
    """What somebody without plans does."""
    assert state.turn is not None
    words = legal_words(state, state.turn)
    lays = [word for word in words if word.startswith("p ") and "(*)" not in word]
    return next(iter([*lays, *(word for word in words if word in ("d", "-")), *words]))


def set_up(
    site: Server, scene: Scene, pages: list[Page], langs: list[str], ready: str = "html.js #stage"
) -> None:
    """Starts the match of a scene on the running site and opens it for everybody, until `ready` is seen."""
    tokens = []
    for page, lang in zip(pages, langs, strict=True):
        page.context.request.get(f"{site.url}/{lang}/solo/")  # hands out the cookie of a guest
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        tokens.append(cookies[settings.GUEST_COOKIE])
    seats = len(scene.state.seats)
    names = ["Alice", "Bob", "Charlie", "Dora"][:seats]
    wish = {
        "rules": scene.rules, "seed": scene.seed.hex(), "names": names, "words": scene.words,
        "tokens": tokens + [""] * (seats - len(tokens)),
    }  # fmt: skip
    match = start(site, wish)
    for page, lang in zip(pages, langs, strict=True):
        page.goto(f"{site.url}/{lang}/{'tisch' if lang == 'de' else 'table'}/{match}/")
        page.wait_for_selector(ready)


def start(site: Server, wish: dict[str, Any]) -> str:
    """Has `set_table.py` start a match on the running site; its id."""
    env = os.environ | {"MAUMAU_DATA": str(site.data), "MAUMAU_BOT_MS": "0"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT), json.dumps(wish)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]
