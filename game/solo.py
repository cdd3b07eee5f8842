"""Alone against bots: the start menu, going on, giving up."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import guests, names, services
from game.answers import error_json, private, wants_json
from game.engine import parse_rules, rules_code, rules_name, rules_text
from game.faces import BOT_NAMES
from game.forms import DEFAULT_BOTS, RulesForm, SoloForm, rules_refused
from game.models import Guest, Match
from game.rule_choice import BASES, rules_line
from game.rule_summary import rules_summary
from game.rule_words import preset_label
from game.services import NoMatch, Player, ServiceError
from game.views import socket_url

OPENS_WITH = {"de": "mau-mau", "en": "crazy-eights"}


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def solo(request: HttpRequest) -> HttpResponse:
    """The start menu; a POST starts a match."""
    guest = guests.ensure_guest(request)
    if request.method != "POST":
        initial = _initial(guest, request.GET.get("preset", "")) | _bots(request)
        return _menu(request, guest, SoloForm(initial=initial, pasted=request.GET.get("rules", "")))
    form = SoloForm(_filled(request, guest))
    if form.is_valid():
        return _start(request, guest, form)
    if wants_json(request):
        return rules_refused(form)
    return _menu(request, guest, form, 400)


@require_safe
def code(request: HttpRequest) -> JsonResponse:
    """The short code, the text, the name and the page of a rule set that is given as in the forms."""
    form = RulesForm(request.GET)
    if not form.is_valid():
        return rules_refused(form)
    rules = form.ruleset()
    short = rules_code(rules)
    url = request.build_absolute_uri(reverse("content:ruleset", args=[short]))
    return JsonResponse({"code": short, "rules": rules_text(rules), "name": rules_name(rules), "url": url})


@require_POST
def discard(request: HttpRequest) -> HttpResponse:
    """Give up the unfinished solo match `match`."""
    guest = guests.ensure_guest(request)
    match_id = request.POST.get("match", "")[:32]
    try:
        services.discard(match_id, guest)
    except NoMatch:
        if wants_json(request):
            return error_json("no-such-match")
        raise Http404(gettext("This match no longer exists. Start a new one.")) from None
    except ServiceError as error:
        if wants_json(request):
            return error_json(error.code)
        return render(request, "403.html", {"text": gettext("That is not yours to do.")}, status=403)
    return JsonResponse({"match": match_id}) if wants_json(request) else redirect("game:solo")


def _start(request: HttpRequest, guest: Guest, form: SoloForm) -> HttpResponse:
    name = guest.name or gettext("You")
    taken = [name]
    players = [Player(name, guest)]
    for bot_name, strength in zip(BOT_NAMES, form.strengths(), strict=False):
        players.append(Player(names.unique(bot_name, taken), None, strength))
        taken.append(players[-1].name)
    lang = get_language() or "de"
    match = services.create_match(rules=form.ruleset(), players=players, solo=True, host=guest, lang=lang)
    guest.solo_choice = form.choice()
    guest.save(update_fields=["solo_choice"])
    if wants_json(request):
        return JsonResponse({"match": match.pk, "socket": socket_url(match.pk)})
    return redirect("game:table", match.pk)


def _filled(request: HttpRequest, guest: Guest) -> Any:
    """What was sent; a program that leaves the preset out gets the one of its language."""
    data = request.POST.copy()
    if not data.get("preset") and not data.get("rules"):
        data["preset"] = _preset()
    return data


def _menu(request: HttpRequest, guest: Guest, form: SoloForm, status: int = 200) -> HttpResponse:
    chosen = form.data if form.is_bound else form.initial
    shown = {
        "form": form,
        "bots": _count(chosen.get("bots_count")),
        "strength": chosen.get("strength") or "normal",
        "mixed": any(chosen.get(field.name) for field in form.single_bots()),
        "rules_line": rules_line(form.held()),
        "rules": _came_along(form),
        "resume": [_offer(match) for match in services.guest_matches(guest)],
    }
    return private(render(request, "game/solo.html", shown, status=status))


def _came_along(form: SoloForm) -> dict[str, Any] | None:
    """What differs in rules somebody sent or pasted, to know it before one plays."""
    held = form.held() if form.pasted and not form.paste_error else None
    return rules_summary(held) if held else None


def _bots(request: HttpRequest) -> dict[str, str]:
    """The bots that were chosen before rules were pasted."""
    return {name: request.GET[name] for name in ("bots_count", "strength") if name in request.GET}


def _count(chosen: Any) -> int:
    """The number of bots to show as chosen, whatever was sent."""
    text = str(chosen)
    return int(text) if text in ("1", "2", "3", "4", "5", "6", "7") else DEFAULT_BOTS


def _offer(match: Match) -> dict[str, str]:
    """An unfinished match, to go on with or to give up."""
    seats = ngettext("%(n)d bot", "%(n)d bots", match.seats.count() - 1) % {"n": match.seats.count() - 1}
    begun = datetime.fromtimestamp(match.created / 1000, get_current_timezone())
    rules = preset_label(rules_name(parse_rules(match.rules)))
    text = f"{rules} · {seats} · {date_format(begun, 'SHORT_DATETIME_FORMAT')}"
    return {"id": match.pk, "url": reverse("game:table", args=[match.pk]), "text": text}


def _preset() -> str:
    return OPENS_WITH.get((get_language() or "de")[:2], "mau-mau")


def _initial(guest: Guest, wanted: str) -> dict[str, Any]:
    """The last choice, before there is one what the language opens with; a `wanted` preset comes as it is."""
    last = {"preset": _preset(), "bots_count": DEFAULT_BOTS, "strength": "normal", **guest.solo_choice}
    if wanted not in BASES:
        return last
    return {"preset": wanted} | {key: last[key] for key in last if key.startswith(("bot", "strength"))}
