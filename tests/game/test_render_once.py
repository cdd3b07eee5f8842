"""What is kept and put together is what the page draws: byte for byte, over whole matches of every kind."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from django.utils.translation import override

from game import engine, present, public, slots
from game.engine import RuleSet, parse_rules
from game.engine.state import NOBODY
from game.hub import presence
from game.snapshot import Snapshot
from tests.game.in_memory import Match
from tests.game.scripted import presets, sample

FULL, SAMPLE = 100, 10
LANGS = ("de", "en")
JOINS = (None, {"open": True, "asked": False}, {"open": True, "asked": True}, {"open": False, "asked": False})


def forget() -> None:
    """As in a new process."""
    for kept in slots.MEMOS.values():
        kept.cache_clear()
    public.forget()


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    forget()
    yield
    forget()


def matches(count: int) -> Iterator[tuple[Match, random.Random]]:
    """People and bots, two to eight seats, alone and in rooms, by every preset and many other rules."""
    for number, rules in enumerate([*presets(), *sample(count)]):
        people = 1 + number % 5
        bots = max(2 - people, number % 4)
        room = "" if number % 3 else "a" * 32
        yield Match(rules, people, bots, number, solo=people == 1, room=room), random.Random(number)


def somebody_is_there(match: Snapshot, now: int, rng: random.Random) -> None:
    for guest in match.guests:
        if guest is not None and rng.random() < 0.7:
            presence.seen(match.topic, str(guest), now)


def check(match: Snapshot, seat: int | None, now: int, join: dict[str, bool] | None) -> None:
    """Both forms of the view are what they would be if nothing were kept."""
    view = present.table_view(match, seat, now, join)
    told = present.view_json(match, seat, now, join)
    assert orjson.loads(told) == orjson.loads(orjson.dumps(view))
    for lang in LANGS:
        drawn = present.fresh(view, match.id, lang)
        assert present.fragments(match, seat, lang, now, join) == drawn, (match.version, seat, lang)


def usual(match: Snapshot) -> bool:
    """Cards are in play, and nobody may say "Mau" late or waits with no cards for the end of his turn."""
    state = match.state
    return match.status == "play" and state.phase == "play" and state.window == NOBODY and not state.bare


def play(match: Match, rng: random.Random, share: float) -> int:
    """Check a share of the versions, more of the rare ones, for all who look; returns the number of views."""
    views = 0
    for snapshot in match.snapshots():
        somebody_is_there(snapshot, match.now, rng)
        if rng.random() > (share if usual(snapshot) else 4 * share):
            continue
        now = match.now + rng.choice((0, 0, 400, 14_000, 31_000, 60_000))
        check(snapshot, None, now, rng.choice(JOINS))
        for seat in range(len(snapshot.guests)):
            check(snapshot, seat, now, None)
        views += 1 + len(snapshot.guests)
    return views


@pytest.mark.prove
def test_kept_is_as_drawn_anew(full_length: bool) -> None:
    """Nothing is forgotten between the matches: whatever a key lacks shows as somebody else's words."""
    count, share = (FULL, 0.3) if full_length else (SAMPLE, 0.02)
    assert all(play(match, rng, share) for match, rng in matches(count))


def test_eight_people() -> None:
    match = Match(parse_rules("mau-mau match_end=rounds:1 leavers=removed play_on=on"), people=8, seed=5)
    assert play(match, random.Random(5), 0.1)


def test_the_dealer_owes_a_wish() -> None:
    for seed in range(99):
        match = Match(parse_rules("classic match_end=rounds:1"), seed=seed)
        first, *_ = two = [snapshot for snapshot, _ in zip(match.snapshots(), range(2), strict=False)]
        if first.state.wish_owed:
            for snapshot in two:
                for seat in (None, 0, 1, 2, 3):
                    check(snapshot, seat, match.now, None)
            return
    raise AssertionError("no jack was turned")


def test_rare_moments() -> None:
    """A "Mau" said too late, and a last card that is not settled yet."""
    rules = parse_rules("mau-mau mau=challenge last_card=full match_end=rounds:1")
    late = bare = 0
    for seed in range(16):
        match = Match(rules, 3, seed=seed, still=True)
        for snapshot in match.snapshots():
            if usual(snapshot) or snapshot.state.phase != "play":
                continue
            late += snapshot.state.window != NOBODY
            bare += bool(snapshot.state.bare)
            for seat in (None, 0, 1, 2):
                check(snapshot, seat, match.now, None)
    assert late > 5 and bare > 2


def test_what_everybody_may_be() -> None:
    """The matches above show what they are meant to show."""
    seen: set[str] = set()
    for match, _ in matches(SAMPLE):
        for snapshot in match.snapshots():
            facts = snapshot.ref["seats"]
            seen |= {snapshot.status, engine.view(snapshot.state, None)["state"]}
            seen |= {name for seat in facts for name in ("stand_in", "gone", "ready") if seat[name]}
            seen |= {step.kind for step in snapshot.trail[-1:]}
            seen |= {event["e"] for step in snapshot.trail[-1:] for event in step.public}
            seen |= {f"{len(facts)} seats"}
    assert seen >= {
        "play", "rest", "over", "round-over", "match-over", "stand_in", "gone", "ready", "join", "link",
        "tried", "jumped", "challenged", "turned", "reversed", "skipped", "took", "renewed", "2 seats",
    }  # fmt: skip


def some(rules: RuleSet | None = None, **more: Any) -> tuple[Snapshot, int]:
    """A version in the middle of a match, with its time."""
    match = Match(rules or parse_rules("mau-mau match_end=rounds:1"), still=True, **more)
    snapshots = match.snapshots()
    for _ in range(9):
        snapshot = next(snapshots)
    return snapshot, match.now


def test_no_language_is_mixed_up_whatever_is_active() -> None:
    match, now = some()
    for lang in ("de", "en", "de"):
        for active in ("en", "de", None):
            with override(active):
                got = present.fragments(match, 0, lang, now)
            assert got == present.fresh(present.table_view(match, 0, now), match.id, lang)


def test_threads_with_different_languages() -> None:
    versions = [some(seed=seed) for seed in range(12)]
    wrong: list[tuple[int, str]] = []
    wanted = {
        lang: [present.fresh(present.table_view(match, 0, now), match.id, lang) for match, now in versions]
        for lang in LANGS
    }
    forget()
    begin = threading.Barrier(4)

    def look(lang: str) -> None:
        begin.wait()
        for n, (match, now) in enumerate(versions):
            if present.fragments(match, 0, lang, now) != wanted[lang][n]:
                wrong.append((n, lang))

    threads = [threading.Thread(target=look, args=(lang,)) for lang in LANGS * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_nobody_is_given_the_hand_of_another() -> None:
    match, now = some()
    for seat, hand in enumerate(match.state.hands):
        html = "".join(present.fragments(match, seat, "en", now))
        names = {engine.card_name(card) for card in hand}
        assert {part[:2] for part in html.split('data-card="')[1:]} == names
    assert "data-card" not in "".join(present.fragments(match, None, "en", now))


def test_what_is_shared_stays_as_it_is() -> None:
    match, now = some(parse_rules("double-52 match_end=rounds:1"))
    before = orjson.dumps(public.of(match, now).logged)
    for seat in (None, 0, 1, 2, 3):
        present.fragments(match, seat, "de", now)
        present.table_view(match, seat, now)["seats"].clear()
    assert orjson.dumps(public.of(match, now).logged) == before


def test_all_that_is_kept_is_bounded() -> None:
    assert len(slots.MEMOS) > 20
    assert all(memo.cache_info().maxsize for memo in slots.MEMOS.values())
    for seed in range(public.KEPT + 5):
        match = Match(parse_rules("mau-mau"), seed=seed)
        present.view_json(next(match.snapshots()), 0, match.now)
    assert len(public._kept) == public.KEPT


def test_a_name_is_text_whatever_it_is() -> None:
    names = ('<i>"%(n)s"</i>', "%s & %d", "{{ x }}", "\uf8f0n\uf8f2", "[Bob]")
    match = Match(parse_rules("mau-mau match_end=rounds:1"), people=5, names=names, still=True)
    play(match, random.Random(1), 0.2)
