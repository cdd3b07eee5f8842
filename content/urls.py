"""Addresses under the language prefix: texts name theirs in their files, other slugs are translated."""

from django.conf import settings
from django.urls import path
from django.utils.functional import lazy
from django.utils.translation import get_language, pgettext_lazy

from content import asking, feeds, texts, views
from content.lab import views as lab

OWN_VIEWS = ("ask", "lab")
"""Texts that are shown with a form to send."""


def _route(key: str, tail: object = "") -> str:
    """The slug of a text in the active language."""
    return f"{texts.address(key, get_language() or settings.LANGUAGE_CODE)}/{tail}"


route = lazy(_route, str)

app_name = "content"
urlpatterns = [
    path("", views.home, name="home"),
    path(route("ask"), asking.ask, name="ask"),
    path(route("ask", pgettext_lazy("url", "thanks/")), asking.asked, name="asked"),
    path(route("news", "feed.xml"), feeds.news, name="feed"),
    path(route("lab"), lab.lab, name="lab"),
    path(route("lab", "<str:code>/<int:players>/"), lab.run, name="lab-run"),
    *(path(route(key), views.page, {"key": key}, name=key) for key in texts.pages() if key not in OWN_VIEWS),
    path(route("rules", "<str:code>/"), views.ruleset, name="ruleset"),
    path(route("rules", pgettext_lazy("url", "<str:code>/sheet/")), views.table_sheet, name="sheet"),
    path("app.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
]
