"""The rows that are the truth: guests, matches and their moves, chat, the ticker's heartbeat.

Times are milliseconds since 1970 (`game.clock`). Where a constraint begins with a foreign key, its index
serves both: one index less to write with every move.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from game.engine.seats import STAND_IN


def new_id() -> str:
    """A 128-bit random token: the only kind of id that occurs in addresses."""
    return secrets.token_hex(16)


def fresh_ref(seats: int, stand_in: str = STAND_IN) -> dict[str, Any]:
    """What only the referee knows, at the start of a match.

    `deadline` of the turn and the `turn_no` it belongs to, end of the `pause` between rounds, time `left`
    while the match rests, the open `window` for challenges, the top card others may `jump` in on, how long a
    bot will `think`; how strong a `stand_in` plays; the `best` moments so far (`game.moments`); for each seat
    what `fresh_seat` says.
    """
    clocks = dict.fromkeys(("deadline", "pause", "left", "window", "jump", "think"))
    own = {"turn_no": -1, "stand_in": stand_in, "best": {}}
    return {"seats": [fresh_seat() for _ in range(seats)], **own, **clocks}


def fresh_seat() -> dict[str, Any]:
    """Of one seat: turns missed in a row, whether a stand-in bot plays it, "next" pressed, gone for good."""
    return {"missed": 0, "stand_in": False, "ready": False, "gone": False}


class Guest(models.Model):
    """Somebody without an account, known by the hash of a cookie."""

    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200, blank=True)
    created = models.BigIntegerField()
    seen = models.BigIntegerField()
    solo_choice = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("guest")
        verbose_name_plural = _("guests")

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class Match(models.Model):
    """One match. `state` is the engine's dump, `version` counts its transitions, `writes` also what moves no
    version: a rest, more time."""

    class Status(models.TextChoices):
        """Being played, at rest because nobody is there, finished."""

        PLAY = "play", _("being played")
        REST = "rest", _("at rest")
        OVER = "over", _("over")

    id = models.CharField(max_length=32, primary_key=True, default=new_id)
    version = models.IntegerField(default=0)
    writes = models.IntegerField(default=0)
    state = models.JSONField()
    ref = models.JSONField()
    rules = models.TextField()
    solo = models.BooleanField(default=False)
    host = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted")
    room = models.CharField(max_length=32, blank=True)
    lang = models.CharField(max_length=8, default="de")
    status = models.CharField(max_length=4, choices=Status.choices, default=Status.PLAY)
    due_at = models.BigIntegerField(null=True, db_index=True)
    due_kind = models.CharField(max_length=12, blank=True)
    claimed_until = models.BigIntegerField(default=0)
    next_match = models.CharField(max_length=32, blank=True)
    created = models.BigIntegerField()
    ended = models.BigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return self.id


class MatchSeat(models.Model):
    """Who sits where; no guest: a bot from the start."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    guest = models.ForeignKey(Guest, null=True, on_delete=models.SET_NULL, related_name="seats")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_row_per_seat")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class Watcher(models.Model):
    """A spectator, or somebody who may not come back (`barred`). `asked`: when he asked for a seat, if so."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="watchers", db_index=False)
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="watching")
    name = models.CharField(max_length=200)
    barred = models.BooleanField(default=False)
    asked = models.BigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "guest"], name="watches_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.name}"


class Move(models.Model):
    """One transition: the word that made it and what a spectator may see of it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves", db_index=False)
    version = models.IntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    word = models.TextField()
    action_id = models.CharField(max_length=64, null=True)
    at = models.BigIntegerField()
    events = models.JSONField(default=list)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="one_move_per_version"),
            models.UniqueConstraint(fields=["match", "seat", "action_id"], name="at_most_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.version}"


class ChatLine(models.Model):
    """A line of talk in a room (a lobby's id, or the match's own)."""

    room = models.CharField(max_length=32)
    n = models.IntegerField()
    guest = models.ForeignKey(Guest, null=True, on_delete=models.SET_NULL, related_name="lines")
    name = models.CharField(max_length=200)
    text = models.CharField(max_length=500)
    at = models.BigIntegerField()
    action_id = models.CharField(max_length=64, null=True)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        constraints = [
            models.UniqueConstraint(fields=["room", "n"], name="lines_are_numbered"),
            models.UniqueConstraint(fields=["room", "guest", "action_id"], name="said_once"),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.n}"


class Review(models.Model):
    """What the coach has to say about a finished match, for one seat (`game.coach.keeping`): when it was
    `asked` for, and what was `found`; null: not known yet."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reviews", db_index=False)
    seat = models.PositiveSmallIntegerField()
    asked = models.BigIntegerField()
    found = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="reviewed_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"


class Heartbeat(models.Model):
    """One row (id 1): when a ticker last ticked."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.at)
