"""NOTATION §2: records are read, checked, and refused with file and line."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.engine import card_name, full_pack, parse_rules, turns
from game.engine.notation import full_line
from game.engine.shuffle import shuffled
from game.replay import Reader, RecordError, replay
from tests.records.shared import unpacked

HEAD = "mau 1\nrules mau-mau\nseats Anna|Ben\n"
SEED = "c634ab104df260445632bdbae22f18bfaf9f5694d7c1867e30da35ffaef38c09"
ROUND = f"round 1 dealer=0 seed={SEED}\n"


def wrong(text: str | bytes) -> tuple[int, str]:
    """Line and reason with which a record is refused."""
    with pytest.raises(RecordError) as caught:
        list(replay(text.encode() if isinstance(text, str) else text))
    return caught.value.line, caught.value.what


def states(text: str) -> list[dict[str, object]]:
    return list(replay(text.encode()))


def test_blank_lines_and_comments_are_nothing() -> None:
    text = "# a match\nmau 1 # version\n\n" + HEAD[6:] + "   \n" + ROUND + "\t1  d # draws\n"
    assert [state["line"] for state in states(text)] == [7, 8]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "mau 1"),
        ("mau 2\n", 1, "mau 1"),
        ("rules mau-mau\n", 1, "mau 1"),
        ("mau 1\nmau 1\n", 2, "unknown line"),
        ("mau 1\nseats A|B\n", 2, "after rules"),
        ("mau 1\nrules maumau\n", 2, "unknown-preset"),
        ("mau 1\nrules mau-mau eight=9\n", 2, "unknown-value: eight"),
        ("mau 1\nrules mau-mau\nrules mau-mau\n", 3, "only once"),
        ("mau 1\nrules mau-mau\nseats A\n", 3, "seats-number"),
        ("mau 1\nrules mau-mau\nseats A|bot:clever\n", 3, "not a seat"),
        ("mau 1\nrules mau-mau\nseats A|\n", 3, "not a seat"),
        ("mau 1\nrules mau-mau\nround 1 dealer=0\n", 3, "must come first"),
        ("mau 1\n0 d\n", 2, "must come first"),
        (HEAD + "hello\n", 4, "unknown line"),
        (HEAD + f"round 2 dealer=0 seed={SEED}\n", 4, "must be round 1"),
        (HEAD + f"round 1 dealer=1 seed={SEED}\n", 4, "wrong-dealer"),
        (HEAD + f"round 1 seed={SEED}\n", 4, "dealer"),
        (HEAD + "round 1 dealer=0\n", 4, "either seed= or deck="),
        (HEAD + "round 1 dealer=0 seed=ab\n", 4, "64 hex digits"),
        (HEAD + "round 1 dealer=0 deck=7H.8H\n", 4, "wrong-deck"),
        (HEAD + "round 1 dealer=0 deck=7H.1H\n", 4, "not a card"),
        (HEAD + f"round 1 dealer=0 seed={SEED} luck=1\n", 4, "not understood"),
        (HEAD + ROUND + ROUND, 5, "must be round 2"),
        (HEAD + ROUND + "0 d\n", 5, "0 d: not-your-turn"),
        (HEAD + ROUND + "1 p AS\n", 5, "not-in-hand"),
        (HEAD + ROUND + "1 fly\n", 5, "bad-action"),
        (HEAD + ROUND + "2 d\n", 5, "no seat 2"),
        (HEAD + ROUND + "1 d\nreshuffle 7H\n", 6, "only in a round given by deck="),
        (HEAD + ROUND + "end 1 points=0,0\n", 5, "not over here"),
        (HEAD + "0 d\n", 4, "round-over"),
    ],
)
def test_errors_name_the_line(text: str, line: int, what: str) -> None:
    found, reason = wrong(text)
    assert found == line and what in reason


def test_limits() -> None:
    assert "1 MiB" in wrong(b"#" * (1 << 20) + b"\n")[1]
    assert "100,000" in wrong(b"\n" * 100_001)[1]
    assert wrong(HEAD.encode() + b"# \xff\n") == (4, "this is not UTF-8")


def deck_of(*first: str) -> str:
    """A deck that begins with these cards."""
    rest = [card_name(card) for card in full_pack(parse_rules("mau-mau"), 2)]
    for name in first:
        rest.remove(name)
    return ".".join([*first, *rest])


# Seat 1 is left of the dealer and gets the first, third … card; TC is turned.
DECK = deck_of("9C", "7H", "9S", "7D", "9H", "8H", "9D", "8D", "KD", "QH", "TC")
SHORT = HEAD + f"round 1 dealer=0 deck={DECK}\n"


def test_end_is_checked() -> None:
    record = "mau 1\nrules mau-mau mau=off match_end=wins:1\n" + HEAD.splitlines()[2] + "\n"
    record += f"round 1 dealer=0 deck={DECK}\n1 p 9C\n0 t\n1 p 9S\n0 t\n1 p 9H\n0 t\n1 p 9D\n0 t\n1 p KD\n"
    last = states(record)[-1]
    assert last["state"] == "match-over" and last["wins"] == [0, 1]
    scores = last["scores"]
    assert isinstance(scores, list)
    assert states(record + f"end 1 points={scores[0]},0\n")[-1] == last
    assert "the points are" in wrong(record + "end 1 points=1,0\n")[1]
    assert "not over here" in wrong(record + "end 2 points=1,0\n")[1]
    assert "stands once" in wrong(record + f"end 1 points={scores[0]},0\nend 1\n")[1]
    assert "the match is over" in wrong(record + f"fair secret={'00' * 32} nonces=-,-\n")[1]
    assert "match-over" in wrong(record + "1 d\n")[1]
    assert "match-over" in wrong(record + "0 leave\n")[1]
    assert "match-over" in wrong(record + f"round 2 dealer=1 deck={DECK}\n")[1]


def test_fair_is_checked() -> None:
    secret, nonce = "11" * 32, "22" * 16
    seed = sha256(bytes.fromhex(secret + nonce) + bytes(16)).hexdigest()
    for dealer in (0, 1):
        record = HEAD + f"round 1 dealer={dealer} seed={seed}\n"
        try:
            states(record)
        except RecordError:
            continue
        assert len(states(record + f"fair secret={secret} nonces={nonce},-\n")) == 1
        assert "not made of" in wrong(record + f"fair secret={secret} nonces=-,{nonce}\n")[1]
        assert "one for each seat" in wrong(record + f"fair secret={secret} nonces={nonce}\n")[1]
        assert "64 hex digits" in wrong(record + f"fair secret=11 nonces={nonce},-\n")[1]
        return
    raise AssertionError("somebody deals")


def test_a_deck_needs_its_reshuffles_stated() -> None:
    drained = "".join(f"{number % 2} t\n" for number in range(21))  # both draw until the stock is gone
    record = SHORT + "1 p 9C\n" + drained
    line = record.count("\n") + 1
    assert wrong(record + "1 d\n") == (line, "1 d: reshuffle-missing")
    assert wrong(record + "reshuffle 9C\n1 d\n") == (
        line,
        "reshuffle: these are not the cards that are shuffled",
    )
    after = states(record + "reshuffle TC\n1 d\n")[-1]
    assert after["stock"] == 0 and after["discard"] == 1
    early = SHORT + "reshuffle TC\n1 d\n"
    assert wrong(early) == (5, "reshuffle: the next action does not renew the stock")
    assert wrong(SHORT + "reshuffle TC\n")[0] == 5


def test_comings_and_goings() -> None:
    text = "mau 1\nrules tournament\nseats Anna|bot:hard\n2 join Zo%C3%AB\n"
    shown = states(text)
    assert len(shown) == 1 and shown[0]["hands"] == [[], [], []] and shown[0]["turn"] is None
    assert "wrong-seat" in wrong(text + "4 join Max\n")[1]


def test_the_command(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mau", tmp_path / "bad.mau"
    good.write_text(HEAD + ROUND + "1 d\n")
    bad.write_text(HEAD + ROUND + "1 p AS\n")
    out = StringIO()
    call_command("replay", str(good), json=True, stdout=out)
    assert [json.loads(line)["line"] for line in out.getvalue().splitlines()] == [4, 5]
    out = StringIO()
    call_command("replay", str(good), stdout=out)
    assert "mau-mau: round 1, not finished" in out.getvalue() and "Ben" in out.getvalue()
    with pytest.raises(CommandError, match=f"^{bad}:5: 1 p AS: not-in-hand$"):
        call_command("replay", str(bad), json=True, stdout=StringIO())
    with pytest.raises(CommandError, match=r"none\.mau:1: No such file"):
        call_command("replay", str(tmp_path / "none.mau"), stdout=StringIO())


@pytest.mark.parametrize("record", ["0000", "0006", "0014", "0039"])
def test_the_same_match_by_deck_and_stated_reshuffles(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record by seed, rewritten with the cards it dealt, shows the same states."""
    data = unpacked("basic")[record + ".mau"]
    orders: list[list[int]] = []

    def spy(cards: list[int], seed: bytes, label: str) -> list[int]:
        order = shuffled(cards, seed, label)
        orders.append(order[:])
        return order

    monkeypatch.setattr(turns, "shuffled", spy)
    monkeypatch.setattr(sys.modules["game.engine.deal"], "shuffled", spy)
    reader, rewritten, wanted = Reader(), [], []
    for number, line in enumerate(data.decode().splitlines(), 1):
        orders.clear()
        if reader.read(number, line):
            assert reader.state is not None
            wanted.append(full_line(reader.state, 0))
        spelled = [".".join(map(card_name, order)) for order in orders]
        if line.startswith("round"):
            rewritten.append(line.partition(" seed=")[0] + f" deck={spelled[0]}")
        else:
            rewritten += [*(f"reshuffle {order}" for order in spelled), line]
    assert any(line.startswith("reshuffle") for line in rewritten)
    assert [state | {"line": 0} for state in states("\n".join(rewritten))] == wanted
