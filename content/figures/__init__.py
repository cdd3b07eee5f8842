"""What a text may show beyond words: tables, positions and exercises, all made by the engine.

In a Markdown text a fence names a figure; its lines are the figure's arguments:

    ```position
    rules=mau-mau top=9H hand=KD.9C.AH.JS
    ```

A module of this package adds figures with `@figure("name")`; `ready` imports them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from content.faults import Fault


class FigureError(Fault):
    """A fence that cannot be shown: no such figure, or arguments it does not take. Says which."""


class Where(NamedTuple):
    """On which page a figure stands, and what its address asks for.

    `page` is the text's key, `language` the page's language (active while it is rendered), `path` its
    address without query; `query` is empty for figures that are not live.
    """

    page: str
    language: str
    path: str
    query: QueryDict


class Args:
    """The lines of a fence: `name=value` words by name, all other lines as they stand in `lines`."""

    def __init__(self, body: str) -> None:
        self.named: dict[str, str] = {}
        self.lines: list[str] = []
        for line in filter(None, map(str.strip, body.splitlines())):
            words = [word.partition("=") for word in line.split()]
            if all(equals for _name, equals, _value in words):
                self.named.update((name, value) for name, _equals, value in words)
            else:
                self.lines.append(line)

    def __getitem__(self, name: str) -> str:
        try:
            return self.named[name]
        except KeyError:
            raise FigureError(gettext_noop("{name}=… is missing"), name=name) from None

    def get(self, name: str, default: str = "") -> str:
        """The word's value, or `default`."""
        return self.named.get(name, default)


Draw = Callable[[Args, Where], SafeString]


class Figure(NamedTuple):
    """How a figure is drawn; a live one reads the query and is drawn for each request.

    `check` raises FigureError for arguments that a live one does not take, before any reader comes.
    """

    draw: Draw
    live: bool
    check: Callable[[Args], object] | None = None


FIGURES: dict[str, Figure] = {}


def figure(
    name: str, *, live: bool = False, check: Callable[[Args], object] | None = None
) -> Callable[[Draw], Draw]:
    """Registers a figure: a function of `Args` and `Where` that gives HTML or raises `FigureError`."""

    def register(draw: Draw) -> Draw:
        assert name not in FIGURES, name
        FIGURES[name] = Figure(draw, live, check)
        return draw

    return register


def modules() -> Iterator[str]:
    """The modules that hold figures."""
    return (f"{__name__}.{found.name}" for found in iter_modules(__path__))


def ready() -> None:
    """Imports them, so that their figures are known."""
    for module in modules():
        import_module(module)
