"""Pages that are only read: no cookie, no session, no form; the same bytes for everyone."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override, pgettext
from django.views.decorators.http import conditional_page, require_safe

from content import pages
from content.sitemaps import entries

View = Callable[[HttpRequest], HttpResponse]
CACHE_SECONDS = 600


def public(view: View) -> View:
    """Let everyone keep the answer for ten minutes and ask again by ETag; only GET and HEAD."""

    @conditional_page
    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        response = view(request)
        response["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
        return response

    return wrapped


@public
def home(request: HttpRequest) -> HttpResponse:
    """What it is and the three ways to a table; opens with the game known best in the language."""
    preset = pages.first_preset(get_language())
    return render(request, "content/home.html", {"preset": preset, "presets": pages.preset_rows(preset)})


@public
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of every preset there is, on one page."""
    return render(request, "content/rules.html", {"points": pages.points_rows()})


@public
def about(request: HttpRequest) -> HttpResponse:
    """Who runs this site, what it stores, what it is made of."""
    return render(request, "content/about.html", {"operator": settings.MAUMAU_OPERATOR})


@public
def robots(request: HttpRequest) -> HttpResponse:
    """Keep tables out of search engines; name the sitemap."""
    private = []
    for code, _ in settings.LANGUAGES:
        with override(code):
            private.append(f"/{code}/{pgettext('url', 'table/')}")
    context = {"private": private, "sitemap": request.build_absolute_uri(reverse("sitemap"))}
    return render(request, "content/robots.txt", context, content_type="text/plain")


@public
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every public page in every language."""
    return render(
        request, "content/sitemap.xml", {"entries": entries(request)}, content_type="application/xml"
    )


@public
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers that ask for the old address get the drawn mark."""
    return HttpResponsePermanentRedirect(static("icon.svg"))
