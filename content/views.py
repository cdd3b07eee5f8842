"""Pages that are only read: no cookie, no session, no form; the same bytes for everyone."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from content import install, pages
from content.sitemaps import entries
from game.engine import RuleError, parse_code, rules_code, rules_name
from game.rulebook import describe

View = Callable[..., HttpResponse]
CACHE_SECONDS = 600
SHOWN_DIFFERENCES = 6  # a glance; the sheet below says them all


def public(view: View) -> View:
    """Let everyone keep the answer for ten minutes and ask again by ETag; only GET and HEAD."""

    @conditional_page
    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest, **parts: str) -> HttpResponse:
        response = view(request, **parts)
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
    context = {"points": pages.points_rows(), "sheets": pages.sheet_rows()}
    return render(request, "content/rules.html", context)


@public
def ruleset(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of one rule set by its short code; with `HX-Request` or `?part` the sheet alone."""
    try:
        rules = parse_code(code)
    except RuleError:
        raise Http404(
            _("No rules go by this code. Check that the link is complete, or choose rules anew.")
        ) from None
    if code != rules_code(rules):
        address = reverse("content:ruleset", args=[rules_code(rules)])
        return HttpResponsePermanentRedirect(f"{address}?{request.GET.urlencode()}".rstrip("?"))
    sheet = describe(rules, get_language() or settings.LANGUAGE_CODE)
    only_part = "part" in request.GET or request.headers.get("HX-Request") == "true"
    context = {
        "sheet": sheet,
        "custom": rules_name(rules) == "custom",
        "differences": pages.differences(rules)[:SHOWN_DIFFERENCES],
        "more": max(0, len(pages.differences(rules)) - SHOWN_DIFFERENCES),
    }
    response = render(request, "game/_rulebook.html" if only_part else "content/ruleset.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@public
def about(request: HttpRequest) -> HttpResponse:
    """Who runs this site, what it stores, what it is made of."""
    return render(request, "content/about.html", {"operator": settings.MAUMAU_OPERATOR})


@public
def robots(request: HttpRequest) -> HttpResponse:
    """Keep tables out of search engines; name the sitemap."""
    private = []
    for code, _name in settings.LANGUAGES:
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
    """Browsers that ask for the old address get the mark as small pictures."""
    return HttpResponsePermanentRedirect(static("icons/favicon.ico"))


@public
def touch_icon(request: HttpRequest) -> HttpResponse:
    """Where home screens look for a picture that no page named."""
    return HttpResponsePermanentRedirect(static("icons/apple-touch-icon.png"))


@public
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser needs to know to put the game on a home screen."""
    return JsonResponse(install.manifest(), content_type="application/manifest+json")


@public
def offline(request: HttpRequest) -> HttpResponse:
    """The page for no network, for the service worker to keep."""
    return HttpResponse(install.offline_page())


@conditional_page
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root so that it may answer for every page; asked for anew each time."""
    script = install.worker(settings.OFFLINE_PAGE)
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})
