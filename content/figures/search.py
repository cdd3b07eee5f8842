"""The field to search in, and what was found."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from content.figures import Args, Where, figure
from content.search import MOST, search

SHOWN_CHARS = 100
"""So much of a query is shown again; nobody types more by hand."""


@figure("search-box")
def search_box(args: Args, where: Where) -> SafeString:
    """Only the field; it leads to the search page."""
    return render_to_string("content/_search_box.html", {"action": reverse("content:search")})


@figure("search", live=True)
def found(args: Args, where: Where) -> SafeString:
    """The field with what `q` asks for, and what the site says about it."""
    query = " ".join(where.query.get("q", "").split())
    hits = search(query, where.language) if query else []
    shown = {"query": query[:SHOWN_CHARS], "hits": hits, "all": len(hits) == MOST, "action": where.path}
    return render_to_string("content/_search.html", shown)
