"""The fragments and their pieces as formats: drawn by the templates of the page with places left open.

What decides how a piece looks is an argument, what is merely shown there is an open place. The templates get
stand-ins for the objects of `table_text`, made from the arguments alone.
"""

from __future__ import annotations

from types import SimpleNamespace as Made
from typing import Any

from game.log_words import Event
from game.render_words import ME, OTHER, SEAT, scene
from game.result_text import Row
from game.score_text import Score
from game.slots import by_language, draw, kept, piece, slot
from game.table_parts import HandCard, Plate
from game.table_text import Table
from game.templatetags.table import card

Frozen = tuple[tuple[str, Any], ...]
Join = tuple[bool, bool] | None  # is a seat open, has the viewer asked for it


def _score(scored: bool, near: bool) -> Score | None:
    return Score(slot("score"), slot("score_label"), near) if scored else None


def _clock(clocked: bool, low: bool) -> Any:
    return Made(seconds=slot("seconds"), percent=slot("percent"), low=low) if clocked else None


def _joining(join: Join) -> dict[str, bool] | None:
    return None if join is None else {"open": join[0], "asked": join[1]}


@by_language(4_096)
def top_line(rules: str, preset: str, number: int, turned: bool) -> str:
    """The line in the top bar, ready."""
    view = scene(rules=rules, preset=preset, round=number, dir=-1 if turned else 1)
    return draw("game/_round.html", t=Table(view)) % ()


@by_language(32)
def seats(places: int) -> str:
    """All seats: `plates`."""
    return draw("game/_seats.html", t=Made(places=places, plates=piece("plates")))


@by_language(8_192)
def plate(
    cards: int, turn: bool, out: bool, gone: bool, robot: bool, call: str, tag: str, kind: str, scored: bool,
    near: bool, clocked: bool, low: bool,
) -> tuple[str, str]:  # fmt: skip
    """A seat of the others, before its place `p` and after: `seat`, `name`, `initial` (or a robot's `face`),
    and what is shown."""
    one = Plate(
        slot("p"), slot("seat"), slot("name"), slot("initial"), cards, turn, out, gone,
        slot("face") if robot else "", bool(call),
        tag, kind, _score(scored, near),
    )  # fmt: skip
    html = draw("game/_plate.html", s=one, t=Made(clock=_clock(clocked, low), turn_word=call, mau_word=call))
    before, after = html.split("%(p)s")
    return before, after


@by_language(8_192)
def centre(
    playing: bool, seated: bool, mine: bool, stocked: bool, topped: bool, wish: str, due: int, turned: bool,
    under: int,
) -> str:  # fmt: skip
    """The middle: `top`, its `top_drawn`, `pile`, `stock`, `discard`, labels, `under` cards with whose."""
    t = Made(
        playing=playing, me=seated, my_turn=mine, wish_suit=wish, stock_label=slot("stock_label"),
        top_label=slot("top_label"), pile_top=slot("pile"),
        combination=[slot(f"under{n}") for n in range(under)],
        combination_label=slot("under_label"), combination_name=slot("under_name"),
        wish_name=Table(scene(wish=wish)).wish_name,
    )  # fmt: skip
    view = {
        "top": slot("top") if topped else None, "stock": slot("stock") if stocked else 0,
        "discard": slot("discard"), "due": due, "dir": -1 if turned else 1,
    }  # fmt: skip
    return draw("game/_centre.html", t=t, view=view)


@by_language(512)
def own_plate(
    seated: bool, mine: bool, bot: bool, call: str, lined: bool, asked: bool, scored: bool, near: bool,
    clocked: bool, low: bool,
) -> str:  # fmt: skip
    """The own plate: `v`, `seat`, `cards`, `initial`, `headline`, `line`, `ask`, the score and the clock."""
    me = {"seat": slot("seat"), "cards": slot("cards"), "stand_in": bot, "mau": bool(call)}
    t = Made(
        me=me if seated else None, my_turn=mine, clock=_clock(clocked, low), my_initial=slot("initial"),
        headline=slot("headline"), line=slot("line") if lined else "", my_score=_score(scored, near),
        asked=slot("ask") if asked else "", turn_word=call, mau_word=call,
    )  # fmt: skip
    return draw("game/_me.html", t=t, view={"v": slot("v")})


@by_language(64)
def idle_rail(room: bool, join: Join) -> str:
    """The rail of who has nothing to do there, ready."""
    return draw("game/_rail.html", t=Made(buttons=[]), view={"room": room, "join": _joining(join)}) % ()


@by_language(8_192)
def rail(
    rules: str, own: tuple[bool, bool, bool], mine: bool, due: int, skip: int, owed: bool,
    said: tuple[str, ...], cards: int, drawable: bool, late: bool, words: tuple[str, ...],
    names: tuple[tuple[int, str], ...], room: bool, join: Join,
) -> str:  # fmt: skip
    """The rail of a player, ready. `own`: out, stand-in, in the match; `words`: the legal ones but lays;
    `names`: of those who forgot to say "Mau"."""
    out, stand_in, in_match = own
    me = SEAT | {"out": out, "stand_in": stand_in, "in_match": in_match}
    view = scene(
        mine, rules=rules, due=due, skip=skip, wish_owed=owed, said=said, hand=["9H"] * cards,
        stock=int(drawable), discard=0, mau_open=ME if late else None, legal=list(words), room=room,
        join=_joining(join), seats=[me, *({"seat": seat, "name": name} for seat, name in names)],
    )  # fmt: skip
    return draw("game/_rail.html", t=Table(view), view=view) % ()


@by_language(8)
def hand() -> str:
    """The own hand: `round`, `n` and the `hand`."""
    t = Made(holding=True, hand=piece("hand"), held=slot("n"))
    return draw("game/_hand.html", t=t, view={"round": slot("round")})


@by_language(64)
def watching(said: bool, stands: bool, lined: bool) -> str:
    """In place of a hand: `round`, `watch`, and for spectators `headline` and `line`."""
    t = Made(
        holding=False, watch_line=slot("watch") if said else "", playing=stands, me=None,
        headline=slot("headline"), line=slot("line") if lined else "",
    )  # fmt: skip
    return draw("game/_hand.html", t=t, view={"round": slot("round")})


@by_language(8_192)
def hand_card(one: HandCard) -> str:
    """A card in the own hand, ready."""
    return draw("game/_card.html", c=one) % ()


@kept(8_192)
def hand_cards(
    lang: str, rules: str, mine: bool, owed: bool, called: bool, drawn: str | None, cards: tuple[str, ...],
    words: tuple[str, ...],
) -> str:  # fmt: skip
    """All cards of a hand, ready; `words`: the legal lays and jumps, `called`: "Mau-Mau" has been said."""
    view = scene(
        mine, rules=rules, hand=list(cards), legal=words, drawn=drawn, wish_owed=owed,
        said=["mau-mau"] if called else [],
    )  # fmt: skip
    return "".join([hand_card(lang, one) for one in Table(view).hand])


@by_language(16_384)
def line(event: Frozen, rules: str, mine: bool, own: str) -> str:
    """A line of the log, "" for what says nothing: `n`, `doer` and `by`. `mine`: the viewer did it, `own`:
    what he is called, if that is no name."""
    seats = [SEAT | {"name": own or slot("doer")}, {"seat": OTHER, "name": slot("by")}]
    view = scene(rules=rules, seats=seats, me=ME if mine else None)
    told: Event = dict(event) | dict.fromkeys(("seat", "dealer", "winner"), ME) | {"by": OTHER}
    one = Table(view).line_of(told | {"v": slot("n")})
    return draw("game/_line.html", l=one) if one.text else ""


@by_language(8)
def log() -> str:
    """The log: `lines`."""
    return draw("game/_log.html", t=Made(lines=piece("lines")))


@by_language(1_024)
def closed_sheet(following: str) -> str:
    """While cards are in play, ready; `following`: the id of the next match, if it has begun."""
    t = Made(wish_buttons=[], choice=None, result=None)
    return draw("game/_sheet.html", t=t, view={"next": following}) % ()


@by_language(1_024)
def sheet(
    match_id: str, final: bool, following: str, solo: bool, seated: bool, room: str, join: Join,
    can_go_on: bool, waiting: bool, paused: bool, aimed: bool, tabled: bool, told: bool,
) -> str:  # fmt: skip
    """After a round or a match: `title`, `round`, `round_title`, `aim`, `rows`, and the `seconds` of a pause.
    Only after the match the ids `match_id` and `room` count, the `rows` may be `tabled` (`heads`, `total`),
    and `moments` told."""
    result = Made(
        title=slot("title"), rows=piece("rows"), final=final, can_go_on=can_go_on, waiting=waiting,
        pause=0 if paused else None, pause_seconds=slot("seconds"), moments=piece("moments") if told else [],
        points=Made(heads=piece("heads"), total=slot("total"), rows=piece("rows")) if tabled else None,
    )  # fmt: skip
    t = Made(
        wish_buttons=[], choice=None, result=result, me=seated, round_title=slot("round_title"),
        aim=Made(words=slot("aim") if aimed else ""),
    )  # fmt: skip
    view = {"round": slot("round"), "next": following, "solo": solo, "room": room, "join": _joining(join)}
    return draw("game/_sheet.html", t=t, view=view, match_id=match_id)


@by_language(1_024)
def row(
    won: bool, out: bool, robot: bool, me: bool, placed: bool, cards: int, noted: bool, counted: bool,
    ready: bool, final: bool, scored: bool, near: bool, with_scores: bool,
) -> str:  # fmt: skip
    """A seat on the sheet: `place`, `seat`, `initial` (or a bot's `face`), `name`, `card0` …, `note`,
    `points` and the score."""
    shown: Any = {name: slot(name) for name in ("seat", "name", "initial")}
    one = Row(
        **shown, face=slot("face") if robot else "", place=slot("place") if placed else None, me=me, won=won,
        out=out, ready=ready,
        cards=[slot(f"card{n}") for n in range(cards)], points=slot("points") if counted else None,
        note=slot("note") if noted else "", score=_score(scored, near),
    )  # fmt: skip
    return draw("game/_row.html", row=one, r=Made(final=final, with_scores=with_scores))


@kept(64)
def drawing(name: str | None) -> str:
    """A card as html, "" for none."""
    return str(card(name)) if name else ""
