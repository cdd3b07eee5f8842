"""What a word leads to, for all to see: it is played on a table that agrees with one seat's view.

Cards that seat does not know lie as they come. Nothing told from here depends on them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from game import engine
from game.bots.worlds import state_of
from game.engine import State, events
from game.engine.cards import SUITS, pack
from game.engine.legality import fitting
from game.engine.state import PLAY

View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class After:
    """What `word` leads to.

    `laid`: the cards that left the hand, the one on top last; `rest`: what is kept of it (sorted names);
    `asked`: the suit to follow then, "" where no card was laid; `turn`: who is on turn then, None when the
    round is over; `sits`: the seats passed over; `out`: the seat is out; `ended`: the round is over with it;
    `owes_answer`: its last card must still be played through; `more`: it is on turn again and can lay.
    """

    word: str
    laid: tuple[str, ...]
    rest: tuple[str, ...]
    asked: str
    wish: str
    turn: int | None
    due: int
    skip: int
    sits: tuple[int, ...]
    turned: bool
    again: bool
    out: bool
    ended: bool
    owes_answer: bool
    more: bool

    @property
    def top(self) -> str:
        """The card that lies on top, "" if none was laid."""
        return self.laid[-1] if self.laid else ""


def board(view: View) -> State:
    """A state that looks like `view` to its seat (`view["me"]`); the unknown cards in no particular order."""
    state = state_of(view)
    left = Counter(pack("7" if state.rules.pack == "skat32" else "2", 1 + state.twins))
    left.subtract([*state.hands[view["me"]], *state.pile])
    unseen = list((+left).elements())
    for seat in view["seats"]:
        if seat["seat"] != view["me"]:
            state.hands[seat["seat"]] = unseen[: seat["cards"]]
            del unseen[: seat["cards"]]
    state.stock, state.seed = unseen, bytes(32)
    return state


def after(view: View, word: str) -> After:
    """What `word` of the seat on turn leads to; what has to be called before is called.

    Raises EngineError if it is not legal.
    """
    state, me = board(view), int(view["me"])
    happened: list[Any] = []
    for one in (*calls(view, word), word):
        happened += engine.apply(state, me, engine.parse_action(one))
    return _seen(state, view, word, happened)


def calls(view: View, word: str) -> tuple[str, ...]:
    """What is to be called before `word`, and is not yet: "m", "mm" or nothing."""
    if not word.startswith("p "):
        return ()
    call = {1: "m", 0: "mm"}.get(len(view["hand"]) - len(cards_of(word)))
    return (call,) if call is not None and call in view["legal"] else ()


def cards_of(word: str) -> tuple[str, ...]:
    """The cards a word lays, the one on top last; none for a word that lays nothing."""
    if not word.startswith(("p ", "j ")):
        return ()
    head = word[2:].partition(":")[0]
    card, bracket, under = head.rstrip(")").partition("(")
    return (*under.split("+"), card) if bracket else tuple(head.split("+"))


def _seen(state: State, view: View, word: str, happened: list[Any]) -> After:
    me = int(view["me"])
    wish = SUITS[state.wish] if 0 <= state.wish < len(SUITS) else ""
    laid = cards_of(word)
    playing = state.phase == PLAY
    return After(
        word=word,
        laid=laid,
        rest=_without(view["hand"], laid),
        asked=wish or (laid[-1][1] if laid else ""),
        wish=wish,
        turn=state.turn if playing else None,
        due=state.due if playing else 0,
        skip=state.skip if playing else 0,
        sits=tuple(event.seat for event in happened if isinstance(event, events.Skipped)),
        turned=any(isinstance(event, events.Reversed) for event in happened),
        again=playing and state.again and state.turn == me,
        out=me in state.outs,
        ended=not playing,
        owes_answer=playing and me in state.bare,
        more=playing and state.turn == me and bool(fitting(state, me)),
    )


def _without(hand: list[str], laid: tuple[str, ...]) -> tuple[str, ...]:
    """What is kept; never a card that is only drawn now, for nobody knows it."""
    rest = Counter(hand)
    rest.subtract(laid)
    return tuple(sorted(rest.elements()))
