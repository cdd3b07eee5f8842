"""What machines are told about pages, checked against what schema.org and those who read it ask for."""

import json
import re
from datetime import date
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from content import markdown, structured, texts
from tests.content import site

Thing = dict[str, Any]
NEEDED = {
    "BreadcrumbList": {"itemListElement"},
    "ListItem": {"position", "name", "item"},
    "Article": {"headline", "description", "inLanguage", "dateModified", "author", "mainEntityOfPage"},
    "Organization": {"name"},
    "WebSite": {"name", "url", "inLanguage", "potentialAction"},
    "SearchAction": {"target", "query-input"},
    "EntryPoint": {"urlTemplate"},
    "Game": {"name", "description", "url", "numberOfPlayers"},
    "QuantitativeValue": {"minValue", "maxValue"},
}
"""Type -> the properties it must have. A type that is not here is a mistake."""


def graph(address: str) -> list[Thing]:
    block_of = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
    (block,) = block_of.findall(site.html(address))
    said = json.loads(block)
    assert said["@context"] == "https://schema.org"
    return list(said["@graph"])


def things(value: Any) -> list[Thing]:
    """Everything with a type, however deep."""
    if isinstance(value, list):
        return [thing for one in value for thing in things(one)]
    if not isinstance(value, dict):
        return []
    return [value] * ("@type" in value) + things(list(value.values()))


@pytest.mark.parametrize("address", site.addresses())
def test_each_thing_has_what_its_type_asks_for(address: str) -> None:
    for thing in things(graph(address)):
        assert NEEDED[thing["@type"]] <= set(thing), thing
        assert all(value not in ("", None, []) for value in thing.values()), thing


@pytest.mark.parametrize("address", [one for one in site.addresses() if len(one) > 4])
def test_the_way_to_a_page_begins_at_home_and_ends_there(client: Client, address: str) -> None:
    (trail,) = [thing for thing in graph(address) if thing["@type"] == "BreadcrumbList"]
    steps = trail["itemListElement"]
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    paths = [urlsplit(step["item"]).path for step in steps]
    assert (paths[0], paths[-1]) == (address[:4], address)
    shown = re.findall(r'<nav class="crumbs".*?</nav>', site.html(address), re.DOTALL)[0]
    assert [step["name"] for step in steps] == re.findall(r">([^<>\n]+)</(?:a|span)>", shown)


def test_articles_say_when_they_changed() -> None:
    for key in texts.pages():
        text = texts.file_text(key, "en")
        if text.section not in ("learn", "rules") or key == "faq":
            continue
        (article,) = [thing for thing in graph(site.address(key, "en")) if thing["@type"] == "Article"]
        assert article["headline"] == text.title and len(article["headline"]) <= 110
        assert date.fromisoformat(article["dateModified"]) == text.changed


def test_the_start_page_says_how_to_search() -> None:
    website, game = graph("/en/")
    template = website["potentialAction"]["target"]["urlTemplate"]
    assert template == "http://testserver/en/search/?q={search_term_string}"
    assert (game["name"], game["numberOfPlayers"]["maxValue"]) == ("Crazy Eights", 8)


class Microdata(HTMLParser):
    """Questions and answers as a search engine takes them from the page's attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.types: list[str] = []
        self.asked: list[list[str]] = []
        self.depth = 0
        self.reading: tuple[int, list[str]] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in site.VOID:
            self.depth += 1
        if "itemtype" in found:
            self.types.append(str(found["itemtype"]).rpartition("/")[2])
        if found.get("itemprop") in ("name", "text") and "Question" in self.types:
            words: list[str] = []
            if found["itemprop"] == "name":
                self.asked.append([])
            self.asked[-1].append("")
            self.reading = (self.depth, words)

    def handle_endtag(self, tag: str) -> None:
        if self.reading and self.reading[0] == self.depth:
            self.asked[-1][-1] = " ".join("".join(self.reading[1]).split())
            self.reading = None
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.reading:
            self.reading[1].append(data)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_questions_are_marked_with_their_answers(language: str) -> None:
    found = Microdata(site.html(site.address("faq", language)))
    sections = markdown.plain(texts.file_text("faq", language))
    questions = [section.heading for section in sections if section.heading.endswith("?")]
    assert found.types[0] == "FAQPage"
    assert found.types.count("Question") == found.types.count("Answer") == len(questions) >= 35
    assert [name for name, _ in found.asked] == questions
    assert all(len(answer) > 20 for _, answer in found.asked)


def test_no_text_can_end_the_block() -> None:
    said = structured.script([{"@type": "Article", "headline": "</script><script>alert(1)&"}])
    assert said.count("<") == 2 and "&" not in said
