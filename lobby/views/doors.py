"""The doors to a table: opening one, its code, its link."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import activate, get_language
from django.views.decorators.http import require_http_methods

from game import services as table
from game.answers import private, wants_json
from game.clock import now_ms
from game.engine import rules_code
from game.forms import RulesForm, rules_refused
from game.guests import ensure_guest, guest_of
from game.rule_summary import rules_summary
from game.throttle import address_of

from .. import services
from ..forms import JoinForm, NameForm, first_code
from ..models import Lobby
from ..room import LobbyError, load, settled
from ..texts import error_status, error_text
from ..throttle import PER_ADDRESS, PER_GUEST, code_tries
from .answers import door_page, invite_url, json_error, sorry_page, stranger_page

a_form = require_http_methods(["GET", "HEAD", "POST"])
SERVICE_CODES = {"forbidden": "kicked", "barred": "kicked"}


@a_form
def entrance(request: HttpRequest) -> HttpResponse:
    """GET: choose a name. POST: a new table with oneself in the first seat, leading it."""
    if request.method == "POST":
        return _open(request)
    pasted = request.GET.get("rules", "")
    rules = RulesForm({"rules": pasted} if pasted else {})
    return _new_page(request, _name_form(request), rules)


def _open(request: HttpRequest) -> HttpResponse:
    form, rules = NameForm(request.POST), RulesForm(request.POST)
    if rules.is_valid() and form.is_valid():
        return _opened(request, form, rules)
    if not wants_json(request):
        return _new_page(request, form, rules, 400)
    return json_error(first_code(form)) if rules.is_valid() else rules_refused(rules)


def _new_page(request: HttpRequest, form: NameForm, rules: RulesForm, status: int = 200) -> HttpResponse:
    """The door to a new table, with the rules it will open with if some came along."""
    shown = {"form": form, "rules_form": rules, "pasted": rules.data.get("rules", "")}
    if rules.is_valid() and shown["pasted"]:
        shown |= {"rules": rules_summary(rules.ruleset()), "code": rules_code(rules.ruleset())}
    return private(render(request, "lobby/new.html", shown, status=status))


def _opened(request: HttpRequest, form: NameForm, rules: RulesForm) -> HttpResponse:
    lobby = services.open_lobby(
        ensure_guest(request), form.cleaned_data["name"], rules.ruleset(), get_language() or "de"
    )
    if wants_json(request):
        links = {"invite": invite_url(request, lobby), "socket": _socket(lobby.pk)}
        return JsonResponse({"lobby": lobby.pk, "code": lobby.code, **links})
    return redirect("lobby:room", lobby.pk)


@a_form
def join(request: HttpRequest) -> HttpResponse:
    """GET: code and name. POST: a seat at the table with this code, or a place to watch if it is full."""
    if request.method != "POST":
        return private(render(request, "lobby/join.html", {"form": _name_form(request, JoinForm)}))
    form = JoinForm(request.POST)
    try:
        if not form.is_valid():
            return _invalid(request, "lobby/join.html", form)
        lobby = _found(request, form.cleaned_data["code"])
        member = services.join(lobby.pk, ensure_guest(request), form.cleaned_data["name"], _watching(request))
    except LobbyError as error:
        form.add_error("code", error_text(_said_of(error.code)))
        return _again(request, "lobby/join.html", form, _said_of(error.code))
    return _inside(request, lobby.pk, member.seat)


def _said_of(code: str) -> str:
    """Unknown, gone, locked and full tables answer alike: a code tells a stranger nothing."""
    return code if code in ("too-many-tries", "kicked") else "no-code"


def _found(request: HttpRequest, code: str) -> Lobby:
    guest = ensure_guest(request)
    keys = [(f"guest:{guest.pk}", PER_GUEST), (f"address:{address_of(request)}", PER_ADDRESS)]
    if not code_tries.allowed(keys, now_ms()):
        raise LobbyError("too-many-tries")
    try:
        return services.lobby_by_code(code, guest)
    except LobbyError:
        code_tries.count(keys, now_ms())
        raise


@a_form
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """The invite link. GET has no effect and names nobody; POST joins, or watches during a match.

    The link is one for all languages; `?lang=en` asks for one, which the language cookie remembers.
    """
    asked = request.GET.get("lang")
    if asked in dict(settings.LANGUAGES):
        activate(asked)
    lobby = Lobby.objects.filter(invite=token).exclude(status=Lobby.Status.CLOSED).first()
    if lobby is None:
        return sorry_page(request, "lobby-gone")
    if request.method == "POST":
        return _come_in(request, lobby)
    guest = guest_of(request)
    room = load(lobby.pk)
    if guest and room.of(guest.pk):
        return redirect("lobby:room", lobby.pk)
    return stranger_page(request, guest, room)


def _come_in(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    form = NameForm(request.POST)
    if not form.is_valid():
        if wants_json(request):
            return json_error(first_code(form))
        return door_page(request, lobby, form, status=400)
    guest = ensure_guest(request)
    try:
        member = services.join(lobby.pk, guest, form.cleaned_data["name"], _watching(request))
    except (LobbyError, table.ServiceError) as error:
        code = SERVICE_CODES.get(error.code, error.code)
        if wants_json(request):
            return json_error(code)
        if code == "kicked":
            return sorry_page(request, code)
        return door_page(request, lobby, form, error_status(code), code)
    return _inside(request, lobby.pk, member.seat)


def _inside(request: HttpRequest, lobby_id: str, seat: int | None) -> HttpResponse:
    """On to the room, or to its match while one is played."""
    lobby = settled(lobby_id).lobby
    if wants_json(request):
        playing = {"match": lobby.match} if lobby.status == Lobby.Status.PLAYING else {}
        return JsonResponse({"lobby": lobby_id, "seat": seat, "socket": _socket(lobby_id), **playing})
    if lobby.status == Lobby.Status.PLAYING:
        return redirect("game:table", lobby.match)
    return redirect("lobby:room", lobby_id)


# small parts


def _name_form(request: HttpRequest, kind: type[NameForm] = NameForm) -> NameForm:
    guest = guest_of(request)
    return kind(initial={"name": guest.name if guest else ""})


def _invalid(request: HttpRequest, template: str, form: NameForm) -> HttpResponse:
    code = first_code(form)
    if wants_json(request):
        return json_error(code)
    return render(request, template, {"form": form}, status=400)


def _again(request: HttpRequest, template: str, form: NameForm, code: str) -> HttpResponse:
    if wants_json(request):
        return json_error(code)
    error = "" if form.errors else error_text(code)
    return render(request, template, {"form": form, "error": error}, status=error_status(code))


def _watching(request: HttpRequest) -> bool:
    return bool(request.POST.get("watch"))


def _socket(lobby_id: str) -> str:
    return f"/ws/lobby/{lobby_id}/"
