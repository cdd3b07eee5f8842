"""Every message of the sockets, in one place (WIRE.md §2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

PROTOCOL = 1
MAX_FRAME = 4 * 1024
MAX_EVENTS = 50
FORMATS = ("html", "json")

NO_GUEST = 4401
NOT_FOR_YOU = 4403
SILENT = 4408
GONE = 4410
RELOAD = 1012
ABUSE = 1008
OVERLOAD = 1013

_WHY = {NO_GUEST: "no-guest", NOT_FOR_YOU: "not-for-you", SILENT: "silent", GONE: "gone", RELOAD: "old",
        ABUSE: "junk", OVERLOAD: "slow"}  # fmt: skip


class Close(Exception):
    """End a socket with `code`; `why` is what it is counted as (`metrics.drops`)."""

    def __init__(self, code: int, reason: str = "", why: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.why = why or _WHY.get(code, "other")


@dataclass(frozen=True)
class Key:
    """A key of a message: its type, how long a text or large a number may be, what holds without it."""

    kind: type
    limit: int
    default: Any = None
    required: bool = True


_VERSION = Key(int, 2**31 - 1)
_ID = Key(str, 64)

CLIENT: dict[str, dict[str, Key]] = {
    "hello": {
        "p": Key(int, 2**31 - 1),
        "lang": Key(str, 16, "de", required=False),
        "have": Key(int, 2**31 - 1, 0, required=False),
        "chat": Key(int, 2**31 - 1, 0, required=False),
        "format": Key(str, 8, "html", required=False),
    },
    "act": {"id": _ID, "v": _VERSION, "do": Key(str, 200)},
    "chat": {"id": _ID, "text": Key(str, 1000)},
    "ping": {"v": _VERSION},
}


class BadFrame(ValueError):
    """A frame that is not of the protocol: `code` says why, `id` is echoed if it had one."""

    def __init__(self, code: str, frame_id: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.id = frame_id


def read(message: dict[str, Any]) -> dict[str, Any]:
    """The checked frame of an ASGI `websocket.receive`; raises BadFrame."""
    text = message.get("text")
    if text is None:
        raise BadFrame("bad-frame")
    if len(text) > MAX_FRAME or (not text.isascii() and len(text.encode("utf-8", "replace")) > MAX_FRAME):
        raise BadFrame("too-big")
    try:
        frame = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError):
        raise BadFrame("bad-frame") from None
    return check(frame)


def check(frame: Any) -> dict[str, Any]:
    """The frame with its defaults filled in; unknown types and keys and wrong types raise BadFrame."""
    if not isinstance(frame, dict):
        raise BadFrame("bad-frame")
    given = frame.get("id")
    frame_id = given if isinstance(given, str) and len(given) <= _ID.limit else None
    kind = frame.get("t")
    keys = CLIENT.get(kind) if isinstance(kind, str) else None
    if keys is None:
        raise BadFrame("unknown-type", frame_id)
    if any(name not in keys and name != "t" for name in frame):
        raise BadFrame("unknown-key", frame_id)
    checked = {"t": kind}
    for name, key in keys.items():
        if name not in frame and key.required:
            raise BadFrame("bad-frame", frame_id)
        checked[name] = _value(frame.get(name, key.default), key, frame_id)
    return checked


def _value(value: Any, key: Key, frame_id: str | None) -> Any:
    # `type` and not isinstance: true is no number here
    if type(value) is not key.kind:
        raise BadFrame("bad-type", frame_id)
    if isinstance(value, str) and (len(value) > key.limit or (key is _ID and not value)):
        raise BadFrame("bad-type", frame_id)
    if isinstance(value, int) and not 0 <= value <= key.limit:
        raise BadFrame("bad-type", frame_id)
    return value


def write(frame: dict[str, Any]) -> str:
    """A frame as it is sent."""
    return orjson.dumps(frame).decode()
