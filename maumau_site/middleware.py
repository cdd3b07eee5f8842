"""Cookies of the pages where people play, and the headers Django has no setting for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

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
        prefixed = request.path_info.startswith(f"/{language}/")
        if prefixed and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
            set_cookie(response, settings.LANGUAGE_COOKIE_NAME, language, settings.LANGUAGE_COOKIE_AGE)


def is_play_page(request: HttpRequest) -> bool:
    """Whether the address belongs to playing: solo, lobby, table or an invitation."""
    match = request.resolver_match
    return match is not None and (match.namespace in PLAY_NAMESPACES or match.url_name in PLAY_NAMES)


def set_cookie(response: HttpResponse, name: str, value: str, age: int) -> None:
    """A cookie of this site alone, out of reach for scripts, kept for `age` seconds."""
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="Lax", secure=settings.HTTPS)
