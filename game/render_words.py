"""The words a fragment is filled in with, each made once for what it depends on and in each language.

Every function builds the smallest view in which its arguments stand, and asks the classes that the page asks
too. The viewer's own seat is number -1 in it, so that no other can be taken for it.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from game.log_words import rules_of
from game.result_text import match_title, round_title
from game.score_text import Aim
from game.slots import by_language, ready, said
from game.table_text import Table, tag

ME = -1
OTHER = -2
SEAT = {"seat": ME, "name": "", "out": False, "place": None, "in_match": True}

Own = tuple[bool, int | None, bool]  # out, place, in_match
Wish = tuple[str | None, bool, str]  # what is wished, by the viewer?, else by whom ("": nobody knows)


def scene(mine: bool = False, **more: Any) -> dict[str, Any]:
    """A view in which cards are in play, for a player; `mine`: who is on turn."""
    view: dict[str, Any] = {
        "state": "play", "status": "play", "rules": "mau-mau", "me": ME, "turn": ME if mine else OTHER,
        "seats": [SEAT], "due": 0, "skip": 0, "dir": 1, "log": [], "legal": [], "hand": [],
    }  # fmt: skip
    return view | more


@said(16)
def you() -> str:
    """What somebody without a name is called."""
    return _("You")


@said(8_192)
def headline(resting: bool, playing: bool, mine: bool, name: str | None) -> str:
    """`name`: who is on turn, or has won (None: nobody), if it is not the viewer (`mine`)."""
    seats = [SEAT, {"seat": OTHER, "name": name}]
    status, state = ("rest" if resting else "play"), ("play" if playing else "round-over")
    winner = ME if mine else None if name is None else OTHER
    return Table(scene(mine, status=status, state=state, seats=seats, winner=winner)).headline


@said(16)
def resting_line() -> str:
    """What counts while the match rests."""
    return Table(scene(status="rest")).line


def _wished(wish: Wish) -> dict[str, Any]:
    what, mine, name = wish
    seat = ME if mine else OTHER if name else None
    told = [] if seat is None else [{"e": "wished", "seat": seat}]
    return {"wish": what, "log": told, "seats": [SEAT, {"seat": OTHER, "name": name}]}


@said(2_048)
def line_for_others(rules: str, due: int, wish: Wish) -> str:
    """What counts, for who only watches."""
    return Table(scene(me=None, rules=rules, due=due, **_wished(wish))).line


@said(8_192)
def line_waiting(
    rules: str, own: Own, due: int, wish: Wish, late: bool, bare: bool, cards: int, turned: bool
) -> str:
    """What counts, for a player who is not on turn."""
    view = scene(rules=rules, due=due, **_wished(wish), mau_open=ME if late else None, hand=["9H"] * cards)
    view |= {"bare": [ME] if bare else [], "dir": -1 if turned else 1}
    return _for_own(view, own).line


@said(8_192)
def line_on_turn(
    rules: str, own: Own, due: int, wish: Wish, late: bool, bare: bool, cards: int, turned: bool,
    top: str | None, skip: int, owed: bool, drawn: str | None, again: bool, words: tuple[str, ...],
) -> str:  # fmt: skip
    """What counts, for who is on turn; `words`: of the legal ones `d`, `-`, and the lay of what was drawn."""
    facts = rules, own, due, wish, late, bare, cards, turned, top, skip, owed, drawn, again, words
    return _on_turn(*facts).line


@said(8_192)
def ask_on_turn(
    fitting: int, rules: str, own: Own, due: int, wish: Wish, late: bool, bare: bool, cards: int,
    turned: bool, top: str | None, skip: int, owed: bool, drawn: str | None, again: bool,
    words: tuple[str, ...],
) -> str:  # fmt: skip
    """The same for the ear, with how many cards fit."""
    facts = rules, own, due, wish, late, bare, cards, turned, top, skip, owed, drawn, again, words
    return _on_turn(*facts).ask(fitting)


@said(64)
def ask_late(rules: str, own: Own, bare: bool) -> str:
    """For the ear of who is not on turn and forgot his "Mau"."""
    return _for_own(scene(rules=rules, mau_open=ME, bare=[ME] if bare else []), own).ask(0)


def _on_turn(
    rules: str, own: Own, due: int, wish: Wish, late: bool, bare: bool, cards: int, turned: bool,
    top: str | None, skip: int, owed: bool, drawn: str | None, again: bool, words: tuple[str, ...],
) -> Table:  # fmt: skip
    view = scene(True, rules=rules, due=due, **_wished(wish), hand=["9H"] * cards, legal=list(words))
    view |= {"mau_open": ME if late else None, "bare": [ME] if bare else [], "dir": -1 if turned else 1}
    view |= {"top": top, "skip": skip, "wish_owed": owed, "drawn": drawn, "again": again}
    return _for_own(view, own)


def _for_own(view: dict[str, Any], own: Own) -> Table:
    out, place, in_match = own
    mine = SEAT | {"out": out, "place": place, "in_match": in_match}
    return Table(view | {"seats": [mine, *view["seats"][1:]]})


@said(64)
def watch_line(seated: bool, final: bool, in_match: bool, out: bool, bare: bool) -> str:
    """What stands in place of a hand."""
    state = "match-over" if final else "play"
    view = scene(me=ME if seated else None, state=state, bare=[ME] if bare else [])
    return _for_own(view, (out, None, in_match)).watch_line


@said(64)
def call_word(rules: str, out: bool) -> str:
    """What is called for one card left, or with the last one (`out`)."""
    table = Table(scene(rules=rules))
    return table.mau_mau_word if out else table.mau_word


@by_language(128)
def tag_words(out: bool, place: int | None, due: int, bot_plays: bool, absent: bool) -> tuple[str, str]:
    """See `table_text.tag`."""
    return tag(out, place, due, bot_plays, absent)


@by_language(8_192)
def score_words(rules: str, points: int, wins: int) -> tuple[str, str, bool] | None:
    """How a seat stands: briefly, in words, and whether it is near the limit."""
    score = Aim(rules_of(rules)).score({"score": points, "wins": wins})
    return None if score is None else (ready(score.text), ready(score.label), score.near)


@said(4_096)
def stock_label(seated: bool, mine: bool, stock: int, due: int) -> str:
    """The stock for the ear."""
    return Table(scene(mine, me=ME if seated else None, stock=stock, due=due)).stock_label


@said(64)
def top_label(top: str | None) -> str:
    """The pile for the ear."""
    return Table(scene(top=top)).top_label


@said(2_048)
def combination_label(cards: tuple[str, ...], name: str) -> str:
    """What went under the pile, and whose it was."""
    laid = {"e": "played", "seat": OTHER, "under": cards}
    return Table(scene(log=[laid], seats=[SEAT, {"seat": OTHER, "name": name}])).combination_label


@said(4_096)
def round_words(rules: str, number: int) -> str:
    """Which round it is."""
    return Table(scene(rules=rules, round=number)).round_title


@said(256)
def aim_words(rules: str) -> str:
    """What the match is about."""
    return Aim(rules_of(rules)).words


@said(4_096)
def sheet_title(final: bool, winners: tuple[str, ...], mine: bool) -> str:
    """Who has won the round or the match; `mine`: the viewer alone."""
    seats = [{"seat": ME if mine else n, "name": name} for n, name in enumerate(winners)]
    numbers = [seat["seat"] for seat in seats]
    view = {"seats": seats, "me": ME, "winner": numbers[0] if numbers else None}
    return match_title(view | {"outcome": {"winners": numbers}}) if final else round_title(view)
