"""What the engine refuses. Every error carries a kebab-case ``code``; sentences are made elsewhere."""

from __future__ import annotations


class EngineError(Exception):
    """An action that is not legal now; the state is as it was."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class BadAction(EngineError):
    """A word that names no action at all."""

    def __init__(self, code: str = "bad-action") -> None:
        super().__init__(code)


class NotNow(EngineError):
    """A real action at the wrong time: not your turn, the round is over, nothing to challenge …"""


class NotThatCard(EngineError):
    """A lay of a card that is not held, does not fit, or carries a wrong wish or company."""


class BadDeal(EngineError):
    """A deal that cannot be: wrong dealer, wrong pack, a match that is over."""


class PositionError(ValueError):
    """A line that is no position; the text says what is wrong with it."""


class RuleError(ValueError):
    """A rule set that is refused; `field` and `value` say what was wrong, `code` why."""

    def __init__(self, code: str, field: str, value: str = "") -> None:
        super().__init__(f"{code}: {field}={value}" if value else f"{code}: {field}")
        self.code = code
        self.field = field
        self.value = value
