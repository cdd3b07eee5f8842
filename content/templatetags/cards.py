"""Cards in running text and figures: drawn from the deck of the page's language, named for screen readers."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language

from game.card_words import card_label

register = template.Library()


def _address(symbol: str) -> str:
    deck = "fr-de" if get_language() == "de" else "fr-en"
    return f"{static(f'cards/{deck}.svg')}#{symbol}"


def _symbol(card: str) -> str:
    rank, suit = card[0], card[1]
    return suit.lower() + ("10" if rank == "T" else rank)


@register.simple_tag
def card(name: str) -> SafeString:
    """A card that means something: an image with a name."""
    return format_html(
        '<svg class="pc" viewBox="0 0 100 140" role="img" aria-label="{}"><use href="{}"/></svg>',
        capfirst(card_label(name)),
        _address(_symbol(name)),
    )


@register.simple_tag
def suit_sign(letter: str) -> SafeString:
    """The sign of a suit (`H`), in the colour around it; what it says stands beside it."""
    address = _address(f"s{letter.lower()}")
    return format_html('<svg viewBox="0 0 40 40" aria-hidden="true"><use href="{}"/></svg>', address)


@register.simple_tag
def plain_card(name: str) -> SafeString:
    """A card for the eye alone (`9H`, or a back: `b-felt`, `b-red`); what it says stands beside it."""
    back = name.startswith("b-")
    return format_html(
        '<svg class="{}" viewBox="0 0 100 140" aria-hidden="true"><use href="{}"/></svg>',
        "pc bk" if back else "pc",
        _address(name if back else _symbol(name)),
    )
