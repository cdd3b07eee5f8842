"""Pages that are only read: no cookie, no session, no form; the same bytes for everyone."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from content import articles, deck, editions, install, pages, sheets
from content.sitemaps import entries
from game.engine import RuleError, RuleSet, parse_code, rules_code, rules_name
from game.qr import qr_svg
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
@editions.reading()
def home(request: HttpRequest) -> HttpResponse:
    """What it is and the three ways to a table; opens with the game known best in the language."""
    preset = pages.first_preset(get_language())
    context = {"preset": preset, "presets": pages.preset_rows(preset), "absolute": request.build_absolute_uri}
    html = render_to_string("content/_home.html", context, request)
    return render(request, "content/home.html", {**context, "html": html, "symbols": deck.symbols(html)})


@public
@editions.reading()
def page(request: HttpRequest, key: str) -> HttpResponse:
    """One text of the rules site; its live figures read the query."""
    language = get_language() or settings.LANGUAGE_CODE
    return render(request, "content/page.html", articles.context(key, language, request.path, request.GET))


@public
@editions.reading()
def ruleset(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of one rule set by its short code; with `HX-Request` or `?part` the sheet alone."""
    rules = _rules_of(code)
    if code != rules_code(rules):
        return _better(request, "content:ruleset", rules)
    language = get_language() or settings.LANGUAGE_CODE
    sheet = describe(rules, language)
    only_part = "part" in request.GET or request.headers.get("HX-Request") == "true"
    context = {
        "sheet": sheet,
        "custom": rules_name(rules) == "custom",
        "pdf": sheets.pdf_of(rules, language),
        "differences": pages.differences(rules)[:SHOWN_DIFFERENCES],
        "more": max(0, len(pages.differences(rules)) - SHOWN_DIFFERENCES),
    }
    if only_part:
        response = render(request, "game/_rulebook.html", context)
    else:
        rulebook = deck.inlined(render_to_string("game/_rulebook.html", context, request))
        response = render(request, "content/ruleset.html", {**context, "rulebook": rulebook})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _rules_of(code: str) -> RuleSet:
    try:
        return parse_code(code)
    except RuleError:
        raise Http404(
            _("No rules go by this code. Check that the link is complete, or choose rules anew.")
        ) from None


def _better(request: HttpRequest, name: str, rules: RuleSet) -> HttpResponse:
    """The same page by the one way to write the code; codes are read generously."""
    address = reverse(name, args=[rules_code(rules)])
    return HttpResponsePermanentRedirect(f"{address}?{request.GET.urlencode()}".rstrip("?"))


@public
@editions.reading()
def table_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The rules on one page of A4, with a QR code that leads to all of them."""
    rules = _rules_of(code)
    if code != rules_code(rules):
        return _better(request, "content:sheet", rules)
    language = get_language() or settings.LANGUAGE_CODE
    url = reverse("content:ruleset", args=[code])
    absolute = request.build_absolute_uri(url)
    parts = {
        "sheet": sheets.table_sheet(rules, language),
        "qr": qr_svg(absolute, _("QR code with the address of these rules")),
        "address": absolute.partition("//")[2],
        "rows": range(sheets.SCORE_ROWS),
    }
    html = render_to_string("content/_sheet.html", parts)
    context = {
        **parts,
        "html": mark_safe(f"{deck.symbols(html)}{html}"),  # noqa: S308  made by the template
        "pdf": sheets.pdf_of(rules, language),
        "custom": rules_name(rules) == "custom",
        "rules_url": url,
    }
    return render(request, "content/sheet.html", context)


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
@editions.reading()
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
