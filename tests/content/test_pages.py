"""The pages that are only read: addresses, languages, caching, and that they agree with the game."""

import gzip
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from content import pages
from content.sitemaps import PAGES
from game.engine import PRESETS, rules_code, rules_text
from game.engine.tables import tables
from game.solo import OPENS_WITH
from tests.content.tags import Tags

TWINS = {"/de/": "/en/", "/de/regeln/": "/en/rules/", "/de/ueber/": "/en/about/"}
ADDRESSES = [*TWINS, *TWINS.values()]
ROOT = Path(__file__).resolve().parents[2]
KILOBYTE = 1024
THEME = ["early.js", "theme.js"]
TOLD = {
    "pack": "skat32",
    "second_pack_from": "5",
    "hand_size": "5",
    "two_player_hand": "same",
    "start_card": "bury",
    "wish_rank": "J",
    "wish_fits": "not-on-wish",
    "seven": "stack",
    "eight": "skip",
    "reverse_rank": "none",
    "ace": "off",
    "draw": "one",
    "draw_when": "always",
    "after_draw": "drawn",
    "mau": "button",
    "mau_penalty": "1",
    "mau_mau": "off",
    "last_card": "ends",
    "wish_finish": "allowed",
    "leavers": "bot",
    "turn_seconds": "40",
}


def page(client: Client, address: str) -> Tags:
    response = client.get(address)
    assert response.status_code == 200, address
    return Tags(response.content.decode())


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_speaks_its_language_and_has_one_heading(client: Client, address: str) -> None:
    tags = page(client, address)
    assert tags.all("html") == [{"lang": address[1:3]}]
    assert len(tags.all("h1")) == 1 and len(tags.all("title")) == 1
    assert any(meta.get("name") == "description" and len(meta["content"]) > 40 for meta in tags.all("meta"))
    assert any(meta.get("name") == "theme-color" for meta in tags.all("meta"))
    assert len(tags.ids()) == len(set(tags.ids()))


@pytest.mark.parametrize(("german", "english"), TWINS.items())
def test_twins_name_each_other(client: Client, german: str, english: str) -> None:
    for address in (german, english):
        links = {
            link["hreflang"]: urlsplit(link["href"]).path
            for link in page(client, address).all("link")
            if link["rel"] == "alternate"
        }
        assert links == {"de": german, "en": english, "x-default": german}


@pytest.mark.parametrize(("german", "english"), TWINS.items())
def test_the_language_switch_keeps_page_and_query(client: Client, german: str, english: str) -> None:
    for here, there in ((german, english), (english, german)):
        (switch,) = [link for link in page(client, f"{here}?a=1").all("a") if "hreflang" in link]
        assert switch["href"] == f"{there}?a=1"
        assert switch["lang"] == there[1:3]


@pytest.mark.parametrize("address", ADDRESSES)
def test_canonical_is_the_address_without_query(client: Client, address: str) -> None:
    (canonical,) = [link for link in page(client, f"{address}?a=1").all("link") if link["rel"] == "canonical"]
    assert canonical["href"] == f"http://testserver{address}"


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
def test_pages_have_no_form_and_nothing_inline(client: Client, address: str) -> None:
    tags = page(client, address)
    assert not tags.all("form") and not tags.all("style")
    at_home = address in ("/de/", "/en/")  # a page of rules stays without scripts: three requests
    assert [script["src"].rpartition("/")[2] for script in tags.all("script")] == THEME * at_home
    for tag, attrs in tags.found:
        assert not [name for name in attrs if name == "style" or name.startswith("on")], (tag, attrs)


@pytest.mark.parametrize("address", ["/de/regeln/", "/en/rules/"])
def test_the_rules_page_is_small_and_takes_three_requests(client: Client, address: str) -> None:
    html = client.get(address).content
    tags = Tags(html.decode())
    files = {link["href"] for link in tags.all("link") if link["rel"] == "stylesheet"}
    files |= {use["href"].partition("#")[0] for use in tags.all("use")} - {""}
    assert len(files) == 2
    weight = sum(len(gzip.compress(static_file(name), 9)) for name in files) + len(gzip.compress(html, 9))
    assert weight <= 14 * KILOBYTE


def static_file(address: str) -> bytes:
    assert address.startswith(settings.STATIC_URL)
    return (ROOT / "static" / address.removeprefix(settings.STATIC_URL)).read_bytes()


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_drawing_exists(client: Client, address: str) -> None:
    tags = page(client, address)
    for use in tags.all("use"):
        file, _, symbol = use["href"].partition("#")
        ids = Tags(static_file(file).decode()).ids() if file else tags.ids()
        assert symbol in ids, use["href"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_leads_somewhere(client: Client, address: str) -> None:
    for link in page(client, address).all("a"):
        target = urlsplit(link["href"])
        assert not target.netloc, link
        response = client.get(link["href"] if target.path else address)
        assert response.status_code == 200, link
        if target.fragment:
            assert target.fragment in Tags(response.content.decode()).ids(), link


def test_each_home_opens_with_the_game_known_there(client: Client) -> None:
    assert "<h1>Mau-Mau." in client.get("/de/").content.decode()
    assert "<h1>Crazy Eights." in client.get("/en/").content.decode()
    assert pages.FIRST_PRESET == OPENS_WITH


def test_home_offers_every_preset_with_the_known_one_first() -> None:
    assert [row[0] for row in pages.preset_rows("crazy-eights")][:2] == ["crazy-eights", "mau-mau"]
    assert {row[0] for row in pages.preset_rows("mau-mau")} == set(PRESETS)


def test_the_presets_are_the_ones_the_prose_describes() -> None:
    """The rules page tells these two games; whoever changes one rewrites the page first."""
    assert rules_text(PRESETS["mau-mau"]) == "mau-mau"
    mau_mau = PRESETS["mau-mau"].values()
    assert {field: mau_mau[field] for field in TOLD} == TOLD
    eights = PRESETS["crazy-eights"].values()
    differing = {field for field in eights if eights[field] != mau_mau[field]}
    assert differing == {"wish_rank", "seven", "eight", "mau"}
    assert (eights["wish_rank"], eights["seven"], eights["mau"]) == ("8", "off", "off")


def test_points_on_the_page_are_the_engine_s() -> None:
    with override("en"):
        rows = dict(pages.points_rows())
    assert rows == {"Jack": "20", "Ace": "11", "King": "4", "Queen": "3", "Seven to ten": "face value"}
    assert tables(PRESETS["mau-mau"]).points == tables(PRESETS["crazy-eights"]).points


def test_the_operator_is_named_only_if_there_is_one(client: Client, settings: pytest.FixtureRequest) -> None:
    settings.MAUMAU_OPERATOR = ""
    assert 'id="imprint"' not in client.get("/de/ueber/").content.decode()
    settings.MAUMAU_OPERATOR = "Erika Muster, Hauptstraße 1 <Hof>"
    html = client.get("/de/ueber/").content.decode()
    assert 'id="imprint"' in html and "Hauptstraße 1 &lt;Hof&gt;" in html


def test_sitemap_lists_every_page_in_both_languages(client: Client) -> None:
    xml = client.get("/sitemap.xml").content.decode()
    sheets = [
        f"/{rules}/{rules_code(preset)}/"
        for preset in PRESETS.values()
        for rules in ("de/regeln", "en/rules")
    ]
    pages_in_both = [address for twins in TWINS.items() for address in twins]
    found = re.findall(r"<loc>http://testserver([^<]+)</loc>", xml)
    assert found == [*pages_in_both, *sheets]
    assert xml.count('hreflang="x-default"') == len(found)
    with override("de"):
        assert [reverse(name) for name in PAGES] == list(TWINS)


def test_robots_keeps_tables_and_invitations_out(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    for private in ("/j/", "/de/tisch/", "/en/table/"):
        assert f"Disallow: {private}" in lines
    assert "Sitemap: http://testserver/sitemap.xml" in lines


def test_favicon_leads_to_the_drawn_mark(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.status_code == 301
    assert static_file(response["Location"]).startswith(b"\0\0\1\0")


@pytest.mark.django_db
def test_a_preset_chosen_on_the_home_page_is_the_one_the_start_menu_opens_with(client: Client) -> None:
    def opened(query: str) -> str:
        chosen = [
            tag for tag in page(client, f"/de/solo/{query}").all("input") if tag.get("name") == "preset"
        ]
        return next(tag["value"] for tag in chosen if "checked" in tag)

    assert [opened("?preset=classic"), opened("?preset=nonsense"), opened("")] == [
        "classic",
        "mau-mau",
        "mau-mau",
    ]
