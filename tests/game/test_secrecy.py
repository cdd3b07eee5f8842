"""Who sees what: no frame to anybody ever holds a card of another hand or of the stock.

Two ways to look. *Non-interference*: cards a viewer may not know are exchanged for others, and what he gets
must stay the same byte for byte. *Canaries*: bots play whole matches, every frame in every format is searched
for cards in places where only public ones may stand.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings

from game import bots, engine, luck, present, protocol, server_words, store
from game.engine import PRESETS, card_name
from game.engine.cards import NO_CARD
from game.models import Guest, Match
from game.snapshot import Snapshot
from tests.game.conftest import NOW, Opener, Table

FULL, SAMPLE = 200, 4
CARD = re.compile(r"\b[2-9TJQKA][CSHD]\b")
LANGS = ("de", "en")
GOT = ("drew", "took", "forgot", "challenged", "tried")

# Private events are known only to the process that committed them, so these tests commit for real.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def times(full_length: bool) -> int:
    """How many matches: all of them under `./dev prove`."""
    return FULL if full_length else SAMPLE


def everything(match: Snapshot, seat: int | None, since: int) -> bytes:
    """All bytes this viewer is sent at this version, in both formats and languages."""
    frame: dict[str, Any] = {
        "view": present.table_view(match, seat, NOW), "events": present.events_since(match, since, seat),
        **present.clock(match, NOW),
    }  # fmt: skip
    view = present.table_view(match, seat, NOW)
    pages = ["".join(present.fresh(view, match.id, lang)) for lang in LANGS]
    pages += ["".join(present.fragments(match, seat, lang, NOW)) for lang in LANGS]
    return protocol.write(frame).encode() + present.view_json(match, seat, NOW) + "".join(pages).encode()


def known_to(view: dict[str, Any]) -> set[str]:
    """The cards a viewer may be shown: his hand, the open pile, and all hands once the round is over."""
    hands = [card for hand in view["hands"] or [] for card in hand]
    return {*view["hand"], *view["pile"], view["top"], *hands} - {None}


def said(match: Snapshot, seat: int | None) -> set[str]:
    """The cards that were shown to this viewer, told from the events and not from their wire form."""
    return {card for step in match.trail for event in step.events for card in _shown(event, seat)}


def _shown(event: Any, seat: int | None) -> list[str]:
    if event.kind == "dealt":
        return [event.top, *event.pile, *(event.hands[seat] if seat is not None else [])]
    if event.kind in GOT:
        return [*(event.cards if event.seat == seat else []), getattr(event, "card", "")]
    if event.kind in ("round-over", "match-over"):
        return [card for hand in event.hands for card in hand]
    open_cards = [getattr(event, name, None) for name in ("card", "cards", "under")]
    return CARD.findall(str(open_cards))


def swapped(match: Snapshot, seat: int | None, rng: random.Random) -> Snapshot:
    """The same match with the cards this viewer may not know dealt out anew."""
    state = engine.copy(match.state)
    others = [n for n in range(len(state.hands)) if n != seat]
    pool = [card for n in others for card in state.hands[n]] + state.stock
    rng.shuffle(pool)
    for n in others:
        size = len(state.hands[n])
        state.hands[n], pool = pool[:size], pool[size:]
    state.stock = pool
    if state.turn is not None and state.turn != seat and state.drawn != NO_CARD:
        state.drawn = state.hands[state.turn][-1]
    trail = tuple(_public_for(step, seat) for step in match.trail)
    return replace(match, state=state, trail=trail)


def _public_for(step: Any, seat: int | None) -> Any:
    """The step with the private parts of others blacked out: they must not matter."""
    events = tuple(_blackened(event, seat) for event in step.events)
    return replace(step, events=events)


def _blackened(event: Any, seat: int | None) -> Any:
    if event.kind == "dealt":
        hands = [hand if n == seat else ["XX"] * len(hand) for n, hand in enumerate(event.hands)]
        return replace(event, hands=hands)
    if event.kind in GOT and event.seat != seat:
        return replace(event, cards=["XX"] * len(event.cards))
    return event


def play(table: Table, look: Any) -> int:
    """Let the bots play the match to its end; `look` at every version. Returns the number of versions."""
    version = table.v
    look(table.match, 0)
    for _ in range(20_000):
        if table.match.status == "over":
            return table.v
        table.tick()
        if table.v != version:
            look(table.match, version)
            version = table.v
    raise AssertionError("the match did not end")


def bots_only(alice: Guest, open_table: Opener, number: int, rules: str) -> Table:
    """Two to five bots; Alice has left, so nobody keeps them waiting."""
    rng = random.Random(number)
    strengths = [rng.choice(("easy", "normal", "hard")) for _ in range(rng.randint(1, 4))]
    table = open_table(alice, *strengths, rules=rules)
    table.act(alice, "leave")
    return table


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards every time."""
    rng = random.Random(7)
    monkeypatch.setattr(luck, "new_seed", lambda: rng.randbytes(32))


@pytest.mark.prove
def test_secrecy_hidden_cards_do_not_matter(
    alice: Guest, open_table: Opener, seeded: None, times: int
) -> None:
    rng = random.Random(3)

    def look(match: Snapshot, since: int) -> None:
        if match.state.phase != "play" or rng.random() > 0.2:
            return
        for seat in (None, *range(len(match.guests))):
            changed = swapped(match, seat, rng)
            assert everything(changed, seat, since) == everything(match, seat, since)

    for number in range(max(2, times // 10)):
        rules = list(PRESETS)[number % len(PRESETS)]
        play(bots_only(alice, open_table, number, f"{rules} match_end=rounds:1 leavers=bot"), look)


@pytest.mark.prove
def test_secrecy_canaries_in_every_frame(alice: Guest, open_table: Opener, seeded: None, times: int) -> None:
    frames = 0

    def look(match: Snapshot, since: int) -> None:
        nonlocal frames
        for seat in (None, *range(len(match.guests))):
            view = engine.view(match.state, seat)
            found = set(CARD.findall(everything(match, seat, since).decode()))
            hidden = found - known_to(view) - said(match, seat)
            assert not hidden, f"version {match.version}, seat {seat}: {sorted(hidden)}"
            frames += 1

    for number in range(times):
        rules = ("mau-mau", "crazy-eights")[number % 2]
        play(bots_only(alice, open_table, number, f"{rules} match_end=rounds:1"), look)
    assert frames > 50 * times


def test_a_leak_would_be_found(
    alice: Guest, open_table: Opener, seeded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof proves something: a view that tells one card of the next seat does not pass."""
    table = bots_only(alice, open_table, 1, "mau-mau")
    real = engine.view

    def leaky(state: Any, seat: int | None) -> dict[str, Any]:
        view = real(state, seat)
        other = next(n for n in range(len(state.hands)) if n != seat)
        view["seats"][other]["first"] = card_name(state.hands[other][0])
        return view

    monkeypatch.setattr(engine, "view", leaky)
    match, rng = table.match, random.Random(1)
    assert any(everything(swapped(match, None, rng), None, 0) != everything(match, None, 0) for _ in range(9))


def test_what_is_stored_of_moves_is_public(alice: Guest, open_table: Opener, seeded: None) -> None:
    table = bots_only(alice, open_table, 2, "mau-mau match_end=rounds:1")
    play(table, lambda *_: None)
    for move in Match.objects.get(pk=table.id).moves.all():
        for event in move.events:
            if event["e"] in ("drew", "took", "forgot", "challenged"):
                assert "cards" not in event
            assert "hand" not in event
            assert event["e"] in ("round-over", "match-over") or "hands" not in event


def test_after_a_restart_the_log_is_the_public_one(alice: Guest, bob: Guest, open_table: Opener) -> None:
    table = open_table(alice, bob)
    table.lay_out(["7H 9H KD", "8C QC TC"], "TH", turn=0)
    table.act(alice, "d")
    assert "cards" in present.events_since(table.match, 1, 0)[0]
    assert "cards" not in present.events_since(table.match, 1, 1)[0]
    assert "cards" not in present.table_view(table.match, 0, NOW)["log"][-1]
    store.forget()
    assert "cards" not in present.events_since(table.match, 1, 0)[0]


def test_bots_think_with_their_own_view_only(
    alice: Guest, open_table: Opener, seeded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, "hard", "hard")
    seen: list[tuple[dict[str, Any], list[Any]]] = []

    def decide(strength: str, view: dict[str, Any], log: list[Any], rng: Any) -> str:
        seen.append((view, log))
        return str(view["legal"][0])

    monkeypatch.setattr(bots, "decide", decide)
    server_words.bot_word(table.match, 1, random.Random(1))
    view, log = seen[0]
    assert view == engine.view(table.match.state, 1)
    hidden = {card_name(card) for n in (0, 2) for card in table.match.state.hands[n]} - set(view["hand"])
    assert not hidden & (set(CARD.findall(str(view))) | set(CARD.findall(str(log))))


def test_the_admin_shows_no_hands(admin_client: Any, alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy")
    for page in (f"match/{table.id}/change/", "match/", "move/", f"move/{table.row.moves.get().pk}/change/"):
        answer = admin_client.get(f"/admin/game/{page}")
        assert answer.status_code == 200, page
        text = answer.content.decode()
        assert "seed=" not in text and "hands" not in text
    assert settings.GUEST_COOKIE not in admin_client.get("/admin/game/guest/").content.decode()
