"""Words and figures of the room page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from game import names
from lobby.qr import qr_svg

register = template.Library()


@register.simple_tag
def qr(url: str) -> SafeString:
    """The QR code of the invite link."""
    return qr_svg(url, _("QR code with the invite link"))


@register.filter
def strength_label(strength: str) -> str:
    """How strong a bot plays, in a word."""
    words = {
        "easy": pgettext("strength", "Easy"),
        "normal": pgettext("strength", "Normal"),
        "hard": pgettext("strength", "Hard"),
        "master": pgettext("strength", "Master"),
    }
    return words.get(strength, strength)


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
def place_number(person: dict[str, Any]) -> int:
    """Seats are counted from one by people."""
    return int(person["seat"]) + 1
