"""The page of one rule set: address, caching, languages, its part for the table, weight, links."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from content import deck, pages
from game.engine import PRESETS, parse_rules, rules_code
from game.rulebook import CLAUSES, describe
from tests.content import site
from tests.content.tags import Tags

ROOT = Path(__file__).resolve().parents[2]
LARGEST = parse_rules(
    "double-52 equal_cards=on jump_in=on ace=again reverse_rank=K after_draw=drawn last_card=full mau_mau=2"
    " start_card=dealer wish_fits=any draw_when=stuck strict=on leavers=removed late_join=on"
)
KILOBYTE = 1024


def address(code: str, language: str = "en") -> str:
    with override(language):
        return reverse("content:ruleset", args=[code])


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_its_sheet(client: Client, name: str, language: str) -> None:
    rules = PRESETS[name]
    response = client.get(address(rules_code(rules), language))
    html = response.content.decode()
    assert response.status_code == 200 and f'<html lang="{language}">' in html
    ids = re.findall(r'<p id="r-([a-z-]+)">', html)
    told = [clause.id for section in describe(rules, language).sections for clause in section.clauses]
    assert ids == told and set(ids) <= set(CLAUSES)
    assert "noindex" not in html


def test_the_page_is_public_and_kept(client: Client) -> None:
    first = client.get(address("100"), headers={"Accept-Encoding": "gzip"})
    assert not first.cookies and first["Cache-Control"].startswith("public, max-age=")
    assert "HX-Request" in first["Vary"] and "Cookie" not in first["Vary"]
    again = client.get(address("100"), headers={"If-None-Match": first["ETag"], "Accept-Encoding": "gzip"})
    assert (again.status_code, again.content) == (304, b"")
    assert client.post(address("100")).status_code == 405


def test_the_twin_has_the_same_code(client: Client) -> None:
    html = client.get("/de/regeln/1ax2zzg5a67/?a=1").content.decode()
    for language, path in (("de", "/de/regeln/"), ("en", "/en/rules/"), ("x-default", "/de/regeln/")):
        assert f'hreflang="{language}" href="http://testserver{path}1ax2zzg5a67/"' in html
    assert '<link rel="canonical" href="http://testserver/de/regeln/1ax2zzg5a67/">' in html


@pytest.mark.parametrize("ask", [{"query_params": {"part": ""}}, {"headers": {"HX-Request": "true"}}])
def test_the_part_is_the_sheet_alone(client: Client, ask: dict[str, dict[str, str]]) -> None:
    part = client.get(address("100"), **ask).content.decode()  # type: ignore[arg-type]
    assert part.strip().startswith('<article class="rulebook"') and part.strip().endswith("</article>")
    assert deck.FILE.sub('href="#', part.strip()) in client.get(address("100")).content.decode()


@pytest.mark.parametrize(("heard", "query"), [("1AX2ZZG5A67", ""), ("1ax2-zzg5-a67", "?part=1")])
def test_a_code_as_it_is_heard_leads_to_the_code(client: Client, heard: str, query: str) -> None:
    response = client.get(address(heard) + query)
    assert (response.status_code, response["Location"]) == (301, address("1ax2zzg5a67") + query)


@pytest.mark.parametrize("code", ["nonsense", "1ax2zzg5a68", "x" * 200])
def test_a_code_of_nothing_says_what_to_do(client: Client, code: str) -> None:
    response = client.get(address(code))
    assert response.status_code == 404
    assert "Check that the link is complete" in response.content.decode()


def test_what_differs_stands_at_the_top(client: Client) -> None:
    html = client.get(address(rules_code(PRESETS["crazy-eights"]))).content.decode()
    assert html.index("Different from Mau-Mau:") < html.index('<article class="rulebook"')
    with override("en"):
        fields = [label for label, _here, _usual in pages.differences(PRESETS["crazy-eights"])]
    assert fields == ["Wish card", "Seven", "Saying “Mau”"]  # the eight's own effect is nothing here
    assert "Different from Mau-Mau" not in client.get(address("100")).content.decode()


def test_own_rules_are_not_for_search_engines(client: Client) -> None:
    assert 'content="noindex"' in client.get(address(rules_code(LARGEST))).content.decode()


def test_the_page_leads_to_playing(client: Client) -> None:
    links = [link["href"] for link in Tags(client.get(address("100")).content.decode()).all("a")]
    assert {"/en/solo/?rules=100", "/en/lobby/?rules=100"} <= set(links)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rules", [PRESETS["double-52"], LARGEST])
def test_it_is_small_and_takes_three_requests(client: Client, rules: object, language: str) -> None:
    html = client.get(address(rules_code(rules), language)).content  # type: ignore[arg-type]
    tags = Tags(html.decode())
    files = {link["href"] for link in tags.all("link") if link["rel"] == "stylesheet"}
    assert len(files) == 1 and all(use["href"].startswith("#") for use in tags.all("use"))
    weight = len(gzip.compress(html, 9)) + sum(map(site.served, files))
    assert weight <= 14 * KILOBYTE


def test_every_card_drawn_exists(client: Client) -> None:
    for rules in (PRESETS["double-52"], LARGEST):
        tags = Tags(client.get(address(rules_code(rules))).content.decode())
        assert {use["href"].removeprefix("#") for use in tags.all("use")} <= set(tags.ids())


def test_nothing_inline(client: Client) -> None:
    for tag, attrs in Tags(client.get(address(rules_code(LARGEST))).content.decode()).found:
        assert tag not in ("form", "style") and (tag != "script" or attrs["src"])
        assert not [name for name in attrs if name == "style" or name.startswith("on")], (tag, attrs)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_for_paper_links_every_sheet(client: Client, language: str) -> None:
    with override(language):
        page = reverse("content:print")
    links = [link["href"] for link in Tags(client.get(page).content.decode()).all("a")]
    for rules in PRESETS.values():
        assert address(rules_code(rules), language) in links
