"""The door for WebSockets: the right origin, a known path."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from channels.routing import URLRouter
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import URLPattern

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Sockets:
    """Hands a socket to its consumer, or refuses the handshake (the client sees 403).

    The origin is compared whole (scheme, host, port) with the address the handshake was sent to: a page
    of another site, or of another port of this machine, must not speak with a guest's cookie.
    """

    def __init__(self, patterns: Sequence[URLPattern]) -> None:
        self.router = URLRouter(list(patterns))
        self.patterns = tuple(patterns)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if own_origin(scope) and self.knows(scope["path"]):
            await self.router(scope, receive, send)
        else:
            await receive()  # websocket.connect
            await send({"type": "websocket.close"})

    def knows(self, path: str) -> bool:
        """Whether some consumer lives at `path`."""
        return any(pattern.resolve(path.removeprefix("/")) for pattern in self.patterns)


def own_origin(scope: Scope) -> bool:
    """Whether the handshake comes from a page of this very site or of one in MAUMAU_ORIGINS."""
    headers = {name.lower(): value.decode("latin1") for name, value in scope["headers"]}
    origin, host = headers.get(b"origin", ""), headers.get(b"host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    return origin == f"{page_scheme(scope, headers)}://{host}" or origin in settings.CSRF_TRUSTED_ORIGINS


def page_scheme(scope: Scope, headers: dict[bytes, str]) -> str:
    """http or https, as a page's request has it; a proxy's word counts only under MAUMAU_HTTPS."""
    if settings.HTTPS and headers.get(b"x-forwarded-proto") == "https":
        return "https"
    return "https" if scope.get("scheme") == "wss" else "http"
