"""The news as a feed."""

from datetime import date
from xml.etree import ElementTree

import pytest
from django.test import Client

from content.models import News

pytestmark = pytest.mark.django_db
FEEDS = {"de": "/de/neuigkeiten/feed.xml", "en": "/en/news/feed.xml"}


def channel(client: Client, language: str) -> ElementTree.Element:
    answer = client.get(FEEDS[language])
    assert answer["Content-Type"] == "application/rss+xml; charset=utf-8"
    found = ElementTree.fromstring(answer.content).find("channel")
    assert found is not None
    return found


def test_an_empty_feed_is_a_feed(client: Client) -> None:
    for language in FEEDS:
        feed = channel(client, language)
        assert feed.findtext("language") == language
        assert feed.findall("item") == []


def test_the_newest_comes_first_with_whole_addresses_and_its_day(client: Client) -> None:
    News.objects.create(title_de="Alt", body_de="Da.", date=date(2026, 1, 1), published=True)
    new = News.objects.create(
        title_de="Neu & gut", body_de="Lies [die Regeln](page:rules).", title_en="New",
        body_en="See [the rules](page:rules).", date=date(2026, 2, 3), published=True,
    )  # fmt: skip
    News.objects.create(title_de="Entwurf", body_de="Nein.", date=date(2026, 2, 4))
    german, english = (channel(client, language).findall("item") for language in ("de", "en"))
    assert [item.findtext("title") for item in german] == ["Neu & gut", "Alt"]
    assert [item.findtext("title") for item in english] == ["New", "Alt"]
    assert '<div lang="de"><p>Da.</p>' in (english[1].findtext("description") or "")
    assert german[0].findtext("link") == f"http://testserver/de/neuigkeiten/#n{new.pk}"
    assert 'href="http://testserver/de/regeln/"' in (german[0].findtext("description") or "")
    assert (german[0].findtext("pubDate") or "").startswith("Tue, 03 Feb 2026")


def test_it_may_be_cached_and_sets_no_cookie(client: Client) -> None:
    News.objects.create(title_en="New", body_en="Here.", date=date(2026, 2, 3), published=True)
    answer = client.get(FEEDS["en"])
    assert answer["Cache-Control"] == "public, max-age=600" and not answer.cookies
    assert client.get(FEEDS["en"], headers={"If-None-Match": answer["ETag"]}).status_code == 304


@pytest.mark.parametrize("language", FEEDS)
def test_the_pages_name_it(client: Client, language: str) -> None:
    for address in (f"/{language}/", FEEDS[language].removesuffix("feed.xml")):
        page = client.get(address).content.decode()
        assert 'type="application/rss+xml"' in page and f'href="{FEEDS[language]}"' in page
