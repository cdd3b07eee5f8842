"""The site on a home screen and in other people's chats: manifest, icons, the worker, previews of links."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from content import install
from tests.content.tags import Tags

pytestmark = pytest.mark.django_db  # every page asks whether editors have changed anything
STATIC = settings.BASE_DIR / "static"
HOME = {"de": "/de/", "en": "/en/"}
READING = ["/de/", "/en/", "/de/regeln/", "/en/rules/", "/de/fragen/"]
PREVIEW_MOST = 150 * 1024


def file_of(address: str) -> Path:
    """The file a static address (also an absolute one) stands for."""
    found = re.fullmatch(r"(?:https?://[^/]+)?/static/(?:[0-9a-f]{12}/)?([^?#]+)", address)
    assert found, address
    path: Path = STATIC / found[1]
    return path


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">2I", data[16:24])
    return width, height


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Walks from marker to marker until the one that opens the frame."""
    at = 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    height, width = struct.unpack(">2H", data[at + 5 : at + 9])
    return width, height


def manifest(client: Client, code: str) -> dict[str, object]:
    page = Tags(client.get(HOME[code]).content.decode())
    (link,) = [link for link in page.all("link") if link["rel"] == "manifest"]
    answer = client.get(link["href"])
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert not answer.cookies
    found: dict[str, object] = json.loads(answer.content)
    return found


@pytest.mark.parametrize("code", HOME)
def test_the_manifest_is_whole_and_speaks_the_language(client: Client, code: str) -> None:
    said = manifest(client, code)
    assert (said["lang"], said["start_url"], said["scope"], said["display"]) == (
        code,
        HOME[code],
        "/",
        "standalone",
    )
    assert said["short_name"] == "Mau-Mau" and said["name"] and said["description"]
    for color in ("theme_color", "background_color"):
        assert re.fullmatch(r"#[0-9a-f]{6}", str(said[color]))
    for shortcut in said["shortcuts"]:  # type: ignore[attr-defined]
        assert shortcut["name"] and shortcut["url"].startswith(f"/{code}/")


def test_it_is_one_app_in_every_language(client: Client) -> None:
    assert manifest(client, "de")["id"] == manifest(client, "en")["id"]


@pytest.mark.django_db
@pytest.mark.parametrize("code", HOME)
def test_shortcuts_lead_to_pages(client: Client, code: str) -> None:
    shortcuts = manifest(client, code)["shortcuts"]
    assert len(shortcuts) == 3  # type: ignore[arg-type]
    for shortcut in shortcuts:  # type: ignore[attr-defined]
        assert client.get(shortcut["url"]).status_code == 200


def test_icons_and_pictures_are_as_large_as_they_say(client: Client) -> None:
    said = manifest(client, "de")
    purposes = set()
    for icon in said["icons"]:  # type: ignore[attr-defined]
        purposes.add((icon["sizes"], icon["purpose"]))
        if icon["type"] == "image/png":
            width, height = png_size(file_of(icon["src"]).read_bytes())
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert file_of(icon["src"]).read_text().startswith("<svg")
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    for picture in said["screenshots"]:  # type: ignore[attr-defined]
        width, height = jpeg_size(file_of(picture["src"]).read_bytes())
        assert picture["sizes"] == f"{width}x{height}"


def test_every_page_names_its_icons(client: Client) -> None:
    links = Tags(client.get("/en/rules/").content.decode()).all("link")
    (icon,) = [link["href"] for link in links if link["rel"] == "icon"]
    assert file_of(icon).read_text().startswith("<svg")
    (touch,) = [link["href"] for link in links if link["rel"] == "apple-touch-icon"]
    assert png_size(file_of(touch).read_bytes()) == (180, 180)


def test_browsers_that_cannot_show_it_find_a_small_picture(client: Client) -> None:
    data = file_of(client.get("/favicon.ico")["Location"]).read_bytes()
    assert struct.unpack("<3H", data[:6]) == (0, 1, 1)
    assert png_size(data[22:]) == (32, 32)


def test_home_screens_find_a_picture_where_they_look_for_it(client: Client) -> None:
    answer = client.get("/apple-touch-icon.png")
    assert answer.status_code == 301 and file_of(answer["Location"]).exists()


# --- previews of links -----------------------------------------------------------------------------------


def preview(html: str) -> dict[str, str]:
    """The og: and twitter: tags of a page."""
    metas = Tags(html).all("meta")
    return {meta.get("property") or meta["name"]: meta["content"] for meta in metas
            if meta.get("property", meta.get("name", "")).startswith(("og:", "twitter:"))}  # fmt: skip


@pytest.mark.parametrize("address", READING)
def test_a_page_to_read_can_be_shown_by_others(client: Client, address: str) -> None:
    html = client.get(address + "?a=1").content.decode()
    said = preview(html)
    title = re.search(r"<title>(.*?)</title>", html)
    assert title and said["og:title"] in title[1] and said["og:title"]
    assert len(said["og:description"]) > 40
    assert said["og:image"].startswith("http://testserver/static/")
    picture = file_of(said["og:image"]).read_bytes()
    assert len(picture) <= PREVIEW_MOST
    assert jpeg_size(picture) == (int(said["og:image:width"]), int(said["og:image:height"])) == (1200, 630)
    assert said["og:image:alt"] and said["twitter:card"] == "summary_large_image"


def test_each_language_has_its_picture(client: Client) -> None:
    pictures = {preview(client.get(home).content.decode())["og:image"] for home in HOME.values()}
    assert len(pictures) == len(HOME)


def test_a_rule_set_is_shown_by_its_name(client: Client) -> None:
    sheets = set(re.findall(r'href="(/en/rules/[^/"#]+/)"', client.get("/en/rules/").content.decode()))
    assert sheets
    names = {preview(client.get(sheet).content.decode())["og:title"] for sheet in sheets}
    assert len(names) == len(sheets)


@pytest.mark.django_db
def test_an_invitation_is_shown_without_a_word_about_who_sits_there(client: Client) -> None:
    host = Client()
    room = host.post("/de/lobby/", {"name": "Annegret"}, follow=True).content.decode()
    invite = re.search(r"/j/[\w-]+/", room)
    assert invite, "the room shows no invite link"
    html = client.get(invite[0], headers={"accept-language": "de"}).content.decode()
    said = preview(html)
    assert said["og:title"] and said["og:image"].endswith("-de.jpg")
    assert "Annegret" not in " ".join(said.values())
    assert '<meta name="robots" content="noindex">' in html
    assert preview(room) == {}  # the room itself is nobody else's business


def test_errors_have_no_preview(client: Client) -> None:
    assert preview(client.get("/de/nirgends/").content.decode()) == {}


# --- the worker and its page -----------------------------------------------------------------------------


def test_the_worker_may_answer_for_every_page_and_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache" and answer.headers["ETag"]
    assert not answer.cookies
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_worker_is_another_one_after_an_update(settings: Settings) -> None:
    install.worker.cache_clear()
    before = install.worker(True)
    settings.STATIC_DIGEST = "0" * 12
    install.worker.cache_clear()
    try:
        assert install.worker(True) != before
    finally:
        install.worker.cache_clear()


def test_an_operator_can_take_the_worker_away(client: Client, settings: Settings) -> None:
    settings.OFFLINE_PAGE = False
    script = client.get("/sw.js").content.decode()
    assert "unregister()" in script and "fetch" not in script


@pytest.mark.parametrize("code", HOME)
def test_the_page_for_no_network_is_kind_and_stands_alone(client: Client, code: str) -> None:
    answer = client.get(f"/{code}/offline/")
    html = answer.content.decode()
    assert answer.status_code == 200 and not answer.cookies
    assert f'<html lang="{code}">' in html and 'content="noindex"' in html
    assert (
        html == client.get(f"/{code}/offline/?other", headers={"cookie": "maumau_lang=en"}).content.decode()
    )
    parts = re.findall(r'(?:href|src)="(/static/[^"#]+\.(?:css|js|svg))', html)
    assert any(part.endswith("offline.js") for part in parts) and any(part.endswith(".css") for part in parts)
    assert all(file_of(part).exists() for part in parts)
