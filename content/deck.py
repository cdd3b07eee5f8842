"""Cards in texts and figures, drawn from symbols that stand in the page itself: no request for the deck.

`card("9H")` refers to the symbol `h9`; `symbols(html)` gives the drawings of all that `html` refers to.
Where a page does load the deck, its address is the last argument.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language

from game.card_words import card_label, symbol

SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
FILE = re.compile(r'href="[^"#]*/cards/fr-[\w-]+\.svg#')
USED = re.compile(r'href="#([\w-]+)"')
SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


def card(name: str, deck: str = "") -> SafeString:
    """A card that means something (`9H`): an image with a name."""
    return format_html(
        '<svg class="pc" viewBox="0 0 100 140" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        capfirst(card_label(name)),
        deck,
        symbol(name),
    )


def plain_card(name: str, deck: str = "") -> SafeString:
    """A card for the eye alone (`9H`, or a back: `b-felt`, `b-red`); what it says stands beside it."""
    back = name.startswith("b-")
    return format_html(
        '<svg class="{}" viewBox="0 0 100 140" aria-hidden="true"><use href="{}#{}"/></svg>',
        "pc bk" if back else "pc",
        deck,
        name if back else symbol(name),
    )


def suit_sign(letter: str, deck: str = "") -> SafeString:
    """The sign of a suit (`H`), in the colour around it; what it says stands beside it."""
    return format_html(
        '<svg viewBox="0 0 40 40" aria-hidden="true"><use href="{}#s{}"/></svg>', deck, letter.lower()
    )


def symbols(html: str) -> SafeString:
    """The drawings that `html` refers to and those they are made of, each once; often nothing."""
    drawings = _drawings(get_language() or settings.LANGUAGE_CODE)
    wanted: dict[str, str] = {}
    waiting = USED.findall(html)
    while waiting:
        name = waiting.pop()
        if name in drawings and name not in wanted:
            wanted[name] = drawings[name]
            waiting += USED.findall(drawings[name])
    if not wanted:
        return SafeString()
    drawn = "".join(wanted[name] for name in sorted(wanted))
    return mark_safe(f'<svg class="vh" aria-hidden="true">{drawn}</svg>')  # noqa: S308  our own files


def inlined(html: str) -> SafeString:
    """`html` with its cards drawn from symbols in the page itself instead of from the deck's file."""
    near = FILE.sub('href="#', html)
    return mark_safe(symbols(near) + near)  # noqa: S308  as safe as it was


@cache
def _drawings(language: str) -> dict[str, str]:
    """Every symbol of the language's deck by its id."""
    path = Path(settings.BASE_DIR, "static", "cards", f"fr-{language}.svg")
    return {found[1]: found[0] for found in SYMBOL.finditer(path.read_text("utf-8"))}
