"""What people do at a table. Each is a POST that leads back to the room, or answers JSON."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from game import services as table
from game.models import Guest

from .. import newcomers, services
from ..room import LobbyError, load
from .answers import act
from .fields import number, required, strengths


@require_POST
def sit(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """Take a free seat (`seat` or the first), or get up (`up`); during a match with late joining, at it."""

    def do(guest: Guest) -> dict[str, Any] | None:
        match = newcomers.match_to_join(lobby_id)
        if match:
            return _sit_at(match, request, lobby_id, guest)
        if "up" in request.POST:
            services.stand(lobby_id, guest)
        else:
            services.sit(lobby_id, guest, number(request.POST.get("seat")))
        return None

    return act(request, lobby_id, do)


def _sit_at(match: str, request: HttpRequest, lobby_id: str, guest: Guest) -> dict[str, Any]:
    """A seat in the running match from its next round on, or (`up`) not after all."""
    asked, seat = "up" not in request.POST, None
    if asked:
        seat = newcomers.play_along(lobby_id, match, guest)
    else:
        newcomers.go_on_watching(lobby_id, match, guest)
    return {"match": match, "asked": asked, "seat": seat, "go": reverse("game:table", args=[match])}


@require_POST
def rename(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """Another name for oneself."""
    name = request.POST.get("name", "")
    return act(request, lobby_id, lambda guest: services.rename(lobby_id, guest, name))


@require_POST
def leave(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """Leave the table, and its match."""

    def do(guest: Guest) -> dict[str, Any]:
        services.leave(lobby_id, guest)
        return {"go": reverse("content:home")}

    return act(request, lobby_id, do)


@require_POST
def chat(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """Say something."""

    def do(guest: Guest) -> None:
        me = load(lobby_id).require(guest)
        line_id = request.POST.get("id", "")[: table.ID_LENGTH] or None
        table.chat(lobby_id, guest, me.name, request.POST.get("text", ""), line_id)

    return act(request, lobby_id, do, chat_value=request.POST.get("text", ""))


@require_POST
def bots(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The host adds a bot (`add=hard`), removes one (`remove=1`), or sets strengths (`set=1:hard`)."""

    def do(guest: Guest) -> None:
        v = number(request.POST.get("v"))
        if "add" in request.POST:
            services.add_bot(lobby_id, guest, request.POST["add"], v)
        elif "remove" in request.POST:
            services.remove_bot(lobby_id, guest, required(request.POST.get("remove")), v)
        elif "set" not in request.POST and "apply" not in request.POST:
            raise LobbyError("bots-how")
        else:
            services.set_strengths(lobby_id, guest, strengths(request.POST.getlist("set")), v)

    return act(request, lobby_id, do)


@require_POST
def stand_in(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The host says how strong the bot plays that stands in for somebody away (`stand_in=hard`)."""
    strength = request.POST.get("stand_in", "")
    return act(request, lobby_id, lambda guest: services.set_stand_in(lobby_id, guest, strength))


@require_POST
def lock(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The host closes the table to newcomers (`lock=on`) or opens it (no `lock`)."""
    locked = request.POST.get("lock") == "on"
    return act(request, lobby_id, lambda guest: services.set_locked(lobby_id, guest, locked))


@require_POST
def kick(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The host takes somebody (`who`) from the table."""
    return act(request, lobby_id, lambda guest: services.kick(lobby_id, guest, _who(request)))


@require_POST
def host(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The host lets somebody else (`who`) lead the table."""
    return act(request, lobby_id, lambda guest: services.pass_host(lobby_id, guest, _who(request)))


@require_POST
def start(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The host starts the match, or the rematch; again, and it is the same one."""

    def do(guest: Guest) -> dict[str, Any]:
        match = services.start(lobby_id, guest)
        return {"match": match, "socket": f"/ws/table/{match}/", "go": reverse("game:table", args=[match])}

    return act(request, lobby_id, do)


def _who(request: HttpRequest) -> int:
    return required(request.POST.get("who"))
