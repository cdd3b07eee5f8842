"""The news as editors write them."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from content import editions
from content.figures import Args, Where, figure


@figure("news", live=True)
def news(args: Args, where: Where) -> SafeString:
    """Everything published, newest first; live, for a date may have come since the page was made."""
    return render_to_string("content/_news.html", {"news": editions.current().news(where.language)})
