"""Nothing the rule set knows is left out of the pages that explain it."""

import pytest

from content import markdown, texts
from game.engine import PRESETS
from game.engine.rules import FIELDS

pytestmark = pytest.mark.django_db  # editors' texts are looked up


def anchors(key: str, language: str) -> list[str]:
    return [heading.anchor for heading in markdown.render(texts.file_text(key, language)).headings]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_field_has_its_house_rule(language: str) -> None:
    found = anchors("house-rules", language)
    assert set(FIELDS) <= set(found)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_preset_has_its_section(language: str) -> None:
    assert set(PRESETS) <= set(anchors("variants", language))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_rules_keep_their_anchors(language: str) -> None:
    """Refusals, the home page and printed links lead there."""
    kept = {"goal", "deal", "turn", "draw", "special", "wish", "mau", "stock", "points", "time", "end"}
    assert kept <= set(anchors("rules", language))
