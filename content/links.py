"""Links by name: what a text writes instead of an address."""

from __future__ import annotations

from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language, gettext_noop

from content import texts
from content.faults import Fault
from game.engine import PRESETS, rules_code

DOORS = {"home": "content:home", "solo": "game:solo", "new": "lobby:new", "join": "lobby:join"}
OUTSIDE = ("https://", "http://", "mailto:", "#", "/")


class NoSuchLink(Fault):
    """A name that leads nowhere. Says which."""


def address(name: str) -> str:
    """The address in the active language of `page:KEY`, `rules:PRESET` or `go:DOOR`, query and anchor kept.

    Addresses of other sites, of this one and anchors of the same page stay as they are.
    """
    if name.startswith(OUTSIDE):
        return name
    kind, _, rest = name.partition(":")
    word, tail = _split(rest)
    try:
        return _place(kind, word) + tail
    except (KeyError, NoReverseMatch):
        raise NoSuchLink(gettext_noop("the link {name} leads nowhere"), name=name) from None


def _split(rest: str) -> tuple[str, str]:
    at = min((found for mark in "?#" if (found := rest.find(mark)) >= 0), default=len(rest))
    return rest[:at], rest[at:]


def _place(kind: str, word: str) -> str:
    match kind:
        case "page":
            return _page(word)
        case "rules":
            return reverse("content:ruleset", args=[rules_code(PRESETS[word])])
        case "go":
            return reverse(DOORS[word])
    raise KeyError(kind)


def _page(key: str) -> str:
    if key not in texts.pages():
        raise KeyError(key)
    return f"/{get_language()}/{texts.address(key, get_language() or '')}/"
