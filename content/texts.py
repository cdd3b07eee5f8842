"""The texts of the rules site: one Markdown file per page and language, `content/texts/<language>/<key>.md`.

The file is the source. An editor may replace parts of it (content/editions.py); a language that has no
file yet shows the other one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from content import editions

FOLDER = Path(__file__).parent / "texts"
KEYS = (
    "what-is", "first-round", "play-here", "rules", "special-cards", "points", "variants", "house-rules",
    "lab", "what-if", "faq", "practice", "puzzle", "example-round", "tips", "mistakes", "terms", "history",
    "print", "search", "news", "ask", "fair-shuffle", "accessibility", "privacy", "imprint",
)  # fmt: skip
"""Every page there may be, in the order of reading."""
SECTIONS = ("learn", "rules", "more", "site")
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


class TextFileError(Exception):
    """A file that is no text: its head is broken, or a line of it missing."""


class Text(NamedTuple):
    """A page in one language. `body` is Markdown; all else stands in the file's head."""

    key: str
    language: str
    address: str
    title: str
    head: str
    description: str
    menu: str
    section: str
    order: int
    changed: date
    picture: tuple[str, ...]
    plain: tuple[str, ...]
    body: str


@cache
def pages() -> list[str]:
    """The pages there are: those with a file in at least one language when first asked."""
    return [key for key in KEYS if any(_path(key, code).exists() for code in LANGUAGES)]


def file_text(key: str, language: str) -> Text:
    """What the file says, or the other language's where there is none; KeyError without either."""
    for code in sorted(LANGUAGES, key=lambda code: code != language):
        path = _path(key, code)
        if key in KEYS and path.exists():
            return _read(path, key, code, path.stat().st_mtime_ns)
    raise KeyError(key)


def text(key: str, language: str) -> Text:
    """What is shown: the file's text with what an editor has put in its place."""
    written = file_text(key, language)
    override = editions.current().override(key, written.language)
    if not override:
        return written
    return with_parts(written, override.parts)._replace(changed=max(override.changed, written.changed))


def with_parts(text: Text, parts: Mapping[str, str]) -> Text:
    """The text with some of its title, head, description and body replaced."""
    return text._replace(
        title=parts.get("title", text.title),
        head=parts.get("head", text.head),
        description=parts.get("description", text.description),
        body=parts.get("body", text.body),
    )


def address(key: str, language: str) -> str:
    """The page's slug in this language."""
    return file_text(key, language).address


def _path(key: str, language: str) -> Path:
    return FOLDER / language / f"{key}.md"


@lru_cache(maxsize=256)
def _read(path: Path, key: str, language: str, _written: int) -> Text:
    try:
        _, head, body = path.read_text("utf-8").split("---\n", 2)
        lines = (line.partition(":") for line in head.splitlines() if line.strip())
        said = {name.strip(): value.strip() for name, _, value in lines}
        return Text(
            key, language, said["address"], said["title"], said["head"], said["description"],
            said["menu"], said["section"], int(said["order"]), date.fromisoformat(said["changed"]),
            tuple(said["picture"].split()), _listed(said.get("plain", "")), body,
        )  # fmt: skip
    except (KeyError, ValueError) as error:
        raise TextFileError(f"{path}: {error}") from error


def _listed(line: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split("|") if word.strip())
