"""Words and figures of the room page."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from game import names
from game.qr import qr_svg
from game.rule_words import STRENGTH_LABELS

register = template.Library()


@register.simple_tag
def qr(url: str) -> SafeString:
    """The QR code of the invite link."""
    return qr_svg(url, _("QR code with the invite link"))


@register.filter
def strength_label(strength: str) -> str:
    """How strong a bot plays, in a word."""
    return str(STRENGTH_LABELS.get(strength, strength))


@register.filter
def initial(name: str) -> str:
    """What stands on a person's card: the first character as the eye counts, joined emoji and flags whole."""
    end = next((end for end in range(len(name), 0, -1) if names.length(name[:end]) == 1), 1)
    return name[:end].upper()


@register.filter
def spaced(code: str) -> str:
    """A code digit by digit, for reading aloud."""
    return " ".join(code or "")


@register.filter
def in_words(number: int) -> str:
    """A number up to twelve as it is spoken, larger ones in digits."""
    words = {
        1: pgettext("number", "one"),
        2: pgettext("number", "two"),
        3: pgettext("number", "three"),
        4: pgettext("number", "four"),
        5: pgettext("number", "five"),
        6: pgettext("number", "six"),
        7: pgettext("number", "seven"),
        8: pgettext("number", "eight"),
        9: pgettext("number", "nine"),
        10: pgettext("number", "ten"),
        11: pgettext("number", "eleven"),
        12: pgettext("number", "twelve"),
    }
    return words.get(number, str(number))
