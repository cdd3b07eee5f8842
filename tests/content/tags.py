"""What a page is made of, as far as tests ask."""

from __future__ import annotations

from html.parser import HTMLParser


class Tags(HTMLParser):
    """Every start tag of a page with its attributes, and every id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.found if name == tag]

    def ids(self) -> list[str]:
        return [attrs["id"] for _, attrs in self.found if "id" in attrs]
