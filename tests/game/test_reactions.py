"""What bots say: from public events alone, the same for all, rare, short and kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from game import reactions
from game.engine import parse_rules
from game.reactions import KINDS, Reaction, reaction, shown_since
from game.scene import Scene, Viewer
from game.snapshot import Snapshot, Step
from tests.game.hidden import dealt_anew
from tests.game.in_memory import Match

RULES = parse_rules("mau-mau mau=challenge match_end=rounds:3 late_join=on")
BOTS = (1, 2)
LONGEST = 14


def snapshots(seed: int, rules: str = "mau-mau match_end=rounds:3", **more: Any) -> Iterator[Snapshot]:
    """A match of two people and three bots."""
    return Match(parse_rules(rules), people=2, bots=3, seed=seed, **more).snapshots()


def spoken(*events: dict[str, Any], before: tuple[dict[str, Any], ...] = ()) -> Counter[tuple[str, int]]:
    """Who says what kind of thing to a step of these events, in four hundred matches."""
    told = [*before, *({"step": events},)]
    found: Counter[tuple[str, int]] = Counter()
    for number in range(400):
        trail = [Step(at, None, "d", tuple(one.get("step", (one,)))) for at, one in enumerate(told, 1)]
        said = reaction(f"{number:032x}", trail, BOTS, RULES)
        found.update([(said.kind, said.seat)] if said else [])
    return found


def drew(seat: int) -> dict[str, Any]:
    return {"e": "drew", "seat": seat, "n": 1}


PLAYED = {"e": "played", "seat": 1, "card": "9H"}


@pytest.mark.parametrize(
    ("event", "who"),
    [
        ({"e": "took", "seat": 1, "n": 4}, {("took", 1)}),
        ({"e": "took", "seat": 0, "n": 6}, {("comfort", 1), ("comfort", 2)}),
        ({"e": "took", "seat": 1, "n": 2}, set()),
        ({"e": "challenged", "seat": 1, "n": 1, "by": 0}, {("forgot", 1)}),
        ({"e": "challenged", "seat": 0, "n": 1, "by": 2}, {("caught", 2)}),
        ({"e": "forgot", "seat": 2, "n": 1, "what": "mau"}, {("forgot", 2)}),
        ({"e": "forgot", "seat": 0, "n": 1, "what": "mau"}, set()),
        ({"e": "round-over", "winner": 2}, {("won", 2)}),
        ({"e": "round-over", "winner": 0}, {("lost", 1), ("lost", 2)}),
        ({"e": "played", "seat": 1, "card": "7H"}, {("seven", 1)}),
        ({"e": "played", "seat": 0, "card": "7H"}, set()),
        ({"e": "jumped", "seat": 2, "card": "7H"}, {("jumped", 2)}),
        ({"e": "skipped", "seat": 2}, {("skipped", 2)}),
        ({"e": "back", "seat": 0, "name": "Anna"}, {("back", 1), ("back", 2)}),
        ({"e": "joined", "seat": 3, "name": "Ben"}, {("joined", 1), ("joined", 2)}),
        ({"e": "dealt", "round": 2, "dealer": 0}, {("dealt", 1), ("dealt", 2)}),
        ({"e": "dealt", "round": 1, "dealer": 0}, set()),
        (PLAYED, set()),
    ],
)
def test_what_is_worth_a_word(event: dict[str, Any], who: set[tuple[str, int]]) -> None:
    assert set(spoken(event)) == who


def test_the_third_draw_in_a_row() -> None:
    assert set(spoken(drew(1), before=(drew(1), drew(0), drew(1)))) == {("again", 1)}
    for before in ((drew(1),), (drew(1), PLAYED, drew(1)), (drew(1), drew(1), drew(1))):
        assert not spoken(drew(1), before=before), before
    assert not spoken(drew(0), before=(drew(0), drew(0)))


def test_the_weightiest_counts() -> None:
    found = spoken({"e": "played", "seat": 1, "card": "7H"}, {"e": "round-over", "winner": 1})
    assert set(found) == {("won", 1)}


def test_the_same_again_for_the_same_match_and_version() -> None:
    for match in snapshots(5):
        since = max(0, match.version - 3)
        once = shown_since(match, since, "en")
        assert shown_since(match, since, "en") == once
        read_again = tuple(replace(step, events=(), action_id=None) for step in match.trail)  # as from rows
        assert shown_since(replace(match, trail=read_again), since, "en") == once


def test_hidden_cards_change_nothing() -> None:
    rng, said = random.Random(2), 0
    for seed, rules in enumerate(("mau-mau match_end=rounds:3", "double-52 match_end=rounds:1 jump_in=on")):
        for match in snapshots(seed, rules):
            if not match.version or match.state.phase != "play":
                continue
            told = shown_since(match, match.version - 1, "de")
            other = replace(match, state=dealt_anew(match.state, rng))
            assert shown_since(other, match.version - 1, "de") == told
            said += told is not None
    assert said


def test_only_bots_of_their_own_speak() -> None:
    """Not who stands in for somebody, nor for who has left."""
    speakers, handed = set(), 0
    for seed in range(6):
        for match in snapshots(seed, "mau-mau match_end=rounds:3 leavers=bot"):
            told = shown_since(match, match.version - 1, "en")
            speakers |= {told["seat"]} if told else set()
            handed += any(match.state.seats[seat].bot for seat in (0, 1))
    assert speakers == {2, 3, 4} and handed


def test_nobody_speaks_where_no_bot_is() -> None:
    match = Match(parse_rules("mau-mau match_end=rounds:3"), people=3, seed=4)
    assert all(shown_since(one, 0, "en") is None for one in match.snapshots())


def test_rare_and_of_many_kinds() -> None:
    """About every sixth moment that is worth a word gets one, in whole matches of bots and people."""
    fitting, said = 0, Counter[str]()
    for seed in range(30):
        for match in snapshots(seed, still=True):
            if not match.trail:
                continue
            bots = [seat for seat, guest in enumerate(match.guests) if guest is None]
            trail = match.trail
            fitting += any([*reactions._told(event, trail, bots, match.rules)] for event in trail[-1].public)
            told = reaction(match.id, trail, bots, match.rules)
            said.update([told.kind] if told else [])
    assert 0.1 < said.total() / fitting < 0.25, (said, fitting)
    assert len(said) >= 6, said


def test_missed_versions_tell_the_last_word_only() -> None:
    for match in snapshots(7):
        one_by_one = [
            shown_since(
                replace(match, version=v, trail=match.trail[: len(match.trail) - (match.version - v)]),
                v - 1,
                "en",
            )
            for v in range(max(1, match.version - 4), match.version + 1)
        ]
        last = next((told for told in reversed(one_by_one) if told), None)
        if len(match.trail) == match.version:  # else the older ones know more than is remembered now
            assert shown_since(match, max(0, match.version - 5), "en") == last


def test_words_are_short_and_calm() -> None:
    for lang in ("en", "de"):
        with override(lang):
            for kind in KINDS.values():
                for word in map(str, kind.words):
                    assert 2 <= len(word) <= LONGEST and "!" not in word, word


@pytest.fixture
def talking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seat's bot has something to say at any time."""
    monkeypatch.setattr(reactions, "reaction", lambda *_: Reaction(2, "won", 0))


async def test_a_frame_brings_it_to_everybody_alike_and_a_snapshot_does_not(talking: None) -> None:
    match = next(one for one in snapshots(3) if one.version == 4)
    scene = Scene(match, "", 0, frozenset())
    try:
        frames = {
            seat: scene.picture(match, Viewer(3, seat, "en", None, ()), 0).text for seat in (None, 0, 1)
        }
        wanted = '"says":{"seat":2,"mood":"cheer","text":"Yay"}'
        assert all(wanted in text for text in frames.values())
        assert "says" not in scene.picture(match, Viewer(None, 0, "en", None, ()), 0).text
        assert "says" not in scene.picture(match, Viewer(3, 0, "", None, ()), 0).text, (
            "programs need no words"
        )
    finally:
        scene.close()
