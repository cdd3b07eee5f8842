"""What editors have written since the files, kept in memory until its number in the database moves.

`current()` asks the database for the number alone: one query, and only another number makes it read on.
So every process shows a change at its next request. `with reading():` asks once for all that happens inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from typing import Any, NamedTuple

from django.db import DatabaseError
from django.db.models import Model
from django.utils import timezone
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe

from content.models import LANGUAGES, PARTS, EditionNumber, News, Notice, Page, Question


class Override(NamedTuple):
    """What stands in place of a file's text in one language; an empty part leaves the file's."""

    title: str
    head: str
    description: str
    body: str
    changed: date

    @property
    def parts(self) -> dict[str, Any]:
        """Only what is replaced, by name."""
        return {part: words for part in PARTS if (words := getattr(self, part))}


class Said(NamedTuple):
    """Words of an editor in `language`; where that is not the page's own, the translation is missing."""

    id: int
    title: str
    html: SafeString
    language: str
    date: date


class Answer(NamedTuple):
    """A reader's question (plain words), answered by an editor; `name` is "" where none was given."""

    id: int
    question: str
    answer: SafeString
    language: str
    date: date
    name: str


class Edition:
    """All that editors have written, as of one number: read whole, rendered when first shown."""

    def __init__(
        self,
        number: int = 0,
        pages: Iterable[Page] = (),
        notices: Iterable[Notice] = (),
        news: Iterable[News] = (),
        questions: Iterable[Question] = (),
    ) -> None:
        self.number = number
        self._overrides = {
            (page.key, code): _override(page, code)
            for page in pages
            for code in LANGUAGES
            if page.replaces(code)
        }
        self._notices = list(notices)
        self._news = list(news)
        self._questions = list(questions)
        self._rendered: dict[tuple[str, str], SafeString] = {}

    @classmethod
    def load(cls, number: int) -> Edition:
        """What the database holds; the number was asked before, so what is newer is read again."""
        published = Question.objects.filter(state=Question.State.PUBLISHED, answered__isnull=False)
        return cls(
            number,
            Page.objects.all(),
            Notice.objects.all(),
            News.objects.filter(published=True),
            published.order_by("answered", "pk"),
        )

    def override(self, key: str, language: str) -> Override | None:
        """What replaces a page's text, if anything does."""
        return self._overrides.get((key, language))

    def notice(self, language: str) -> Said | None:
        """The newest notice whose time it is."""
        now = timezone.now()
        for row in self._notices:
            if row.starts <= now and (row.ends is None or now < row.ends):
                spoken = _spoken(row, "text", language)
                words = self._html(getattr(row, f"text_{spoken}"), spoken)
                return Said(row.pk, "", words, spoken, timezone.localdate(row.starts))
        return None

    def answers(self, key: str, language: str) -> list[Answer]:
        """What readers asked about a page, oldest answer first; only what is told in `language`."""
        return [
            Answer(row.pk, asked, self._html(answer, language), language, row.answered, row.name)
            for row in self._questions
            for asked, answer in [row.said(language)]
            if row.page == key and asked and answer and row.answered
        ]

    def news(self, language: str) -> list[Said]:
        """What is new by now, newest first, each in `language` or else in the other one."""
        today = timezone.localdate()
        return [self._item(row, _spoken(row, "body", language)) for row in self._news if row.date <= today]

    def _item(self, row: News, language: str) -> Said:
        title = getattr(row, f"title_{language}")
        return Said(row.pk, title, self._html(getattr(row, f"body_{language}"), language), language, row.date)

    def _html(self, source: str, language: str) -> SafeString:
        known = self._rendered.get((source, language))
        if known is None:
            known = self._rendered[source, language] = _render(source, language)
        return known


_memory = Edition()
_held: ContextVar[Edition | None] = ContextVar("edition", default=None)


def current() -> Edition:
    """The edition that holds: inside `reading` the one it began with, else the newest."""
    return _held.get() or _newest()


@contextmanager
def reading() -> Iterator[Edition]:
    """Inside, `current` is one and the same edition and asks nobody."""
    mark = _held.set(current())
    try:
        yield current()
    finally:
        _held.reset(mark)


def _newest() -> Edition:
    global _memory
    try:
        number = EditionNumber.now()
        if number != _memory.number:
            _memory = Edition.load(number)
    except DatabaseError:
        pass  # without a database the pages can still be read, as we last knew them
    return _memory


def _override(page: Page, language: str) -> Override:
    title, head, description, body = (page.part(part, language) for part in PARTS)
    changed = getattr(page, f"changed_{language}") or timezone.localdate()
    return Override(title, head, description, body, changed)


def _render(source: str, language: str) -> SafeString:
    """As HTML; what can no longer be rendered (a number of the rules that went) as it was written."""
    from content import markdown  # which asks for the edition itself
    from content.inline import TextError

    try:
        return markdown.words(source, language)
    except TextError:
        return mark_safe(linebreaks(source, autoescape=True))  # noqa: S308  just escaped


def _spoken(row: Model, part: str, language: str) -> str:
    """The language itself where something stands in it, else the first that has words."""
    order = sorted(LANGUAGES, key=lambda code: code != language)
    return next((code for code in order if getattr(row, f"{part}_{code}")), language)
