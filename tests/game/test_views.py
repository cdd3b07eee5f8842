"""The table and the solo menu over plain HTTP, one page after the other."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from game import services, store
from game.clock import now_ms
from game.engine import rules_code
from game.hub import presence
from game.models import ChatLine, Guest, Heartbeat, Match, Move
from tests.game.conftest import Opener, Table

JSON = {"HTTP_ACCEPT": "application/json"}


def browser(guest: Guest | None = None, **more: Any) -> Client:
    """A browser of this guest's, or of nobody yet."""
    client = Client(**more)
    if guest is not None:
        client.cookies[settings.GUEST_COOKIE] = guest.token  # type: ignore[attr-defined]
    return client


@pytest.fixture
def table(request: pytest.FixtureRequest, alice: Guest, bob: Guest, open_table: Opener) -> Table:
    """Alice is on turn with 7H 9H KD JC, ten of hearts on top; other rules by `indirect`."""
    opened = open_table(alice, bob, now=now_ms(), rules=getattr(request, "param", "mau-mau"))
    opened.lay_out(["7H 9H KD JC", "8C QC TC"], "TH", turn=0)
    return opened


def at(table: Table, what: str = "", lang: str = "de") -> str:
    return f"/{lang}/{'tisch' if lang == 'de' else 'table'}/{table.id}/{what}"


# -- the page ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_player_sees_the_table(alice: Guest, table: Table, lang: str) -> None:
    answer = browser(alice).get(at(table, lang=lang))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'data-card="9H"' in page
    assert 'data-card="QC"' not in page
    assert 'name="csrfmiddlewaretoken"' in page
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_table_names_its_twins(alice: Guest, table: Table, lang: str) -> None:
    page = browser(alice).get(at(table, lang=lang)).content.decode()
    for code, twin in (("de", "de"), ("en", "en"), ("x-default", "de")):
        href = f"http://testserver{at(table, lang=twin)}"
        assert f'<link rel="alternate" hreflang="{code}" href="{href}">' in page


def test_the_page_refreshes_itself_only_while_not_on_turn(alice: Guest, bob: Guest, table: Table) -> None:
    assert b'http-equiv="refresh"' not in browser(alice).get(at(table)).content
    assert b'http-equiv="refresh"' in browser(bob).get(at(table)).content


def test_strangers_are_asked_and_see_nothing(mallory: Guest, table: Table) -> None:
    for client in (browser(), browser(mallory)):
        answer = client.get(at(table))
        assert answer.status_code == 200
        assert at(table, "watch").encode() in answer.content
        assert b"data-card" not in answer.content
    assert settings.GUEST_COOKIE not in browser().get(at(table)).cookies


def test_watching_is_a_post(charlie: Guest, table: Table) -> None:
    client = browser(charlie)
    assert client.get(at(table, "watch")).url == at(table)
    assert b"data-card" not in client.get(at(table)).content
    assert client.post(at(table, "watch")).status_code == 302
    page = client.get(at(table)).content.decode()
    assert 'data-card="9H"' not in page
    assert services.may_watch(table.id, charlie)


def test_watching_makes_a_guest(table: Table) -> None:
    client = browser()
    answer = client.post(at(table, "watch"), {"name": "  Zoe\u202e "})
    assert answer.cookies[settings.GUEST_COOKIE]["httponly"]
    assert client.get(at(table, "view")).status_code == 200
    assert Match.objects.get(pk=table.id).watchers.get().name == "Zoe"


def test_solo_is_closed_to_others(alice: Guest, mallory: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    client = browser(mallory)
    assert client.get(at(table)).status_code == 403
    assert client.post(at(table, "watch")).status_code == 403
    answer = client.get(at(table, "view"), **JSON)
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


def test_the_barred_stay_out(bob: Guest, table: Table) -> None:
    services.remove_player(table.id, bob)
    client = browser(bob)
    assert client.get(at(table)).status_code == 403
    assert client.post(at(table, "watch")).status_code == 403


def test_unknown_matches(alice: Guest) -> None:
    client = browser(alice)
    assert client.get(f"/de/tisch/{'0' * 32}/").status_code == 404
    assert client.get("/de/tisch/17/").status_code == 404
    answer = client.post(f"/de/tisch/{'0' * 32}/act", {"do": "d", "v": "1"}, **JSON)
    assert (answer.status_code, answer.json()["error"]) == (404, "no-such-match")


# -- looking without a socket ----------------------------------------------------------------------------


def test_view_is_nothing_new_or_everything(alice: Guest, bob: Guest, table: Table) -> None:
    client = browser(alice)
    assert client.get(at(table, "view?v=1")).status_code == 204
    page = client.get(at(table, "view?v=0")).content.decode()
    assert 'id="box"' in page and 'data-card="9H"' in page
    assert 'data-card="9H"' not in browser(bob).get(at(table, "view")).content.decode()
    for junk in ("", "x", "-1", "1.0", "9" * 500, "\u0663"):
        assert client.get(at(table, "view"), {"v": junk}).status_code == 200


def test_view_for_programs(alice: Guest, table: Table) -> None:
    client = browser(alice)
    frame = client.get(at(table, "view?v=0&format=json"), **JSON).json()
    assert (frame["t"], frame["v"]) == ("snapshot", 1)
    assert sorted(frame["view"]["hand"]) == ["7H", "9H", "JC", "KD"]
    assert client.get(at(table, "view?v=1"), **JSON).json()["t"] == "same"
    assert "html" in client.get(at(table, "view?v=0"), **JSON).json()


def test_a_poll_notices_what_no_version_counts(alice: Guest, bob: Guest, table: Table) -> None:
    client = browser(alice)
    services.seen(table.id, bob)
    mark = client.get(at(table, "view?v=1"), **JSON).json()["mark"]
    assert client.get(at(table, f"view?v=1&mark={mark}"), **JSON).json()["t"] == "same"
    presence.clear()
    gone = client.get(at(table, f"view?v=1&mark={mark}"), **JSON).json()
    assert (gone["t"], gone["v"]) == ("snapshot", 1)
    assert client.get(at(table, f"view?v=1&mark={gone['mark']}"), **JSON).json()["t"] == "same"


def test_a_poll_changes_nothing(alice: Guest, table: Table) -> None:
    before = list(Match.objects.filter(pk=table.id).values())
    for query in ("v=0", "v=1", "v=1&chat=0", "v=9", "v=1&mark=x"):
        browser(alice).get(at(table, f"view?{query}"), **JSON)
    assert list(Match.objects.filter(pk=table.id).values()) == before
    assert Move.objects.filter(match_id=table.id).count() == 1


def test_a_poll_is_presence_and_wakes(alice: Guest, table: Table) -> None:
    table.wait(300_000)
    assert table.match.status == "rest"
    assert browser(alice).get(at(table, "view?v=1")).status_code in (200, 204)
    assert table.match.status == "play"


def test_view_brings_missing_talk(alice: Guest, bob: Guest, table: Table) -> None:
    for n in range(3):
        services.chat(table.id, bob, "Bob", f"line {n}")
    lines = browser(alice).get(at(table, "view?v=1&chat=1"), **JSON).json()["chat"]
    assert [line["n"] for line in lines] == [2, 3]


# -- acting ----------------------------------------------------------------------------------------------


def test_an_action_by_form(alice: Guest, table: Table) -> None:
    client = browser(alice)
    answer = client.post(at(table, "act"), {"do": "p 9H", "v": "1"})
    assert (answer.status_code, answer["Location"]) == (302, at(table))
    assert client.post(at(table, "act"), {"do": "p 9H", "v": "1"}).status_code == 302, "a double click"
    assert table.v == 2
    assert Move.objects.get(match_id=table.id, version=2).action_id == "1:p 9H"


def test_an_action_by_program(alice: Guest, bob: Guest, table: Table) -> None:
    answer = browser(alice).post(at(table, "act"), {"do": "p 9H", "v": "1", "id": "a"}, **JSON)
    assert (answer.status_code, answer.json()) == (200, {"t": "ack", "id": "a", "v": 2})
    refused = browser(bob).post(at(table, "act", "en"), {"do": "p TC", "v": "1"}, **JSON)
    assert refused.status_code == 409
    assert refused.json()["error"] == "stale"
    assert refused.json()["text"] == "The table was faster. Look again and choose."


def test_a_refusal_is_told_on_the_page(bob: Guest, table: Table) -> None:
    client = browser(bob)
    answer = client.post(at(table, "act", "en"), {"do": "p TC", "v": "1"})
    assert answer["Location"] == at(table, "?error=not-your-turn&do=p+TC", "en")
    page = client.get(answer["Location"]).content
    assert b"It is not your turn yet." in page and b'href="rule/turn"' in page


def test_a_refusal_by_program_names_the_rule(alice: Guest, table: Table) -> None:
    refused = browser(alice).post(at(table, "act", "en"), {"do": "p KD", "v": "1"}, **JSON).json()
    assert (refused["error"], refused["rule"]) == ("does-not-fit", "suit-rank")
    assert refused["text"].startswith("Only ")
    assert browser(alice).post(at(table, "act"), {"do": "d"}, **JSON).json()["rule"] == ""


def test_a_wish_without_scripts(alice: Guest, table: Table) -> None:
    client = browser(alice)
    answer = client.post(at(table, "act"), {"do": "p JC", "v": "1"})
    assert answer["Location"] == at(table, "?wish=JC")
    page = client.get(answer["Location"]).content.decode()
    for suit in "CSHD":
        assert f'value="p JC:{suit}"' in page
    assert client.post(at(table, "act"), {"do": "p JC:S", "v": "1"})["Location"] == at(table)
    assert table.view(1)["wish"] == "S"


@pytest.mark.parametrize(
    "form",
    [
        {}, {"do": "d"}, {"v": "1"}, {"do": "d", "v": "x"}, {"do": "d", "v": "-1"},
        {"do": "d", "v": "9" * 30},
        {"do": "p 9H" * 1000, "v": "1"}, {"do": "t", "v": "1"}, {"do": "bot hard", "v": "1"},
        {"do": "join Mallory", "v": "1"}, {"do": "\x00", "v": "1"}, {"do": "p 9H", "v": "1", "id": "x" * 500},
        {"do": "p \ufffd", "v": "1"}, {"do": "c 9", "v": "1"}, {"do": "p 9H:Z", "v": "1"},
    ],
)  # fmt: skip
def test_bad_forms_change_nothing(alice: Guest, table: Table, form: dict[str, str]) -> None:
    client = browser(alice)
    before = table.row.state
    answer = client.post(at(table, "act"), form)
    assert (answer.status_code, "error=" in answer["Location"]) == (302, True)
    assert client.get(answer["Location"]).status_code == 200
    program = client.post(at(table, "act"), form, **JSON)
    assert 400 <= program.status_code < 500
    assert program.json()["text"]
    assert (table.v, table.row.state) == (1, before)


def test_outsiders_and_forgers_cannot_act(alice: Guest, mallory: Guest, charlie: Guest, table: Table) -> None:
    services.add_watcher(table.id, charlie, "Charlie")
    for guest in (None, mallory, charlie):
        answer = browser(guest).post(at(table, "act"), {"do": "leave", "v": "1"}, **JSON)
        assert answer.status_code == 403
    forger = browser(alice, enforce_csrf_checks=True)
    assert forger.post(at(table, "act"), {"do": "leave", "v": "1"}).status_code == 403
    assert table.v == 1


def test_error_codes_in_addresses_are_only_looked_up(alice: Guest, table: Table) -> None:
    page = browser(alice).get(at(table), {"error": "<b>&", "wish": "<i>"}).content
    assert b"<b>&" not in page and b"<i>" not in page.replace(b"<i></i>", b"")


def test_talk(alice: Guest, table: Table) -> None:
    client = browser(alice)
    assert client.post(at(table, "chat"), {"text": "Hallo <b>"})["Location"] == at(table)
    assert b"Hallo &lt;b&gt;" in client.get(at(table)).content
    assert client.post(at(table, "chat"), {"text": "zwei", "id": "x"}, **JSON).json() == {"n": 2}
    assert client.post(at(table, "chat"), {"text": "zwei", "id": "x"}, **JSON).json() == {"n": 2}
    answer = client.post(at(table, "chat"), {"text": " "}, **JSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "chat-empty")
    assert "error=too-long" in client.post(at(table, "chat"), {"text": "x" * 400})["Location"]
    assert ChatLine.objects.count() == 2


def test_leaving_a_friends_match(alice: Guest, table: Table) -> None:
    client = browser(alice)
    assert client.post(at(table, "act"), {"do": "leave", "v": "0"}).status_code == 302
    page = client.get(at(table)).content.decode()
    assert 'data-card="9H"' not in page, "who has left may watch"


def test_a_match_that_was_given_up_shows_its_end(alice: Guest, bob: Guest, table: Table) -> None:
    table.wait(300_000)
    table.now += 24 * 3_600_000
    Heartbeat.objects.update(at=table.now)  # somebody ticked all day
    table.tick()
    assert table.match.status == "over"
    view = browser(bob).get(at(table, "view?format=json"), **JSON).json()["view"]
    assert (view["state"], view["legal"], view["hands"], view["turn"]) == ("match-over", [], None, None)
    page = browser(alice).get(at(table)).content.decode()
    assert 'http-equiv="refresh"' not in page
    assert "Die Partie ist vorbei" in page


# -- solo ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "preset"), [("de", "mau-mau"), ("en", "crazy-eights")])
def test_the_menu_opens_with_the_game_of_the_language(db: None, lang: str, preset: str) -> None:
    client = browser()
    answer = client.get(f"/{lang}/solo/")
    assert answer.status_code == 200
    assert {settings.GUEST_COOKIE, "csrftoken"} <= set(answer.cookies)
    assert answer.context["form"]["preset"].value() == preset


def test_solo_starts_and_remembers(db: None) -> None:
    client = browser()
    client.get("/en/solo/")
    form = {
        "preset": "mau-mau",
        "bots_count": "2",
        "strength": "hard",
        "hand_size": "7",
        "match_end": "rounds:5",
    }
    answer = client.post("/en/solo/", form)
    match = Match.objects.get()
    assert answer["Location"] == f"/en/table/{match.pk}/"
    assert match.rules == "mau-mau hand_size=7 match_end=rounds:5"
    assert [seat.bot for seat in store.current(match.pk).state.seats] == [None, "hard", "hard"]
    menu = client.get("/en/solo/")
    assert menu.context["form"]["preset"].value() == "mau-mau"
    assert menu.context["form"]["hand_size"].value() == "7"
    assert (menu.context["bots"], menu.context["strength"]) == (2, "hard")
    assert menu.context["resume"][0]["url"] == f"/en/table/{match.pk}/"
    assert re.search(r"· \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d$", menu.context["resume"][0]["text"])
    store.forget()
    assert client.get(f"/en/table/{match.pk}/").status_code == 200
    client.post("/en/solo/discard", {"match": match.pk})
    assert client.get("/en/solo/").context["resume"] == []


def test_solo_for_programs(db: None) -> None:
    client = browser()
    client.get("/en/solo/")
    answer = client.post(
        "/en/solo/", {"preset": "mau-mau", "turn_seconds": "15", "bots": "easy,hard"}, **JSON
    )
    body = answer.json()
    assert body == {"match": body["match"], "socket": f"/ws/table/{body['match']}/"}
    assert [seat.bot for seat in store.current(body["match"]).state.seats] == [None, "easy", "hard"]
    assert client.post("/en/solo/", {"bots": "easy"}, **JSON).status_code == 200
    assert Match.objects.order_by("created").last().rules.startswith("crazy-eights")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "form",
    [
        {"preset": "poker"}, {"hand_size": "70"}, {"bots_count": "0"}, {"bots_count": "8"},
        {"bots_count": "x"},
        {"strength": "godlike"}, {"bots": "easy,godlike"}, {"bots": ",".join(["easy"] * 8)}, {"combos": "on"},
        {"match_end": "wins:99"}, {"match_end": "x" * 500}, {"turn_seconds": "1"},
        {"match_end": "wins:3 seven=off"},
        {"hand_sise": "7"},
        {"mau": "\x00"}, {"last_card": "full", "play_on": "on"}, {"turn_seconds": "40 combos=on"},
    ],
)  # fmt: skip
def test_bad_rules_are_told_and_start_nothing(db: None, form: dict[str, str]) -> None:
    client = browser()
    page = client.post("/de/solo/", {"preset": "mau-mau", **form})
    assert page.status_code == 400
    assert page.context["form"].errors
    answer = client.post("/de/solo/", form, **JSON)
    assert answer.status_code == 400
    assert answer.json()["text"]
    assert not Match.objects.exists()


def test_discard_is_for_the_own_match(alice: Guest, mallory: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    client = browser(mallory)
    assert client.post("/de/solo/discard", {"match": table.id}).status_code == 403
    for unknown in ("no", "\x00", "x" * 999, "ü", "%"):
        assert client.post("/de/solo/discard", {"match": unknown}).status_code == 404
    assert client.post("/de/solo/discard", {}, **JSON).json()["error"] == "no-such-match"
    assert table.match.status == "play"


def test_rematch(alice: Guest, open_table: Opener) -> None:
    table = open_table(alice, "easy", solo=True)
    client = browser(alice)
    assert "error=not-over" in client.post(at(table, "again"))["Location"]
    Match.objects.filter(pk=table.id).update(status="over", due_at=None)
    first = client.post(at(table, "again"))["Location"]
    assert client.post(at(table, "again"), **JSON).json()["match"] in first
    assert json.loads(client.get(at(table, "view?format=json"), **JSON).content)["view"]["next"] in first


def test_a_rule_link_leads_to_the_sentence_of_the_sheet(alice: Guest, mallory: Guest, table: Table) -> None:
    client = browser(alice)
    code = rules_code(table.match.rules)
    assert client.get(at(table, "rule/seven", "en"))["Location"] == f"/en/rules/{code}/#r-seven"
    assert client.get(at(table, "rule/wish-card"))["Location"] == f"/de/regeln/{code}/#r-wish-card"
    assert client.get(at(table, "rule/nonsense", "en"))["Location"] == f"/en/rules/{code}/"
    assert f'data-sheet="/en/rules/{code}/"' in client.get(at(table, "", "en")).content.decode()
    assert "Location" not in browser(mallory).get(at(table, "rule/seven", "en"))


@pytest.mark.parametrize("table", ["mau-mau strict=on"], indirect=True)
def test_a_card_tried_in_vain_is_told(alice: Guest, table: Table) -> None:
    client = browser(alice)
    answer = client.post(at(table, "act", "en"), {"do": "x KD", "v": "1"})
    assert answer["Location"] == at(table, "?tried=2", "en")
    page = client.get(answer["Location"]).content.decode()
    assert "You tried the king of diamonds and draw for it: neither suit nor rank." in page
    assert '<a href="rule/suit-rank">Read the rule</a>' in page
    told = client.post(at(table, "act", "en"), {"do": "x KD", "v": "1", "id": "1:x KD"}, **JSON).json()
    assert (told["t"], told["rule"]) == ("ack", "suit-rank")
    assert 'id="error" role="alert"' in client.get(at(table, "?tried=1", "en")).content.decode()
