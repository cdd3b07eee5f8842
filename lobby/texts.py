"""What people read when something cannot be done, by code; each says what to do next."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from game import error_words

ERRORS: dict[str, Any] = {
    "lobby-gone": _("This table has been cleared away. Open a new one or ask for a new link."),
    "no-code": _(
        "No table is open under this code. Ask for the code again; during a match only the link lets you in."
    ),
    "too-many-tries": _("That was a lot of codes. Wait five minutes, or ask for the link."),
    "not-member": _("You are not at this table. Take a seat first."),
    "not-host": _("Only whoever leads the table can do that."),
    "kicked": _("You were taken from this table. Open one of your own or try another one."),
    "table-locked": _("This table is closed to newcomers. Ask whoever leads it to open it."),
    "table-full": _("All eight seats are taken. There is room again when somebody gets up or a bot goes."),
    "too-many-people": _("There is no room left at this table, not even to watch. Try again later."),
    "seat-taken": _("That seat is taken. Choose another one or watch for now."),
    "no-such-seat": _("Nobody of that kind sits there any more. Have another look at the seats."),
    "no-such-person": _("This person is no longer at the table."),
    "not-yourself": _("You cannot take yourself from the table. Use “Leave the table”."),
    "match-running": _("The match is running. That can wait until it is over."),
    "too-few": _("It takes two. Invite somebody or add a bot."),
    "stale": _("The table has just changed. Have a look and try again."),
    "bad-request": _("That did not come through whole. Try again from this page."),
    "bots-how": _("Say what to do with the bots: add=hard, remove=3 or set=3:hard."),
    "bad-rules": _("These rules do not go together. Look at the marked lines."),
}

STATUS = {
    "lobby-gone": 404,
    "no-code": 404,
    "too-many-tries": 429,
    "too-fast": 429,
    "busy": 503,
    "forbidden": 403,
    "barred": 403,
    "not-member": 403,
    "not-host": 403,
    "kicked": 403,
    "table-locked": 403,
    "too-many-people": 403,
    "bad-request": 400,
    "bots-how": 400,
    "bad-rules": 400,
    "name-empty": 400,
    "name-too-short": 400,
    "name-too-long": 400,
    "chat-empty": 400,
    "too-long": 400,
}


def error_text(code: str) -> str:
    """The sentence for a code, the lobby's own or one of the match's."""
    return str(ERRORS[code]) if code in ERRORS else error_words.error_text(code)


def error_status(code: str) -> int:
    """The HTTP status for a code; what only collides with the state of the table is a 409."""
    return STATUS.get(code, 409)
