"""The table's html: fragments that can be pushed, a page that works without scripts and under the CSP."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import resolve
from django.utils.translation import override

from game import table_text
from game.refusal_text import Refusal
from tests.game.views_by_hand import MATCH, NAMES, finished, seat_of, view_of

VOID = {"meta", "link", "input", "br", "path", "circle", "ellipse", "use"}
VIEWS = {
    "on turn": view_of(),
    "not on turn": view_of(turn=1, legal=[]),
    "eight seats": view_of(8, hand=["9H", "9H", *(["7C"] * 18)]),
    "due": view_of(top="7H", due=4, legal=["d"]),
    "wish": view_of(wish="H", dir=-1),
    "dealer's wish": view_of(wish_owed=True, legal=["w C", "w D", "w H", "w S"]),
    "challenge": view_of(turn=2, legal=["c 1"]),
    "watching": view_of(me=None, hand=[], legal=[]),
    "round over": finished(),
    "match over": finished(state="match-over", outcome={"winners": [1], "reason": "rounds"}, solo=True),
    "resting": view_of(status="rest", left=None, of=None),
    "rematch": finished(state="match-over", outcome={"winners": [1], "reason": "rounds"}, next="c" * 32),
}


class Elements(HTMLParser):
    """All elements of a piece of html with their attributes; `top` are the outermost ones."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.depth = 0
        self.top: list[dict[str, str | None]] = []
        self.all: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        assert self.depth == 0, "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))
        if self.depth == 0:
            self.top.append(dict(attrs))
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID

    def of(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a kind that carry these values."""
        return [at for kind, at in self.all if kind == tag and wanted.items() <= at.items()]


def context(view: dict[str, Any], lang: str, wish: str = "") -> dict[str, Any]:
    return {"view": view, "match_id": MATCH, "lang": lang, "t": table_text.display(view, wish)}


def fragments(view: dict[str, Any], lang: str = "en", wish: str = "") -> str:
    with override(lang):
        return "".join(render_to_string(name, context(view, lang, wish)) for name in table_text.FRAGMENTS)


def page(view: dict[str, Any], lang: str = "en", **more: Any) -> str:
    with override(lang):
        request = RequestFactory(HTTP_HOST="localhost").get(f"/{lang}/")
        request.resolver_match = resolve(request.path)
        shown = context(view, lang, more.pop("wish", "")) | {
            "with_chat": True, "chat_lines": [], "last_chat": 0, "socket_url": f"/ws/table/{MATCH}/",
            "room_url": "/en/lobby/x/", "error": "", **more,
        }  # fmt: skip
        return render_to_string("game/table.html", shown, request=request)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
class TestFragments:
    def test_each_is_one_element_that_is_on_the_page(self, view: dict[str, Any], lang: str) -> None:
        ids = [element.get("id") for element in Elements(fragments(view, lang)).top]
        assert ids == ["round", "seats", "centre", "me", "rail", "box", "log", "sheet"]
        on_page = [at["id"] for _, at in Elements(page(view, lang)).all if at.get("id")]
        assert len(on_page) == len(set(on_page))
        assert set(ids) <= set(on_page)

    def test_nothing_breaks_the_policy(self, view: dict[str, Any], lang: str) -> None:
        for tag, attributes in Elements(page(view, lang)).all:
            assert "style" not in attributes, tag
            assert not [name for name in attributes if name.startswith("on")], tag
            assert tag != "style"
            assert tag != "script" or attributes.get("src")

    def test_they_can_be_shared(self, view: dict[str, Any], lang: str) -> None:
        assert "csrf" not in fragments(view, lang)
        assert fragments(view, lang) == fragments(view, lang)

    def test_every_use_is_a_drawing_of_the_deck_in_the_page(self, view: dict[str, Any], lang: str) -> None:
        whole = Elements(page(view, lang))
        drawings = {f"#{symbol['id']}" for symbol in whole.of("symbol")}
        uses = whole.of("use")
        assert uses
        assert {use["href"] for use in uses} <= drawings


class TestHand:
    def test_cards_are_buttons_with_a_name(self) -> None:
        html = Elements(fragments(view_of(), "de"))
        nine = html.of("button", id="c-9C")[0]
        assert nine["aria-label"] == "Kreuz Neun, spielbar"
        assert (nine["form"], nine["name"], nine["value"]) == ("act", "do", "p 9C")
        assert "aria-disabled" not in nine
        ten = html.of("button", id="c-TD")[0]
        assert (ten["aria-label"], ten["aria-disabled"]) == ("Karo Zehn, passt nicht", "true")
        assert "disabled" not in ten

    def test_the_version_goes_with_the_act(self) -> None:
        field = Elements(fragments(view_of())).of("input", name="v")[0]
        assert (field["form"], field["value"]) == ("act", "17")

    def test_only_wish_cards_ask_for_a_wish(self) -> None:
        buttons = Elements(fragments(view_of())).of("button", form="act")
        assert [button["data-card"] for button in buttons if "data-wish" in button] == ["JD"]

    def test_a_spectator_gets_none(self) -> None:
        html = fragments(VIEWS["watching"])
        assert "data-card" not in html
        assert "You are watching" in html


class TestWithoutScripts:
    def test_the_page_renews_itself_only_while_others_play(self) -> None:
        assert "http-equiv" not in page(VIEWS["on turn"])
        assert 'http-equiv="refresh"' in page(VIEWS["not on turn"])
        assert 'http-equiv="refresh"' in page(VIEWS["round over"])
        assert "http-equiv" not in page(VIEWS["match over"])

    def test_the_wish_is_four_buttons(self) -> None:
        values = [button["value"] for button in Elements(page(view_of(), wish="JD")).of("button", name="do")]
        assert [value for value in values if value and ":" in value] == [
            "p JD:C", "p JD:S", "p JD:H", "p JD:D",
        ]  # fmt: skip

    def test_a_refusal_is_said(self) -> None:
        html = page(view_of(), error=Refusal("Only clubs fits here. Draw.", "suit-rank"))
        assert "Only clubs fits here. Draw." in html
        assert Elements(html).of("a", href="rule/suit-rank")

    def test_a_refusal_without_a_clause_has_no_link(self) -> None:
        html = page(view_of(), error=Refusal("The table was faster."))
        assert "The table was faster." in html
        assert 'href="rule/' not in html

    def test_forms_are_protected(self) -> None:
        forms = Elements(page(view_of())).of("form", method="post")
        assert len(forms) == 3
        assert page(view_of()).count("csrfmiddlewaretoken") == 3


class TestResult:
    def test_goes_on_by_a_button(self) -> None:
        button = Elements(fragments(finished())).of("button", id="do-next")[0]
        assert (button["form"], button["value"]) == ("act", "next")

    def test_solo_offers_a_rematch(self) -> None:
        assert Elements(fragments(VIEWS["match over"])).of("button", form="again")

    def test_friends_go_back_to_their_room(self) -> None:
        view = finished(state="match-over", outcome={"winners": [1], "reason": "rounds"}, room="d" * 32)
        assert Elements(fragments(view)).of("a", id="go-room")[0]["href"] == f"/en/lobby/{'d' * 32}/"

    def test_the_host_can_start_a_rematch(self) -> None:
        view = finished(state="match-over", outcome={"winners": [1], "reason": "rounds"}, room="d" * 32)
        assert Elements(fragments(view)).of("button", form="rematch")
        form = Elements(page(view, host=True)).of("form", id="rematch")[0]
        assert form["action"] == f"/en/lobby/{'d' * 32}/start"
        assert not Elements(page(view)).of("form", id="rematch")

    def test_a_rematch_that_has_begun_takes_everybody_along(self) -> None:
        html = Elements(fragments(VIEWS["rematch"], "de"))
        assert (html.of("div", id="sheet")[0]["data-next"] or "").endswith(f"/{'c' * 32}/")


class TestNames:
    def test_are_text_whatever_they_are(self) -> None:
        seats = [seat_of(0), seat_of(1, name="<img src=x onerror=alert(1)>")]
        view = view_of() | {"seats": seats, "log": [{"v": 1, "e": "skipped", "seat": 1}]}
        assert "<img" not in page(view)

    def test_all_are_at_the_table(self) -> None:
        html = fragments(VIEWS["eight seats"])
        assert all(name in html for name in NAMES[1:])


def test_who_stands_up_is_told_what_becomes_of_the_seat() -> None:
    assert "A bot takes over your cards." in page(view_of(rules="mau-mau"))
    removed = page(view_of(rules="mau-mau leavers=removed"))
    assert "Your seat is out of the match" in removed and "A bot takes over" not in removed


@pytest.mark.parametrize(
    ("rules", "said", "called"),
    [
        ("classic", ["mau"], "Mau!"),
        ("classic", ["mau-mau"], "Mau-Mau!"),
        ("double-52 mau_mau=2", ["mau"], "Last card!"),
        ("double-52 mau_mau=2", ["mau-mau"], "Mau!"),
    ],
)
@pytest.mark.parametrize("me", [0, 1])
def test_the_bubble_says_what_was_called(rules: str, said: list[str], called: str, me: int) -> None:
    view = view_of(2, rules=rules, said=said, me=me)
    view["seats"][0] |= {"cards": 1, "mau": True}
    html = fragments(view, "en")
    assert f'<span class="bubble">{called}</span>' in html
