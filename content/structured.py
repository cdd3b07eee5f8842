"""What machines read about a page: schema.org's words as JSON-LD, a data block that no browser runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from content.articles import READING, Step
from content.texts import Text
from game.engine.actions import MOST_SEATS

Thing = dict[str, Any]
Absolute = Callable[[str], str]
"""Puts scheme and host before a path."""
SITE = "Mau-Mau"
FEWEST = 2
ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def script(things: Iterable[Thing]) -> SafeString:
    """The block for the page's head; no text within can end it."""
    graph = {"@context": "https://schema.org", "@graph": list(things)}
    said = json.dumps(graph, ensure_ascii=False, separators=(",", ":")).translate(ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{said}</script>')  # noqa: S308  escaped above


def of_page(text: Text, trail: list[Step], path: str, absolute: Absolute) -> SafeString:
    """Where the page stands, and what it is."""
    things = [breadcrumb(trail, absolute)]
    if text.section in READING and text.key != "faq":  # which says so itself: content/faq.py
        things.append(article(text, absolute(path)))
    if text.key == "what-is":
        things.append(game(text.title, text.description, absolute(path)))
    return script(things)


def of_home(name: str, description: str, language: str, path: str, absolute: Absolute) -> SafeString:
    """The site with its search, and the game it is about."""
    site = {
        "@type": "WebSite",
        "name": SITE,
        "url": absolute(path),
        "inLanguage": language,
        "potentialAction": {
            "@type": "SearchAction",
            "target": {
                "@type": "EntryPoint",
                "urlTemplate": absolute(reverse("content:search")) + "?q={search_term_string}",
            },
            "query-input": "required name=search_term_string",
        },
    }
    return script([site, game(name, description, absolute(path))])


def breadcrumb(trail: list[Step], absolute: Absolute) -> Thing:
    """The way from the start page to this one."""
    items = [
        {"@type": "ListItem", "position": at, "name": step.title, "item": absolute(step.url)}
        for at, step in enumerate(trail, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def article(text: Text, url: str) -> Thing:
    """A page that explains something."""
    owner = {"@type": "Organization", "name": SITE}
    return {
        "@type": "Article",
        "headline": text.title,
        "description": text.description,
        "inLanguage": text.language,
        "dateModified": text.changed.isoformat(),
        "mainEntityOfPage": url,
        "author": owner,
        "publisher": owner,
    }


def game(name: str, description: str, url: str) -> Thing:
    """The game itself."""
    players = {"@type": "QuantitativeValue", "minValue": FEWEST, "maxValue": MOST_SEATS}
    return {
        "@type": "Game",
        "name": name,
        "description": description,
        "url": url,
        "genre": _("card game"),
        "numberOfPlayers": players,
        "isAccessibleForFree": True,
    }
