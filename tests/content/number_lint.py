"""Finds numbers that a text writes down although a rule set decides them.

A number belongs in a fact, `{mau-mau.hand_size}`; a phrase that no rule decides is listed in the head of the
file, `plain: two people | three seconds`. Names of ranks (“the seven”, „die Sieben“) are no numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from content.texts import Text

WORDS = {
    "de": ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
    "en": ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
}
NOT_READ = re.compile(
    r"^```.*?^```|\{[^{}\n]*\}|\]\([^)\s]*\)|(?<=[\w.])\.\d|^\s*\d+\.(?= )", re.DOTALL | re.MULTILINE
)
"""Fences, facts, addresses and the numbers of a list."""
NAMES = re.compile("Doppel-52|Double 52|Crazy Eights")
RANKS = "two|three|four|six|seven|eight|nine|ten"
COUNTED = "cards|players|people|games|presets|packs|points|rounds|wins|seats|seconds|minutes|hands"
RANK = re.compile(
    rf"\b(?:an?|no|another|any|last|first|second|third) (?:{RANKS})\b"
    rf"|\bthe (?:{RANKS})\b(?! (?:\w+ )?(?:{COUNTED})\b)",
    re.IGNORECASE,
)
"""An English rank with its article: “a seven”, “the seven makes …”, but not “the seven cards”."""


def bare_numbers(text: Text) -> Iterator[tuple[int, str]]:
    """Line in the body and phrase of every number that is neither a fact nor listed as plain."""
    read = NOT_READ.sub(lambda found: re.sub(r"[^\n]", "\x00", found[0]), text.body)
    for phrase in sorted(text.plain, key=len, reverse=True):
        read = re.sub(re.escape(phrase), lambda found: "\x00" * len(found[0]), read, flags=re.IGNORECASE)
    for pattern in (NAMES, RANK) if text.language == "en" else (NAMES,):
        read = pattern.sub(lambda found: "\x00" * len(found[0]), read)
    words = "|".join(WORDS[text.language])
    # German ranks are nouns: "Sieben" is a card, "sieben" a number, except where a sentence begins
    number = re.compile(rf"\b\d+\b|\b(?:{words})\b")
    for found in number.finditer(read):
        line = read.count("\n", 0, found.start())
        start = read.rfind("\n", 0, found.start()) + 1
        around = text.body[max(start, found.start() - 25) : found.end() + 25].split("\n")[0]
        yield line + 1, around
