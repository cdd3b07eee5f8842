"""How daphne ends a socket: with any code of WIRE.md §2 and its reason, and without fuss once it is gone."""

from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

MAX_REASON = 123  # bytes; a control frame has no room for more


class CalmProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's protocol with other manners at the end.

    Daphne refuses every close code below 3000 but 1000 by an exception, and drops the reason. That rule is
    one for browsers; a server may say 1008 or 1012 (RFC 6455 §7.4.1 and IANA's list). Without this the
    socket would stay open, and mute. A frame for somebody who has just gone is an exception there too.
    """

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Ends an open socket as the application says; all replies before that are daphne's matter."""
        if self.state == self.STATE_CONNECTING:
            super().handle_reply(message)
        elif message["type"] == "websocket.close":
            reason = (message.get("reason") or "").encode()[:MAX_REASON]
            self.sendCloseFrame(code=message.get("code") or 1000, reasonUtf8=reason)
        elif self.state == self.STATE_OPEN:
            super().handle_reply(message)


def use_calm_protocol() -> None:
    """From now on daphne's server in this process makes its sockets with `CalmProtocol`."""
    WebSocketFactory.protocol = CalmProtocol
