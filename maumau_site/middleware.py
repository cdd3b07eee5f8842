"""Cookies of the pages where people play, and the headers Django has no setting for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from maumau_site import errors

Handler = Callable[[HttpRequest], HttpResponse]

PLAY_NAMESPACES = frozenset({"game", "lobby"})
PLAY_NAMES = frozenset({"invite"})


class ExtraHeaders:
    """Adds Permissions-Policy to every answer."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response


class WrongMethod:
    """Says in words what a page does not take (405, empty from Django); forms' addresses lead to their page.

    The address of a form that was refused stays in the browser's bar, and in its language switch. Every
    address of ours that takes only POST lies in the folder of the page it belongs to, so a GET goes there.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content:
            return response
        if request.method in ("GET", "HEAD") and is_play_page(request) and not errors.wants_json(request):
            return redirect(request.path.rpartition("/")[0] + "/")
        said = errors.wrong_method(request)
        said["Allow"] = response["Allow"]
        return said


class PlayCookies:
    """Sets the guest's cookie and remembers the language, only under solo, lobby, table and /j/.

    `game.guests.ensure_guest` asks for the guest's cookie by putting the token on the request as
    `new_guest_token`. Pages to read get no cookie, so that anyone may cache them.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if is_play_page(request):
            self.set_guest(request, response)
            self.set_language(request, response)
        return response

    def set_guest(self, request: HttpRequest, response: HttpResponse) -> None:
        token = getattr(request, "new_guest_token", None)
        if token:
            set_cookie(response, settings.GUEST_COOKIE, token, settings.GUEST_COOKIE_AGE)

    def set_language(self, request: HttpRequest, response: HttpResponse) -> None:
        language = get_language() or settings.LANGUAGE_CODE
        asked = request.path_info.startswith(f"/{language}/") or request.GET.get("lang") == language
        if asked and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
            set_cookie(response, settings.LANGUAGE_COOKIE_NAME, language, settings.LANGUAGE_COOKIE_AGE)


def is_play_page(request: HttpRequest) -> bool:
    """Whether the address belongs to playing: solo, lobby, table or an invitation."""
    match = request.resolver_match
    return match is not None and (match.namespace in PLAY_NAMESPACES or match.url_name in PLAY_NAMES)


def set_cookie(response: HttpResponse, name: str, value: str, age: int) -> None:
    """A cookie of this site alone, out of reach for scripts, kept for `age` seconds."""
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="Lax", secure=settings.HTTPS)
