"""What editors have written, where templates ask for it."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import get_language

from content import editions, questions

register = template.Library()


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


@register.simple_tag(takes_context=True)
def site_notice(context: template.Context) -> editions.Said | None:
    """The notice of the day; none on pages that are the same for everyone and always (without request)."""
    return editions.current().notice(_language()) if context.get("request") else None


@register.simple_tag
def waiting_questions() -> int:
    """How many readers wait for an answer."""
    return questions.waiting()
