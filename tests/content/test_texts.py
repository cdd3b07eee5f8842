"""The text files: each has its twin, says what it must in its head, and everything in it can be shown."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from content import markdown, texts
from content.inline import TextError, braced
from content.links import NoSuchLink, address

EVERY = [(key, language) for key in texts.pages() for language in texts.LANGUAGES]


def test_every_page_there_should_be_is_written_in_both_languages() -> None:
    for language in texts.LANGUAGES:
        files = {path.stem for path in (texts.FOLDER / language).glob("*.md")}
        assert files == set(texts.KEYS)


@pytest.mark.parametrize(("key", "language"), EVERY)
def test_everything_in_a_text_can_be_shown(key: str, language: str) -> None:
    markdown.check(texts.file_text(key, language))


@pytest.mark.parametrize("key", texts.pages())
def test_twins_have_the_same_places(key: str) -> None:
    german, english = (markdown.render(texts.file_text(key, language)).headings for language in ("de", "en"))
    assert [(one.anchor, one.level) for one in german] == [(one.anchor, one.level) for one in english]
    told = [texts.file_text(key, language) for language in ("de", "en")]
    assert told[0].section == told[1].section and told[0].order == told[1].order


def test_every_head_is_whole() -> None:
    for key, language in EVERY:
        text = texts.file_text(key, language)
        assert (text.key, text.language) == (key, language)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", text.address), text.address
        assert text.section in texts.SECTIONS, key
        assert 2 <= len(text.picture) <= 5, key
        assert all(re.fullmatch("[2-9TJQKA][CSHD]", card) for card in text.picture), key


def test_addresses_of_a_language_differ() -> None:
    for language in texts.LANGUAGES:
        found = [texts.address(key, language) for key in texts.pages()]
        assert len(found) == len(set(found))


def prose(key: str, language: str) -> str:
    return re.sub(r"```.*?```", "", texts.file_text(key, language).body, flags=re.DOTALL)


def test_every_heading_has_a_place() -> None:
    for key, language in EVERY:
        for line in re.findall(r"^#+ .*$", prose(key, language), re.MULTILINE):
            assert re.match(r"#{2,3} ", line), (key, language, line)  # the first heading is the title's
            assert re.search(r"\{#[a-z][a-z0-9_-]*\}$", line), (key, language, line)


def test_german_and_english_keep_to_their_quotation_marks() -> None:
    for key, language in EVERY:
        words = prose(key, language)
        assert '"' not in words, (key, language)
        assert not re.search("„[^“]*”" if language == "de" else "„", words), (key, language)


def test_a_language_without_a_file_shows_the_other_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en").mkdir()
    source = (texts.FOLDER / "en" / "rules.md").read_text("utf-8")
    (tmp_path / "en" / "rules.md").write_text(source, "utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    assert texts.file_text("rules", "de").language == "en"
    with pytest.raises(KeyError):
        texts.file_text("tips", "de")


def test_a_file_is_read_anew_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en").mkdir()
    path = tmp_path / "en" / "rules.md"
    source = (texts.FOLDER / "en" / "rules.md").read_text("utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    for title in ("First", "Second"):
        path.write_text(re.sub("(?m)^title: .*$", f"title: {title}", source), "utf-8")
        assert texts.file_text("rules", "en").title == title
    path.write_text(source.replace("order:", "disorder:"), "utf-8")
    with pytest.raises(texts.TextFileError, match="order"):
        texts.file_text("rules", "en")


@pytest.mark.parametrize(
    ("name", "language", "leads"),
    [
        ("page:rules", "de", "/de/regeln/"),
        ("page:faq#jack-on-jack", "en", "/en/questions/#jack-on-jack"),
        ("go:solo?preset=classic", "de", "/de/solo/?preset=classic"),
        ("go:join", "en", "/en/lobby/join"),
        ("#goal", "en", "#goal"),
        ("https://example.org/", "en", "https://example.org/"),
    ],
)
def test_links_by_name(name: str, language: str, leads: str) -> None:
    with override(language):
        assert address(name) == leads


@pytest.mark.parametrize("name", ["page:nowhere", "rules:nonsense", "go:away", "javascript:alert(1)", ""])
def test_links_that_lead_nowhere_are_told(name: str) -> None:
    with override("en"), pytest.raises(NoSuchLink):
        address(name)


def test_cards_in_running_text() -> None:
    with override("en"):
        sign = '<i class="r" aria-hidden="true">♥</i>'
        assert braced("9H", "en") == f'<span class="k">{sign} 9 of hearts</span>'
        hand = re.sub("<[^>]*>", "", braced("JC TH QS", "en"))
        assert hand == "♣ jack of clubs, ♥ 10 of hearts and ♠ queen of spades"


def test_what_people_write_cannot_act() -> None:
    html = markdown.words("<script>x</script> [a](javascript:x) **b** <b onclick=x>c</b>\n\n## d {#m}", "en")
    assert "<script" not in html and "href" not in html and "<b onclick" not in html
    assert "<strong>b</strong>" in html and "id=" not in html
    for wrong in ("[a](page:nowhere)", "a\n\nb {no.such_fact}"):
        with pytest.raises(TextError) as told:
            markdown.words(wrong, "en")
        assert told.value.line == (1 if "page" in wrong else 3)


def test_a_figure_nobody_draws_is_told_with_its_line() -> None:
    text = texts.file_text("rules", "en")._replace(body="One.\n\n```no-such\n```\n")
    with pytest.raises(TextError, match="no-such") as told:
        markdown.check(text)
    assert told.value.line == 3


def test_spaces_hold_numbers_together() -> None:
    assert "40&nbsp;seconds" in markdown.words("40 seconds", "en")
    assert "5&nbsp;– no" in markdown.words("5 – no", "en")
    assert "{#mau-mau.turn_seconds}" not in markdown.words("{#mau-mau.turn_seconds} seconds", "en")


def test_the_words_of_a_page_by_section() -> None:
    sections = markdown.plain(texts.file_text("faq", "en"))
    assert sections[0].anchor == "" and sections[0].words
    asked = {section.anchor: section for section in sections}
    assert asked["jack-on-jack"].heading.endswith("?")
    assert asked["jack-on-jack"].words and "<" not in asked["jack-on-jack"].words
