"""Lets daphne end a socket with any close code of WIRE.md §2, and say the reason."""

from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

MAX_REASON = 123  # bytes; a control frame has no room for more


class AnyCode(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's protocol refuses every code below 3000 but 1000 by an exception, and drops the reason.

    That rule is one for browsers; a server may say 1008 or 1012 (RFC 6455 §7.4.1 and IANA's list).
    Without this the socket would stay open, and mute.
    """

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Ends an open socket as the application says; all other replies are daphne's matter."""
        if message["type"] == "websocket.close" and self.state == self.STATE_OPEN:
            reason = (message.get("reason") or "").encode()[:MAX_REASON]
            self.sendCloseFrame(code=message.get("code") or 1000, reasonUtf8=reason)
        else:
            super().handle_reply(message)


def allow_any_code() -> None:
    """From now on daphne's server in this process makes its sockets with `AnyCode`."""
    WebSocketFactory.protocol = AnyCode
