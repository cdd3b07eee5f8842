"""Editors in the admin: correcting a page, what is refused, preview, history and the way back to the file."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from reversion.models import Version

from content import editing, texts
from content.inline import whole
from content.models import LANGUAGES, PARTS, News, Notice, Page, Question

pytestmark = pytest.mark.django_db
KEY = "history"


@pytest.fixture
def editor(client: Client) -> Client:
    """Somebody signed in who may do everything, with the admin in English."""
    client.force_login(User.objects.create_superuser("eve", password="four jacks and an ace"))
    client.cookies["maumau_lang"] = "en"
    return client


def row() -> Page:
    return Page.objects.get(key=KEY)


def address(name: str = "change", *rest: object) -> str:
    return reverse(f"admin:content_page_{name}", args=[row().pk, *rest])


def as_shown(editor: Client, where: str = "") -> dict[str, str]:
    """What a browser would send for the form as it stands."""
    form = editor.get(where or address()).context["adminform"].form
    return {
        name: str(form[name].value() or "") for name in form.fields if not name.startswith(("seen", "back"))
    }


def changed(editor: Client, **parts: str) -> dict[str, str]:
    return as_shown(editor) | parts


def body(language: str = "de") -> str:
    return texts.file_text(KEY, language).body


def test_all_pages_are_listed(editor: Client) -> None:
    page = editor.get("/admin/content/page/").content.decode()
    for key in texts.pages():
        assert html.escape(texts.file_text(key, "en").menu) in page, key


def test_the_form_shows_the_files_text_and_keeps_nothing_that_is_the_same(editor: Client) -> None:
    form = as_shown(editor)
    assert [form[f"body_{code}"] for code in LANGUAGES] == [body(code) for code in LANGUAGES]
    with_browsers_lines = {name: words.replace("\n", "\r\n") for name, words in form.items()}
    assert editor.post(address(), with_browsers_lines).status_code == 302
    assert not any(row().replaces(code) for code in LANGUAGES)


def test_a_correction_is_shown_at_once_and_only_in_its_language(editor: Client, client: Client) -> None:
    better = body().replace("##", "Ein ganz neuer Satz.\n\n##", 1)
    assert editor.post(address(), changed(editor, body_de=better)).status_code == 302
    assert "Ein ganz neuer Satz." in client.get("/de/geschichte/").content.decode()
    assert [row().part(part, "en") for part in PARTS] == [""] * 4
    assert row().part("title", "de") == ""
    assert row().changed_de == timezone.localdate()
    assert "corrected" in editor.get("/admin/content/page/").content.decode()


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        ("Es sind {mau-mau.no_such_field} Karten.", "no_such_field"),
        ("Lies [das](page:nowhere).", "the link page:nowhere leads nowhere"),
        ("Lies [das](page:privacy#nowhere).", "the page privacy has no place #nowhere"),
        ("```nonsense\n```", "there is no figure nonsense"),
        ("```exercise\nid=1 rules=mau-mau top=9H\n```", "hand=… is missing"),
        ("```exercise\nid=1 top=9H hand=KD.XX\n```", "this position cannot be"),
        ("![Bube](https://elsewhere.example/jack.png)", "a text shows no pictures"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_its_line(editor: Client, bad: str, complaint: str) -> None:
    answer = editor.post(address(), changed(editor, body_de=f"{body()}\n{bad}\n"))
    assert answer.status_code == 200
    (said,) = answer.context["adminform"].form.errors["body_de"]
    line = len(body().splitlines()) + 2
    assert said.startswith(f"Line {line}: ") and complaint in said and bad.splitlines()[0] in said
    assert not row().replaces("de")


def test_a_heading_that_others_link_to_must_stay(editor: Client) -> None:
    anchor = re.findall(r"{#([\w-]+)}", body())[0]
    answer = editor.post(address(), changed(editor, body_de=body().replace(f"{{#{anchor}}}", "")))
    assert f"#{anchor}" in str(answer.context["adminform"].form.errors["body_de"])


def test_markup_is_shown_as_it_was_typed(editor: Client, client: Client) -> None:
    evil = f"{body()}\n<script>alert(1)</script> [x](javascript:alert(1))\n"
    answer = editor.post(address(), changed(editor, body_de=evil))
    page = client.get("/de/geschichte/").content.decode()
    assert "<script>alert" not in page and 'href="javascript' not in page, answer


def test_a_correction_says_when_the_file_has_changed_since(editor: Client) -> None:
    page = row()
    page.body_de, page.replaced_de = "Unser Text.\n", "Alt\nAlt\nAlt\nDer alte Satz.\n"
    page.save()
    assert editing.is_old(row(), "de")
    assert "the file’s text has changed since" in editor.get("/admin/content/page/").content.decode()
    form = editor.get(address()).content.decode()
    assert "<del>− Der alte Satz.</del>" in form
    page.body_de = ""
    page.title_de, page.replaced_de = "Woher es kommt", "Alt"
    page.save()
    editor.post(address(), as_shown(editor) | {"seen_de": "on"})
    assert not editing.is_old(row(), "de") and row().title_de == "Woher es kommt"


def test_only_the_part_that_is_replaced_counts(editor: Client) -> None:
    editor.post(address(), changed(editor, title_de="Woher es kommt"))
    assert row().replaced_de == texts.file_text(KEY, "de").title  # whatever becomes of the file's body
    assert not editing.is_old(row(), "de")


def test_a_correction_that_no_longer_holds_gives_way_and_says_so(editor: Client, client: Client) -> None:
    page = row()
    page.body_de, page.replaced_de = "Lies [das](page:gone).\n", body()
    page.save()
    assert "readers see the file’s text" in editor.get("/admin/content/page/").content.decode()
    assert "names something that is gone" in editor.get(address()).content.decode()
    assert "<p>Lies " not in client.get("/de/geschichte/").content.decode()


def test_a_file_that_changed_while_the_editor_wrote_is_not_covered_up(editor: Client) -> None:
    answer = editor.post(address(), changed(editor, title_de="Woher", file_de="0123456789abcdef"))
    assert "has changed while you wrote" in str(answer.context["adminform"].form.non_field_errors())


def test_of_two_editors_of_one_page_the_second_does_not_undo_the_first(editor: Client) -> None:
    first, second = changed(editor, title_de="Woher"), changed(editor, title_en="Where from")
    assert editor.post(address(), first).status_code == 302
    answer = editor.post(address(), second)
    assert "Someone else has saved" in str(answer.context["adminform"].form.non_field_errors())
    assert (row().title_de, row().title_en) == ("Woher", "")


def test_back_to_the_files_text(editor: Client, client: Client) -> None:
    editor.post(address(), changed(editor, title_de="Woher es kommt", title_en="Where it’s from"))
    editor.post(address(), as_shown(editor) | {"back_de": "on"})
    assert not row().replaces("de") and row().replaced_de == "" and row().changed_de is None
    assert row().title_en == "Where it’s from"
    assert whole(texts.file_text(KEY, "de").title) in client.get("/de/geschichte/").content.decode()


def test_every_version_is_kept_with_who_and_one_can_go_back(editor: Client, client: Client) -> None:
    for title in ("Erstens", "Zweitens", "Drittens"):
        editor.post(address(), changed(editor, title_de=title))
    history = editor.get(address("history")).content.decode()
    assert history.count("eve") >= 3
    first = Version.objects.get_for_object(row()).last()
    version = address("revision", first.pk)
    shown = as_shown(editor, version)
    assert shown["title_de"] == "Erstens"
    assert row().title_de == "Drittens"  # looking changes nothing
    assert editor.post(version, shown).status_code == 302
    assert row().title_de == "Erstens"
    assert "<h1>Erstens</h1>" in client.get("/de/geschichte/").content.decode()
    assert Version.objects.get_for_object(row()).count() == 4


def test_the_preview_is_the_real_page_and_keeps_nothing(editor: Client) -> None:
    form = changed(editor, title_en="A quite new title")
    answer = editor.post(address("preview", "en"), form)
    assert "<h1>A quite new title</h1>" in answer.content.decode()
    assert '<html lang="en">' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    assert not row().replaces("en")
    refused = editor.post(address("preview", "en"), form | {"body_en": "{no.number}"})
    assert refused.status_code == 400 and "Line 1" in refused.content.decode()


def test_the_preview_is_for_editors_alone(editor: Client) -> None:
    form = changed(editor)
    assert Client().post(address("preview", "de"), form).status_code == 302
    User.objects.create_user("mallory", password="four jacks and a king", is_staff=True)
    other = Client()
    other.login(username="mallory", password="four jacks and a king")
    assert other.post(address("preview", "de"), form).status_code == 403
    assert editor.get(address("preview", "de")).status_code == 405
    assert editor.post(address("preview", "xx"), form).status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="eve"))
    assert strict.post(address("preview", "de"), form).status_code == 403


def question(**more: object) -> Question:
    return Question.objects.create(page=KEY, language="de", question_de="Wer hat das Spiel erfunden?", **more)


def answered(state: str, **more: str) -> dict[str, str]:
    form = {"state": state, "page": KEY, "language": "de", "name": "", "question_de": "Wer hat das erfunden?"}
    return form | {"answer_de": "Das weiß *niemand*.", "question_en": "", "answer_en": ""} | more


def test_questions_that_wait_come_first_and_are_answered_below_their_page(editor: Client) -> None:
    question(state="published", answer_de="Ja.", answered=timezone.localdate())
    question(state="aside")
    waiting = question()
    assert "1 question is waiting" in editor.get("/admin/").content.decode()
    rows = editor.get("/admin/content/question/").context["cl"].result_list
    assert [row.state for row in rows] == ["waiting", "published", "aside"]
    where = f"/admin/content/question/{waiting.pk}/change/"
    english = {"question_en": "Who invented it?", "answer_en": "Nobody knows."}
    preview = editor.post(f"/admin/content/question/{waiting.pk}/preview/en/", answered("waiting", **english))
    assert "Who invented it?" in preview.content.decode()
    assert editor.post(where, answered("published", **english)).status_code == 302
    assert "Das weiß <em>niemand</em>." in editor.get("/de/geschichte/").content.decode()
    assert "Nobody knows." in editor.get("/en/history/").content.decode()
    assert Question.objects.get(pk=waiting.pk).answered == timezone.localdate()


@pytest.mark.parametrize("wrong", [{"answer_de": ""}, {"answer_de": "{no.number}"}, {"question_de": ""}])
def test_an_answer_that_cannot_stand_is_refused(editor: Client, wrong: dict[str, str]) -> None:
    where = f"/admin/content/question/{question().pk}/change/"
    assert editor.post(where, answered("published", **wrong)).status_code == 200
    assert Question.objects.get().state == "waiting"


def test_a_deleted_question_is_gone_with_all_its_versions(editor: Client) -> None:
    where = f"/admin/content/question/{question().pk}/"
    editor.post(f"{where}change/", answered("waiting"))
    assert Version.objects.count() == 1
    editor.post(f"{where}delete/", {"post": "yes"})
    assert (Question.objects.count(), Version.objects.count()) == (0, 0)


def test_news_and_notices_are_written_and_previewed(editor: Client) -> None:
    news = {"date": "2026-11-30", "published": "on", "title_en": "A new deck", "body_en": "With {9H}."}
    everything = news | {"title_de": "", "body_de": ""}
    assert "A new deck" in editor.post("/admin/content/news/new/preview/en/", everything).content.decode()
    assert News.objects.count() == 0
    assert editor.post("/admin/content/news/add/", everything).status_code == 302
    assert editor.post("/admin/content/news/add/", everything | {"body_en": ""}).status_code == 200
    notice = {
        "starts_0": "2026-11-30",
        "starts_1": "12:00",
        "ends_0": "",
        "ends_1": "",
        "text_de": "Kurz zu.",
    }
    assert "Kurz zu." in editor.post("/admin/content/notice/new/preview/de/", notice).content.decode()
    assert editor.post("/admin/content/notice/add/", notice).status_code == 302
    early = notice | {"ends_0": "2026-11-29", "ends_1": "12:00"}
    assert "end before it begins" in editor.post("/admin/content/notice/add/", early).content.decode()
    assert (News.objects.count(), Notice.objects.count()) == (1, 1)


def test_the_longest_page_fits_through_the_form(editor: Client) -> None:
    faq = Page.objects.get(key="faq")
    where = reverse("admin:content_page_change", args=[faq.pk])
    assert editor.post(where, as_shown(editor, where)).status_code in (200, 302)


def test_no_files_text_would_be_refused() -> None:
    both = [texts.file_text(key, code) for key in texts.pages() for code in LANGUAGES]
    found = [
        f"{text.key} {text.language} {fault.line}: {fault}" for text in both for fault in editing.faults(text)
    ]
    assert found == []
