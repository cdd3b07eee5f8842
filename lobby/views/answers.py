"""Answers of the lobby's views: pages for people, JSON for programs and scripts (WIRE.md §5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language

from game import services as table
from game.answers import private, wants_json
from game.engine import parse_rules
from game.guests import guest_of
from game.models import Guest
from game.names import NameRefused
from game.rule_summary import rules_summary

from ..forms import NameForm
from ..models import Lobby
from ..present import context, room_view
from ..room import LobbyError, Room, load, settled
from ..services import sign_of_life
from ..texts import error_status, error_text


def json_error(code: str, text: str = "") -> JsonResponse:
    """{"error": code, "text": sentence} with a fitting status."""
    return JsonResponse({"error": code, "text": text or error_text(code)}, status=error_status(code))


def invite_url(request: HttpRequest, lobby: Lobby) -> str:
    """The whole invite link, as a messenger or a camera needs it."""
    return request.build_absolute_uri(reverse("invite", args=[lobby.invite]))


def room_page(
    request: HttpRequest, guest: Guest, lobby_id: str, status: int = 200, **extra: Any
) -> HttpResponse:
    """The room for one of its people; `extra` may carry an error and what was typed. Raises LobbyError."""
    sign_of_life(lobby_id, guest)
    room = settled(lobby_id)
    lines = table.chat_since(lobby_id, 0)
    values: Mapping[str, Any] = {
        **context(room_view(room, guest.pk), invite_url(request, room.lobby), get_language() or "de"),
        **_refreshing(request, lobby_id),
        "lines": lines,
        "last_line": lines[-1].n if lines else 0,
        **extra,
    }
    return private(render(request, "lobby/room.html", values, status=status))


def _refreshing(request: HttpRequest, lobby_id: str) -> dict[str, str]:
    """Without scripts the page comes again by itself and then goes on to the match; "still" stops that."""
    here = reverse("lobby:room", args=[lobby_id])
    live = f"{here}?live=1"
    refresh = "" if "still" in request.GET else live
    return {"live_url": live, "still_url": f"{here}?still=1", "refresh_url": refresh}


def door_page(
    request: HttpRequest, lobby: Lobby, form: NameForm, status: int = 200, code: str = ""
) -> HttpResponse:
    """The page that offers a seat; of the table it tells only what is played, and nothing of its people."""
    action = reverse("invite", args=[lobby.invite])
    rules = rules_summary(parse_rules(lobby.rules))
    values = {"form": form, "action": action, "rules": rules, "error": error_text(code) if code else ""}
    return private(render(request, "lobby/invite.html", values, status=status))


def sorry_page(request: HttpRequest, code: str) -> HttpResponse:
    """One kind sentence and two ways on."""
    if wants_json(request):
        return json_error(code)
    page = render(request, "lobby/sorry.html", {"error": error_text(code)}, status=error_status(code))
    return private(page)


def refusal(
    request: HttpRequest, guest: Guest | None, lobby_id: str, code: str, **extra: Any
) -> HttpResponse:
    """What could not be done, said where the guest stands: in the room, at its door, or outside."""
    if wants_json(request):
        return json_error(code)
    try:
        room = load(lobby_id)
        if guest and room.of(guest.pk):
            shown = extra or {"error": error_text(code)}
            return room_page(request, guest, lobby_id, error_status(code), **shown)
    except LobbyError as error:
        return sorry_page(request, error.code)
    return stranger_page(request, guest, room, error_status(code))


def stranger_page(request: HttpRequest, guest: Guest | None, room: Room, status: int = 200) -> HttpResponse:
    """For somebody who has the room's address but is not in it: the door, unless they were sent away."""
    if guest and room.is_kicked(guest):
        return sorry_page(request, "kicked")
    form = NameForm(initial={"name": guest.name if guest else ""})
    return door_page(request, room.lobby, form, status, "not-member" if status != 200 else "")


def act(
    request: HttpRequest, lobby_id: str, do: Callable[[Guest], dict[str, Any] | None], **typed: str
) -> HttpResponse:
    """Does it and leads back to the room (or on to `go`), or says why not."""
    guest = guest_of(request)
    try:
        if guest is None:
            raise LobbyError("not-member")
        done = do(guest) or {}
    except LobbyError as error:
        return refusal(request, guest, lobby_id, error.code)
    except NameRefused as error:
        shown = {"rename_error": error_text(error.code), "rename_value": request.POST.get("name", "")}
        return refusal(request, guest, lobby_id, error.code, **shown)
    except table.ServiceError as error:
        return refusal(request, guest, lobby_id, error.code, error=error_text(error.code), **typed)
    if wants_json(request):
        return JsonResponse({"lobby": lobby_id, **done})
    return redirect(done.get("go") or reverse("lobby:room", args=[lobby_id]))
