"""The coach over HTTP: the hint of a solo match, and a finished match looked back at by who sat there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from game import guests
from game.answers import error_json, wants_json
from game.coach import NoAnswer, keeping, pages
from game.coach import hint as hints
from game.models import Guest
from game.snapshot import Snapshot
from game.table_text import error_text
from game.views import at_table, members_only, seat_at

WAIT_S = 3
"""After so long the waiting page loads itself anew, where no script asks."""


@require_GET
@at_table
@members_only
def hint(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """What master would do now: JSON for the script, for everybody else the table with the sentence on it."""
    if not wants_json(request):
        return redirect(f"{reverse('game:table', args=[match.id])}?hint")
    try:
        told = hints.hint(match, seat_at(match, guest))
    except NoAnswer as error:
        return error_json(error.code, v=match.version, rule="")
    return JsonResponse({"v": match.version, "word": told.word, "cards": told.cards, "text": told.text})


@require_GET
@at_table
def review(request: HttpRequest, match: Snapshot) -> HttpResponse:
    """The match in review, for the guest who held a seat, also if he left it; or a page that waits."""
    guest = guests.guest_of(request)
    seat = match.seat_of(guest.pk if guest else None)
    if seat is None:
        return _refused(request, match, "review-own", 403)
    try:
        found = keeping.review(match, seat)
    except NoAnswer as error:
        return _refused(request, match, error.code, 409 if error.code == "review-too-early" else 503)
    if wants_json(request):
        return JsonResponse({"ready": found is not None} | (found or {}))
    shown = {"match_id": match.id, "wait": WAIT_S, "found": None}
    if found is not None:
        turns = pages.turns(found)
        figures = any(turn.chances for turn in turns)
        shown |= {"found": turns, "figures": figures, "summary": pages.summary(found)}
    return render(request, "game/review.html", shown)


def _refused(request: HttpRequest, match: Snapshot, code: str, status: int) -> HttpResponse:
    if wants_json(request):
        return error_json(code)
    name = "403.html" if status == 403 else "game/no_review.html"
    return render(request, name, {"text": error_text(code), "match_id": match.id}, status=status)
