"""Template helpers of the table: cards as `<use>` of the deck, rule names."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from game.rule_words import PRESET_NOTES
from game.card_words import symbol

register = template.Library()


def deck_file() -> str:
    """The deck whose letters fit the active language; a script may swap it for another one."""
    return static("cards/fr-de.svg" if (get_language() or "de").startswith("de") else "cards/fr-en.svg")


@register.simple_tag
def card(name: str, css: str = "pc") -> SafeString:
    """One card (`9H`) or back (`felt`) as an svg that needs no script."""
    part = symbol(name) if len(name) == 2 else f"b-{name}"
    return format_html(
        '<svg class="{}" viewBox="0 0 100 140" aria-hidden="true"><use href="{}#{}"/></svg>', css, deck_file(), part
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """A suit sign (`H`) of the deck."""
    return format_html(
        '<svg class="suit s-{0}" viewBox="0 0 40 40" aria-hidden="true"><use href="{1}#s{0}"/></svg>',
        letter.lower(),
        deck_file(),
    )


@register.simple_tag
def deck_files() -> dict[str, str]:
    """The addresses of all three decks, for the script that swaps them."""
    return {name.replace("-", "_"): static(f"cards/{name}.svg") for name in ("fr-de", "fr-en", "de")}


@register.filter
def preset_note(name: object) -> str:
    """The one-line description of a preset."""
    return str(PRESET_NOTES.get(str(name), ""))


@register.filter
def words(text: str) -> list[str]:
    """A text split at its blanks."""
    return text.split()
