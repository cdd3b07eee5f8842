"""Template helpers of the table: cards as `<use>` of the deck, rule names."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language

from game.card_words import GERMAN_RANK_NAMES, RANK_NAMES, SUIT_NAMES, symbol
from game.faces import face_of
from game.rule_words import PRESET_NOTES, STRENGTH_LABELS, STRENGTH_NOTES
from game.slots import Slot

register = template.Library()

# All three; the stylesheet shows the chosen one (`data-back`), before any script has run.
BACKS = [f'<use class="{b}" href="#b-{b}" width="100" height="140"/>' for b in ("felt", "red", "onyx")]
BACK = f'<symbol id="back" viewBox="0 0 100 140">{"".join(BACKS)}</symbol>'


def deck_name() -> str:
    """The deck whose letters fit the active language; a script may swap it for another one."""
    return "fr-de" if (get_language() or "de").startswith("de") else "fr-en"


@cache
def _drawings(name: str) -> SafeString:
    """All cards of a deck as symbols, for the page; the back of one's choice is `#back`."""
    path = finders.find(f"cards/{name}.svg")
    assert isinstance(path, str), f"the deck {name} is part of the product"
    drawings = Path(path).read_text(encoding="utf-8").removesuffix("</svg>")
    assert drawings.startswith("<svg "), path
    head = '<svg id="deck" aria-hidden="true" '
    return mark_safe(head + drawings.removeprefix("<svg ") + BACK + "</svg>")  # noqa: S308  our own file


@register.simple_tag
def deck() -> SafeString:
    """The deck of the active language, once in a page; `card` and `suit` point into it."""
    return _drawings(deck_name())


@register.simple_tag
def card(name: str, css: str = "pc") -> SafeString:
    """One card (`9H`), a back (`felt`), or the chosen back (`back`) as an svg that needs no script."""
    if isinstance(name, Slot):
        return name.drawn
    part = symbol(name) if len(name) == 2 else name if name == "back" else f"b-{name}"
    return format_html(
        '<svg class="{}" viewBox="0 0 100 140" aria-hidden="true"><use href="#{}"/></svg>', css, part
    )


@register.simple_tag
def mini(name: str) -> SafeString:
    """A card in as few bytes as can be; the size and the white come from the style of what is around it."""
    if isinstance(name, Slot):
        return name.drawn
    return format_html('<svg aria-hidden="true"><use href="#{}"/></svg>', symbol(name))


@register.filter
def face(name: object) -> str:
    """The drawing of the bot that is called so."""
    return face_of(str(name))


@cache
def _faces() -> SafeString:
    path = finders.find("faces.svg")
    assert isinstance(path, str), "the faces are part of the product"
    drawings = Path(path).read_text(encoding="utf-8").replace("\n", "")
    head = '<svg id="faces" width="0" height="0" hidden '
    return mark_safe(head + drawings.removeprefix("<svg "))  # noqa: S308  our own file


@register.simple_tag
def faces() -> SafeString:
    """The faces of all bots, once in a page: plates point into it."""
    return _faces()


@register.simple_tag
def suit(letter: str) -> SafeString:
    """A suit sign (`H`) of the deck."""
    sign = letter.lower()
    return format_html(
        '<svg class="suit s-{0}" viewBox="0 0 40 40" aria-hidden="true"><use href="#s{0}"/></svg>', sign
    )


@register.simple_tag(takes_context=True)
def each(context: template.Context, items: Any, name: str, called: str) -> SafeString:
    """The template `name` for each of the items, which it knows as `called`; an open place stays open."""
    if isinstance(items, Slot):
        return items
    assert context.template is not None
    one = context.template.engine.get_template(name)
    drawn = []
    for item in items:
        with context.push(**{called: item}):
            drawn.append(one.render(context).strip())
    return mark_safe("\n".join(drawn))  # noqa: S308  what a template gave


@register.simple_tag
def deck_files() -> dict[str, str]:
    """The addresses of all three decks, for the script that swaps them."""
    return {name.replace("-", "_"): static(f"cards/{name}.svg") for name in ("fr-de", "fr-en", "de")}


@register.simple_tag
def strengths() -> list[dict[str, Any]]:
    """The strengths of bots for the start menu: value, label, note and as many lit pips."""
    count = len(STRENGTH_LABELS)
    return [
        {"value": name, "label": label, "note": STRENGTH_NOTES[name], "pips": [k <= at for k in range(count)]}
        for at, (name, label) in enumerate(STRENGTH_LABELS.items())
    ]


@register.simple_tag
def german_words() -> str:
    """JSON: the words of the French deck and what they are called with the German one, for deck.js."""
    pairs = [(SUIT_NAMES["french"][suit], SUIT_NAMES["german"][suit]) for suit in SUIT_NAMES["french"]]
    pairs += [(RANK_NAMES[rank], name) for rank, name in GERMAN_RANK_NAMES.items()]
    words = {str(usual): str(german) for usual, german in pairs if str(usual) != str(german)}
    return json.dumps(words | {capfirst(usual): capfirst(german) for usual, german in words.items()})


@register.filter
def preset_note(name: object) -> str:
    """The one-line description of a preset."""
    return str(PRESET_NOTES.get(str(name), ""))


@register.filter
def words(text: str) -> list[str]:
    """A text split at its blanks."""
    return text.split()
