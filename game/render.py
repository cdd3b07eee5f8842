"""The fragments of the table for one viewer, put together from kept pieces; safe on the event loop.

What depends on a viewer's own cards has them among the arguments of its piece: nobody is given another's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import cached_property

from game import public
from game import render_pieces as pieces
from game import render_words as words
from game.card_words import SUITS
from game.ear_text import fitting
from game.public import Public, Said, View
from game.render_sheet import Sheet
from game.slots import kept, ready
from game.table_parts import Clock, initial
from game.table_text import LOG_LINES, SHOWN_PILE, Table, face, is_absent, is_out, tag_facts

Fill = dict[str, Any]
NO_FILL: Fill = {}
Time = tuple[bool, int, int] | None  # the last seconds?, seconds, percent
NOBODY = (False, False, False, "", False, False, False, False, False, False)


@kept(8_192)
def plate(
    lang: str, rules: str, number: int, name: str, cards: int, turn: bool, out: bool, absent: bool,
    gone: bool, face: str, points: int, wins: int, call: str, facts: tuple[bool, int | None, int, bool, bool],
    time: Time,
) -> tuple[str, str]:  # fmt: skip
    """A seat of the others, before its place and after."""
    score = words.score_words(lang, rules, points, wins)
    before, after = pieces.plate(
        lang, cards, turn, out, gone or absent, face != "", call, *words.tag_words(lang, *facts),
        score is not None, score is not None and score[2], time is not None, time is not None and time[0],
    )  # fmt: skip
    text, label, _near = score or ("", "", False)
    _low, seconds, percent = time or (False, 0, 0)
    fill = {
        "seat": number, "name": ready(name), "initial": ready(initial(name)), "face": face,
        "score": text, "score_label": label, "seconds": seconds, "percent": percent,
    }  # fmt: skip
    return before % fill, after % fill


@dataclass(slots=True)
class Viewer:
    """Who looks, and what is his alone. `me`: his seat, None for spectators and for who has left."""

    number: int | None
    me: View | None
    mine: bool
    hand: list[str]
    legal: list[str]
    drawn: str | None
    clock: Clock | None
    pause: int | None
    join: pieces.Join


@dataclass(slots=True, frozen=True)
class Line:
    """A line of the log as all others read it (`html`), and as who did it does (`own`)."""

    who: int | None
    doer: str
    other: str
    html: str
    own: str


class Shown:
    """A version of a match in one language: what all its viewers share, drawn when the first one needs it."""

    def __init__(self, shared: Public, lang: str) -> None:
        view = shared.view
        self.shared, self.view, self.lang = shared, view, lang
        self.rules: str = view["rules"]
        self.ruleset = shared.match.rules
        self.strict = self.ruleset.strict == "on"
        self.playing: bool = view["state"] == "play"
        self.resting: bool = view["status"] == "rest"
        self.turn: int | None = view["turn"] if self.playing else None
        self.turned: bool = self.playing and view["dir"] < 0
        self.out_said = "mau-mau" in view["said"]
        self.seats: list[View] = [seat for seat in view["seats"] if not seat["removed"]]
        self.order = {seat["seat"]: n for n, seat in enumerate(self.seats)}
        self._plates: dict[tuple[int, Time], tuple[str, str]] = {}
        self._centres: dict[tuple[bool, bool], str] = {}
        self.top_line = pieces.top_line(lang, self.rules, view["preset"], view["round"], self.turned)

    # seats
    def seats_for(self, viewer: Viewer) -> str:
        """All plates but the viewer's own, clockwise from his left."""
        start, first = (0, 0) if viewer.me is None else (self.order[viewer.me["seat"]], 1)
        seats = self.seats[start:] + self.seats[:start]
        html: list[str] = []
        for p in range(first, len(seats)):
            before, after = self._plate(seats[p], viewer.clock)
            html += before, str(p), after
        return pieces.seats(self.lang, len(seats)) % {"plates": "".join(html)}

    def _plate(self, seat: View, clock: Clock | None) -> tuple[str, str]:
        number: int = seat["seat"]
        time = (clock.low, clock.seconds, clock.percent) if clock and number == self.turn else None
        html = self._plates.get((number, time))
        if html is None:
            html = self._plates[number, time] = self._draw_plate(seat, number == self.turn, time)
        return html

    def _draw_plate(self, seat: View, turn: bool, time: Time) -> tuple[str, str]:
        return plate(
            self.lang, self.rules, seat["seat"], seat["name"], seat["cards"], turn, is_out(seat),
            is_absent(seat), seat["gone"], face(seat), seat["score"], seat["wins"],
            self._call(seat, turn), tag_facts(seat, self.view["due"] if turn else 0), time,
        )  # fmt: skip

    def _call(self, seat: View, turn: bool) -> str:
        return words.call_word(self.lang, self.rules, turn and self.out_said) if seat["mau"] else ""

    # the middle
    def centre_for(self, viewer: Viewer) -> str:
        """The piles."""
        which = viewer.me is not None, viewer.mine
        html = self._centres.get(which)
        if html is None:
            html = self._centres[which] = self._draw_centre(*which)
        return html

    def _draw_centre(self, seated: bool, mine: bool) -> str:
        view, lang = self.view, self.lang
        stock, top, due = view["stock"], view["top"], view["due"]
        fill, under = self._combination
        html = pieces.centre(
            lang, self.playing, seated, mine, stock > 0, top is not None, self.wish_suit, due,
            view["dir"] < 0, under,
        )  # fmt: skip
        return html % {
            **fill, "top": top, "top_drawn": pieces.drawing(top), "stock": stock,
            "pile": " ".join(view["pile"][-SHOWN_PILE:]), "discard": view["discard"],
            "top_label": words.top_label(lang, top),
            "stock_label": words.stock_label(lang, seated, mine, stock, due if mine else 0),
        }  # fmt: skip

    @cached_property
    def wish_suit(self) -> str:
        """The wished suit, "" for none."""
        wish = self.view["wish"]
        return wish if wish is not None and wish in SUITS else ""

    @cached_property
    def _combination(self) -> tuple[Fill, int]:
        if self.ruleset.combos == "off" and self.ruleset.equal_cards == "off":
            return NO_FILL, 0
        table = Table(self.shared.logged)
        cards = table.combination
        if not cards:
            return NO_FILL, 0
        name = table.combination_name
        fill = {f"under{n}_drawn": pieces.drawing(card) for n, card in enumerate(cards)}
        label = words.combination_label(self.lang, tuple(cards), name)
        return fill | {"under_label": label, "under_name": ready(name)}, len(cards)

    # how things stand
    @cached_property
    def wisher(self) -> int | None:
        """Whose wish holds."""
        return Table(self.shared.logged).wisher if self.wish_suit else None

    def headline(self, viewer: Viewer) -> str:
        """Who is on turn, or how things stand."""
        if self.resting or viewer.mine:
            return words.headline(self.lang, self.resting, True, viewer.mine, "")
        who = self.turn if self.playing else self.view["winner"]
        mine = not self.playing and viewer.me is not None and who == viewer.me["seat"]
        name = "" if mine else None if who is None else self.view["seats"][who]["name"]
        return words.headline(self.lang, False, self.playing, mine, name)

    def line(self, viewer: Viewer) -> str:
        """What counts now."""
        if self.resting:
            return words.resting_line(self.lang)
        if not self.playing:
            return ""
        view, me = self.view, viewer.me
        rules, due, wish = self.rules, view["due"], self._wish(me)
        if me is None:
            return words.line_for_others(self.lang, rules, due, wish)
        if not viewer.mine:
            own = me["out"], me["place"] if me["out"] else None, me["in_match"]
            late, bare = view["mau_open"] == me["seat"], me["seat"] in view["bare"]
            cards = len(viewer.hand)
            return words.line_waiting(self.lang, rules, own, due, wish, late, bare, cards, self.turned)
        return words.line_on_turn(*self._facts(viewer, me))

    def _facts(self, viewer: Viewer, me: View) -> tuple[Any, ...]:
        """What the sentences for who is on turn rest on, the language first."""
        view, number, drawn = self.view, me["seat"], viewer.drawn
        own = me["out"], me["place"] if me["out"] else None, me["in_match"]
        few = [word for word in viewer.legal if word in ("d", "-")]
        if drawn is not None:
            few += [word for word in viewer.legal if word.startswith(f"p {drawn}")][:1]
        return (
            self.lang, self.rules, own, view["due"], self._wish(me), view["mau_open"] == number,
            number in view["bare"], len(viewer.hand) if self.strict else 0, self.turned, view["top"],
            view["skip"], view["wish_owed"], drawn, view["again"], tuple(few),
        )  # fmt: skip

    def _wish(self, me: View | None) -> words.Wish:
        """What is wished, and by whom."""
        wisher = self.wisher
        by_me = me is not None and wisher == me["seat"]
        name = "" if wisher is None or by_me else self.view["seats"][wisher]["name"]
        return self.view["wish"], by_me, name

    def ask(self, viewer: Viewer) -> str:
        """What is the viewer's to do, for the ear."""
        me = viewer.me
        if me is None or me["stand_in"] or not self.playing or self.resting:
            return ""
        if viewer.mine:
            lang, *facts = self._facts(viewer, me)
            return words.ask_on_turn(lang, fitting(viewer.hand, viewer.legal), *facts)
        if self.view["mau_open"] != me["seat"]:
            return ""
        own = me["out"], me["place"] if me["out"] else None, me["in_match"]
        return words.ask_late(self.lang, self.rules, own, me["seat"] in self.view["bare"])

    def own_plate(self, viewer: Viewer) -> str:
        """The own plate."""
        me = viewer.me
        if me is None:
            return pieces.own_plate(self.lang, *NOBODY) % ()
        mine, lang = viewer.mine, self.lang
        clock = viewer.clock if mine else None
        score = words.score_words(lang, self.rules, me["score"], me["wins"])
        text, label, near = score or ("", "", False)
        line, ask = self.line(viewer), self.ask(viewer)
        low, seconds, percent = (False, 0, 0) if clock is None else (clock.low, clock.seconds, clock.percent)
        html = pieces.own_plate(
            lang, True, mine, me["stand_in"], self._call(me, mine) if me["mau"] else "", line != "",
            ask != "", score is not None, near, clock is not None, low,
        )  # fmt: skip
        return html % {
            "v": self.view["v"], "seat": me["seat"], "cards": me["cards"], "line": line, "ask": ask,
            "initial": ready(initial(me["name"])), "headline": self.headline(viewer), "score": text,
            "score_label": label, "seconds": seconds, "percent": percent,
        }  # fmt: skip

    # rail and hand
    def rail(self, viewer: Viewer) -> str:
        """The buttons."""
        view, me, room = self.view, viewer.me, bool(self.view["room"])
        if me is None or not self.playing or self.resting:
            return pieces.idle_rail(self.lang, room, viewer.join)
        mine, trying = viewer.mine, self.strict and viewer.mine and not view["wish_owed"]
        other = tuple([word for word in viewer.legal if word[0] != "p"])
        names = tuple(
            [(int(word[2:]), view["seats"][int(word[2:])]["name"]) for word in other if word[0] == "c"]
        )
        return pieces.rail(
            self.lang, self.rules, (me["out"], me["stand_in"], me["in_match"]), mine,
            view["due"] if mine else 0, view["skip"] if mine else 0, view["wish_owed"],
            tuple(view["said"]) if trying else (), len(viewer.hand) if trying else 0,
            view["stock"] > 0 or view["discard"] > 1, view["mau_open"] == me["seat"], other, names, room,
            viewer.join,
        )  # fmt: skip

    def hand(self, viewer: Viewer) -> str:
        """The own cards, or what stands in their place."""
        view, me = self.view, viewer.me
        if me is None or me["out"] or not viewer.hand:
            return self._watching(viewer)
        mine = viewer.mine
        lays = tuple([word for word in viewer.legal if word[0] == "p" or word[0] == "j"])
        cards = pieces.hand_cards(
            self.lang, self.rules, mine, view["wish_owed"], self.out_said, viewer.drawn, tuple(viewer.hand),
            lays,
        )  # fmt: skip
        return pieces.hand(self.lang) % {"round": view["round"], "n": len(viewer.hand), "hand": cards}

    def _watching(self, viewer: Viewer) -> str:
        me, final = viewer.me, self.view["state"] == "match-over"
        if me is None:
            said = words.watch_line(self.lang, False, final, True, False, False)
        else:
            bare = self.playing and me["seat"] in self.view["bare"]
            said = words.watch_line(self.lang, True, final, me["in_match"], me["out"], bare)
        stands = self.playing and me is None
        line = self.line(viewer) if stands else ""
        fill = {"round": self.view["round"], "watch": said, "line": line}
        if stands:
            fill["headline"] = self.headline(viewer)
        return pieces.watching(self.lang, bool(said), stands, bool(line)) % fill

    # the log
    @cached_property
    def _lines(self) -> list[Line]:
        found: list[Line] = []
        for event in self.shared.events():
            line = self._line(event)
            if line.html:
                found.append(line)
                if len(found) == LOG_LINES:
                    break
        return found[::-1]

    def _line(self, event: Said) -> Line:
        """Kept with the event, as long as its people are called the same."""
        who, by, seats = event.who, event.by, self.view["seats"]
        doer = "" if who is None else seats[who]["name"]
        other = "" if by is None else seats[by]["name"]
        line: Line | None = event.lines.get(self.lang)
        if line is None or line.doer != doer or line.other != other:
            line = event.lines[self.lang] = self._draw_line(event, doer, other)
        return line

    def _draw_line(self, event: Said, doer: str, other: str) -> Line:
        fill = {"n": event.version, "doer": ready(doer or "?"), "by": ready(other or "?")}
        html = pieces.line(self.lang, event.what, self.rules, False, "") % fill
        own = html
        if event.who is not None:
            called = doer if doer == words.you(self.lang) else ""
            own = pieces.line(self.lang, event.what, self.rules, True, called) % fill
        return Line(event.who, doer, other, html, own)

    def log(self, viewer: Viewer) -> str:
        """The last lines, told from the viewer's chair."""
        number = viewer.number
        told = [line.html if line.who != number else line.own for line in self._lines]
        return pieces.log(self.lang) % {"lines": "".join(told)}

    # the sheet
    @cached_property
    def _sheet(self) -> Sheet:
        return Sheet(self.shared, self.lang)

    def sheet(self, viewer: Viewer) -> str:
        """What lies over the table after a round."""
        if self.playing:
            return pieces.closed_sheet(self.lang, self.view["next"])
        return self._sheet.drawn_for(viewer)


def shown(shared: Public, lang: str) -> Shown:
    """What all viewers of this version in this language share."""
    table: Shown | None = shared.shown.get(lang)
    if table is None:
        table = shared.shown[lang] = Shown(shared, lang)
    return table


def fragments(
    shared: Public, seat: int | None, lang: str, times: View, join: dict[str, bool] | None
) -> tuple[str, ...]:
    """All fragments in order; `times`: what the clock says (`left`, `of`, `pause`)."""
    table = shown(shared, lang)
    own = public.own(shared.match, seat)
    me = None if seat is None else shared.view["seats"][seat]
    if me is not None and (me["removed"] or me["gone"]):
        me = None
    left, of = times["left"], times["of"]
    viewer = Viewer(
        seat, me, me is not None and table.turn == seat and not table.resting, own["hand"], own["legal"],
        own["drawn"], Clock(left, of) if table.playing and left is not None and of else None, times["pause"],
        None if join is None else (join["open"], join["asked"]),
    )  # fmt: skip
    return (
        table.top_line, table.seats_for(viewer), table.centre_for(viewer), table.own_plate(viewer),
        table.rail(viewer), table.hand(viewer), table.log(viewer), table.sheet(viewer),
    )  # fmt: skip
