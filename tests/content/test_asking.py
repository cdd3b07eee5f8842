"""Readers ask: without account, kept once, within limits, and no more stored than the words."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from content import questions, texts
from content.models import NAME_LENGTH, QUESTION_LENGTH, Question

pytestmark = pytest.mark.django_db
URL, THANKS = "/en/ask-a-question/", "/en/ask-a-question/thanks/"
WORDS = "May I put a jack on a jack?"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    questions.sent.clear()
    yield
    questions.sent.clear()


def asked(once: str = "", **more: str) -> dict[str, str]:
    return {"page": "rules", "question": WORDS, "name": "", "site": "", "once": once} | more


def test_a_question_is_kept_for_the_editors(client: Client) -> None:
    answer = client.post(URL, asked(name="Mara"))
    assert (answer.status_code, answer["Location"]) == (302, THANKS)
    kept = Question.objects.get()
    assert (kept.page, kept.language, kept.name, kept.state) == ("rules", "en", "Mara", "waiting")
    assert (kept.question_en, kept.question_de) == (WORDS, "")
    assert "Thank you for your question" in client.get(THANKS).content.decode()


def test_it_works_as_a_browser_without_scripts_does_it() -> None:
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/de/frage-stellen/?page=points").content.decode()
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    assert '<option value="points" selected>' in page
    sent = asked() | fields | {"page": "points"}
    assert browser.post("/de/frage-stellen/", sent).status_code == 302
    assert Question.objects.get().question_de == WORDS
    assert Client(enforce_csrf_checks=True).post("/de/frage-stellen/", sent).status_code == 403


def test_only_these_pages_set_a_cookie_and_nobody_keeps_them(client: Client) -> None:
    answer = client.get(URL)
    assert set(answer.cookies) == {"csrftoken"}
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    assert "no-store" in client.get(THANKS)["Cache-Control"]
    assert not Client().get("/en/rules/").cookies


def test_sent_twice_is_kept_once(client: Client) -> None:
    mark = "0123456789abcdef0123456789abcdef"
    assert [client.post(URL, asked(mark)).status_code for _ in range(2)] == [302, 302]
    client.post(URL, asked(mark, question="And the same form with other words?"))
    client.post(URL, asked())  # the same words from a form of its own
    assert Question.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_sent_twice_at_the_same_moment_is_kept_once() -> None:
    def send(number: int) -> int:
        try:
            return Client().post(URL, asked("f" * 32, question=f"{WORDS} {number}")).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(send, range(4))) == {302}
    assert Question.objects.count() == 1


def test_a_robot_that_fills_every_field_is_thanked_and_forgotten(client: Client) -> None:
    assert client.post(URL, asked(site="http://example.org/")).status_code == 302
    assert Question.objects.count() == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"question": ""}, "very short"),
        ({"question": "\u202e \x00 \t Why?"}, "very short"),
        ({"question": "x" * (QUESTION_LENGTH + 1)}, "1 character too many"),
        ({"name": "x" * (NAME_LENGTH + 1)}, "too long for a name"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_written_stays(
    client: Client, wrong: dict[str, str], said: str
) -> None:
    answer = client.post(URL, asked(**{"name": "Mara", "question": WORDS} | wrong))
    page = answer.content.decode()
    assert answer.status_code == 400 and said in page and '<option value="rules" selected>' in page
    assert ("Mara" in page) == ("name" not in wrong)
    assert Question.objects.count() == 0


@pytest.mark.parametrize(
    "fields", [{}, {"question": WORDS, "page": "nowhere", "once": "ä" * 32, "name": "\x00"}]
)
def test_half_a_form_is_no_fault_of_ours(client: Client, fields: dict[str, str]) -> None:
    assert client.post(URL, fields).status_code in (302, 400)
    assert all(kept.page == "faq" and kept.name == "" for kept in Question.objects.all())


def test_any_query_shows_the_form(client: Client) -> None:
    for query in ("page=nowhere", "page=", "page=%00", "x=1&x=2"):
        assert client.get(f"{URL}?{query}").status_code == 200


def test_words_are_tidied() -> None:
    assert questions.tidy("  One\u200b\u202e line \r\n\r\n\r\n\n two\x00\x07 ") == "One line\n\ntwo"
    assert questions.tidy("e\u0301" + "\u0301" * 9) == "é" + "\u0301" * 3


def test_an_address_has_a_limit_and_what_was_written_stays(client: Client) -> None:
    for number in range(questions.PER_ADDRESS):
        assert client.post(URL, asked(question=f"{WORDS} {number}")).status_code == 302
    refused = client.post(URL, asked(question=f"{WORDS} Again."))
    assert refused.status_code == 429 and f"{WORDS} Again." in refused.content.decode()
    assert client.post(URL, asked(), REMOTE_ADDR="192.0.2.7").status_code == 302
    assert Question.objects.count() == questions.PER_ADDRESS + 1


def test_all_together_have_a_limit_and_the_heap_as_well(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "ALL", 2)
    for number in range(3):
        where = f"192.0.2.{number}"
        status = client.post(URL, asked(question=f"{WORDS} {number}"), REMOTE_ADDR=where).status_code
        assert status == (302 if number < 2 else 429)
    questions.sent.clear()
    monkeypatch.setattr(questions, "WAITING", 2)
    assert client.post(URL, asked(question=f"{WORDS} Now?")).status_code == 429


def test_no_address_is_kept_anywhere(client: Client) -> None:
    client.post(URL, asked(), REMOTE_ADDR="192.0.2.77")
    assert not any("192.0.2.77" in key for key in questions.sent._tries)
    assert "192.0.2.77" not in str(Question.objects.values())


def test_every_field_has_a_label_and_the_robots_one_is_out_of_the_way(client: Client) -> None:
    page = client.get(URL).content.decode()
    for name in ("page", "question", "name", "site"):
        (control,) = re.findall(rf'<(?:input|select|textarea)[^>]* name="{name}"[^>]*>', page)
        (ident,) = re.findall(r' id="([^"]+)"', control)
        assert f'<label for="{ident}">' in page
    assert 'name="site" tabindex="-1" autocomplete="off"' in page


def test_every_page_may_be_asked_about_but_those_that_say_nothing() -> None:
    keys = [key for key, _name in questions.page_choices()]
    assert set(texts.KEYS) - set(keys) == {"ask", "news", "search"}
    assert questions.GENERAL in keys
