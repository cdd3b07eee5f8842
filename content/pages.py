"""What the pages take from the game itself, so that page and game cannot differ."""

from game.engine import PRESETS, RuleSet, is_inert
from game.rule_words import FIELD_LABELS, PRESET_LABELS, PRESET_NOTES, field_label, value_label

FIRST_PRESET = {"de": "mau-mau", "en": "crazy-eights"}


def first_preset(language: str | None) -> str:
    """The preset a language's home page opens with: the game its readers know best."""
    return FIRST_PRESET.get(language or "", next(iter(PRESETS)))


def preset_rows(first: str) -> list[tuple[str, str, str]]:
    """Every preset as word, name and note; `first` leads."""
    order = sorted(PRESETS, key=lambda name: name != first)
    return [(name, str(PRESET_LABELS[name]), str(PRESET_NOTES[name])) for name in order]


def differences(rules: RuleSet) -> list[tuple[str, str, str]]:
    """What is not as in Mau-Mau: the thing, what holds here, what Mau-Mau says."""
    here, usual = rules.values(), PRESETS["mau-mau"].values()
    return [
        (field_label(field), value_label(field, here[field]), value_label(field, usual[field]))
        for field in FIELD_LABELS
        if here[field] != usual[field] and not is_inert(rules, field)
    ]
