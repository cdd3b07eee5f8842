"""Manners of daphne's sockets: any close code with its reason, and no client may fill our memory."""

from collections.abc import Callable
from typing import Any, ClassVar

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from game import metrics
from maumau_site.limits import MAX_UNREAD, MAX_WAITING

MAX_REASON = 123  # bytes; a control frame has no room for more


class CalmProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's protocol with other manners.

    At the end: daphne refuses every close code below 3000 but 1000 by an exception, and drops the reason.
    That rule is one for browsers; a server may say 1008 or 1012 (RFC 6455 §7.4.1 and IANA's list). Without
    this the socket would stay open, and mute. A frame for somebody who has just gone is an exception too.

    Before it: daphne reads on whether or not the application keeps up, and writes on whether or not the
    client reads. Here reading stops after `MAX_WAITING` frames until the application took some, so that TCP
    holds the client back, and who leaves more than `MAX_UNREAD` bytes unread is cut off.
    """

    living: ClassVar[set[int]] = set()
    held = False
    cut = False

    @classmethod
    def count(cls) -> int:
        """The sockets of this process whose closing is not complete."""
        return len(cls.living)

    def onOpen(self) -> None:
        """The handshake is done."""
        self.living.add(id(self))
        super().onOpen()

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        """The connection is gone, with a goodbye or without."""
        self.living.discard(id(self))
        super().onClose(wasClean, code, reason)

    # -- in -----------------------------------------------------------------------------------------

    def applicationCreateWorked(self, application_queue: Any) -> None:
        """Have the queue tell when the application takes a frame, which asyncio leaves to subclasses."""
        super().applicationCreateWorked(application_queue)
        if application_queue is not None:
            application_queue._get = self._noticing(application_queue._get)

    def _noticing(self, take: Callable[[], Any]) -> Callable[[], Any]:
        def taken() -> Any:
            message = take()
            if self.held and self.application_queue.qsize() < MAX_WAITING:
                self._read_on()
            return message

        return taken

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """A frame; the last one that fits stops the reading. After our goodbye nobody takes frames."""
        if self.state != self.STATE_OPEN:
            return
        super().onMessage(payload, isBinary)
        if self.application_queue.qsize() >= MAX_WAITING and not self.held:
            self.held = True
            self.transport.pauseProducing()

    def processData(self) -> bool:
        """Autobahn asks for the next frame of what it has read: while held there is none."""
        return not self.held and bool(super().processData())

    def _read_on(self) -> None:
        self.held = False
        self.factory.reactor.callLater(0, self._resume)

    def _resume(self) -> None:
        """First what was read already; then, if that did not fill the queue again, more."""
        self.consumeData()
        if not self.held and self.state != self.STATE_CLOSED:
            self.transport.resumeProducing()

    # -- out ----------------------------------------------------------------------------------------

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Ends an open socket as the application says; all replies before that are daphne's matter."""
        if self.state == self.STATE_CONNECTING:
            super().handle_reply(message)
        elif message["type"] == "websocket.close":
            reason = (message.get("reason") or "").encode()[:MAX_REASON]
            self.sendCloseFrame(code=message.get("code") or 1000, reasonUtf8=reason)
            if self.held:  # the client's goodbye lies behind frames that nobody will take any more
                self._read_on()
        elif self.state == self.STATE_OPEN:
            super().handle_reply(message)
            self._mind_unread()

    def onPing(self, payload: bytes) -> None:
        """Answered by autobahn, read or not."""
        super().onPing(payload)
        self._mind_unread()

    def _mind_unread(self) -> None:
        if not self.cut and unread(self.transport) > MAX_UNREAD:
            self.cut = True
            metrics.drops.labels("unread").inc()
            self.transport.abortConnection()


def unread(transport: Any) -> int:
    """Bytes written to a Twisted transport that the system has not taken; Twisted keeps them in two heaps."""
    return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)


def use_calm_protocol() -> None:
    """From now on daphne's server in this process makes its sockets with `CalmProtocol`."""
    WebSocketFactory.protocol = CalmProtocol
