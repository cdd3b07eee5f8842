"""A text as a page: its body for this request, and what stands around it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from content import deck, editions, markdown, texts
from content.figures import Where
from content.markdown import Body
from content.texts import Text

NEXT = 3
READING = ("learn", "rules")
"""Sections whose pages explain the game."""


class Step(NamedTuple):
    """A page one may go to."""

    title: str
    url: str
    description: str


def context(key: str, language: str, path: str, query: QueryDict) -> dict[str, object]:
    """What `content/page.html` shows for a request."""
    text, body = markdown.shown(key, language)
    return context_of(text, body, Where(key, language, path, query))


def context_of(text: Text, body: Body, where: Where) -> dict[str, object]:
    """The same for any text, also one that is not published."""
    short, html = body.parts(where)
    return {
        "text": text,
        "foreign": text.language != where.language,
        "short": short,
        "html": html,
        "symbols": deck.symbols(html),
        "contents": [heading for heading in body.headings if heading.level == 2],
        "learns": body.learns,
        "answers": editions.current().answers(text.key, where.language),
        "trail": trail(text, where.language),
        "steps": steps(text, where.language),
    }


def step(key: str, language: str) -> Step:
    """A page as a link."""
    text = texts.text(key, language)
    return Step(text.menu, reverse(f"content:{key}"), text.description)


def trail(text: Text, language: str) -> list[Step]:
    """The way from the start page to this one; the rules lead the pages about rules and learning."""
    above = [step("rules", language)] if text.key != "rules" and text.section in READING else []
    return [Step(_("Home"), reverse("content:home"), ""), *above, step(text.key, language)]


def steps(text: Text, language: str) -> list[Step]:
    """Where to go next: the pages that follow in the order of reading; after the last the first."""
    order = [key for key in texts.pages() if texts.file_text(key, language).section in READING]
    at = order.index(text.key) + 1 if text.key in order else 0
    others = [key for key in order[at:] + order[:at] if key != text.key]
    return [step(key, language) for key in others[:NEXT]]


class Shelf(NamedTuple):
    """Pages that belong together."""

    section: str
    name: str
    pages: list[Step]


@cache
def shelves(language: str) -> list[Shelf]:
    """Every page, by section, for the foot; their names and addresses are the files' alone."""
    names = {"rules": _("Rules"), "learn": _("Learn"), "more": _("More"), "site": _("This site")}
    written = sorted((texts.file_text(key, language) for key in texts.pages()), key=lambda text: text.order)
    return [
        Shelf(section, name, [Step(text.menu, reverse(f"content:{text.key}"), "") for text in pages])
        for section, name in names.items()
        if (pages := [text for text in written if text.section == section])
    ]
