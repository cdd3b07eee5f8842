"""The lab's pages: one to choose, and one for each simulation, which fills while one looks.

Only a POST begins one. What is finished is the same for everyone and kept by everyone; no page that only
tells sets a cookie.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from content import articles, editions, pages, texts
from content.lab import limits, runner, runs, telling
from content.lab.forms import LabForm, first_choice
from content.lab.questions import FEWEST, MOST, ROUNDS, USUAL, Question, question
from content.lab.showing import shown
from content.models import LabRun
from content.views import public
from game.answers import wants_json
from game.clock import now_ms
from game.engine import RuleError, RuleSet, parse_code, rules_code, rules_name
from game.forms import rules_refused
from game.rule_choice import BASES, rules_line
from game.rule_summary import rules_summary
from game.rule_words import preset_label
from game.thinking import offered
from game.throttle import address_of

REFRESH_S = 5
TOO_MANY = 429


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lab(request: HttpRequest) -> HttpResponse:
    """Choose rules and players (`?rules=CODE`, `?preset=NAME`, `?players=N`); a POST leads to their page."""
    if request.method != "POST":
        wanted = request.GET.get("preset", "")
        preset = wanted if wanted in BASES else pages.first_preset(get_language())
        initial = first_choice(preset, request.GET.get("players"))
        return _chooser(request, LabForm(initial=initial, pasted=request.GET.get("rules", "")))
    form = LabForm(request.POST)
    if form.is_valid():
        return _asked(request, form)
    return rules_refused(form) if wants_json(request) else _chooser(request, form, status=400)


def _asked(request: HttpRequest, form: LabForm) -> HttpResponse:
    rules, players = form.ruleset(), form.cleaned_data["players"]
    refusal = _refusal(request, question(rules, players))
    if refusal:
        return _chooser(request, form, refusal, TOO_MANY)
    runner.wake()
    return redirect("content:lab-run", rules_code(rules), players)


def _refusal(request: HttpRequest, asked: Question) -> str:
    """Why this is not simulated now; "" when it is, or has been."""
    known = runs.find(asked)
    if known and not runs.is_failed(known):
        return ""
    if not offered():
        return _("The lab is closed on this server: it has no bots to spare for it.")
    keys, now = limits.of(address_of(request)), now_ms()
    if not limits.started.allowed(keys, now):
        return _("Many simulations were started from here within the hour. Try again a little later.")
    try:
        runs.ensure(asked, now)
    except runs.Full:
        return _("The bots are busy: too many simulations are waiting already. Try again in a few minutes.")
    runs.ensure(question(USUAL, asked.players), now, most=runs.QUEUE + MOST)
    limits.started.count(keys, now)
    return ""


def _chooser(request: HttpRequest, form: LabForm, refusal: str = "", status: int = 200) -> HttpResponse:
    language = get_language() or settings.LANGUAGE_CODE
    with editions.reading():
        context = articles.context("lab", language, request.path, request.GET) | {
            "form": form,
            "refusal": refusal,
            "closed": not offered(),
            "rules_line": rules_line(form.held()),
            "rounds": ROUNDS,
        }
        return render(request, "content/lab.html", context, status=status)


@require_safe
def run(request: HttpRequest, code: str, players: int) -> HttpResponse:
    """One simulation: its figures, how far it is (`?state`: for the script), or how to begin it."""
    rules = _rules_of(code, players)
    if code != rules_code(rules):
        return HttpResponsePermanentRedirect(reverse("content:lab-run", args=[rules_code(rules), players]))
    found = runs.find(question(rules, players))
    usual = runs.find(question(USUAL, players))
    if any(one is not None and one.finished is None for one in (found, usual)):
        runner.wake()
    if "state" in request.GET:
        response: HttpResponse = JsonResponse(_state(found))
    elif found and found.rounds and found.finished and usual and usual.finished:
        return _for_good(request, rules=rules, found=found, usual=usual)
    else:
        response = _page(request, rules, players, found, usual)
    add_never_cache_headers(response)
    return response


@public
def _for_good(request: HttpRequest, rules: RuleSet, found: LabRun, usual: LabRun) -> HttpResponse:
    return _page(request, rules, found.players, found, usual)


def _rules_of(code: str, players: int) -> RuleSet:
    try:
        rules = parse_code(code)
    except RuleError:
        raise Http404(
            _("No rules go by this code. Check that the link is complete, or choose rules anew.")
        ) from None
    if not FEWEST <= players <= MOST:
        raise Http404(_("Two to eight can play. Choose anew how many."))
    return rules


def _page(
    request: HttpRequest, rules: RuleSet, players: int, found: LabRun | None, usual: LabRun | None
) -> HttpResponse:
    language = get_language() or settings.LANGUAGE_CODE
    with editions.reading():
        context: dict[str, Any] = {
            "name": preset_label(rules_name(rules)),
            "code": rules_code(rules),
            "players": players,
            "rules": rules_summary(rules),
            "rounds": ROUNDS,
            "refresh": REFRESH_S,
            "closed": not offered(),
            "failed": found is not None and runs.is_failed(found),
            "trail": [*articles.trail(texts.text("lab", language), language)],
        }
        if found and found.finished and found.rounds:
            context |= shown(found, usual)
        elif _waits(found):
            context |= {"state": _state(found)}
        return render(request, "content/lab_run.html", context)


def _state(found: LabRun | None) -> dict[str, Any]:
    """How far it is: `done` when the page has more to say than it said while waiting."""
    if found is None or not _waits(found):
        return {"done": True}
    text = _progress(found, runs.before(found))
    return {"done": False, "rounds": found.rounds, "of": ROUNDS, "text": text}


def _waits(found: LabRun | None) -> bool:
    """Whether it is worth waiting for: not where this process has no workers, and no other one works."""
    if found is None or found.finished is not None:
        return False
    return offered() or not runs.idle(now_ms())


def _progress(found: LabRun, place: int) -> str:
    if place:
        told = ngettext(
            "%(n)d simulation is ahead of this one. It begins by itself.",
            "%(n)d simulations are ahead of this one. It begins by itself.",
            place,
        )
        return told % {"n": place}
    return telling.progress(found.rounds, ROUNDS)
