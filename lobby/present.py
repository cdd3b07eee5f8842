"""What one guest sees of a table: a JSON-ready dict, and from it the fragments of the page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext

from game.bots import STRENGTHS
from game.engine import parse_rules, rules_code, rules_name
from game.present import fragments_of
from game.rule_summary import differences, rules_summary
from game.rule_words import preset_label

from .models import SEATS, Lobby, Member
from .room import Room

FRAGMENTS = ("invite", "seats", "rules", "rail")
"""Ids on the page, and `templates/lobby/_<id>.html`."""

_NAMED = 2  # changes a toast names
_LISTED = 3  # changes the card lists before the others fold away


def room_view(room: Room, guest_id: int | None) -> dict[str, Any]:
    """The table for this guest. Nothing here is secret among the members."""
    lobby = room.lobby
    mine = room.of(guest_id)
    return {
        "v": lobby.version,
        "lobby": lobby.pk,
        "status": lobby.status,
        "code": lobby.code,
        "invite": reverse("invite", args=[lobby.invite]),
        "locked": lobby.locked,
        "stand_in": lobby.stand_in,
        "rules": lobby.rules,
        "preset": rules_name(parse_rules(lobby.rules)),
        "rules_code": rules_code(parse_rules(lobby.rules)),
        "rules_was": lobby.rules_was,
        "rules_by": lobby.rules_by,
        "match": lobby.match,
        "seats": [_person(room, one, guest_id) for one in room.seated],
        "watching": [_person(room, one, guest_id) for one in room.watching],
        "free": room.free,
        "me": {
            "seat": mine.seat if mine else None,
            "name": mine.name if mine else "",
            "host": bool(mine and lobby.host_id == guest_id),
        },
    }


def _person(room: Room, member: Member, guest_id: int | None) -> dict[str, Any]:
    return {
        "id": member.pk,
        "seat": member.seat,
        "name": member.name,
        "bot": member.bot or None,
        "host": member.guest_id is not None and member.guest_id == room.lobby.host_id,
        "away": member.away,
        "you": member.guest_id is not None and member.guest_id == guest_id,
    }


def context(view: dict[str, Any], invite_url: str, lang: str) -> dict[str, Any]:
    """What the templates of the room need, in `lang`; `invite_url` is the whole link."""
    with translation.override(lang):
        people = [*view["seats"], *view["watching"]]
        return {
            "view": view,
            "lobby_id": view["lobby"],
            "lang": lang,
            "invite_url": invite_url,
            "host_name": next((one["name"] for one in people if one["host"]), ""),
            "free_seat": view["free"][0] + 1 if view["free"] else None,
            "more_free": max(0, len(view["free"]) - 1),
            "seats_total": SEATS,
            "strengths": STRENGTHS,
            "rules": rules_summary(parse_rules(view["rules"])),
            "rules_url": urljoin(invite_url, reverse("content:ruleset", args=[view["rules_code"]])),
            "change": rule_change(view),
            "table_url": reverse("game:table", args=[view["match"]]) if view["match"] else "",
            "playing": view["status"] == Lobby.Status.PLAYING,
        }


def rule_change(view: dict[str, Any]) -> dict[str, Any] | None:
    """Who changed the rules since the last match, and how; None if nobody did, or it has no effect."""
    if not view["rules_was"]:
        return None
    lines = differences(parse_rules(view["rules"]), parse_rules(view["rules_was"]), frozenset())
    if not lines:
        return None
    said = {"name": view["rules_by"], "said": _in_short(view["preset"], lines)}
    news = gettext("%(name)s changed the rules: %(said)s") % said
    return {"by": view["rules_by"], "lines": lines[:_LISTED], "more": lines[_LISTED:], "news": news}


def _in_short(preset: str, lines: list[dict[str, str]]) -> str:
    """One or two changes by name; of more the preset they lead to, or the first ones."""
    said = ", ".join(f"{one['label']} – {one['value']}" for one in lines[:_NAMED])
    left = len(lines) - _NAMED
    if left <= 0:
        return said
    if preset != "custom":
        return preset_label(preset)
    return ngettext("%(said)s, and one more", "%(said)s, and %(n)d more", left) % {"said": said, "n": left}


def fragments(room: Room, guest_id: int | None, lang: str, invite_url: str) -> tuple[str, ...]:
    """All fragments of the room page, in order."""
    values = context(room_view(room, guest_id), invite_url, lang)
    with translation.override(lang):
        return fragments_of([f"lobby/_{name}.html" for name in FRAGMENTS], values)


def snapshot(
    room: Room, guest_id: int | None, lang: str, invite_url: str, kind: str, have: int
) -> dict[str, Any]:
    """One frame of WIRE.md §2: `same` if the viewer has this version, else a `snapshot`, html or json."""
    frame = {**heads(room, lang), "t": "same", "v": room.lobby.version}
    if have == room.lobby.version:
        return frame
    shown = body(room, guest_id, lang, invite_url, kind)
    if "parts" in shown:
        shown = {"html": "".join(shown["parts"])}
    return {**frame, "t": "snapshot", **shown}


def body(room: Room, guest_id: int | None, lang: str, invite_url: str, kind: str) -> dict[str, Any]:
    """The part of a frame that shows the room: the view, or the fragments as `parts`."""
    if kind == "json":
        return {"view": room_view(room, guest_id)}
    return {"parts": fragments(room, guest_id, lang, invite_url)}


def heads(room: Room, lang: str) -> dict[str, Any]:
    """What every frame says: the match being played, and where."""
    if room.lobby.status != Lobby.Status.PLAYING:
        return {"match": "", "go": ""}
    with translation.override(lang):
        return {"match": room.lobby.match, "go": reverse("game:table", args=[room.lobby.match])}
