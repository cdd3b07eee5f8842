"""Error pages, as a page for people and as JSON for programs (WIRE §5)."""

from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _


def wants_json(request: HttpRequest) -> bool:
    """Whether the client asked for JSON rather than a page."""
    return "application/json" in request.headers.get("Accept", "")


def answer(request: HttpRequest, status: int, code: str, text: str, template: str = "") -> HttpResponse:
    """The error `code` with the sentence `text`; the page is `<status>.html` unless `template` is given."""
    if wants_json(request):
        return JsonResponse({"error": code, "text": text}, status=status)
    page = render_to_string(template or f"{status}.html", {"text": text}, request)
    return HttpResponse(page, status=status)


def plain(status: int, text: str) -> HttpResponse:
    """The sentence alone, where a page cannot be made."""
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: we could not read the request. For a strange host name no page: pages name their own address."""
    text = _("This request is not complete. Go back and try again.")
    if isinstance(exception, DisallowedHost):
        return plain(400, text)
    return answer(request, 400, "bad-request", text)


def wrong_method(request: HttpRequest) -> HttpResponse:
    """405: the address does not take this method."""
    text = _("This request is not complete. Go back and try again.")
    return answer(request, 405, "wrong-method", text, "400.html")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not for this guest."""
    return answer(request, 403, "forbidden", _("This is not for you. Ask the host for the link."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: no such address, or it is gone; a view that knows more says so in its Http404."""
    known = exception.args[0] if exception and exception.args else None
    usual = _("There is nothing here. Check the address or start a new table.")
    text = known if isinstance(known, str) and type(exception) is Http404 else usual
    return answer(request, 404, "not-found", text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form's token is missing or old; `reason` is Django's and not shown."""
    text = _("This page has become old. Reload it and try again.")
    return answer(request, 403, "csrf", text, "403_csrf.html")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault. If even the page fails, a plain sentence remains."""
    text = _("Something broke on our side. Try again in a moment.")
    try:
        return answer(request, 500, "server-error", text)
    except Exception:  # the error page must not raise a second error
        return plain(500, text)
