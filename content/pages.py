"""What the pages take from the game itself, so that page and game cannot differ."""

from game.engine import PRESETS

FIRST_PRESET = {"de": "mau-mau", "en": "crazy-eights"}


def first_preset(language: str | None) -> str:
    """The preset a language's home page opens with: the game its readers know best."""
    return FIRST_PRESET.get(language or "", next(iter(PRESETS)))
