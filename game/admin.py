"""Matches and guests for the operator: to look at, not to change. No hand of a running match is shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from game.models import ChatLine, Guest, Match, Move


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Nothing can be added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Without `state`: it holds every hand and the order of the stock."""

    list_display = ("id", "status", "solo", "rules", "version", "due_kind", "created")
    list_filter = ("status", "solo")
    fields = (
        "id", "status", "solo", "rules", "version", "host", "room", "lang", "due_kind", "due_at",
        "created", "ended",
    )  # fmt: skip
    search_fields = ("id",)


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """What a spectator saw; without the word, which for a deal holds the seed."""

    list_display = ("match", "version", "seat", "at")
    fields = ("match", "version", "seat", "at", "events")
    search_fields = ("match__id",)


@admin.register(Guest)
class GuestAdmin(ReadOnly):
    """Without the hash of the token."""

    list_display = ("id", "name", "created", "seen")
    fields = ("name", "created", "seen")
    search_fields = ("name",)


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    """The talk at the tables."""

    list_display = ("room", "n", "name", "text")
    fields = ("room", "n", "name", "text", "at")
    search_fields = ("room", "name", "text")
