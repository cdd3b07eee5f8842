"""How much a socket has been sent that its client has not shown yet."""

from __future__ import annotations

from collections import deque

from game.clock import now_ms

LAG_BYTES = 64 * 1024
LAG_S = 20.0


class Lag:
    """How far a client is behind: ASGI's `send` cannot see a full pipe, but pings tell what was applied."""

    def __init__(self) -> None:
        self._total = 0
        self._known = 0
        self._marks: deque[tuple[int, int]] = deque()
        self._since: int | None = None

    def sent(self, version: int, size: int) -> None:
        """`size` bytes brought `version`."""
        self._total += size
        self._marks.append((version, self._total))
        if self._total - self._known > LAG_BYTES and self._since is None:
            self._since = now_ms()

    def applied(self, version: int) -> None:
        """The client has shown everything up to `version`."""
        while self._marks and self._marks[0][0] <= version:
            self._known = self._marks.popleft()[1]
        if not self.blocked():
            self._since = None

    def blocked(self) -> bool:
        """Is so much under way that nothing more should be sent?"""
        return self._total - self._known > LAG_BYTES

    def too_long(self) -> bool:
        """Has that been so for too long?"""
        return self._since is not None and now_ms() - self._since > LAG_S * 1000
