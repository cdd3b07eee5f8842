"""Numbers, lists and ranks as parts of a sentence; ranks in the cases that German asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext, pgettext_lazy

FORMS: dict[str, dict[str, Any]] = {
    "6": {
        "nom": pgettext_lazy("rank, nominative", "a six"),
        "dat": pgettext_lazy("rank, dative", "a six"),
    },
    "7": {
        "nom": pgettext_lazy("rank, nominative", "a seven"),
        "dat": pgettext_lazy("rank, dative", "a seven"),
    },
    "8": {
        "the": pgettext_lazy("rank, nominative", "the eight"),
        "nom": pgettext_lazy("rank, nominative", "an eight"),
        "acc": pgettext_lazy("rank, accusative", "an eight"),
        "dat": pgettext_lazy("rank, dative", "an eight"),
        "none": pgettext_lazy("rank, nominative", "no eight"),
        "many": pgettext_lazy("rank, plural", "eights"),
    },
    "9": {
        "the": pgettext_lazy("rank, nominative", "the nine"),
        "nom": pgettext_lazy("rank, nominative", "a nine"),
        "dat": pgettext_lazy("rank, dative", "a nine"),
        "many": pgettext_lazy("rank, plural", "nines"),
    },
    "J": {
        "the": pgettext_lazy("rank, nominative", "the jack"),
        "nom": pgettext_lazy("rank, nominative", "a jack"),
        "acc": pgettext_lazy("rank, accusative", "a jack"),
        "dat": pgettext_lazy("rank, dative", "a jack"),
        "none": pgettext_lazy("rank, nominative", "no jack"),
        "many": pgettext_lazy("rank, plural", "jacks"),
    },
    "K": {
        "the": pgettext_lazy("rank, nominative", "the king"),
        "nom": pgettext_lazy("rank, nominative", "a king"),
        "dat": pgettext_lazy("rank, dative", "a king"),
        "many": pgettext_lazy("rank, plural", "kings"),
    },
    "A": {
        "nom": pgettext_lazy("rank, nominative", "an ace"),
        "dat": pgettext_lazy("rank, dative", "an ace"),
    },
}
"""Rank -> case -> its form; English uses one for all cases."""


def forms(rank: str) -> dict[str, str]:
    """The forms of `rank` by case, for a sentence with `%(nom)s`, `%(acc)s` …"""
    return {case: str(form) for case, form in FORMS[rank].items()}


def paragraph(sentences: Iterable[str]) -> str:
    """Sentences in a row, each beginning with a capital letter."""
    return " ".join(capfirst(str(sentence)) for sentence in sentences)


def number(n: int) -> str:
    """A number up to twelve as it is spoken, larger ones in digits."""
    words = (
        pgettext("number", "one"),
        pgettext("number", "two"),
        pgettext("number", "three"),
        pgettext("number", "four"),
        pgettext("number", "five"),
        pgettext("number", "six"),
        pgettext("number", "seven"),
        pgettext("number", "eight"),
        pgettext("number", "nine"),
        pgettext("number", "ten"),
        pgettext("number", "eleven"),
        pgettext("number", "twelve"),
    )
    return words[n - 1] if n <= len(words) else str(n)


def cards(n: int) -> str:
    """`n` cards, as in "you draw two cards"."""
    return npgettext("count", "one card", "%(n)s cards", n) % {"n": number(n)}


def either(parts: Sequence[str]) -> str:
    """a, b or c"""
    return _joined(parts, pgettext("list", "%(first)s or %(last)s"))


def both(parts: Sequence[str]) -> str:
    """a, b and c"""
    return _joined(parts, pgettext("list", "%(first)s and %(last)s"))


def _joined(parts: Sequence[str], pattern: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return pattern % {"first": _(", ").join(parts[:-1]), "last": parts[-1]}
