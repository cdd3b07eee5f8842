"""Figures of cards: positions with what may be laid, and exercises that ask for it."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from content.boards import Board, Judged
from content.figures import Args, FigureError, Where, figure
from content.links import address
from game.rule_words import preset_label
from game.rulebook.words import number


@figure("position")
def position(args: Args, where: Where) -> SafeString:
    """A position drawn and in words: `rules=mau-mau top=9H hand=KD.9C wish=H due=2 drawn=9C …`."""
    board = Board(args)
    return render_to_string("content/_position.html", {"board": board, "example": board.example})


def _read(args: Args) -> tuple[str, Board]:
    """An exercise's name and its position; raises FigureError."""
    name = args["id"]
    if not name.isalnum():
        raise FigureError(gettext_noop("id={name} is not a number or a word"), name=name)
    return name, Board(args)


@figure("exercise", live=True, check=_read)
def exercise(args: Args, where: Where) -> SafeString:
    """“Which cards may you lay?”: a position that hides the answer, and the answer to `?x=ID&k=PLACE…`."""
    if where.query.get("x") == args["id"]:
        return _drawn(args, where.path, frozenset(where.query.getlist("k")))
    return _unanswered(args, where.path, where.language)


@lru_cache(maxsize=256)
def _unanswered(args: Args, path: str, _language: str) -> SafeString:
    """Remembered for each exercise of a page, which keeps its arguments; a page has many."""
    return _drawn(args, path, None)


def _drawn(args: Args, path: str, picked: frozenset[str] | None) -> SafeString:
    """The exercise with the places that were ticked; None if nobody has answered."""
    name, board = _read(args)
    cards = [(one, str(one.place) in (picked or ())) for one in board.judged()]
    context = {
        "id": name,
        "next": args.get("next"),
        "board": board,
        "cards": cards,
        "asked": picked is not None,
        "verdict": _verdict(cards),
        "path": path,
        "preset": preset_label(board.preset),
        "sheet": address(f"rules:{board.preset}"),
    }
    return render_to_string("content/_exercise.html", context)


def _verdict(cards: list[tuple[Judged, bool]]) -> str:
    """How many cards were judged as the engine judges them."""
    right = sum(card.allowed == ticked for card, ticked in cards)
    if right == len(cards):
        return _("All of it is right.")
    if len(cards) == 1:
        return _("Not quite.")
    counts = {
        "right": number(right) if right else pgettext("of the cards", "none"),
        "all": number(len(cards)),
    }
    text = ngettext(
        "Not quite: one of %(all)s is right.", "Not quite: %(right)s of %(all)s are right.", right
    )
    return text % counts
