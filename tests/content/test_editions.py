"""Editions: what editors wrote is asked for by one number, and every process sees it at its next request."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from content import editions, texts
from content.apps import add_pages
from content.models import EditionNumber, News, Notice, Page, Question

pytestmark = pytest.mark.django_db


def page(key: str = "history") -> Page:
    return Page.objects.get(key=key)


def queries(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in seen]


def test_migrate_makes_a_row_for_every_text_once() -> None:
    add_pages("default")
    assert sorted(Page.objects.values_list("key", flat=True)) == sorted(texts.pages())
    assert EditionNumber.now() == 0  # and nothing that readers see has changed


def test_a_page_asks_one_number_and_reads_on_only_when_it_is_another(client: Client) -> None:
    Page.objects.filter(key="history").first()
    client.get("/de/geschichte/")
    assert len(asked := queries(client, "/de/geschichte/")) == 1
    assert "editionnumber" in asked[0]
    story = page()
    story.title_de = "Kniffe"
    story.save()
    assert len(queries(client, "/de/geschichte/")) == 5  # the number and four tables
    assert len(queries(client, "/de/geschichte/")) == 1


def test_what_another_process_wrote_is_seen_by_the_number_alone() -> None:
    page("history").save()
    before = editions.current()
    Page.objects.filter(key="history").update(title_de="Von nebenan")  # no signal reaches this process
    assert editions.current() is before
    EditionNumber.objects.update(number=before.number + 1)
    override = editions.current().override("history", "de")
    assert override and override.parts == {"title": "Von nebenan"}


def test_every_change_moves_the_number() -> None:
    numbers = {EditionNumber.now()}
    news = News.objects.create(title_de="Neu", body_de="Da.")
    numbers.add(EditionNumber.now())
    notice = Notice.objects.create(text_de="Heute Abend kurz zu.")
    numbers.add(EditionNumber.now())
    page().save()
    numbers.add(EditionNumber.now())
    news.delete()
    numbers.add(EditionNumber.now())
    Notice.objects.filter(pk=notice.pk).delete()
    numbers.add(EditionNumber.now())
    assert len(numbers) == 6


def test_inside_reading_nothing_is_asked_and_nothing_changes_midway(
    django_assert_num_queries: "pytest_django.DjangoAssertNumQueries",  # type: ignore[name-defined]  # noqa: F821
) -> None:
    editions.current()
    with django_assert_num_queries(1), editions.reading() as edition:
        assert editions.current() is edition
        assert editions.current().notice("de") is None
    with editions.reading():
        Notice.objects.create(text_de="Neu.")
        assert editions.current().notice("de") is None
    notice = editions.current().notice("de")
    assert notice and "Neu." in notice.html


def test_an_override_replaces_its_parts_alone_in_its_language(client: Client) -> None:
    story = page()
    story.title_de, story.changed_de = "Kniffe & Listen", timezone.localdate()
    story.save()
    german, english = texts.text("history", "de"), texts.text("history", "en")
    assert german.title == "Kniffe & Listen"
    assert german.body == texts.file_text("history", "de").body
    assert english == texts.file_text("history", "en")
    assert "<h1>Kniffe &amp; Listen</h1>" in client.get("/de/geschichte/").content.decode()


def test_the_notice_shows_in_its_time_on_all_pages(client: Client) -> None:
    now = timezone.now()
    Notice.objects.create(text_de="Gestern.", starts=now - timedelta(2), ends=now - timedelta(1))
    Notice.objects.create(text_de="Morgen.", starts=now + timedelta(1))
    assert editions.current().notice("de") is None
    Notice.objects.create(text_de="Heute **ruht** der Tisch.", starts=now - timedelta(hours=1))
    for address in ("/de/", "/de/geschichte/", "/de/solo/", "/de/frage-stellen/"):
        assert "Heute <strong>ruht</strong> der Tisch." in client.get(address).content.decode(), address
    english = client.get("/en/history/").content.decode()
    assert '<div lang="de"><p>Heute <strong>ruht</strong>' in english


def test_news_show_by_date_and_in_the_other_language_where_they_must(client: Client) -> None:
    today = timezone.localdate()
    News.objects.create(title_de="Morgen", body_de="…", date=today + timedelta(1), published=True)
    News.objects.create(title_de="Entwurf", body_de="…", date=today)
    News.objects.create(title_de="Neue Karten", body_de="Ein {9H}.", date=today, published=True)
    german = client.get("/de/neuigkeiten/").content.decode()
    assert "Neue Karten" in german and "Morgen" not in german and "Entwurf" not in german
    english = client.get("/en/news/").content.decode()
    assert '<span lang="de">Neue Karten</span>' in english
    assert "There is no translation of this yet." in english


def test_answers_stand_below_their_page_in_their_languages(client: Client) -> None:
    Question.objects.create(
        page="history", language="de", state="published", answered=timezone.localdate(), name="Mara",
        question_de="Darf ich <b>lügen</b>?", answer_de="Nein. <script>alert(1)</script>",
    )  # fmt: skip
    german = client.get("/de/geschichte/").content.decode()
    assert "Darf ich &lt;b&gt;lügen&lt;/b&gt;?" in german and "Mara" in german
    assert "<script>alert" not in german
    assert "lügen" not in client.get("/en/history/").content.decode()
    assert "lügen" not in client.get("/de/regeln/").content.decode()


def test_what_waits_or_was_set_aside_is_not_shown() -> None:
    for state in ("waiting", "aside"):
        Question.objects.create(page="history", language="de", state=state, question_de=f"Was ist {state}?",
                                answer_de="Nichts.", answered=timezone.localdate())  # fmt: skip
    assert editions.current().answers("history", "de") == []


def test_what_can_no_longer_be_rendered_is_shown_as_written() -> None:
    Notice.objects.create(text_de="Mehr [dort](page:nowhere) & da.")
    notice = editions.current().notice("de")
    assert notice and "Mehr [dort](page:nowhere) &amp; da." in notice.html
