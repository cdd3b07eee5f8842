"""The Django app of the game."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    """Matches: engine, bots, referee and table."""

    name = "game"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Matches")
