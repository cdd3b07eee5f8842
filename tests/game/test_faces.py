"""Every bot has a name and a face; who stands in for a person shows that it is nobody of its own."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from game import names, present
from game.faces import BOT_NAMES, FACES, STAND_IN_FACE, face_of
from game.forms import MAX_BOTS
from game.reactions import KINDS
from tests.game.views_by_hand import MATCH, finished, seat_of, view_of

SPRITE = Path(__file__).parents[2] / "static" / "faces.svg"
KB = 1024


def test_a_drawing_for_each_and_small() -> None:
    drawn = re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text())
    pictures = {f"r-{kind.mood}" for kind in KINDS.values()}
    assert sorted(drawn) == sorted({*(f"f-{face}" for face in (*FACES, STAND_IN_FACE)), *pictures})
    assert len(gzip.compress(SPRITE.read_bytes(), 9)) <= 3 * KB


def test_names_are_names() -> None:
    assert len({name[0] for name in BOT_NAMES}) == len(BOT_NAMES) == MAX_BOTS + 1
    assert all(names.clean(name) == name for name in BOT_NAMES)


@pytest.mark.parametrize(
    ("name", "face"), [("Ada", "ada"), ("Ada (2)", "ada"), ("Hana", "hana"), ("Hana (12)", "hana")]
)
def test_who_is_called_so_looks_so(name: str, face: str) -> None:
    assert face_of(name) == face


def test_bots_of_old_matches_have_one_too() -> None:
    assert all(face_of(name) in FACES for name in ("Bela", "Gustav", "Bot 3", "☺", ""))


def seats(**who: object) -> str:
    """The plates of the others at a table where the second seat is so."""
    view = view_of(2) | {"seats": [seat_of(0), seat_of(1, **who)]}
    with override("en"):
        html = "".join(present.fresh(view, MATCH, "en"))
        assert html.count('id="seats"') == 1
        return html[html.index('id="seats"') : html.index('id="centre"')]


def test_on_the_plate() -> None:
    bot = seats(name="Fatou", bot="master")
    assert '#f-fatou"' in bot and ">Fatou</b>" in bot and "bot plays" not in bot
    person = seats(name="Fatou")
    assert "#f-" not in person and ">F</span>" in person
    for away in ({"stand_in": True, "bot": "hard"}, {"gone": True, "bot": "hard"}):
        html = seats(name="Mara", **away)
        assert f'#f-{STAND_IN_FACE}"' in html and ">Mara</b>" in html and "bot plays" in html


def test_a_page_brings_each_drawing_once() -> None:
    with override("en"):
        html = render_to_string("game/table.html", present.context(view_of(), MATCH, "en") | {"lang": "en"})
    assert all(html.count(f'id="f-{face}"') == 1 for face in (*FACES, STAND_IN_FACE))


def test_on_the_result_bots_have_their_faces_and_stand_ins_none() -> None:
    view = finished()
    seats = [dict(seat) for seat in view["seats"]]
    seats[1] |= {"name": "Ada", "bot": "hard", "stand_in": False}
    seats[2] |= {"bot": "hard", "stand_in": True}
    with override("en"):
        sheet = "".join(present.fresh(view | {"seats": seats}, MATCH, "en")).partition('id="sheet"')[2]
    assert re.findall(r'class="av bot" data-c="(\d)"[^>]*><svg[^>]*><use href="#(f-\w+)"', sheet) == [
        ("1", "f-ada")
    ]
    assert sheet.count('class="av"') == len(seats) - 1
