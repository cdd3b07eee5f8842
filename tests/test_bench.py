"""The load generator says what is so: frames there and back, and two tables on the real server."""

from pathlib import Path

import orjson
import pytest

from bench.measured import Case, Reading, listen, python
from bench.players import Figures, Table, _buttons
from bench.wire import CLOSE, TEXT, frame, unframe
from tests.server import serving


def unmasked(sent: bytes) -> bytes:
    """A client's frame as a server sends it: without the mask bit and its zero key."""
    size = sent[1] & 0x7F
    wide = {126: 2, 127: 8}.get(size, 0)
    return sent[:1] + bytes([size]) + sent[2 : 2 + wide] + sent[6 + wide :]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_of_any_length_comes_back_whole(size: int) -> None:
    payload = bytes(n % 251 for n in range(size))
    kind, got, end = unframe(unmasked(frame(payload))) or (0, b"", 0)
    assert (kind, got, end) == (TEXT, payload, len(unmasked(frame(payload))))


@pytest.mark.parametrize("size", [5, 300, 70_000])
def test_a_frame_that_is_not_all_there_is_waited_for(size: int) -> None:
    whole = unmasked(frame(bytes(size)))
    assert all(unframe(whole[:end]) is None for end in {0, 1, 2, 3, 9, len(whole) - 1} if end < len(whole))


def test_frames_behind_each_other_are_told_apart() -> None:
    stream = unmasked(frame(b"one")) + unmasked(frame(b"", CLOSE))
    kind, payload, at = unframe(stream) or (0, b"", 0)
    assert (kind, payload) == (TEXT, b"one")
    assert unframe(stream, at) == (CLOSE, b"", len(stream))


def test_a_message_in_pieces_is_not_taken_for_a_whole_one() -> None:
    with pytest.raises(ValueError, match="pieces"):
        unframe(b"\x01\x01x")


def test_a_move_counts_as_seen_when_the_last_has_it() -> None:
    table = Table(0, Figures(), 0.0)
    for version in (0, 0, 0):
        table.held[version] = table.held.get(version, 0) + 1
    table.id, table.word, table.wanted = "0.1", "d", 2
    for expected in (0, 0, 1):
        table.holds(0, 2)
        table.arrived()
        assert len(table.figures.views) == expected


def test_a_page_offers_what_its_enabled_buttons_say() -> None:
    html = (
        '<button id="stock" form="act" name="do" value="d"></button>'
        '<button form="act" name="do" value="p 9C" data-card="9C"></button>'
        '<button form="act" name="do" value="p TC" data-card="TC" aria-disabled="true"></button>'
        '<button form="act" name="do" value="?" data-wish data-card="JH"></button>'
    )
    words = _buttons(orjson.dumps({"html": html}))
    assert words[0] == "p 9C" and words[1][:5] == "p JH:" and len(words) == 2


@pytest.mark.parametrize("form", ["json", "html"])
def test_two_tables_are_played_on_the_real_server(tmp_path: Path, form: str) -> None:
    case = Case("two tables")
    with serving(tmp_path) as site:
        plan = {"bases": [site.url], "tables": 2, "form": form, "warm": 0.5, "runs": 1, "seconds": 3.0}
        reading = Reading(case, [site.process.pid])
        listen(python("bench.load", orjson.dumps(plan).decode()), reading, None, 90.0)
    assert not case.failed and case.sockets == 8
    (run,) = case.runs
    assert run["acks"] > 0 and run["open"] == 8
    assert (run["refused"], run["errors"], run["drops"]) == (0, 0, 0)
