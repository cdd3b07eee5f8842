"""Where the game's sockets live."""

from django.urls import path

from game.consumers import TableSocket

websocket_urlpatterns = [path("ws/table/<str:match_id>/", TableSocket.as_asgi())]  # type: ignore[arg-type]
