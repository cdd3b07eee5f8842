"""docs/api.md names what there is: error codes, keys of the view, presets."""

from __future__ import annotations

import re

from game.engine import PRESETS, Seat, deal, new_match, parse_rules, view
from game.error_words import ERRORS
from lobby.texts import ERRORS as LOBBY_ERRORS
from tests.server import ROOT

PAGE = (ROOT / "docs/api.md").read_text()


def named(section: str) -> set[str]:
    """Everything in code marks in one section."""
    return set(re.findall(r"`([a-z0-9_-]+)`", re.split(r"^## ", PAGE, flags=re.M)[int(section)]))


def test_every_refusal_named_is_one_the_site_knows() -> None:
    assert named("5") <= {*ERRORS, *LOBBY_ERRORS, "bad-form", "wrong-method"}


def test_every_key_of_the_view_is_named() -> None:
    state = new_match(parse_rules("mau-mau"), [Seat("Anna"), Seat("Ben")])
    deal(state, bytes(32))
    keys = " ".join(re.findall(r"`([^`]+)`", PAGE)).replace(",", " ").split()
    seen = view(state, 0)
    assert set(seen) <= set(keys)
    assert set(seen["seats"][0]) <= set(keys)


def test_every_preset_is_named() -> None:
    assert set(PRESETS) <= named("1")
