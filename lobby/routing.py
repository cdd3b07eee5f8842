"""Where the lobby's socket lives."""

from django.urls import path

from .consumers import LobbySocket

websocket_urlpatterns = [path("ws/lobby/<str:lobby_id>/", LobbySocket.as_asgi())]  # type: ignore[arg-type]
