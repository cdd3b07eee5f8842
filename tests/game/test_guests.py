"""Guests and their cookie."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import RequestFactory

from game import guests
from game.models import Guest
from tests.game.conftest import make_guest


def scope(cookie: str) -> dict[str, object]:
    return {"headers": [(b"host", b"x"), (b"cookie", cookie.encode("latin-1"))]}


def test_a_new_guest_is_made_once(db: None) -> None:
    request = RequestFactory().get("/")
    guest = guests.ensure_guest(request)
    assert guests.ensure_guest(request) == guest
    token = request.new_guest_token  # type: ignore[attr-defined]
    assert len(token) >= 43, "256 bits"
    assert token not in guest.token_hash
    again = RequestFactory().get("/")
    again.COOKIES[settings.GUEST_COOKIE] = token
    assert guests.ensure_guest(again) == guest
    assert not hasattr(again, "new_guest_token")


@pytest.mark.parametrize("token", ["", "no", "x" * 5000, "\x00", "ü", "../.."])
def test_unknown_tokens_are_nobody(db: None, token: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES[settings.GUEST_COOKIE] = token
    assert guests.guest_of(request) is None
    assert guests.ensure_guest(request).pk


def test_a_scope_has_a_guest_whatever_other_cookies_say(alice: Guest) -> None:
    token = alice.token  # type: ignore[attr-defined]
    name = settings.GUEST_COOKIE
    for cookie in (f"{name}={token}", f'a="; b=[]; {name}={token}; c', f"x={name}; {name}={token}"):
        assert guests.guest_of(scope(cookie)) == alice
    for cookie in ("", f"not{name}={token}", f"{name}=", "\xff=\xff"):
        assert guests.guest_of(scope(cookie)) is None
    assert guests.guest_of({"headers": []}) is None


def test_rename(db: None) -> None:
    guest = make_guest("Alice")
    guests.rename(guest, "Alma")
    assert Guest.objects.get(pk=guest.pk).name == "Alma"
