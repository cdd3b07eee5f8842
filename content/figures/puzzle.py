"""The puzzle of the day: its position, the verdict on an answer, and the solution on demand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from content.figures import Args, Where, figure
from content.lessons.guided import long_word
from content.lessons.puzzles import NAME, Solution, of_day, solved
from content.lessons.solve import ME, Move
from content.lessons.telling import fitting_words, scene, shown, told
from game.card_words import SUITS, card_label
from game.engine import EngineError, State, apply, copy, parse_action, rules_code, why_not
from game.engine.events import Event
from game.engine.state import PLAY
from game.refusal_text import refuse
from game.rule_words import preset_label
from game.rulebook.words import number

FIRST_DAY = date(2026, 12, 1)
HINTS = {
    "wish": gettext_lazy("It’s about the right wish."),
    "seven": gettext_lazy("It’s about the moment for the seven."),
    "eight": gettext_lazy("It’s about the moment for the eight."),
    "order": gettext_lazy("The strong cards can wait; it’s about the order."),
    "draw": gettext_lazy("Sometimes the best card is one you don’t have yet."),
}
LEVELS = {
    1: pgettext_lazy("puzzle", "easy"),
    2: pgettext_lazy("puzzle", "medium"),
    3: pgettext_lazy("puzzle", "hard"),
}


@figure("puzzle", live=True)
def puzzle(args: Args, where: Where) -> SafeString:
    """The puzzle of `?day=` (today's without), judged for `?try=MOVE`, solved with `?solution=1`."""
    today = datetime.now(UTC).date()
    day, bad_day = _day(where.query.get("day", ""), today)
    one = of_day(day)
    found = solved(one)
    state = found.state
    context: dict[str, object] = {
        "day": day,
        "is_today": day == today,
        "bad_day": bad_day,
        "yesterday": f"{where.path}?day={today - timedelta(days=1)}&solution=1#table",
        "today": f"{where.path}#table",
        "goal": _goal(one.turns),
        "level": LEVELS[one.level],
        "hint": HINTS[one.theme],
        "rules": preset_label(state.tables.name),
        "rules_url": reverse("content:ruleset", args=[rules_code(state.rules)]),
        "scene": scene(
            state,
            (capfirst(_("you")), NAME),
            (0, 1),
            lambda card: _try(where, day, card),
            len(state.stock),
        ),
        "fits": fitting_words(state),
        "buttons": _buttons(where, day, found),
        "solve_url": f"{where.path}?day={day}&solution=1#table",
        "plain_url": f"{where.path}?day={day}#table",
        "solution": _line(found, found.wins[0]) if where.query.get("solution") else [],
    }
    context |= _judged(where, day, found, where.query.get("try", ""))
    return render_to_string("content/_puzzle.html", context)


def _day(asked: str, today: date) -> tuple[date, bool]:
    """The day asked for, and whether that is none which has had its puzzle."""
    if not asked:
        return today, False
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        return today, True
    return (day, False) if min(FIRST_DAY, today) - timedelta(days=1) <= day <= today else (today, True)


def _try(where: Where, day: date, move: str) -> str:
    return f"{where.path}?day={day}&try={move}#table"


def _goal(turns: int) -> str:
    text = ngettext(
        "Win in %(n)s turn, whatever %(name)s does.",
        "Win in at most %(n)s turns, whatever %(name)s does.",
        turns,
    )
    return text % {"n": number(turns), "name": NAME}


def _buttons(where: Where, day: date, found: Solution) -> list[tuple[str, str]]:
    """The moves that are no card."""
    words = {"d": _("Draw a card"), "-": _("Pass")}
    return [(_try(where, day, word), label) for word, label in words.items() if found.move(word)]


def _judged(where: Where, day: date, found: Solution, tried: str) -> dict[str, object]:
    """What is said to an answer: right, wrong with the line that shows it, a wish to choose, or no move."""
    if not tried:
        return {}
    move = found.move(long_word(tried))
    if move is not None:
        return _verdict(found, move)
    if found.move(f"{long_word(tried)}:H"):
        suits = [(_try(where, day, tried + suit), *shown(suit)) for suit in SUITS]
        return {"wish_card": card_label(tried), "suits": suits}
    return {"trouble": _why_not(found.state, tried)}


def _verdict(found: Solution, move: Move) -> dict[str, object]:
    line = found.after(move)
    cards, turns = found.left(line)
    lost = line[-1].state.phase != PLAY
    late = _("Then it can’t be done in time any more: cards in your hand %(cards)d, turns left %(turns)d.")
    return {
        "tried": True,
        "right": move in found.wins,
        "line": _line(found, move),
        "late": "" if lost else late % {"cards": cards, "turns": turns},
    }


def _why_not(state: State, tried: str) -> str:
    """Why a card is no answer: the game's own reason, or that it is no move at all."""
    word = long_word(tried)
    try:
        code = why_not(state, ME, parse_action(word))
    except EngineError:
        code = None
    if code is None:
        return _("That is no move here. Tap one of your cards, or a button.")
    return refuse(state, ME, code, word).text


def _line(found: Solution, move: Move) -> list[str]:
    """The move and what follows, told from the reader's chair, a line a move."""
    state, lines = copy(found.state), list[str]()
    for step in found.after(move):
        seat = state.turn
        assert seat is not None
        events: list[Event] = []
        for action in (*step.calls, step.action):
            events += apply(state, seat, action)
        lines.append(" ".join(told(events, state, ME)))
    return lines
