"""What editors and readers write. The texts themselves are files; a page's row holds what replaces them.

Every field of words exists once a language: the suffix is the language's code.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PARTS = ("title", "head", "description", "body")
"""What an override may replace of a text file."""
NAME_LENGTH = 40
QUESTION_LENGTH = 1000


def new_number() -> int:
    """Never the same again, in no process and after no rollback: 62 random bits."""
    return secrets.randbits(62)


def new_once() -> str:
    """The mark of one sending of the form."""
    return secrets.token_hex(16)


class EditionNumber(models.Model):
    """One row: a number that is another one after every change of what editors write."""

    number = models.PositiveBigIntegerField(default=new_number)

    def __str__(self) -> str:
        return str(self.number)

    @classmethod
    def move(cls) -> None:
        """To be called in the transaction of the change."""
        cls.objects.update_or_create(pk=1, defaults={"number": new_number()})

    @classmethod
    def now(cls) -> int:
        """The number as it stands; 0 before anything was written."""
        return next(iter(cls.objects.filter(pk=1).values_list("number", flat=True)), 0)


class Page(models.Model):
    """What replaces a text file, part by part; an empty field leaves the file's."""

    key = models.CharField(_("file"), max_length=40, unique=True, editable=False)
    title_de = models.CharField(_("title"), max_length=120, blank=True)
    title_en = models.CharField(_("title"), max_length=120, blank=True)
    head_de = models.CharField(_("document title"), max_length=80, blank=True)
    head_en = models.CharField(_("document title"), max_length=80, blank=True)
    description_de = models.CharField(_("description"), max_length=200, blank=True)
    description_en = models.CharField(_("description"), max_length=200, blank=True)
    body_de = models.TextField(_("text"), blank=True)
    body_en = models.TextField(_("text"), blank=True)
    replaced_de = models.TextField(blank=True, editable=False)
    replaced_en = models.TextField(blank=True, editable=False)
    changed_de = models.DateField(null=True, editable=False)
    changed_en = models.DateField(null=True, editable=False)

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering = ("key",)

    def __str__(self) -> str:
        return self.key

    def part(self, part: str, language: str) -> str:
        """What replaces `part` in `language`, or nothing."""
        return str(getattr(self, f"{part}_{language}"))

    def replaces(self, language: str) -> bool:
        """Whether anything of the file's text is replaced."""
        return any(self.part(part, language) for part in PARTS)


class News(models.Model):
    """Something new, told on its own page and in the feed."""

    date = models.DateField(_("date"), default=timezone.localdate)
    published = models.BooleanField(_("published"), default=False)
    title_de = models.CharField(_("title"), max_length=120, blank=True)
    title_en = models.CharField(_("title"), max_length=120, blank=True)
    body_de = models.TextField(_("text"), blank=True)
    body_en = models.TextField(_("text"), blank=True)

    class Meta:
        verbose_name = _("news item")
        verbose_name_plural = _("news")
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.title_de or self.title_en or str(self.date)


class Notice(models.Model):
    """A line at the head of every page but the table, for a while."""

    text_de = models.CharField(_("text"), max_length=300, blank=True)
    text_en = models.CharField(_("text"), max_length=300, blank=True)
    starts = models.DateTimeField(pgettext_lazy("time", "from"), default=timezone.now)
    ends = models.DateTimeField(pgettext_lazy("time", "until"), null=True, blank=True)

    class Meta:
        verbose_name = _("site notice")
        verbose_name_plural = _("site notices")
        ordering = ("-starts", "-pk")

    def __str__(self) -> str:
        return self.text_de or self.text_en


class Question(models.Model):
    """What a reader asked about a page, and the answer. Who asked is not kept beyond a name freely given."""

    class State(models.TextChoices):
        """Where a question stands."""

        WAITING = "waiting", _("waiting")
        PUBLISHED = "published", _("published")
        ASIDE = "aside", _("set aside")

    page = models.CharField(_("page"), max_length=40, db_index=True)
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES)
    name = models.CharField(pgettext_lazy("of a person", "name"), max_length=NAME_LENGTH, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    question_de = models.TextField(_("question"), max_length=QUESTION_LENGTH, blank=True)
    question_en = models.TextField(_("question"), max_length=QUESTION_LENGTH, blank=True)
    answer_de = models.TextField(_("answer"), blank=True)
    answer_en = models.TextField(_("answer"), blank=True)
    asked = models.DateTimeField(_("asked"), default=timezone.now, editable=False)
    answered = models.DateField(_("answered"), null=True, editable=False)
    once = models.CharField(max_length=32, unique=True, default=new_once, editable=False)

    class Meta:
        verbose_name = _("reader’s question")
        verbose_name_plural = _("readers’ questions")
        ordering = ("-asked",)
        constraints = [
            models.CheckConstraint(
                condition=~Q(question_de="", question_en=""), name="a_question_asks_something"
            )
        ]

    def __str__(self) -> str:
        words = self.question_de if self.language == "de" else self.question_en
        return (words or self.question_de or self.question_en)[:80]

    def said(self, language: str) -> tuple[str, str]:
        """Question and answer in `language`; either may be empty."""
        return str(getattr(self, f"question_{language}")), str(getattr(self, f"answer_{language}"))


class LabRun(models.Model):
    """Rounds that bots play by one set of rules, in the lab: what they sum up to, and who computes them now.

    Nobody's in particular: who asked is not kept. Times are in ms, as `game.clock` tells them.
    """

    rules = models.CharField(max_length=600)
    players = models.PositiveSmallIntegerField()
    version = models.CharField(max_length=16)
    rounds = models.PositiveIntegerField(default=0)
    sums = models.JSONField(default=dict)
    spent = models.PositiveBigIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    asked = models.BigIntegerField()
    finished = models.BigIntegerField(null=True)
    claim = models.CharField(max_length=32, blank=True)
    claimed_until = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rules", "players", "version"], name="one_run_for_each_question")
        ]
        indexes = [models.Index(fields=["finished", "asked"], name="lab_runs_by_turn")]

    def __str__(self) -> str:
        return f"{self.rules} ({self.players})"


WRITTEN = (Page, News, Notice, Question)
"""What an edition is made of."""


def _moved(sender: type[models.Model], **_rest: Any) -> None:
    EditionNumber.move()


for model in WRITTEN:  # by signal, for going back to an older version saves without `save`
    models.signals.post_save.connect(_moved, sender=model)
    models.signals.post_delete.connect(_moved, sender=model)
