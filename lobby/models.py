"""Tables and who is at them. Times are milliseconds since 1970; ids are 128-bit random tokens."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models

from game.engine.seats import STAND_IN

SEATS = 8
"""Places at a table."""


def new_token() -> str:
    """128 random bits in hex: an id nobody can guess."""
    return secrets.token_hex(16)


class Lobby(models.Model):
    """One table: it lives through match and rematch until it was left alone for a day."""

    class Status(models.TextChoices):
        """What goes on at the table."""

        OPEN = "open"
        PLAYING = "playing"
        CLOSED = "closed"

    id = models.CharField(primary_key=True, max_length=32, default=new_token, editable=False)
    code = models.CharField(max_length=6, null=True, unique=True)
    invite = models.CharField(max_length=32, unique=True, default=new_token)
    host = models.ForeignKey("game.Guest", null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveBigIntegerField(default=1)
    rules = models.TextField()
    rules_was = models.TextField(blank=True, default="")
    rules_by = models.CharField(max_length=200, blank=True, default="")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    match = models.CharField(max_length=32, blank=True, default="")
    lang = models.CharField(max_length=8, default="de")
    stand_in = models.CharField(max_length=8, default=STAND_IN, db_default=STAND_IN)  # for older code
    locked = models.BooleanField(default=False)
    created = models.BigIntegerField()
    touched = models.BigIntegerField(db_index=True)

    class Meta:
        verbose_name_plural = "lobbies"

    def __str__(self) -> str:
        return f"{self.code or '------'} ({self.status})"


class Member(models.Model):
    """Somebody at a table: a guest in a seat or watching, or a bot in a seat. A kick keeps the row."""

    lobby = models.ForeignKey(Lobby, on_delete=models.CASCADE, related_name="members")
    guest = models.ForeignKey("game.Guest", null=True, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    seat = models.PositiveSmallIntegerField(null=True)
    bot = models.CharField(max_length=8, blank=True, default="")
    kicked = models.BooleanField(default=False)
    away = models.BooleanField(default=False)
    joined = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["lobby", "seat"], name="one_member_a_seat"),
            models.UniqueConstraint(fields=["lobby", "guest"], name="one_row_a_guest"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Who was taken from the table keeps no seat."""
        if self.kicked:
            self.seat = None
        super().save(*args, **kwargs)
