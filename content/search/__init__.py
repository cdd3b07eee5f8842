"""Search over the rules pages, questions and terms: an index in memory, the same with every database.

It is built when first asked for and again when an editor has changed something: then the edition's number
is another. `./dev bench search` measures both.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import override

from content import editions, markdown, texts
from content.search.index import Index, Place
from content.search.snippet import snippet
from content.texts import Text
from content.what_if import SITUATIONS, answer_to
from game.engine import PRESETS, rules_code
from game.rule_words import preset_label
from game.rulebook import describe

NOT_SEARCHED = ("ask", "news", "search")
MOST = 20
MOST_OF_A_PAGE = 5
FAINT = 0.1
"""Places that fit so much worse than the best one are left out."""
WEIGHTS = {"faq": 1.25}
"""Who searches asks, mostly."""
SHEET = 0.5
"""What a rule sheet counts beside a page that explains the same."""


class Hit(NamedTuple):
    """A section of a page: its address, the page, its heading, and words of it with what was found marked."""

    url: str
    page: str
    heading: str
    snippet: SafeString


def search(query: str, language: str) -> list[Hit]:
    """What the site says about it, the best first; nothing for a query of nothing."""
    known = index(language)
    found = known.find(query)
    of_page: Counter[str] = Counter()
    hits: list[Hit] = []
    for place, score, stems in found:
        of_page[place.page] += 1
        if score < FAINT * found[0].score or len(hits) == MOST:
            break
        if of_page[place.page] <= MOST_OF_A_PAGE:
            words = snippet(known, place.words, stems)
            hits.append(Hit(place.url, place.page, place.heading or place.page, words))
    return hits


def index(language: str) -> Index:
    """The index of what is published now."""
    with editions.reading() as edition, override(language):
        shown = (markdown.shown(key, language)[0] for key in texts.pages() if key not in NOT_SEARCHED)
        return _index(language, edition.number, tuple(text for text in shown if text.language == language))


@lru_cache(maxsize=4)
def _index(language: str, _edition: int, pages: tuple[Text, ...]) -> Index:
    return Index(language, [*_sections(pages), *_answers(pages), *_situations(pages), *_sheets(language)])


def _sections(pages: tuple[Text, ...]) -> Iterator[Place]:
    for text in pages:
        url = reverse(f"content:{text.key}")
        for anchor, heading, words in markdown.plain(text):
            address = f"{url}#{anchor}" if anchor else url
            yield Place(address, text.title, heading, words, WEIGHTS.get(text.key, 1.0))


def _answers(pages: tuple[Text, ...]) -> Iterator[Place]:
    """What readers asked, below the pages they asked about."""
    for text in pages:
        url = reverse(f"content:{text.key}")
        for one in editions.current().answers(text.key, text.language):
            words = " ".join(html.unescape(strip_tags(one.answer)).split())
            yield Place(f"{url}#q{one.id}", text.title, one.question, words)


def _situations(pages: tuple[Text, ...]) -> Iterator[Place]:
    """What happens if …, and what Mau-Mau says to it."""
    for text in pages:
        for name, situation in SITUATIONS.items() if text.key == "what-if" else ():
            words = answer_to(name, PRESETS["mau-mau"], text.language).text
            url = f"{reverse('content:what-if')}?s={name}#answer"
            yield Place(url, text.title, str(situation.question), words, SHEET)


def _sheets(language: str) -> Iterator[Place]:
    """The rules of each preset; what several say in the same words is found once."""
    seen = set()
    for name, rules in PRESETS.items():
        url = reverse("content:ruleset", args=[rules_code(rules)])
        sheet = describe(rules, language)
        yield Place(url, preset_label(name), "", sheet.short, SHEET)
        for section in sheet.sections:
            words = " ".join(clause.text for clause in section.clauses)
            if words not in seen:
                seen.add(words)
                yield Place(f"{url}#s-{section.id}", preset_label(name), section.title, words, SHEET)
