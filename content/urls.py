"""Addresses under the language prefix; slugs are translated."""

from django.urls import include, path
from django.utils.translation import pgettext_lazy

from content import views

app_name = "content"
rules = [
    path("", views.rules, name="rules"),
    path("<str:code>/", views.ruleset, name="ruleset"),
]
urlpatterns = [
    path("", views.home, name="home"),
    path(pgettext_lazy("url", "rules/"), include(rules)),
    path(pgettext_lazy("url", "about/"), views.about, name="about"),
    path("app.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
]
