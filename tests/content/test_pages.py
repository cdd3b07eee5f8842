"""The pages that are only read: addresses, languages, links, caching, weight."""

import re
from datetime import date
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from content import markdown, pages, texts
from game.engine import PRESETS, rules_code
from game.solo import OPENS_WITH
from tests.content import site
from tests.content.tags import Tags

KILOBYTE = 1024
BUDGET = 14 * KILOBYTE
MOVING = {"steps.js"}
"""Scripts that make a figure move; without them it is a list."""
TWINS = site.twins()
ADDRESSES = site.addresses()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_speaks_its_language_and_has_one_heading(address: str) -> None:
    tags = site.tags(address)
    assert tags.all("html") == [{"lang": address[1:3]}]
    assert len(tags.all("h1")) == 1 and len(tags.all("title")) == 1
    assert any(meta.get("name") == "theme-color" for meta in tags.all("meta"))
    assert len(tags.ids()) == len(set(tags.ids()))


@pytest.mark.parametrize("address", ADDRESSES)
def test_elements_are_closed_as_they_were_opened(address: str) -> None:
    assert site.Nested(site.html(address)).faults == []


def test_titles_and_descriptions_are_each_page_s_own_and_fit_a_list_of_results() -> None:
    seen: dict[str, str] = {}
    for address in ADDRESSES:
        (title,) = re.findall(r"<title>(.*?)</title>", site.html(address), re.DOTALL)
        (described,) = [
            meta["content"] for meta in site.tags(address).all("meta") if meta.get("name") == "description"
        ]
        assert 10 <= len(title.strip()) <= 60, (address, title)
        assert 50 <= len(described) <= 155, (address, len(described))
        for words in (title, described):
            other = seen.setdefault(words, address)
            assert other == address, (words, other, address)


@pytest.mark.parametrize(("german", "english"), TWINS.items())
def test_twins_name_each_other(german: str, english: str) -> None:
    for address in (german, english):
        links = {
            link["hreflang"]: urlsplit(link["href"]).path
            for link in site.tags(address).all("link")
            if link["rel"] == "alternate" and "hreflang" in link
        }
        assert links == {"de": german, "en": english, "x-default": german}


def test_the_language_switch_keeps_page_and_query(client: Client) -> None:
    for german, english in TWINS.items():
        for here, there in ((german, english), (english, german)):
            tags = Tags(client.get(f"{here}?a=1").content.decode())
            (switch,) = [link for link in tags.all("a") if "hreflang" in link]
            assert switch["href"] == f"{there}?a=1"
            assert switch["lang"] == there[1:3]
            (canonical,) = [link for link in tags.all("link") if link["rel"] == "canonical"]
            assert canonical["href"] == f"http://testserver{here}"


@pytest.mark.parametrize("address", [*ADDRESSES, "/robots.txt", "/sitemap.xml"])
def test_pages_are_public_and_never_set_a_cookie(client: Client, address: str) -> None:
    first = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert not first.cookies
    assert first["Cache-Control"].startswith("public, max-age=")
    assert "Cookie" not in first.get("Vary", "")
    again = client.get(address, headers={"If-None-Match": first["ETag"], "Accept-Encoding": "gzip"})
    assert (again.status_code, again.content) == (304, b"")
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_send_nothing_and_carry_nothing_inline(address: str) -> None:
    tags = site.tags(address)
    assert all(form.get("method", "get") == "get" for form in tags.all("form")) and not tags.all("style")
    scripts = [script for script in tags.all("script") if script.get("type") != "application/ld+json"]
    loaded = {script["src"].rpartition("/")[2] for script in scripts}
    assert "early.js" in loaded and loaded - {"early.js"} <= MOVING, loaded
    for tag, attrs in tags.found:
        assert not [name for name in attrs if name == "style" or name.startswith("on")], (tag, attrs)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_small_and_takes_three_requests(client: Client, address: str) -> None:
    """Page, stylesheet, script; a round to watch has a script more, and its forty steps weigh 15 KB."""
    response = client.get(address, headers={"Accept-Encoding": "gzip"})
    tags = site.tags(address)
    files = [link["href"] for link in tags.all("link") if link["rel"] == "stylesheet"]
    files += [script["src"] for script in tags.all("script") if "src" in script]
    moving = [name for name in files if name.rpartition("/")[2] in MOVING]
    files += [use["href"] for use in tags.all("use") if not use["href"].startswith("#")]
    assert len(files) == 2 + len(moving), files
    weight = len(response.content) + sum(site.served(name) for name in files)
    assert weight <= BUDGET + len(moving) * KILOBYTE, weight


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_drawing_exists(address: str) -> None:
    ids = set(site.tags(address).ids())
    for use in site.tags(address).all("use"):
        assert use["href"].removeprefix("#") in ids, use["href"]


def test_every_link_leads_somewhere(client: Client) -> None:
    links: dict[str, str] = {}
    for address in ADDRESSES:
        for link in site.tags(address).all("a"):
            where = link["href"] if urlsplit(link["href"]).path else address + link["href"]
            links.setdefault(where, address)
    found: dict[str, Tags] = {}
    for link, page in links.items():
        target = urlsplit(link)
        if target.netloc or target.scheme:
            continue
        if target.path.startswith(settings.STATIC_URL):
            assert site.static_path(target.path).exists(), (link, "on", page)
            continue
        place = f"{target.path}?{target.query}".rstrip("?")
        if place not in found:
            response = client.get(place)
            assert response.status_code == 200, (link, "on", page)
            text = response.headers["Content-Type"].startswith("text/html")
            found[place] = Tags(response.content.decode() if text else "")
        if target.fragment:
            assert target.fragment in found[place].ids(), (link, "on", page)


def test_no_page_leads_outside_but_in_words_of_its_own() -> None:
    """Nothing from third parties: what a page loads comes from here."""
    for address in ADDRESSES:
        for tag, attrs in site.tags(address).found:
            loaded = attrs.get("src") or (attrs.get("href") if tag in ("use", "image") else "")
            assert not urlsplit(loaded or "").netloc, (address, loaded)


def test_the_day_of_the_last_change_and_a_way_to_ask_stand_on_every_text() -> None:
    for key in texts.pages():
        if key in site.NOT_KEPT:
            continue
        html = site.html(site.address(key, "en"))
        assert f"/en/ask-a-question/?page={key}" in html, key
        assert re.search(r"Last changed on [^<]*\b20\d\d\b", html), key


def test_each_home_opens_with_the_game_known_there() -> None:
    assert "<h1>Mau-Mau." in site.html("/de/")
    assert "<h1>Crazy Eights." in site.html("/en/")
    assert pages.FIRST_PRESET == OPENS_WITH


def test_home_offers_every_preset_with_the_known_one_first() -> None:
    assert [row[0] for row in pages.preset_rows("crazy-eights")][:2] == ["crazy-eights", "mau-mau"]
    assert {row[0] for row in pages.preset_rows("mau-mau")} == set(PRESETS)


def test_the_questions_of_the_home_page_are_answered_in_full_elsewhere() -> None:
    for home, faq in (("/de/", "/de/fragen/"), ("/en/", "/en/questions/")):
        asked = [link["href"] for link in site.tags(home).all("a") if link["href"].startswith(f"{faq}#")]
        assert len(asked) == 3


def test_the_operator_is_named_if_there_is_one(client: Client, settings: Settings) -> None:
    for named in ("Erika Muster, Hauptstraße 1 <Hof>", ""):
        settings.MAUMAU_OPERATOR = named
        markdown.render.cache_clear()
        html = client.get("/de/impressum/").content.decode()
        assert ("Hauptstraße 1 &lt;Hof&gt;" in html) == bool(named)
    markdown.render.cache_clear()


def test_sitemap_lists_every_page_in_both_languages_with_its_last_change(client: Client) -> None:
    xml = client.get("/sitemap.xml").content.decode()
    sheets = [
        f"/{rules}/{rules_code(preset)}/"
        for preset in PRESETS.values()
        for rules in ("de/regeln", "en/rules")
    ]
    asks = [site.address(key, language) for key in site.NOT_KEPT for language in ("de", "en")]
    found = re.findall(r"<loc>http://testserver([^<]+)</loc>", xml)
    assert sorted(found) == sorted([*ADDRESSES, *asks, *sheets])
    assert xml.count('hreflang="x-default"') == len(found)
    days = re.findall(r"<lastmod>([^<]+)</lastmod>", xml)
    assert len(days) == 2 * len(texts.pages())
    assert all(date.fromisoformat(day).year >= 2026 for day in days)


def test_robots_keeps_tables_and_invitations_out(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    for private in ("/j/", "/de/tisch/", "/en/table/"):
        assert f"Disallow: {private}" in lines
    assert "Sitemap: http://testserver/sitemap.xml" in lines


def test_favicon_leads_to_the_drawn_mark(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.status_code == 301
    assert site.static_path(response["Location"]).read_bytes().startswith(b"\0\0\1\0")


def test_a_preset_chosen_on_the_home_page_is_the_one_the_start_menu_opens_with(client: Client) -> None:
    def opened(query: str) -> str:
        tags = Tags(client.get(f"/de/solo/{query}").content.decode())
        chosen = [tag for tag in tags.all("input") if tag.get("name") == "preset"]
        return next(tag["value"] for tag in chosen if "checked" in tag)

    queries = ("?preset=classic", "?preset=nonsense", "")
    assert [opened(query) for query in queries] == ["classic", "mau-mau", "mau-mau"]


ODD = ["?a=%00", "?page=%ff", "?c=" + "x" * 3000, "?rules=%22%3E%3Cscript%3E", "?q"]


@pytest.mark.parametrize("query", ODD)
def test_no_query_is_a_fault_of_ours(client: Client, query: str) -> None:
    for address in ADDRESSES:
        assert client.get(address + query).status_code == 200, address
