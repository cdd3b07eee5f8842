"""The lobby app: tables people meet at before, between and after matches."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Django's handle on the app."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tables change with time too: the ticker of the game asks here."""
        from game import gaps, ticker
        from game.clock import clock
        from lobby import upkeep
        from lobby.throttle import code_tries

        ticker.jobs.append(upkeep.Upkeep())
        gaps.told_of_gap.append(upkeep.after_a_gap)
        clock.on_jump(lambda by: code_tries.clear())  # nobody is kept out for an hour by a clock set back
