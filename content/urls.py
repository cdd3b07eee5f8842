"""Addresses under the language prefix; slugs are translated."""

from django.urls import path
from django.utils.translation import pgettext_lazy

from content import views

app_name = "content"
urlpatterns = [
    path("", views.home, name="home"),
    path(pgettext_lazy("url", "rules/"), views.rules, name="rules"),
    path(pgettext_lazy("url", "about/"), views.about, name="about"),
]
