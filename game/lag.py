"""How much a socket has been sent that its client has not shown yet."""

from __future__ import annotations

from game.clock import now_ms

LAG_BYTES = 64 * 1024
LAG_S = 20.0


class Lag:
    """How far a client is behind: ASGI's `send` cannot see a full pipe, but pings tell what was applied.

    Every frame counts. A ping with version V owns up to the frame that brought V and to all before it. Of
    what was sent after that one (chat, beats, the same snapshot again) it owns up to what the ping before has
    found already sent: between two pings of an honest client there is never enough to block it.
    """

    __slots__ = ("_asked", "_known", "_marks", "_newest", "_since", "_total")

    def __init__(self) -> None:
        self._total = self._known = self._asked = self._newest = 0
        self._marks: list[tuple[int, int]] = []
        self._since: int | None = None

    def sent(self, version: int, size: int) -> None:
        """`size` more characters are on their way; the client holds `version` once it has them."""
        self._total += size
        if version > self._newest:
            self._newest = version
            self._marks.append((version, self._total))
        if self._since is None and self.blocked():
            self._since = now_ms()

    def applied(self, version: int) -> None:
        """The client says that it shows `version`."""
        for mark, total in self._marks:
            if mark <= version:
                self._known = max(self._known, total)
        self._marks = [one for one in self._marks if one[0] > version]
        if version >= self._newest:
            self._known, self._asked = max(self._known, self._asked), self._total
        if not self.blocked():
            self._since = None

    def blocked(self) -> bool:
        """Is so much under way that nothing more should be sent?"""
        return self._total - self._known > LAG_BYTES

    def too_long(self) -> bool:
        """Has that been so for too long?"""
        return self._since is not None and now_ms() - self._since > LAG_S * 1000
