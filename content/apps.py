"""The Django app of the pages about the game."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ContentConfig(AppConfig):
    """Home, rules and what else is only read; nothing here knows a guest or a match."""

    name = "content"
    verbose_name = _("Texts and readers")

    def ready(self) -> None:
        """Texts know their figures, every page has a row for editors, limits forget when the clock is set."""
        from content import figures
        from content.lab.limits import started
        from content.questions import sent
        from game.clock import clock

        figures.ready()
        post_migrate.connect(add_pages, sender=self)
        clock.on_jump(lambda by: sent.clear())  # nobody is kept waiting for hours by a clock set back
        clock.on_jump(lambda by: started.clear())


def add_pages(using: str, **_rest: Any) -> None:
    """A row for every text. Rows change nothing that is shown, so they move no edition."""
    from content.models import Page
    from content.texts import pages

    if Page._meta.db_table in connections[using].introspection.table_names():
        rows = [Page(key=key) for key in pages()]
        Page.objects.using(using).bulk_create(rows, ignore_conflicts=True)
