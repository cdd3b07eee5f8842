"""The table over plain HTTP: the page, the fallback for sockets, and every action as a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_POST

from game import guests, metrics, names, newcomers, present, public, record, services
from game.answers import error_json, private, wants_json
from game.clock import now_ms
from game.coach import NoAnswer, hint
from game.engine import rules_code
from game.models import ChatLine, Guest
from game.refusal_text import Refusal, refuse
from game.rulebook import CLAUSES
from game.services import Ack, NoMatch, ServiceError
from game.snapshot import Snapshot
from game.table_text import error_text

MAX_NUMBER = 2**31 - 1
CHAT_SHOWN = 50
MAX_WISH = 3 * 8  # the names of eight cards of one rank, joined

View = Callable[..., HttpResponse]


def at_table(view: View) -> View:
    """Hand the view the match as it is now; unknown ids are a 404, and nothing is kept by caches."""

    @wraps(view)
    def wrapped(request: HttpRequest, match_id: str, **more: str) -> HttpResponse:
        try:
            return private(view(request, services.snapshot(match_id), **more))
        except NoMatch:
            if wants_json(request):
                return error_json("no-such-match")
            raise Http404(gettext("This match no longer exists. Start a new one.")) from None

    return wrapped


def members_only(view: View) -> View:
    """Seats and spectators; also hands over the guest. Strangers learn what they can do."""

    @wraps(view)
    def wrapped(request: HttpRequest, match: Snapshot, **more: str) -> HttpResponse:
        guest = guests.guest_of(request)
        if guest is not None and is_member(match, guest):
            return view(request, match, guest, **more)
        return _stranger(request, match, guest)

    return wrapped


def is_member(match: Snapshot, guest: Guest) -> bool:
    """Does this guest sit at the table, or watch?"""
    return seat_at(match, guest) is not None or services.may_watch(match.id, guest)


def seat_at(match: Snapshot, guest: Guest) -> int | None:
    """The seat the guest plays."""
    seat = match.seat_of(guest.pk)
    return None if seat is None or match.gone(seat) else seat


def _stranger(request: HttpRequest, match: Snapshot, guest: Guest | None) -> HttpResponse:
    barred = services.barred(match.id, guest)
    code = "barred" if barred else "forbidden" if match.solo else "not-seated"
    if wants_json(request):
        return error_json(code)
    if barred or match.solo:
        return render(request, "403.html", {"text": error_text(code)}, status=403)
    if request.method == "POST":
        return redirect("game:table", match.id)
    return render(request, "game/stranger.html", {"match_id": match.id})


# -- looking ------------------------------------------------------------------------------------


@require_GET
@at_table
@members_only
def table(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """The table, for a seat or a spectator. `?wish=JC` opens the wish, `?lay=7H` what else may go with a card
    (with `part` only that sheet), `?hint` says what the coach advises, `?error=code` what went wrong."""
    match = _arrive(match, guest)
    seat, now, lang = seat_at(match, guest), now_ms(), get_language() or match.lang
    lines = [] if match.solo else services.chat_since(services.room_of(match), 0)[-CHAT_SHOWN:]
    view = present.table_view(match, seat, now, newcomers.joining(match, guest))
    code, word = request.GET.get("error", "")[:40], request.GET.get("do", "")[:40]
    wish, lay = request.GET.get("wish", "")[:MAX_WISH], request.GET.get("lay", "")[:2]
    tip, refusal = _hint(request, match, seat)
    refusal = refusal or _tried(request, match, seat, now)
    shown = present.context(view, match.id, lang, wish, lay, tip.word if tip else "")
    if "part" in request.GET:
        choice = shown["t"].choice
        return render(request, "game/_choice.html", {"c": choice}) if choice else HttpResponse(status=204)
    shown |= {
        "with_chat": not match.solo, "chat_lines": [_line(line, guest) for line in lines],
        "last_chat": lines[-1].n if lines else 0, "socket_url": socket_url(match.id),
        "room_url": reverse("lobby:room", args=[match.room]) if match.room else "",
        "error": refuse(match.state, seat, code, word) if code else refusal,
        "tip": tip, "hints": hint.offered(match, seat),
        "host": match.host_id == guest.pk, "sheet_url": _sheet(match),
        "what_if_url": f"{reverse('content:what-if')}?rules={rules_code(match.rules)}",
    }  # fmt: skip
    return render(request, "game/table.html", shown)


@require_GET
@at_table
@members_only
def view(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """The way without a socket: 204 if `v` is the newest version (JSON: "same"), else all there is to see.

    JSON brings a `mark`; who sends it back is also shown what no version counts.
    """
    metrics.polls.labels("view").inc()
    match = _arrive(match, guest)
    now, same = now_ms(), _number(request.GET.get("v")) == match.version
    if same and not wants_json(request):
        return HttpResponse(status=204)
    join = newcomers.joining(match, guest)
    if not wants_json(request):
        return HttpResponse(_html(match, guest, now, join))
    mark = "".join("01"[fact] for fact in (*public.there(match, now), *(join or {}).values()))
    same = same and request.GET.get("mark", mark) == mark
    frame: dict[str, Any] = {"t": "same" if same else "snapshot", "v": match.version, "mark": mark}
    frame |= present.clock(match, now)
    if not same and request.GET.get("format") == "json":
        frame["view"] = present.table_view(match, seat_at(match, guest), now, join)
    elif not same:
        frame["html"] = _html(match, guest, now, join)
    since = _number(request.GET.get("chat"))
    lines = [] if since is None or match.solo else services.chat_since(services.room_of(match), since)
    return JsonResponse(frame | {"chat": [_line(line, guest) for line in lines]})


def _html(match: Snapshot, guest: Guest, now: int, join: dict[str, bool] | None) -> str:
    seat, lang = seat_at(match, guest), get_language() or match.lang
    return "".join(present.fragments(match, seat, lang, now, join))


def _arrive(match: Snapshot, guest: Guest) -> Snapshot:
    """Looking counts as being there; a resting match goes on."""
    services.seen(match.id, guest)
    if match.status != "rest":
        return match
    services.wake(match.id, guest)
    return services.snapshot(match.id)


def _line(line: ChatLine, guest: Guest) -> dict[str, Any]:
    return {"n": line.n, "name": line.name, "text": line.text, "mine": line.guest_id == guest.pk}


def socket_url(match_id: str) -> str:
    """The path of the table's socket."""
    return f"/ws/table/{match_id}/"


@require_GET
@at_table
@members_only
def save_record(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """The whole match as a record (NOTATION §2), once it is over: it shows every card."""
    if match.status != "over":
        return _refused(request, match, "record-too-early")
    answer = HttpResponse(record.of_match(match.id), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{record.file_name(match.id)}"'
    return answer


def _tried(request: HttpRequest, match: Snapshot, seat: int | None, now: int) -> Refusal | None:
    """`?tried=7`: what became of the card tried with that version."""
    version = _number(request.GET.get("tried"))
    return None if version is None else present.failed_try(match, seat, version, now)


@require_GET
@at_table
@members_only
def rule(request: HttpRequest, match: Snapshot, guest: Guest, clause: str) -> HttpResponse:
    """A sentence of the rules of this table; the log and refusals link it by this short address."""
    return redirect(_sheet(match) + (f"#r-{clause}" if clause in CLAUSES else ""))


def _hint(request: HttpRequest, match: Snapshot, seat: int | None) -> tuple[hint.Hint | None, Refusal | None]:
    """`?hint`: what the coach advises, or why not."""
    if "hint" not in request.GET:
        return None, None
    try:
        return hint.hint(match, seat), None
    except NoAnswer as error:
        return None, Refusal(error_text(error.code))


def _sheet(match: Snapshot) -> str:
    """The page with the rules of this table."""
    return reverse("content:ruleset", args=[rules_code(match.rules)])


# -- acting -------------------------------------------------------------------------------------


@require_POST
@at_table
@members_only
def act(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """An action: `do`, the version `v` it was made on, and an `id` (without one: `v:do` of the seat)."""
    word, v = _word(request), _number(request.POST.get("v"))
    if word.startswith("lay ") and not wants_json(request):
        return redirect(_table(match.id, lay=word[4:6]))
    if v is None:
        return _refused(request, match, "bad-message")
    action_id = request.POST.get("id") or f"{v}:{word}"
    answer = services.act(match.id, guest, word, v, action_id[: services.ID_LENGTH + 1])
    metrics.polls.labels("act").inc()
    metrics.acts.labels("ack" if isinstance(answer, Ack) else "nack").inc()
    if isinstance(answer, Ack):
        if wants_json(request):
            told = present.failed_try(services.snapshot(match.id), seat_at(match, guest), answer.v, now_ms())
            return JsonResponse({"t": "ack", "id": action_id, "v": answer.v} | (asdict(told) if told else {}))
        return _after(match, guest, word, answer.v)
    if answer.code == "wish-missing" and word.startswith("p ") and not wants_json(request):
        return redirect(_table(match.id, wish=word[2:].partition(":")[0]))
    if not wants_json(request):
        return redirect(_table(match.id, error=answer.code, do=word))
    told = refuse(services.snapshot(match.id).state, seat_at(match, guest), answer.code, word)
    return error_json(answer.code, v=answer.v, text=told.text, rule=told.rule)


@require_POST
@at_table
@members_only
def chat(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """A line of talk."""
    metrics.polls.labels("chat").inc()
    if match.solo:
        return _refused(request, match, "chat-off")
    _arrive(match, guest)
    name, text = services.name_at(match, guest), request.POST.get("text", "")
    line_id = request.POST.get("id", "")[: services.ID_LENGTH] or None
    try:
        line = services.chat(services.room_of(match), guest, name, text, line_id)
    except ServiceError as error:
        return _refused(request, match, error.code)
    if wants_json(request):
        return JsonResponse({"n": line.n})
    return redirect(_table(match.id))


@require_POST
@at_table
def watch(request: HttpRequest, match: Snapshot) -> HttpResponse:
    """Become a spectator of a friends' match."""
    guest = guests.ensure_guest(request)
    if seat_at(match, guest) is None:
        try:
            services.add_watcher(match.id, guest, _name(request, guest))
        except ServiceError as error:
            return error_json(error.code) if wants_json(request) else _stranger(request, match, guest)
    if wants_json(request):
        return JsonResponse({"match": match.id, "socket": socket_url(match.id)})
    return redirect("game:table", match.id)


@require_POST
@at_table
@members_only
def again(request: HttpRequest, match: Snapshot, guest: Guest) -> HttpResponse:
    """The rematch of a solo match."""
    try:
        new = services.again(match.id, guest)
    except ServiceError as error:
        return _refused(request, match, error.code)
    if wants_json(request):
        return JsonResponse({"match": new, "socket": socket_url(new)})
    return redirect("game:table", new)


def _word(request: HttpRequest) -> str:
    """The word a form says: equal cards come as ticked boxes, the one to lie on top by itself."""
    word, mates, top = request.POST.get("do", ""), request.POST.getlist("with"), request.POST.get("top")
    if not word.startswith("p "):
        return word
    if top:
        if top in mates:
            mates.remove(top)
        mates.append(top)
    return "+".join([word, *mates])


def _after(match: Snapshot, guest: Guest, word: str, v: int) -> HttpResponse:
    """Where to go after an action: who has left a solo match starts another, who tried a card is told."""
    if word == "leave":
        return redirect("lobby:room", match.room) if match.room else redirect("game:solo")
    return redirect(_table(match.id, tried=str(v)) if word.startswith("x ") else _table(match.id))


def _refused(request: HttpRequest, match: Snapshot, code: str) -> HttpResponse:
    """Programs are told at once; a page comes back to the table and is told there."""
    if wants_json(request):
        return error_json(code, v=match.version, rule="")
    return redirect(_table(match.id, error=code))


def _table(match_id: str, **query: str) -> str:
    address = reverse("game:table", args=[match_id])
    return f"{address}?{urlencode(query)}" if query else address


def _name(request: HttpRequest, guest: Guest) -> str:
    """A name for a spectator: the one typed, else the one of before, else a plain word."""
    try:
        return names.clean(request.POST.get("name") or guest.name)
    except names.NameRefused:
        return gettext("Guest")


def _number(text: str | None) -> int | None:
    """A version as a form gives it; None for anything else."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 10:
        return None
    number = int(text)
    return number if number <= MAX_NUMBER else None
