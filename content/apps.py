"""The Django app of the pages about the game."""

from django.apps import AppConfig


class ContentConfig(AppConfig):
    """Home, rules and what else is only read; nothing here knows a guest or a match."""

    name = "content"
