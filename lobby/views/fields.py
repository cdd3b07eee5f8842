"""Reading what a form or a program sent."""

from __future__ import annotations

from ..room import LobbyError


def number(text: str | None) -> int | None:
    """A number from a form; None if it is not there, bad-request if it is something else."""
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise LobbyError("bad-request")
    return int(text)


def required(text: str | None) -> int:
    """A number that must be there."""
    value = number(text)
    if value is None:
        raise LobbyError("bad-request")
    return value


def strengths(pairs: list[str]) -> dict[int, str]:
    """Seats and the strengths their bots shall have, from "seat:strength" pairs."""
    wanted = {}
    for pair in pairs:
        seat, _, strength = pair.partition(":")
        wanted[required(seat)] = strength
    return wanted
