"""Addresses of the game, under the language prefix. Ids are 128-bit random tokens in hex."""

from django.urls import include, path, register_converter
from django.utils.translation import pgettext_lazy

from game import solo, views
from game.coach import views as coach


class Token:
    """32 hexadecimal digits."""

    regex = "[0-9a-f]{32}"

    def to_python(self, value: str) -> str:
        """As it is."""
        return value

    to_url = to_python


register_converter(Token, "token")

app_name = "game"

table = [
    path("<token:match_id>/", views.table, name="table"),
    path("<token:match_id>/view", views.view, name="view"),
    path("<token:match_id>/act", views.act, name="act"),
    path("<token:match_id>/chat", views.chat, name="chat"),
    path("<token:match_id>/watch", views.watch, name="watch"),
    path("<token:match_id>/again", views.again, name="again"),
    path("<token:match_id>/rule/<slug:clause>", views.rule, name="rule"),
    path("<token:match_id>/record", views.save_record, name="record"),
    path("<token:match_id>/hint", coach.hint, name="hint"),
    path(pgettext_lazy("url", "<token:match_id>/review"), coach.review, name="review"),
]

urlpatterns = [
    path("solo/", solo.solo, name="solo"),
    path("solo/discard", solo.discard, name="discard"),
    path("solo/code", solo.code, name="code"),
    path(pgettext_lazy("url", "table/"), include(table)),
]
