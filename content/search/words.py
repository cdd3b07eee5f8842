"""From what is written to what is looked up: words, their stems, and the parts of long ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import cache, lru_cache
from threading import Lock

from snowballstemmer import stemmer

WORD = re.compile(r"\+[24]|[^\W_]+|[♠♥♦♣]")
LANGUAGES = {"de": "german", "en": "english"}
SHORT_PARTS = frozenset({"ass", "bot", "mau", "rot", "uno", "zug"})
"""Parts of long words that are words themselves, though they have three letters."""
LEAST_PART = 4
LEAST_TAIL = 5
"""What a long word ends with says what it is, even where its beginning is no word of ours."""
LINKS = ("", "s", "n", "en", "es", "er")
"""What German puts between two parts: Punkt·e·tabelle, Herz·dame, Runde·n·ende."""
SMALL_WORDS = {
    "de": """
        der die das den dem des ein eine einen einem einer eines ich du er sie es wir ihr man mein dein und
        oder aber wenn dann als wie was wer wo wann warum wieso ist sind bin war wird werden hat habe haben
        kann kannst darf darfst muss musst soll im in am an auf aus bei mit nach von vom zu zum zur für um
        über nicht kein keine auch nur noch schon so da hier mir mich dich dir sich mal denn bitte
    """,
    "en": """
        a an the i you he she it we they my your is are am was be been do does did can could may might
        must should will would have has had to of in on at by for from with and or but if when what who
        where why how which that this there then than not no so as me us them get still just only
    """,
}
STOP = {language: frozenset(small.split()) for language, small in SMALL_WORDS.items()}
"""Words that say little of what is meant."""

_lock = Lock()  # a stemmer holds the word it works on


def words(text: str) -> list[str]:
    """The words of a text in small letters, suit signs among them, and the +2 of other card games."""
    return WORD.findall(unicodedata.normalize("NFC", text).casefold())


@lru_cache(maxsize=30_000)
def stem(word: str, language: str) -> str:
    """What all forms of a word share; ä, ae and a are one letter, and accents are none."""
    with _lock:
        cut: str = _stemmer(language).stemWord(word)
    marks = unicodedata.normalize("NFD", cut)
    return "".join(char for char in marks if not unicodedata.combining(char))


def parts(word: str, language: str, known: Container[str]) -> list[str]:
    """Stems of what a compound consists of, each `known`; none for a word that is no compound."""
    for at in range(3, len(word) - 2):
        head, tail = word[:at], word[at:]
        if not _is_part(tail, language, known):
            continue
        if linked := _linked(head, language, known):
            return [linked, stem(tail, language)]
        if len(head) > LEAST_TAIL and (inner := parts(head, language, known)):
            return [*inner, stem(tail, language)]
        if len(tail) >= LEAST_TAIL and len(stem(tail, language)) >= LEAST_PART:
            return [stem(tail, language)]
    return []


def _linked(head: str, language: str, known: Container[str]) -> str:
    """The stem of a part with or without the letters that link it to the next."""
    for link in LINKS:
        part = head.removesuffix(link)
        if head.endswith(link) and _is_part(part, language, known):
            return stem(part, language)
    return ""


def _is_part(word: str, language: str, known: Container[str]) -> bool:
    is_long = len(word) >= LEAST_PART or word in SHORT_PARTS
    cut = stem(word, language)
    return is_long and cut in known and STOP[language].isdisjoint((word, cut))


def without_one(term: str) -> set[str]:
    """The term, and what is left of it without one letter: two words one slip apart share one of these."""
    return {term, *(term[:at] + term[at + 1 :] for at in range(len(term)))}


def is_swap(a: str, b: str) -> bool:
    """Whether two words are written with the same letters."""
    return sorted(a) == sorted(b)


def one_slip(a: str, b: str) -> bool:
    """Whether one letter more, less, other or swapped with its neighbour makes one word of the other."""
    short, long = sorted((a, b), key=len)
    same = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    if len(long) > len(short):
        return long[same + 1 :] == short[same:]
    swapped = short[same + 1 : same + 2] + short[same : same + 1] + short[same + 2 :]
    return short[same + 1 :] == long[same + 1 :] or swapped == long[same:]


@cache
def _stemmer(language: str) -> stemmer:
    return stemmer(LANGUAGES[language])
