"""What a refusal means and what to do now: every error code of the engine, the services and the wire as one sentence."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

ERRORS: dict[str, Any] = {
    # engine: the rules
    "not-your-turn": _("It is not your turn yet. Wait for the gold plate."),
    "not-in-hand": _("You do not hold that card. Pick one from your hand."),
    "does-not-fit": _("That card does not fit. Try another one or draw."),
    "wish-missing": _("Choose the suit you wish for."),
    "wish-not-allowed": _("You wish only with a wish card. Lay the card without a wish."),
    "wish-owed": _("First the wish: choose one of the four suits."),
    "no-wish-owed": _("There is nothing to wish for. Lay a card or draw."),
    "must-take": _("First take the cards that are due, or answer with the same rank."),
    "must-lay": _("You can lay a card, so you must. Pick a raised one."),
    "must-skip": _("You are to sit out. Answer with an eight or sit out."),
    "draw-not-allowed": _("You cannot draw now. Lay a card or pass."),
    "pass-not-allowed": _("You can pass only after drawing. Draw first."),
    "mau-not-now": _("“Mau” is said just before your last card but one. Lay a card for now."),
    "already-said": _("You have said it already. Lay your card."),
    "nothing-to-challenge": _("Nobody has forgotten “Mau” here. Play on."),
    "only-drawn-card": _("After drawing you may lay only the card you drew. Lay it or pass."),
    "last-card-wish": _("You may not finish on a wish card here. Lay another card or draw."),
    "not-equal": _("These cards have different ranks. Pick cards of one rank."),
    "bad-combination": _("These cards make no combination. Pick others."),
    "jump-not-allowed": _("You can jump in only with exactly the same card, and before the next has played."),
    "round-over": _("The round is over. Press Continue."),
    "match-over": _("The match is over. Start a new one."),
    "bad-action": _("The table did not understand that. Use the buttons or tap a card."),
    "bad-card": _("There is no such card. Tap one from your hand."),
    "not-dealt": _("The next round has not been dealt yet. Wait a moment."),
    "not-over": _("The round is still on. Play it to the end."),
    "seat-removed": _("You have left the round. You may watch."),
    "seat-out": _("You are out already. Watch the others."),
    # services: the match around the rules
    "stale": _("The table was faster. Look again and choose."),
    "not-seated": _("You have no seat at this table. You may watch."),
    "no-seat": _("You have no seat at this table. You may watch."),
    "not-allowed": _("That is not yours to do. Ask who runs the table."),
    "forbidden": _("This table is not open to you. Ask for an invitation."),
    "barred": _("You cannot come back to this table. Open one of your own."),
    "no-such-match": _("This match no longer exists. Start a new one."),
    "gone": _("This match no longer exists. Start a new one."),
    "no-guest": _("Your place card is missing. Reload the page and allow cookies for this site."),
    "not-between": _("The round is still on. Play it to the end."),
    "not-stand-in": _("Your seat is yours already. Play on."),
    "busy": _("The table is busy. Try again in a moment."),
    # wire
    "bad-frame": _("That message was not understood. Reload the page."),
    "bad-json": _("That message was not understood. Reload the page."),
    "bad-message": _("That message was not understood. Reload the page."),
    "bad-type": _("That message was not understood. Reload the page."),
    "unknown-type": _("That message was not understood. Reload the page."),
    "unknown-key": _("That message was not understood. Reload the page."),
    "unknown-word": _("The table did not understand that. Use the buttons or tap a card."),
    "too-big": _("That was too long. Send less at once."),
    "too-long": _("That was too long. Send less at once."),
    "too-fast": _("That was a bit fast. Wait a moment and try again."),
    "empty": _("Write something first."),
    "chat-empty": _("Write something first."),
    "chat-off": _("The chat is switched off at this table."),
    "hello-first": _("The connection was not ready. Reload the page."),
    "unknown": _("That did not work. Reload the page and try again."),
}


def error_text(code: str) -> str:
    """One sentence for an error code, saying what to do next; unknown codes get a general one."""
    return str(ERRORS.get(code, ERRORS["unknown"]))
