"""The news as an RSS feed, one a language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from content import editions, texts
from content.views import public

MOST = 20
OWN_LINK = re.compile(r'(?<=href=")(?=/)')


@public
def news(request: HttpRequest) -> HttpResponse:
    """The last news; what has no translation stands in the other language."""
    language = get_language() or settings.LANGUAGE_CODE
    page = texts.text("news", language)
    link = request.build_absolute_uri(reverse("content:news"))
    own = request.build_absolute_uri()
    feed = Rss201rev2Feed(page.title + " – Mau-Mau", link, page.description, language=language, feed_url=own)
    root = request.build_absolute_uri("/")[:-1]
    for said in editions.current().news(language)[:MOST]:
        html = OWN_LINK.sub(root, _told(said, language))
        at = datetime.combine(said.date, time(12), UTC)
        where = f"{link}#n{said.id}"
        feed.add_item(said.title, where, html, unique_id=where, pubdate=at)
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def _told(said: editions.Said, language: str) -> str:
    """The item's words; where they are not in the feed's language, that is said first."""
    if said.language == language:
        return said.html
    note = _("There is no translation of this yet.")
    return format_html('<p>{}</p><div lang="{}">{}</div>', note, said.language, said.html)
