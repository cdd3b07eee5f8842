"""The coach: what master would do and why, during a solo match and after any match (docs/coach.md).

`board`, `features`, `reasons`, `replays` and `review` know the engine and the bots alone and run in a worker.
`sentences` and `pages` say what they found; `hint`, `keeping` and `views` bring it to people.
"""


class NoAnswer(Exception):
    """The coach has none now; `code` says why (`game.error_words`)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
