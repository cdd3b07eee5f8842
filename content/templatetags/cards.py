"""Cards in running text and figures of pages that load the deck: drawn from that of the page's language."""

from django import template
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from content import deck

register = template.Library()


def _deck() -> str:
    return static(f"cards/{'fr-de' if get_language() == 'de' else 'fr-en'}.svg")


@register.simple_tag
def card(name: str) -> SafeString:
    """A card that means something: an image with a name."""
    return deck.card(name, _deck())


@register.simple_tag
def suit_sign(letter: str) -> SafeString:
    """The sign of a suit (`H`), in the colour around it; what it says stands beside it."""
    return deck.suit_sign(letter, _deck())


@register.simple_tag
def plain_card(name: str) -> SafeString:
    """A card for the eye alone (`9H`, or a back: `b-felt`, `b-red`); what it says stands beside it."""
    return deck.plain_card(name, _deck())
