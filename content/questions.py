"""Readers' questions: how they are tidied, how many we take, and that each is kept once."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from django.conf import settings
from django.utils.translation import get_language

from content import texts
from content.models import Question
from game import names
from game.throttle import Throttle

SHORTEST = 10
PER_ADDRESS = 6
"""Questions within the hour; a school or a family shares one address."""
ALL = 60
"""Questions within the hour in one process."""
WAITING = 300
"""Questions that may wait for an answer; beyond that nobody would read them."""

NOT_ASKED_ABOUT = ("ask", "news", "search")
GENERAL = "faq"

sent = Throttle(60 * 60 * 1000)
_salt = secrets.token_bytes(16)


def page_choices() -> list[tuple[str, str]]:
    """The pages a question may be about, by key and name in the active language."""
    language = get_language() or settings.LANGUAGE_CODE
    return [(key, texts.text(key, language).menu) for key in texts.pages() if key not in NOT_ASKED_ABOUT]


def tidy(words: str) -> str:
    """Without controls, direction signs and towers of marks; lines stay, but no empty ones in a row."""
    lines = unicodedata.normalize("NFC", words).splitlines()
    clean = (names.few_marks(" ".join("".join(map(_seen, line)).split())) for line in lines)
    kept: list[str] = []
    for line in clean:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip()


def _seen(char: str) -> str:
    if char.isspace():
        return " "
    return "" if unicodedata.category(char)[0] == "C" and char != "\u200d" else char


def limits(address: str) -> list[tuple[str, int]]:
    """What is counted for a question."""
    return counted(address, PER_ADDRESS, ALL)


def counted(address: str, each: int, everyone: int) -> list[tuple[str, int]]:
    """Keys and limits; of an address only a salted hash, in memory, that nobody can turn back."""
    hashed = hashlib.blake2b(address.encode(), key=_salt, digest_size=12).hexdigest()
    return [(f"address:{hashed}", each), ("all", everyone)]


def waiting() -> int:
    """How many questions nobody has answered yet."""
    return Question.objects.filter(state=Question.State.WAITING).count()


def is_full() -> bool:
    """Whether more questions wait than anybody could answer."""
    return waiting() >= WAITING


def keep(page: str, language: str, words: str, name: str, once: str) -> None:
    """Keeps the question for the editors; the same form sent twice, or the same words again, is one."""
    asked = {f"question_{language}": words}
    if Question.objects.filter(page=page, state=Question.State.WAITING, **asked).exists():
        return
    row = {"page": page, "language": language, "name": name, **asked}
    Question.objects.get_or_create(once=once, defaults=row)
