"""All addresses (WIRE §1) but those of `health.Watching`."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request


def to_language(request: HttpRequest) -> HttpResponse:
    """From / to /de/ or /en/: by the language cookie, else Accept-Language, else German."""
    response = redirect(f"/{get_language_from_request(request)}/")
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


urlpatterns = [
    path("", to_language),
    path("admin/", admin.site.urls),
    path("", include("lobby.root_urls")),
    path("", include("content.root_urls")),
    *i18n_patterns(
        path("", include("content.urls")),
        path("", include("game.urls")),
        path("", include("lobby.urls")),
    ),
]

handler400 = "maumau_site.errors.bad_request"
handler403 = "maumau_site.errors.forbidden"
handler404 = "maumau_site.errors.not_found"
handler500 = "maumau_site.errors.server_error"
