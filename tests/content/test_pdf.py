"""The committed PDFs say what the engine says: one that is out of date fails, and `./dev pdf` mends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

from content.sheets import pdf_path
from game.engine import PRESETS
from game.rulebook import describe

LARGEST = 192 * 1024  # bytes; the drawn cards are most of it
A4 = (595, 842)  # points


def squeezed(text: str) -> str:
    """The text without blanks: where a line ends is no matter."""
    return re.sub(r"\s+", "", text)


@pytest.fixture(params=[(name, language) for name in PRESETS for language in ("de", "en")], ids="-".join)
def pdf(request: pytest.FixtureRequest) -> tuple[str, str, Path]:
    name, language = request.param
    return name, language, Path(settings.BASE_DIR, "static", pdf_path(name, language))


def test_every_sentence_of_the_rules_is_in_it(pdf: tuple[str, str, Path]) -> None:
    name, language, path = pdf
    said = squeezed(" ".join(page.extract_text() for page in PdfReader(path).pages))
    sheet = describe(PRESETS[name], language)
    clauses = [clause.text for section in sheet.sections for clause in section.clauses]
    examples = [f"{one.caption} {one.text}" for section in sheet.sections for one in section.examples]
    titles = [section.title for section in sheet.sections]
    for sentence in (sheet.name, sheet.short, *titles, *clauses, *examples):
        assert squeezed(sentence) in said, sentence


def test_it_is_a_good_pdf(pdf: tuple[str, str, Path]) -> None:
    name, language, path = pdf
    reader = PdfReader(path)
    root = reader.root_object
    assert root["/MarkInfo"]["/Marked"] and "/StructTreeRoot" in root
    assert str(root["/Lang"]).startswith(language)
    assert reader.metadata and describe(PRESETS[name], language).name in str(reader.metadata.title)
    assert {tuple(round(float(side)) for side in page.mediabox[2:]) for page in reader.pages} == {A4}
    assert path.stat().st_size <= LARGEST
