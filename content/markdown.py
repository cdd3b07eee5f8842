"""From Markdown to the page: CommonMark with tables, and four things of our own.

* `{9H}`, `{JC TH QS}`: cards in words with their sign; `{mau-mau.hand_size}`: a number of the rules (facts).
* `[words](page:faq#free)`, `(rules:tournament)`, `(go:solo)`: links by name, checked when they are made.
* `## Heading {#anchor}`: anchors are the same in every language.
* A fence that names a figure (content/figures): tables, positions and exercises made by the engine.

Raw HTML is not read; it shows as it was typed.
"""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import NamedTuple

import nh3
from django.http import QueryDict
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_noop, override
from markdown_it import MarkdownIt
from markdown_it.token import Token

from content import texts
from content.faq import marked
from content.figures import FIGURES, Args, FigureError, Where
from content.inline import TextError, install
from content.links import address
from content.texts import Text

SHORT = '<p class="short">'
PLAIN = frozenset({"exercise", "news"})
"""Live figures that css/site.css dresses; for the others a page brings css/learn.css."""
READER = install(MarkdownIt("commonmark", {"html": False}).enable("table"))


class Live(NamedTuple):
    """A figure that reads the page's query: drawn for each request."""

    name: str
    args: Args

    def draw(self, where: Where) -> SafeString:
        """Its HTML for what the address asks."""
        return FIGURES[self.name].draw(self.args, where)


class Heading(NamedTuple):
    """A place in the page one can link to; `level` is 2 or 3."""

    anchor: str
    words: str
    level: int


class Body(NamedTuple):
    """A text as HTML: finished pieces and live figures by turns, its headings, and what was wrong in it.

    What is wrong is left out of the page.
    """

    pieces: tuple[SafeString | Live, ...]
    headings: tuple[Heading, ...]
    problems: tuple[TextError, ...]

    @property
    def learns(self) -> bool:
        """Whether it has figures whose styles are not those of every page."""
        return any(isinstance(piece, Live) and piece.name not in PLAIN for piece in self.pieces)

    def parts(self, where: Where) -> tuple[SafeString, SafeString]:
        """The short answer it begins with (or nothing), and all the rest."""
        html = self.html(where)
        short, closing, rest = html.partition("</p>\n") if html.startswith(SHORT) else ("", "", html)
        return mark_safe(short + closing), mark_safe(rest)  # noqa: S308  cut between two elements

    def html(self, where: Where) -> SafeString:
        """All of it, for this request."""
        drawn = (piece.draw(where) if isinstance(piece, Live) else piece for piece in self.pieces)
        return mark_safe("".join(drawn))  # noqa: S308  made here, piece by piece


@lru_cache(maxsize=256)
def render(text: Text) -> Body:
    """The text's HTML; remembered as long as the text is the same. Never fails: see `Body.problems`."""
    with override(text.language):
        problems: list[TextError] = []
        tokens = READER.parse(text.body, {"language": text.language, "problems": problems})
        _mark_short(tokens)
        if text.key == "faq":
            tokens = list(marked(tokens))
        pieces = tuple(_pieces(tokens, text, problems))
        return Body(pieces, tuple(_headings(tokens)), tuple(problems))


def check(text: Text) -> None:
    """Raises the text's first TextError: a fact, figure or link that there is not."""
    for problem in render(text).problems:
        raise problem


def words(source: str, language: str) -> SafeString:
    """Markdown of people: facts, cards and links as in the texts, but no figures. Raises TextError."""
    with override(language):
        problems: list[TextError] = []
        environment = {"language": language, "problems": problems}
        html = READER.renderer.render(READER.parse(source, environment), READER.options, environment)
    if problems:
        raise problems[0]
    return clean(html)


def clean(html: str) -> SafeString:
    """What is left of HTML that somebody wrote: words and links, nothing that acts or looks like our own."""
    kept = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES)
    return mark_safe(kept)  # noqa: S308  just cleaned


ATTRIBUTES = {"a": {"href"}, "span": {"class"}, "i": {"class", "aria-hidden"}}
TAGS = {
    "a", "b", "blockquote", "br", "code", "em", "h2", "h3", "hr", "i", "li", "ol", "p", "pre", "span",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip


def _mark_short(tokens: list[Token]) -> None:
    """The first paragraph is the page's answer in short."""
    first = next((token for token in tokens if token.type == "paragraph_open"), None)
    if first:
        first.attrSet("class", "short")


def _pieces(tokens: list[Token], text: Text, problems: list[TextError]) -> list[SafeString | Live]:
    """The page cut at its live figures."""
    where = Where(text.key, text.language, address(f"page:{text.key}"), QueryDict())
    pieces: list[SafeString | Live] = []
    start = 0
    environment = {"language": text.language, "problems": problems}

    def upto(end: int) -> None:
        html = READER.renderer.render(tokens[start:end], READER.options, environment)
        pieces.append(mark_safe(html))  # noqa: S308  the reader escapes what it does not know

    for at, token in enumerate(tokens):
        if token.type != "fence" or not token.info.strip():
            continue
        upto(at)
        start = at + 1
        try:
            pieces.append(_figure(token, where))
        except FigureError as error:
            problems.append(TextError(token.map[0] + 1 if token.map else 0, error.args[0]))
    upto(len(tokens))
    return pieces


def _figure(token: Token, where: Where) -> SafeString | Live:
    name = token.info.strip()
    if name not in FIGURES:
        raise FigureError(gettext_noop("there is no figure {name}"), name=name)
    args = Args(token.content)
    figure = FIGURES[name]
    if figure.check:
        figure.check(args)
    return Live(name, args) if figure.live else figure.draw(args, where)


def _headings(tokens: list[Token]) -> list[Heading]:
    found = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.attrGet("id"):
            html = READER.renderer.render([inline], READER.options, {})
            words = mark_safe(strip_tags(html).strip())  # noqa: S308  escaped by the reader
            found.append(Heading(str(token.attrGet("id")), words, int(token.tag[1])))
    return found


class Section(NamedTuple):
    """What stands under one heading, in visible words; the first of a page has no anchor."""

    anchor: str
    heading: str
    words: str


@lru_cache(maxsize=256)
def plain(text: Text) -> tuple[Section, ...]:
    """The page's words by section, with those of figures that are not live."""
    reader = _Words()
    for piece in render(text).pieces:
        reader.feed("" if isinstance(piece, Live) else piece)
    reader.close()
    return tuple(
        Section(anchor, _spaced(heading), _spaced(said))
        for anchor, heading, said in zip(reader.anchors, reader.headings, reader.said, strict=True)
        if anchor or said
    )


def _spaced(words: list[str]) -> str:
    return " ".join("".join(words).split())


class _Words(HTMLParser):
    """Collects what a screen reader would say; a heading with an id begins a new section."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors = [""]
        self.headings: list[list[str]] = [[]]
        self.said: list[list[str]] = [[]]
        self.in_heading = False
        self.hidden = 0  # so deep below what is for the eye alone

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID and (self.hidden or ("aria-hidden", "true") in attrs):
            self.hidden += 1
        anchor = dict(attrs).get("id")
        if tag in ("h2", "h3") and anchor:
            self.anchors.append(anchor)
            self.headings.append([])
            self.said.append([])
            self.in_heading = True
        elif tag not in INLINE:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag not in VOID:
            self.hidden -= 1
        if tag in ("h2", "h3"):
            self.in_heading = False
        elif tag not in INLINE:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if self.hidden:
            return
        (self.headings if self.in_heading else self.said)[-1].append(data)


VOID = frozenset({"br", "hr", "img", "input"})
INLINE = frozenset({"a", "b", "em", "i", "small", "span", "strong"})


def shown(key: str, language: str) -> tuple[Text, Body]:
    """The page's text and HTML; an editor's text that no longer holds gives way to the file's."""
    text = texts.text(key, language)
    body = render(text)
    if body.problems and text != texts.file_text(key, language):
        text = texts.file_text(key, language)
        body = render(text)
    return text, body
