"""The room of a table, as a page and as a frame, and its rule chooser."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from game import services as table
from game.answers import wants_json
from game.engine import parse_rules
from game.forms import RulesForm, rules_refused
from game.guests import guest_of
from game.models import Guest
from game.rule_choice import chosen, rules_line

from .. import services
from ..models import Lobby
from ..present import snapshot
from ..room import LobbyError, load, settled
from .answers import act, invite_url, json_error, refusal, room_page, sorry_page, stranger_page
from .fields import number


def room(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The room for its people, its door for others."""
    if request.method not in ("GET", "HEAD"):
        return redirect("lobby:room", lobby_id)
    guest = guest_of(request)
    try:
        here = load(lobby_id)
        if guest is None or here.of(guest.pk) is None:
            return stranger_page(request, guest, here)
        if "live" in request.GET:
            here = settled(lobby_id)
            if here.lobby.status == Lobby.Status.PLAYING:
                return redirect("game:table", here.lobby.match)
        return room_page(request, guest, lobby_id)
    except LobbyError as error:
        return sorry_page(request, error.code)


@require_GET
def view(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """The room as one frame of the socket (`?v=&chat=&format=`), for those whose network has no sockets."""
    guest = guest_of(request)
    try:
        load(lobby_id).require(guest)
        assert guest is not None
        services.sign_of_life(lobby_id, guest)
        here = settled(lobby_id)
        have, last = number(request.GET.get("v")) or 0, number(request.GET.get("chat")) or 0
    except LobbyError as error:
        return json_error(error.code)
    kind = "json" if request.GET.get("format") == "json" else "html"
    url = invite_url(request, here.lobby)
    frame = snapshot(here, guest.pk, get_language() or "de", url, kind, have)
    lines = [{"n": line.n, "name": line.name, "text": line.text} for line in table.chat_since(lobby_id, last)]
    return JsonResponse({**frame, "chat": lines})


def rules(request: HttpRequest, lobby_id: str) -> HttpResponse:
    """GET: the chooser, filled with the table's rules. POST: the host sets them."""
    if request.method == "POST":
        return _set_rules(request, lobby_id)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    guest = guest_of(request)
    try:
        here = settled(lobby_id)
        here.require(guest, host=True)
        here.require_no_match()
    except LobbyError as error:
        return refusal(request, guest, lobby_id, error.code)
    now = chosen(parse_rules(here.lobby.rules))
    return _chooser(request, lobby_id, RulesForm(initial=now, pasted=request.GET.get("rules", "")))


def _chooser(request: HttpRequest, lobby_id: str, form: RulesForm, status: int = 200) -> HttpResponse:
    values = {"form": form, "lobby_id": lobby_id, "rules_line": rules_line(form.held())}
    return render(request, "lobby/rules.html", values, status=status)


def _set_rules(request: HttpRequest, lobby_id: str) -> HttpResponse:
    form, guest = RulesForm(request.POST), guest_of(request)
    if form.is_valid():
        return act(request, lobby_id, lambda guest: _play_by(request, lobby_id, guest, form))
    try:
        load(lobby_id).require(guest, host=True)
    except LobbyError as error:
        return refusal(request, guest, lobby_id, error.code)
    if wants_json(request):
        return rules_refused(form)
    return _chooser(request, lobby_id, form, 400)


def _play_by(request: HttpRequest, lobby_id: str, guest: Guest, form: RulesForm) -> None:
    services.set_rules(lobby_id, guest, form.ruleset(), number(request.POST.get("v")))
