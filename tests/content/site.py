"""Every public page, fetched once for all tests that read it."""

from __future__ import annotations

import gzip
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from content import texts
from maumau_site.storage import stripped
from tests.content.tags import Tags

NOT_KEPT = ("ask", "lab")
"""Pages with a form of their own: neither public nor cached."""
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


def address(name: str, language: str) -> str:
    with override(language):
        return str(reverse(f"content:{name}"))


def twins() -> dict[str, str]:
    """German address -> English address of every public page."""
    names = ["home", *(key for key in texts.pages() if key not in NOT_KEPT)]
    return {address(name, "de"): address(name, "en") for name in names}


def addresses() -> list[str]:
    return [address for pair in twins().items() for address in pair]


@cache
def html(address: str) -> str:
    """The page as it is without a word of an editor."""
    response = Client().get(address)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


@cache
def tags(address: str) -> Tags:
    return Tags(html(address))


def served(address: str) -> int:
    """Bytes of a static file as it is sent."""
    return len(gzip.compress(stripped(static_path(address)).encode(), 9))


def static_path(address: str) -> Path:
    assert address.startswith(settings.STATIC_URL)
    found = finders.find(address.removeprefix(settings.STATIC_URL))
    assert found, address
    return Path(found)


class Nested(HTMLParser):
    """Finds elements that are closed in the wrong order, or not at all."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> stays open" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> says an attribute twice")
        if tag in ("p", "h1", "h2", "h3") and "p" in self.open:
            self.faults.append(f"<{tag}> within <p>, line {self.getpos()[0]}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self.open:
            self.faults.append(f"<{tag}/> outside of a drawing")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]}")
            self.open = []
