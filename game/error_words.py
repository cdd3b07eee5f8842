"""What a refusal means and what to do now: one sentence for every error code of engine, services and wire."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

_RELOAD = _("That message was not understood. Reload the page.")
_GONE = _("This match no longer exists. Start a new one.")
_USE_BUTTONS = _("The table did not understand that. Use the buttons or tap a card.")

ERRORS: dict[str, Any] = {
    # engine: the rules
    "not-your-turn": _("It is not your turn yet. Wait for the gold plate."),
    "not-in-hand": _("You do not hold that card. Pick one from your hand."),
    "does-not-fit": _("That card does not fit. Try another one or draw."),
    "wish-missing": _("Choose the suit you wish for."),
    "wish-not-allowed": _("There is nothing to wish for here. Lay a card without a wish."),
    "wish-owed": _("First the wish: choose one of the four suits."),
    "must-take": _("First take the cards that are due, or answer with the same rank."),
    "must-lay": _("You can lay a card, so you must. Pick a raised one."),
    "draw-not-allowed": _("You cannot draw now. Lay a card or pass."),
    "nothing-to-draw": _("Nothing is left to draw. Pass."),
    "pass-not-allowed": _("You can pass only after drawing. Draw first."),
    "mau-not-now": _("“Mau” is said just before your last card but one. Lay a card for now."),
    "already-said": _("You have said it already. Lay your card."),
    "nothing-to-challenge": _("Nobody has forgotten “Mau” here. Play on."),
    "only-drawn-card": _("After drawing you may lay only the card you drew. Lay it or pass."),
    "not-equal": _("These cards have different ranks. Pick cards of one rank."),
    "one-card-only": _("Only one card at a time here. Pick one."),
    "combination-missing": _("This card needs its combination. Pick the cards for it first."),
    "not-a-combination": _("These cards make no combination. Pick others."),
    "jump-not-allowed": _("You can jump in only with exactly the same card, and before the next has played."),
    "try-not-allowed": _("Only cards that fit can be laid here. Pick a raised one."),
    "card-fits": _("That card fits. Simply lay it."),
    "no-such-seat": _("Nobody sits there. Look at the table again."),
    "round-over": _("The round is over. Press Continue."),
    "round-not-over": _("The round is still on. Play it to the end."),
    "match-over": _("The match is over. Start a new one."),
    "bad-action": _USE_BUTTONS,
    # services: the match around the rules
    "stale": _("The table was faster. Look again and choose."),
    "not-seated": _("You have no seat at this table. You may watch."),
    "forbidden": _("This table is not open to you. Ask for an invitation."),
    "barred": _("You cannot come back to this table. Open one of your own."),
    "no-such-match": _GONE,
    "not-over": _("The round is still on. Play it to the end."),
    "record-too-early": _("A match can be saved once it is over. Play it to the end."),
    "hint-solo-only": _("Hints are only for matches against bots. Here you play on your own."),
    "hint-off": _("No hints are given on this site just now. Play on your own."),
    "hint-busy": _("Nobody is free to think about a hint just now. Try again in a moment."),
    "review-too-early": _("You can look back at a match once it is over. Play it to the end."),
    "review-own": _("Only those who sat there can look back at a match. Look back at your own."),
    "review-off": _("Matches are not looked back at on this site just now. Try again another day."),
    "review-busy": _("Nobody is free to look through your match just now. Try again in a moment."),
    "no-guest": _("Your place card is missing. Reload the page and allow cookies for this site."),
    "busy": _("The table is busy. Try again in a moment."),
    "wrong-number-of-players": _("A table has two to eight seats. Add or remove players."),
    "wrong-players": _("The seats do not fit this table. Look at them again."),
    "join-not-allowed": _("Nobody can join this match while it runs. Watch until it is over."),
    "one-seat-only": _("You have left your seat in this match. Watch, and play in the next one."),
    "match-full": _("All eight seats are taken. Watch until the match is over."),
    # names
    "name-empty": _("What shall we call you? Use at least one letter or digit."),
    "name-too-short": _("That name is too short. Use at least two characters."),
    "name-too-long": _("That name is too long. Twenty characters fit on the seat."),
    # wire
    "bad-frame": _RELOAD,
    "bad-message": _RELOAD,
    "bad-type": _RELOAD,
    "unknown-type": _RELOAD,
    "unknown-key": _RELOAD,
    "hello-first": _("The connection was not ready. Reload the page."),
    "too-big": _("That was too long. Send less at once."),
    "too-long": _("That was too long. Send less at once."),
    "too-fast": _("That was a bit fast. Wait a moment and try again."),
    "chat-empty": _("Write something first."),
    "chat-off": _("The chat is switched off at this table."),
    "unknown": _("That did not work. Reload the page and try again."),
}


def error_text(code: str) -> str:
    """One sentence for an error code, saying what to do next; unknown codes get a general one."""
    return str(ERRORS.get(code, ERRORS["unknown"]))
