"""The best moments of a match: what is told happened, by the public events alone, and is said in words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import orjson
import pytest
from django.utils.translation import override

from game import engine, moments, present
from game.engine import parse_rules
from game.moment_text import moments as told_in_words
from game.points_text import points_by_round
from game.replay import replay
from tests.game.in_memory import Match
from tests.records.shared import SETS, unpacked

Event = dict[str, Any]
RULES = parse_rules("mau-mau match_end=rounds:3")
RECORDS = [(name, f"{number:04}") for name, count in SETS.items() for number in range(count)]


def noted(*events: Event) -> dict[str, Any]:
    best: dict[str, Any] = {}
    moments.notice(best, events)
    return best


def deal(seats: int = 3, number: int = 1, cards: int = 5) -> Event:
    return {"e": "dealt", "round": number, "top": "9H", "cards": [cards] * seats}


def lay(seat: int, card: str, wish: str | None = None) -> Event:
    return {"e": "played", "seat": seat, "card": card, "cards": [card], "under": [], "wish": wish}


def took(seat: int, n: int, cause: str, last: bool = False) -> Event:
    return {"e": "took", "seat": seat, "n": n, "cause": cause, "due": n, "last": last}


def drew(seat: int, n: int) -> Event:
    return {"e": "drew", "seat": seat, "n": n, "cause": ""}


def over(winner: int, seats: int = 3, double: bool = False) -> Event:
    hands = [[] if seat == winner else ["9H"] for seat in range(seats)]
    points = [9 * bool(hand) for hand in hands]
    return {
        "e": "round-over",
        "winner": winner,
        "points": points,
        "wins": [],
        "hands": hands,
        "double": double,
    }


def kinds(best: dict[str, Any]) -> list[str]:
    return [one["what"] for one in moments.told(best, [], [], RULES)]


def test_sevens_in_a_row_until_one_draws() -> None:
    best = noted(deal(), lay(0, "7H"), lay(1, "7S"), lay(2, "7C"), took(0, 6, "7C"))
    (one,) = moments.told(best, [], [], RULES)
    assert one == {
        "what": "chain", "seat": 0, "round": 1, "n": 6, "cards": ["7H", "7S", "7C"], "by": None
    }  # fmt: skip


def test_a_chain_begins_anew_after_somebody_drew() -> None:
    best = noted(deal(), lay(0, "7H"), took(1, 2, "7H"), lay(2, "7C"), lay(0, "7D"), took(1, 4, "7D"))
    (one,) = moments.told(best, [], [], RULES)
    assert (one["what"], one["cards"], one["n"]) == ("chain", ["7C", "7D"], 4)


def test_mau_forgotten_and_noticed() -> None:
    challenge = {"e": "challenged", "seat": 1, "n": 1, "by": 2}
    (one,) = moments.told(noted(deal(), lay(1, "8S"), challenge), [], [], RULES)
    assert (one["what"], one["seat"], one["by"], one["cards"]) == ("challenged", 1, 2, ["8S"])


def test_a_wish_that_came_true() -> None:
    assert kinds(noted(deal(), drew(0, 1), lay(0, "JC", "H"), lay(1, "9H"), lay(0, "KH"), over(0))) == [
        "wished"
    ]
    assert "wished" not in kinds(noted(deal(), lay(0, "JC", "H"), lay(0, "KS"), over(0)))


def test_from_many_cards_to_none() -> None:
    best = noted(deal(cards=2), drew(1, 7), *(lay(1, f"{rank}{suit}") for rank, suit in ALL), over(1))
    (one,) = moments.told(best, [], [], RULES)
    assert (one["what"], one["n"]) == ("peak", 9)


ALL = list(zip("9TQKA89TQ", "HSHSHSHSH", strict=True))


def test_there_is_always_a_last_card() -> None:
    best = noted(deal(), drew(2, 1), lay(2, "KH"), over(2))
    assert kinds(best) == ["finish"]


def test_one_tale_of_a_win_is_enough_and_three_of_a_match() -> None:
    best = noted(
        deal(), lay(0, "7H"), lay(1, "7S"), took(2, 4, "7S"), lay(0, "JC", "H"), lay(0, "KH"),
        over(0, double=True), deal(number=2), {"e": "forgot", "seat": 2, "n": 1, "what": "mau"},
        {"e": "challenged", "seat": 1, "n": 1, "by": 2}, lay(1, "QS"), over(1),
    )  # fmt: skip
    assert kinds(best) == ["chain", "double", "challenged"]


def test_from_the_last_place_to_the_first() -> None:
    history = [[9, 2, 3], [9, 5, 5], [0, 30, 40]]
    (one,) = moments.told({}, history, [0], RULES)
    assert (one["what"], one["seat"], one["round"]) == ("turned", 0, 2)
    assert moments.told({}, history, [1], RULES) == []
    assert moments.told({}, history, [0, 1], RULES) == []


def test_a_match_noted_from_its_middle_on_tells_what_it_knows() -> None:
    """Rows from before there were moments have none for the round that was on."""
    best = noted(lay(0, "7H"), took(1, 2, "7H"), over(0), deal(number=2), drew(1, 1), lay(1, "KH"), over(1))
    assert kinds(best) == ["finish"]
    assert moments.rounds(best, [[0, 9], [9, 0]]) == []


def events_of(record: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Event], Any]:
    """What everybody heard of a record, and the state at its end."""
    heard: list[Event] = []
    states: list[Any] = []

    def listening(did: Callable[..., Any]) -> Callable[..., Any]:
        def listen(state: Any, *args: Any, **more: Any) -> Any:
            told = did(state, *args, **more)
            heard.extend(event.wire(None) for event in told)
            states[:] = [state]
            return told

        return listen

    with monkeypatch.context() as patch:
        patch.setattr(engine, "apply", listening(engine.apply))
        patch.setattr(engine, "deal", listening(engine.deal))
        for _ in replay(record):
            pass
    return heard, states[0]


def in_round(events: list[Event], number: int) -> list[Event]:
    rounds: dict[int, list[Event]] = {}
    for event in events:
        if event["e"] == "dealt":
            current = rounds.setdefault(event["round"], [])
        current.append(event)
    return rounds[number]


def laid(events: list[Event], seat: int | None = None) -> list[str]:
    """Cards in the order they were laid."""
    mine = [e for e in events if e["e"] in ("played", "jumped") and seat in (None, e["seat"])]
    return [card for event in mine for card in event.get("cards") or [event["card"]]]


def is_true(one: dict[str, Any], events: list[Event]) -> bool:
    """Looked up in the whole log, another way than it was noted."""
    events, seat, n, cards = in_round(events, one["round"]), one["seat"], one["n"], one["cards"]
    ends = [event for event in events if event["e"] == "round-over"]
    own_last = laid(events, seat)[-len(cards) :] if cards else []
    if one["what"] in ("chain", "took", "last"):
        found = [at for at, e in enumerate(events) if e["e"] == "took" and (e["seat"], e["n"]) == (seat, n)]
        ones = {card[0] for card in cards}
        lain = [([events[0]["top"], *laid(events[:at])][-len(cards) :], events[at]) for at in found]
        said = [e for row, e in lain if one["what"] != "chain" or (row == cards and len(ones) == 1)]
        return any(e["cause"] == cards[-1] and bool(e["last"]) == (one["what"] == "last") for e in said)
    if one["what"] in ("challenged", "forgot"):
        mine = [e for e in events if e["e"] == one["what"] and (e["seat"], e["n"]) == (seat, n)]
        return any(e.get("by") == one["by"] for e in mine)
    if one["what"] == "alike":
        row = [events[0]["top"], *laid(events)] if events[0]["counts"] else laid(events)
        return any(len(list(same)) >= n for _, same in groupby(row, key=lambda card: card[0]))
    won = bool(ends) and ends[0]["winner"] == seat and ends[0]["hands"][seat] == []
    if one["what"] == "double":
        return won and bool(ends[0]["double"])
    if one["what"] == "dry":
        return won and not any(e["seat"] == seat and "n" in e for e in events if "seat" in e)
    if one["what"] == "wished":
        wishes = [e["wish"] for e in events if e["e"] == "played" and e["seat"] == seat]
        return won and own_last == cards and cards[0][1] in wishes[:-1]
    if one["what"] == "peak":
        return won and n <= events[0]["cards"][seat] + sum(
            e["n"] for e in events if e.get("seat") == seat and "n" in e
        )
    return won and one["what"] == "finish" and own_last == cards


def test_every_moment_of_the_records_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    for name, record in RECORDS:
        events, state = events_of(unpacked(name)[record + ".mau"], monkeypatch)
        best = noted(*events)
        assert orjson.loads(orjson.dumps(best)) == best
        for kind, one in best["found"].items():  # also those that are not picked
            assert is_true({"what": kind} | one, events), (name, record, kind, one)
            seen.add(kind)
        rounds = moments.rounds(best, state.history)
        assert [one["winner"] for one in rounds] == [e["winner"] for e in events if e["e"] == "round-over"]
        assert all(not state.history[n][one["winner"]] for n, one in enumerate(rounds))
    assert seen >= set(moments.KINDS) - {"turned", "double", "took"}, seen


def finished(rules: str, seed: int = 1, people: int = 3) -> Any:
    *_, last = Match(parse_rules(rules), people, seed=seed, still=True).snapshots()
    return last


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("rules", ["mau-mau match_end=limit:150", "mau-mau match_end=wins:2", "five-wins"])
def test_a_match_that_is_over_tells_them(rules: str, lang: str) -> None:
    match = finished(rules)
    view = present.table_view(match, 0, 0)
    assert 1 <= len(view["best"]) <= moments.MOST
    with override(lang):
        said = told_in_words(view)
        table = points_by_round(view)
    assert all(one.title and one.line and "%" not in one.title + one.line for one in said)
    sheet = present.fragments(match, 0, lang, 0)[-1]
    assert all(one.title in sheet for one in said)
    if len(view["history"]) > 1:
        assert table is not None
        assert [row.place for row in table.rows] == sorted(row.place for row in table.rows)
        won = [sum(cell.won for cell in row.cells) for row in table.rows]
        assert sum(won) == min(len(view["history"]), 6)
        assert sheet.count("<tr") == 1 + len(table.rows)


def test_who_is_out_or_not_there_yet_has_no_points() -> None:
    match = finished("mau-mau match_end=knockout:20", people=4)
    table = points_by_round(present.table_view(match, None, 0))
    assert table is not None
    texts = [[cell.text for cell in row.cells] for row in table.rows]
    assert "–" in texts[-1] and "–" not in texts[0]
    assert table.rows[-1].out and table.rows[0].won


def test_nobody_else_learns_of_moments_before_the_end() -> None:
    match, *_ = Match(RULES, 3, still=True).snapshots()
    assert "best" not in present.table_view(match, 0, 0)
