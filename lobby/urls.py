"""Addresses of tables, below the language prefix (WIRE.md §1)."""

from django.urls import path

from .views import acts, doors, room

app_name = "lobby"

urlpatterns = [
    path("lobby/", doors.entrance, name="new"),
    path("lobby/", doors.entrance, name="create"),
    path("lobby/join", doors.join, name="join"),
    path("lobby/<slug:lobby_id>/", room.room, name="room"),
    path("lobby/<slug:lobby_id>/view", room.view, name="view"),
    path("lobby/<slug:lobby_id>/bots", acts.bots, name="bots"),
    path("lobby/<slug:lobby_id>/stand-in", acts.stand_in, name="stand-in"),
    path("lobby/<slug:lobby_id>/rules", room.rules, name="rules"),
    path("lobby/<slug:lobby_id>/start", acts.start, name="start"),
    path("lobby/<slug:lobby_id>/sit", acts.sit, name="sit"),
    path("lobby/<slug:lobby_id>/rename", acts.rename, name="rename"),
    path("lobby/<slug:lobby_id>/lock", acts.lock, name="lock"),
    path("lobby/<slug:lobby_id>/kick", acts.kick, name="kick"),
    path("lobby/<slug:lobby_id>/host", acts.host, name="host"),
    path("lobby/<slug:lobby_id>/leave", acts.leave, name="leave"),
    path("lobby/<slug:lobby_id>/chat", acts.chat, name="chat"),
]
