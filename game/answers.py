"""How pages answer people (a page, a redirect) and programs (`Accept: application/json`, WIRE.md §5)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from game.table_text import error_text

_STATUS = {
    "no-guest": 401, "forbidden": 403, "not-seated": 403, "barred": 403, "no-such-match": 404,
    "bad-action": 400, "bad-message": 400, "chat-empty": 400, "too-long": 400, "too-fast": 429, "busy": 503,
    "hint-busy": 503, "review-busy": 503, "hint-off": 503, "review-off": 503, "review-own": 403,
}  # fmt: skip
CONFLICT = 409


def wants_json(request: HttpRequest) -> bool:
    """Does a program ask?"""
    return "application/json" in request.headers.get("Accept", "")


def error_json(code: str, status: int | None = None, **more: Any) -> JsonResponse:
    """What went wrong, as a code and a sentence in the language of the address."""
    body = {"error": code, "text": error_text(code), **more}
    return JsonResponse(body, status=status or _STATUS.get(code, CONFLICT))


def form_json(errors: dict[str, Any], code: str = "bad-form", **more: Any) -> JsonResponse:
    """A form that was not filled in well: the first message, all of them by field, and `more`."""
    fields = {name: [str(text) for text in texts] for name, texts in errors.items()}
    first = next(iter(fields.values()))[0]
    return JsonResponse({"error": code, "text": first, "fields": fields, **more}, status=400)


def private(response: HttpResponse) -> HttpResponse:
    """Pages of one guest are kept by nobody else."""
    response["Cache-Control"] = "private, no-store"
    return response
