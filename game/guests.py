"""Guests: an opaque 256-bit token in an HttpOnly cookie; the server keeps only its hash."""

from __future__ import annotations

import hashlib
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

from game.clock import now_ms
from game.models import Guest

SEEN_EVERY_MS = 60_000


_BY_TOKEN = f"SELECT id, name, seen FROM {Guest._meta.db_table} WHERE token_hash = %s"  # noqa: S608


def known(scope: dict[str, Any]) -> tuple[int, str] | None:
    """Key and name of the guest of a socket's scope: `guest_of` for a thousand lines that come at once."""
    token = _token(scope)
    if not token or len(token) > 100:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_BY_TOKEN, [_hash(token)])
        row = cursor.fetchone()
    if row is None:
        return None
    key, name, seen = row
    _note_seen(Guest(pk=key, seen=seen))
    return key, name


def guest_of(source: HttpRequest | dict[str, Any]) -> Guest | None:
    """The guest of a request or of a socket's scope, by the cookie; None if there is none."""
    token = _token(source)
    if not token or len(token) > 100:
        return None
    guest = Guest.objects.filter(token_hash=_hash(token)).first()
    if guest is not None:
        _note_seen(guest)
    return guest


def ensure_guest(request: HttpRequest) -> Guest:
    """The guest of this request; a new one is made if there is none.

    A new token is left in `request.new_guest_token` for the middleware to set as cookie.
    """
    known: Guest | None = getattr(request, "made_guest", None) or guest_of(request)
    if known is not None:
        return known
    token = secrets.token_urlsafe(32)
    now = now_ms()
    guest = Guest.objects.create(token_hash=_hash(token), created=now, seen=now)
    request.new_guest_token = token  # type: ignore[attr-defined]
    request.made_guest = guest  # type: ignore[attr-defined]
    return guest


def rename(guest: Guest, name: str) -> None:
    """Remember the (cleaned) name for the next table."""
    if guest.name != name:
        guest.name = name
        guest.save(update_fields=["name"])


def _note_seen(guest: Guest) -> None:
    now = now_ms()
    if now - guest.seen > SEEN_EVERY_MS:
        Guest.objects.filter(pk=guest.pk).update(seen=now)
        guest.seen = now


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _token(source: HttpRequest | dict[str, Any]) -> str | None:
    if isinstance(source, HttpRequest):
        return source.COOKIES.get(settings.GUEST_COOKIE)
    for key, value in source.get("headers", []):
        if key == b"cookie":
            found = _cookie(value.decode("latin-1"))
            if found:
                return found
    return None


def _cookie(header: str) -> str | None:
    """The guest's token in a Cookie header; other cookies may be as odd as they like."""
    for part in header.split(";"):
        try:
            jar = SimpleCookie(part.strip())
        except CookieError:
            continue
        if settings.GUEST_COOKIE in jar:
            return jar[settings.GUEST_COOKIE].value
    return None
