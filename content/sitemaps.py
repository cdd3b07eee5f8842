"""The list of public pages for search engines, each in every language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import override

from content import texts
from game.engine import PRESETS, rules_code

SHEETS = tuple(rules_code(rules) for rules in PRESETS.values())


def entries(request: HttpRequest) -> list[dict[str, object]]:
    """One entry per page and language: its address, its last change if known, its twins, x-default last.

    Django's own sitemaps would name `/` addresses without a language as x-default; ours always have one.
    """
    found: list[dict[str, object]] = []
    for page, *parts in _pages():
        twins = [(code, _absolute(request, page, parts, code)) for code in texts.LANGUAGES]
        alternates = [*twins, ("x-default", _absolute(request, page, parts, settings.LANGUAGE_CODE))]
        found += [
            {"location": location, "alternates": alternates, "changed": _changed(page, code)}
            for code, location in twins
        ]
    return found


def _pages() -> Iterator[tuple[str, ...]]:
    yield ("content:home",)
    for key in texts.pages():
        yield (f"content:{key}",)
    for code in SHEETS:
        yield ("content:ruleset", code)


def _changed(page: str, language: str) -> date | None:
    """The day of the last change of a text; of other pages we say none rather than a wrong one."""
    key = page.partition(":")[2]
    return texts.text(key, language).changed if key in texts.pages() else None


def _absolute(request: HttpRequest, page: str, parts: Sequence[str], code: str) -> str:
    with override(code):
        return request.build_absolute_uri(reverse(page, args=parts))
