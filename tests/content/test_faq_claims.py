"""What the FAQ says about the ready-made games in plain sentences is so.

Where a row fails, a preset has changed: mend the sentence under that anchor, in both languages, then the row.
"""

from __future__ import annotations

import pytest

from content import markdown, texts
from game.engine import PRESETS

ALL = set(PRESETS)
CLAIMS: list[tuple[str, str, str, set[str]]] = [
    # anchor, field, value, the presets that have it
    ("jack-on-jack", "wish_fits", "any", {"classic", "tournament", "first-lesson"}),
    ("jack-on-jack", "wish_fits", "match", {"double-52"}),
    ("jack-on-jack", "wish_rank", "8", {"crazy-eights"}),
    ("draw-anyway", "draw_when", "stuck", {"classic", "first-lesson"}),
    ("drawn-card", "after_draw", "end", {"tournament", "double-52"}),
    ("equal-cards", "equal_cards", "off", ALL),
    ("equal-cards", "combos", "on", {"double-52"}),
    ("jump-in", "jump_in", "off", ALL),
    ("third-seven", "seven", "stack", ALL - {"first-lesson", "crazy-eights"}),
    ("third-seven", "seven", "off", {"crazy-eights"}),
    ("six", "six", "stack", {"double-52"}),
    ("eight-two", "eight", "skip", {"mau-mau", "tournament", "first-lesson", "five-wins"}),
    ("eight-on-eight", "eight", "counter", {"double-52"}),
    ("eight-on-eight", "eight", "add", {"classic"}),
    ("nine-two", "reverse_rank", "9", {"tournament"}),
    ("nine-two", "reverse_rank", "none", ALL - {"tournament"}),
    ("ace", "ace", "again", {"tournament"}),
    ("ace", "ace", "off", ALL - {"tournament"}),
    ("forgot-mau", "mau_penalty", "2", {"tournament", "first-lesson", "five-wins"}),
    ("when-mau", "mau", "challenge", {"first-lesson", "five-wins"}),
    ("when-mau", "mau", "off", {"crazy-eights"}),
    ("mau-mau", "mau_mau", "2", {"classic"}),
    ("last-seven", "last_card", "seven", {"tournament", "first-lesson"}),
    ("last-eight", "last_card", "full", {"classic"}),
    ("last-jack", "wish_finish", "forbidden", {"five-wins"}),
    ("last-jack", "wish_finish", "double", {"double-52"}),
    ("stock-empty", "draw", "one", ALL),
    ("who-begins", "start_card", "dealer", {"classic"}),
    ("who-begins", "start_card", "free", {"five-wins"}),
    ("first-card", "start_card", "bury", {"mau-mau", "crazy-eights"}),
    ("first-lesson", "start_card", "nine", {"first-lesson"}),
    ("points", "points", "classic", {"classic", "tournament"}),
    ("match-end", "match_end", "rounds:1", {"mau-mau", "crazy-eights"}),
    ("how-many", "second_pack_from", "2", {"tournament", "double-52"}),
    ("how-many", "second_pack_from", "never", {"first-lesson"}),
    ("how-many", "second_pack_from", "6", {"five-wins"}),
    ("time-out", "turn_seconds", "40", ALL),
    ("leave", "leavers", "removed", {"tournament"}),
]


@pytest.mark.parametrize(("anchor", "field", "value", "presets"), CLAIMS)
def test_the_presets_a_sentence_names_are_those_that_have_it(
    anchor: str, field: str, value: str, presets: set[str]
) -> None:
    assert {name for name in PRESETS if str(PRESETS[name].values()[field]) == value} == presets


@pytest.mark.django_db
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_claim_has_its_question(language: str) -> None:
    anchors = {heading.anchor for heading in markdown.render(texts.file_text("faq", language)).headings}
    assert {anchor for anchor, *_ in CLAIMS} <= anchors
