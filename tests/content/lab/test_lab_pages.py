"""The lab's pages: only a POST begins work, bad input gets a sentence, what is finished is everyone's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from content.lab import limits, runs, views
from content.lab.questions import ROUNDS, question
from content.models import LabRun
from game.clock import now_ms
from game.engine import PRESETS, RuleSet, rules_code
from game.simulate import rounds
from tests.content.site import Nested
from tests.content.tags import Tags

pytestmark = pytest.mark.django_db
CODE = rules_code(PRESETS["classic"])
PAGE = f"/en/lab/{CODE}/3/"


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Here rounds are only asked for; who plays them is another file's matter."""
    woken: list[str] = []
    monkeypatch.setattr("content.lab.runner.wake", lambda: woken.append("woken"))
    limits.started.clear()
    yield woken
    limits.started.clear()


def finished(rules: RuleSet, players: int = 3, count: int = 240, **more: object) -> LabRun:
    """A run as it stands in the end, with a few real rounds."""
    asked = question(rules, players)
    job = {"rules": asked.rules, "seats": players, "seed": 1, "first": 0, "rounds": count}
    values = {"sums": rounds.run(job), "rounds": ROUNDS, "asked": 1, "finished": 2, **more}
    return LabRun.objects.update_or_create(**asked._asdict(), defaults=values)[0]


def chosen(**more: str) -> dict[str, str]:
    return {"rules": CODE, "players": "3", **more}


def test_a_choice_leads_to_the_page_of_its_simulation(client: Client, nobody_works: list[str]) -> None:
    answer = client.post("/en/lab/", chosen())
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    asked = [(run.rules, run.players) for run in LabRun.objects.order_by("pk")]
    assert asked == [("classic match_end=rounds:1", 3), ("mau-mau", 3)]  # Mau-Mau to compare with
    assert nobody_works
    assert client.post("/de/labor/", chosen())["Location"] == f"/de/labor/{CODE}/3/"
    assert LabRun.objects.count() == 2


def test_looking_begins_nothing(client: Client) -> None:
    for path in ("/en/lab/", f"/en/lab/?rules={CODE}&players=5", PAGE, f"{PAGE}?state"):
        assert client.get(path).status_code == 200
    assert not LabRun.objects.exists()
    assert client.post(PAGE).status_code == 405


def test_it_works_as_a_browser_without_scripts_does_it() -> None:
    browser = Client(enforce_csrf_checks=True)
    form = browser.get(PAGE).content.decode()
    assert "Nobody has tried these rules" in form
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    assert browser.post("/en/lab/", fields).status_code == 302
    waiting = browser.get(PAGE).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in waiting
    assert f"0 of {ROUNDS:,} rounds are played" in waiting
    assert Client(enforce_csrf_checks=True).post("/en/lab/", fields).status_code == 403


def test_the_form_opens_with_what_came_along(client: Client) -> None:
    tags = Tags(client.get(f"/en/lab/?rules={CODE}&players=7").content.decode())
    checked = {
        tag["name"]: tag["value"]
        for tag in tags.all("input")
        if "checked" in tag and tag["name"] != "set-theme"
    }
    assert checked == {"players": "7", "preset": "classic"}
    odd = client.get("/en/lab/?rules=nonsense&players=99&preset=%00").content.decode()
    assert "That is no rules code." in odd
    assert 'value="4" checked' in odd


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"players": "1"}, "There is no such choice here."),
        ({"players": "x" * 999}, "There is no such choice here."),
        ({"rules": "nonsense"}, "That is no rules code."),
        ({"seven": "maybe"}, "There is no such choice here."),
        ({"sevne": "off"}, "There is no rule called “sevne”."),
        ({"rules": "", "preset": "five-wins", "combos": "on"}, "combinations"),
    ],
)
def test_what_cannot_be_is_said(client: Client, sent: dict[str, str], said: str) -> None:
    answer = client.post("/en/lab/", chosen(**sent))
    assert answer.status_code == 400
    assert said.lower() in answer.content.decode().lower()
    asked = client.post("/en/lab/", chosen(**sent), headers={"Accept": "application/json"})
    assert asked.status_code == 400 and asked.json()["text"]
    assert not LabRun.objects.exists()


@pytest.mark.parametrize("path", ["/en/lab/nonsense/4/", f"/en/lab/{CODE}/1/", f"/en/lab/{CODE}/9/"])
def test_addresses_that_mean_nothing(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_code_has_one_way_to_be_written(client: Client) -> None:
    answer = client.get(f"/en/lab/{CODE.upper()}/3/")
    assert (answer.status_code, answer["Location"]) == (301, PAGE)


def test_a_full_queue_and_too_many_wishes_are_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for players in range(2, 2 + 4):
        assert client.post("/en/lab/", {"rules": "crazy-eights", "players": str(players)}).status_code == 302
    full = client.post("/en/lab/", chosen())
    assert full.status_code == 429 and "too many simulations are waiting" in full.content.decode()
    assert Tags(full.content.decode()).all("form")
    LabRun.objects.update(finished=1, rounds=1)
    monkeypatch.setattr(limits, "PER_ADDRESS", 4)
    refused = client.post("/de/labor/", chosen())
    assert refused.status_code == 429
    assert not LabRun.objects.filter(rules__startswith="classic").exists()
    known = client.post("/en/lab/", {"rules": "crazy-eights", "players": "2"})
    assert known.status_code == 302  # what is known costs nothing
    elsewhere = client.post("/en/lab/", chosen(), REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 302


def test_the_place_in_the_queue(client: Client) -> None:
    runs.ensure(question(PRESETS["mau-mau"], 2), now_ms())
    client.post("/en/lab/", chosen())
    assert "1 simulation is ahead of this one" in client.get(PAGE).content.decode()
    state = client.get(f"{PAGE}?state")
    assert "no-store" in state["Cache-Control"]
    assert state.json()["done"] is False and state.json()["rounds"] == 0


def test_what_is_finished_is_everyones_and_sets_no_cookie(client: Client) -> None:
    finished(PRESETS["classic"])
    comparing = client.get(PAGE)
    assert "no-store" in comparing["Cache-Control"] and not comparing.cookies
    finished(PRESETS["mau-mau"])
    first = client.get(PAGE)
    assert not first.cookies and first["Cache-Control"].startswith("public")
    assert client.get(PAGE, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(f"{PAGE}?state").json() == {"done": True}
    assert "Cookie" not in first.get("Vary", "")


@pytest.mark.parametrize("path", [PAGE, f"/de/labor/{CODE}/3/"])
def test_the_result_in_words_figures_and_drawings(client: Client, path: str) -> None:
    finished(PRESETS["classic"])
    finished(PRESETS["mau-mau"])
    html = client.get(path).content.decode()
    assert Nested(html).faults == []
    tags = Tags(html)
    assert {"figures", "lengths", "places", "how"} <= set(tags.ids())
    assert len([row for row in tags.all("th") if row.get("scope") == "row"]) >= 6 + 3 + 3
    assert len(tags.all("rect")) >= 6
    assert all("style" not in attrs for _tag, attrs in tags.found)


def test_an_english_result_reads_well(client: Client) -> None:
    finished(PRESETS["classic"])
    text = re.sub("<[^>]*>", "", client.get(PAGE).content.decode())
    assert re.search(r"A round takes \d+ turns on average, \d+(\.\d)? for each player", text)
    assert re.search(r"One hard bot against easy ones wins \d+% of the rounds", text)
    assert "240 rounds were played" in text


@pytest.mark.parametrize(
    ("spent", "why"),
    [(runs.BUDGET_MS, "They take long by these rules"), (1, "Something went wrong on the way")],
)
def test_fewer_rounds_are_told(client: Client, spent: int, why: str) -> None:
    finished(PRESETS["classic"], rounds=240, spent=spent)
    assert f"{why}, so there are fewer than usual" in client.get(PAGE).content.decode()


def test_rules_without_an_end_are_told(client: Client) -> None:
    sums = {"even": rounds.blank(3) | {"rounds": 9, "stopped": 9}, "mixed": rounds.blank(3)}
    finished(PRESETS["classic"], sums=sums, rounds=9)
    finished(PRESETS["mau-mau"])
    assert "9 rounds were played, and not one of them ended" in client.get(PAGE).content.decode()


def test_what_went_wrong_can_be_tried_again(client: Client) -> None:
    finished(PRESETS["classic"], sums={}, rounds=0)
    assert "Something went wrong" in client.get(PAGE).content.decode()
    assert client.post("/en/lab/", chosen()).status_code == 302
    assert LabRun.objects.get(rules__startswith="classic").finished is None


def test_a_server_without_workers_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "offered", lambda: False)
    assert "The lab is closed on this server" in client.get("/en/lab/").content.decode()
    assert "The lab is closed on this server" in client.get(PAGE).content.decode()
    assert client.post("/en/lab/", chosen()).status_code == 429
    finished(PRESETS["classic"])
    assert "A round takes" in client.get(PAGE).content.decode()


def test_nobody_waits_for_workers_that_were_switched_off(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for before a restart with MAUMAU_THINKERS=0: the page does not say for ever that bots play."""
    assert client.post("/en/lab/", chosen()).status_code == 302
    monkeypatch.setattr(views, "offered", lambda: False)
    told = client.get(PAGE).content.decode()
    assert "The lab is closed on this server" in told and "The bots are playing" not in told
    assert client.get(f"{PAGE}?state").json() == {"done": True}
    assert views.runs.take(now_ms()) is not None  # another process of this site works
    assert "The bots are playing" in client.get(PAGE).content.decode()


def test_only_the_entrance_is_for_search_engines(client: Client) -> None:
    xml = client.get("/sitemap.xml").content.decode()
    assert "/de/labor/</loc>" in xml and f"/labor/{CODE}" not in xml
    assert 'content="noindex"' in client.get(PAGE).content.decode()
    assert 'content="noindex"' not in client.get("/en/lab/").content.decode()
