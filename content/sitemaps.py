"""The list of public pages for search engines, each in every language."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import override

from game.engine import PRESETS, rules_code

PAGES = ("content:home", "content:rules", "content:about")
SHEETS = tuple(rules_code(rules) for rules in PRESETS.values())


def entries(request: HttpRequest) -> list[dict[str, object]]:
    """One entry per page and language: its address and all its twins, x-default last.

    Django's own sitemaps would name `/` addresses without a language as x-default; ours always have one.
    """
    found: list[dict[str, object]] = []
    for page, *parts in [*((page,) for page in PAGES), *(("content:ruleset", code) for code in SHEETS)]:
        twins = [(code, _absolute(request, page, parts, code)) for code, _ in settings.LANGUAGES]
        alternates = [*twins, ("x-default", _absolute(request, page, parts, settings.LANGUAGE_CODE))]
        found += [{"location": location, "alternates": alternates} for _, location in twins]
    return found


def _absolute(request: HttpRequest, page: str, parts: Sequence[str], code: str) -> str:
    with override(code):
        return request.build_absolute_uri(reverse(page, args=parts))
