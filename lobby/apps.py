"""The lobby app: tables people meet at before, between and after matches."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Django's handle on the app."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"
