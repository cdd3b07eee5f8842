"""Talk in a room: a lobby's, or a match's own. Lines are numbered; each is said once."""

from __future__ import annotations

import unicodedata

from django.db import transaction
from django.db.models import Max

from game import names
from game.clock import now_ms
from game.hub import hub, writing
from game.models import ChatLine, Guest

CHAT_LENGTH = 300
CHAT_LINES_AT_ONCE = 6
CHAT_WITHIN_MS = 8_000


class ServiceError(Exception):
    """Something that cannot be done; `code` says why, in kebab-case."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def chat(
    room: str, guest: Guest, name: str, text: str, action_id: str | None = None, now: int | None = None
) -> ChatLine:
    """Say something in a room; the same action id is said once. Raises ServiceError."""
    moment = now_ms() if now is None else now
    tidy = clean_chat(text)
    if action_id is not None and not action_id.isprintable():
        raise ServiceError("bad-message")
    with writing, transaction.atomic():
        if action_id is not None:
            said = ChatLine.objects.filter(room=room, guest=guest, action_id=action_id).first()
            if said is not None:
                return said
        recent = ChatLine.objects.filter(room=room, guest=guest, at__gt=moment - CHAT_WITHIN_MS).count()
        if recent >= CHAT_LINES_AT_ONCE:
            raise ServiceError("too-fast")
        number = chat_count(room) + 1
        line = ChatLine.objects.create(
            room=room, n=number, guest=guest, name=name, text=tidy, at=moment, action_id=action_id
        )
        transaction.on_commit(lambda: hub.announce(f"chat:{room}", number))
    return line


def clean_chat(text: str) -> str:
    """Text without controls, direction signs and towers of marks, blanks made one; raises ServiceError."""
    kept = (" " if char.isspace() else char for char in text if _visible(char))
    tidy = names.few_marks(" ".join("".join(kept).split()))
    if not tidy.strip("\u200d"):
        raise ServiceError("chat-empty")
    if len(tidy) > CHAT_LENGTH:
        raise ServiceError("too-long")
    return tidy


def chat_since(room: str, n: int) -> list[ChatLine]:
    """Lines after line `n`, oldest first, at most the last 100."""
    return list(ChatLine.objects.filter(room=room, n__gt=n).order_by("-n")[:100])[::-1]


def chat_count(room: str) -> int:
    """The number of the last line."""
    return int(ChatLine.objects.filter(room=room).aggregate(last=Max("n"))["last"] or 0)


def _visible(char: str) -> bool:
    return char.isspace() or char == "\u200d" or unicodedata.category(char)[0] != "C"
