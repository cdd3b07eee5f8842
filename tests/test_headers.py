"""Security headers, cookies, languages, error answers: what every answer carries, and what it must not."""

import re

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from maumau_site import errors

pytestmark = pytest.mark.django_db

READING = ["/de/", "/en/", "/de/regeln/", "/en/rules/"]
PLAYING = ["/de/solo/", "/en/solo/", "/de/lobby/", "/en/lobby/join"]
OTHER = ["/", "/healthz", "/readyz", "/admin/login/", "/de/nowhere/", "/robots.txt", "/sitemap.xml"]


@pytest.mark.parametrize("path", [*READING, *PLAYING, *OTHER])
def test_every_answer_has_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy and "data:" not in policy
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert part in policy
    assert "form-action 'self'" in policy
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("path", [*READING, *PLAYING])
def test_pages_bring_no_inline_script_style_or_handler(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+\s*=|javascript:", page)
    scripts = [tag for tag in re.findall(r"<script[^>]*>", page) if "application/ld+json" not in tag]
    assert all("src=" in tag for tag in scripts)


@pytest.mark.parametrize("path", READING)
def test_pages_to_read_set_no_cookie_and_stay_cacheable(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert "public" in answer.headers["Cache-Control"]
    assert answer.headers["ETag"]


def test_solo_gives_the_cookies_a_guest_needs(client: Client) -> None:
    cookies = client.get("/en/solo/").cookies
    guest = cookies["maumau_guest"]
    assert guest["httponly"] and guest["samesite"] == "Lax" and guest["path"] == "/"
    assert guest["max-age"] == 365 * 24 * 3600
    assert "csrftoken" in cookies
    assert cookies["maumau_lang"].value == "en"


def test_a_known_guest_keeps_the_cookie(client: Client) -> None:
    client.get("/de/solo/")
    assert "maumau_guest" not in client.get("/de/solo/").cookies


@pytest.mark.parametrize(
    ("wishes", "place"),
    [("", "/de/"), ("en-GB,en;q=0.9", "/en/"), ("de-AT", "/de/"), ("fr", "/de/"), ("fr,en;q=0.5", "/en/"),
     ("\x00;;q=x", "/de/")],
)  # fmt: skip
def test_the_root_follows_the_browser(client: Client, wishes: str, place: str) -> None:
    answer = client.get("/", headers={"accept-language": wishes})
    assert (answer.status_code, answer.headers["Location"]) == (302, place)
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_the_root_remembers_where_one_played(client: Client) -> None:
    client.get("/en/solo/")
    assert client.get("/", headers={"accept-language": "de"}).headers["Location"] == "/en/"


def test_an_unknown_address_is_a_page_in_its_language(client: Client) -> None:
    german, english = client.get("/de/nirgends/"), client.get("/en/nowhere/")
    assert (german.status_code, english.status_code) == (404, 404)
    assert 'lang="de"' in german.content.decode() and 'lang="en"' in english.content.decode()


def test_programs_get_errors_as_json(client: Client) -> None:
    answer = client.get("/en/nowhere/", headers={"accept": "application/json"})
    assert answer.status_code == 404
    assert answer.json()["error"] == "not-found" and answer.json()["text"]


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_post_without_its_token_is_refused(accept: str) -> None:
    answer = Client(enforce_csrf_checks=True).post("/en/solo/", headers={"accept": accept})
    assert answer.status_code == 403
    if accept == "application/json":
        assert answer.json()["error"] == "csrf"
    else:
        assert "<html" in answer.content.decode()


def test_our_own_failure_is_told_as_one(client: Client, rf: RequestFactory) -> None:
    answer = errors.server_error(rf.get("/de/"))
    assert answer.status_code == 500 and b"<html" in answer.content
    json = errors.server_error(rf.get("/de/", headers={"accept": "application/json"}))
    assert json.status_code == 500 and b"server-error" in json.content


def test_even_the_error_page_may_fail(rf: RequestFactory, settings: Settings) -> None:
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": []}]
    answer = errors.server_error(rf.get("/de/"))
    assert answer.status_code == 500 and answer.headers["Content-Type"].startswith("text/plain")


def test_pages_are_compressed(client: Client) -> None:
    answer = client.get("/de/regeln/", headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


def test_static_files_may_be_kept_for_good(client: Client) -> None:
    page = client.get("/de/").content.decode()
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert sheet is not None
    answer = client.get(sheet[1])
    assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in answer.headers
