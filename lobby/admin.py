"""What an admin may do with tables: look at them, close them, send somebody away (WIRE.md §4)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from game.clock import now_ms

from . import room
from .models import Lobby, Member
from .room import LobbyError


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    """The people of a table; `kicked` sends one away for good."""

    model = Member
    extra = 0
    fields = ("name", "seat", "bot", "kicked", "away")
    readonly_fields = ("name", "seat", "bot", "away")
    can_delete = False


@admin.register(Lobby)
class LobbyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tables, newest first."""

    list_display = ("code", "status", "locked", "rules", "lang")
    list_filter = ("status", "lang")
    search_fields = ("code",)
    ordering = ("-created",)
    readonly_fields = (
        "code", "invite", "host", "version", "rules", "stand_in", "match", "lang", "created", "touched",
    )  # fmt: skip
    inlines = (MemberInline,)
    actions = ("close",)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Everybody at the table sees it at once."""
        super().save_related(request, form, formsets, change)
        with suppress(LobbyError), room.change(form.instance.pk) as here:
            here.changed = True

    @admin.action(description=_("Close the chosen tables"))
    def close(self, request: HttpRequest, tables: QuerySet[Lobby]) -> None:
        """Nobody gets in any more; a running match is played to its end."""
        tables.update(status=Lobby.Status.CLOSED, touched=now_ms())
