"""The states a table can be in, each as a real match in a real room that a person may look at."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django.conf import settings

from game.engine import State, legal_words
from game.engine.cards import NO_CARD, NO_SUIT, RANK_OF, RANKS
from game.engine.state import BETWEEN, OVER, PLAY, SAID_MAU
from tests.browser.scenes import Choice, Scene, Wanted, plain_word, played, start, step
from tests.clients import Guest
from tests.server import Server

NAMES = ("Anna", "Bernd", "Carla", "Dilek", "Emil", "Frieda", "Georg", "Hanna")
LONGEST = 250
TWO_PACKS = "double-52 combos=off match_end=rounds:1"


@dataclass(frozen=True)
class Setup:
    """Rules, seats and what is to be seen; who looks on has no seat, who is away shows no sign of life."""

    rules: str
    seats: int
    wanted: Wanted
    choose: Choice = plain_word
    looks_on: bool = False
    leave: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    talk: tuple[tuple[int, str], ...] = ()
    most: int = LONGEST


@dataclass
class Table:
    """A match under way: who sits there, and the guest who looks. `scene` goes along with it."""

    site: Server
    match: str
    guests: list[Guest]
    viewer: Guest
    setup: Setup
    scene: Scene

    def everybody_is_here(self) -> None:
        """A sign of life of all but those who are away."""
        for seat, guest in enumerate(self.guests):
            if seat not in self.setup.away:
                self.look(guest)

    def look(self, guest: Guest) -> int:
        """What the table shows a guest; its version."""
        return int(guest.get(f"/en/table/{self.match}/view?format=json")["v"])

    def goes_on(self) -> int:
        """One move more, chosen as before, whoever is on turn; the version it leads to."""
        step(self.scene, self.setup.choose)
        seat, word = self.scene.words[-1]
        guest = self.guests[seat]
        asked = {"do": word, "v": str(self.look(guest)), "id": str(uuid4())}
        return int(guest.post(f"/en/table/{self.match}/act", **asked)["v"])

    def address(self, lang: str) -> str:
        """The page of the table."""
        return f"{self.site.url}/{lang}/{'tisch' if lang == 'de' else 'table'}/{self.match}/"


def sit(site: Server, setup: Setup) -> Table:
    """Has guests open a room, join and play until what is wanted stands on the table."""
    scene = played(setup.rules, setup.wanted, setup.seats, setup.choose, setup.most)
    guests = [Guest(site.url) for _ in range(setup.seats)]
    made = guests[0].post("/en/lobby/", name=NAMES[0], **fields(setup.rules))
    for guest, name in zip(guests[1:], NAMES[1:], strict=False):
        guest.post("/en/lobby/join", code=made["code"], name=name)
    viewer = guests[0]
    if setup.looks_on:
        viewer = Guest(site.url)
        viewer.post("/en/lobby/join", code=made["code"], name="Zoe", watch="1")
    match = start(site, wish(scene, guests, made["lobby"], setup.leave))
    for seat, text in setup.talk:
        guests[seat].post(f"/en/table/{match}/chat", text=text)
    return Table(site, match, guests, viewer, setup, scene)


def wish(scene: Scene, guests: list[Guest], room: str, leave: tuple[int, ...]) -> dict[str, object]:
    """What `set_table.py` is to do."""
    return {
        "lobby": room, "seed": scene.seed.hex(), "names": NAMES[: len(guests)],
        "words": [*scene.words, *((seat, "leave") for seat in leave)],
        "tokens": [guest.cookie(settings.GUEST_COOKIE) for guest in guests],
    }  # fmt: skip


def fields(rules: str) -> dict[str, str]:
    """A rule line as the chooser's fields."""
    preset, *pairs = rules.split()
    return {"preset": preset, **dict(pair.split("=") for pair in pairs)}


# What is wanted


def mine(state: State) -> bool:
    """The viewer is on turn and has done nothing yet."""
    return state.phase == PLAY and state.turn == 0 and state.drawn == NO_CARD and not state.wish_owed


def plain(state: State) -> bool:
    """Nothing is open but to lay a card."""
    return mine(state) and not state.due and not state.skip and state.wish == NO_SUIT


def lays(state: State) -> list[str]:
    """What the viewer may lay."""
    return [word for word in legal_words(state, 0) if word.startswith("p ")]


def holds(cards: int, pile: int = 5) -> Wanted:
    """The viewer's turn with so many cards, two or more of which fit, and a pile to look at."""
    return lambda s: plain(s) and len(s.hands[0]) == cards and len(s.pile) >= pile and len(lays(s)) > 1


def wished(state: State) -> bool:
    """Somebody wished for a suit the viewer has."""
    return mine(state) and state.wish != NO_SUIT and len(lays(state)) > 1 and len(state.hands[0]) > 3


def may_wish(state: State) -> bool:
    """The viewer may lay a jack."""
    jack = RANKS.index("J")
    return plain(state) and len(state.hands[0]) > 4 and any(
        RANK_OF[card] == jack and state.row[card] for card in state.hands[0]
    )  # fmt: skip


def sevens(due: int) -> Wanted:
    """So many cards are due, and the viewer has a seven."""
    return lambda s: mine(s) and s.due == due and bool(lays(s)) and len(s.hands[0]) > 3


def others_turn(state: State) -> bool:
    """Somebody in the middle is on turn."""
    middle = len(state.seats) // 2
    return state.phase == PLAY and state.turn == middle and len(state.pile) > 6 and not state.due


def turned(state: State) -> bool:
    """The direction is reversed."""
    return plain(state) and state.dir < 0 and len(state.hands[0]) > 4 and len(state.pile) > 6


def may_say_mau(state: State) -> bool:
    """The viewer has two cards, one fits, and somebody else has said “Mau”."""
    others = state.said_mau & ~1 and not state.said
    return plain(state) and len(state.hands[0]) == 2 and len(lays(state)) == 1 and bool(others)


def viewer_out(state: State) -> bool:
    """The viewer has laid all his cards, the others play on."""
    return state.phase == PLAY and state.outs == [0] and len(state.pile) > 8


def round_ended(number: int) -> Wanted:
    """A round of several is over."""
    return lambda s: s.phase == BETWEEN and s.round_no == number


def match_ended(state: State) -> bool:
    """The match is over, and the viewer has won it."""
    return state.phase == OVER and min(state.scores) == state.scores[0]


# How it is played


def gathers(cards: int, others: int = 3) -> Choice:
    """The viewer draws until he holds so many; the others keep a few."""

    def choose(state: State) -> str:
        most = cards if state.turn == 0 else others
        assert state.turn is not None
        words = legal_words(state, state.turn)
        if len(state.hands[state.turn]) < most and "d" in words:
            return "d"
        if len(state.hands[state.turn]) <= most and "-" in words:
            return "-"
        return plain_word(state)

    return choose


def says_mau(state: State) -> str:
    """Plainly, and “Mau” whenever it may be said."""
    assert state.turn is not None
    able = not state.said & SAID_MAU and "m" in legal_words(state, state.turn)
    return "m" if able else plain_word(state)


SETUPS: dict[str, Setup] = {
    "two": Setup("mau-mau match_end=rounds:1", 2, holds(5)),
    "four": Setup("mau-mau second_pack_from=2 match_end=rounds:1", 4, holds(12), gathers(12, 4)),
    "eight": Setup("mau-mau hand_size=6 match_end=rounds:1", 8, holds(5)),
    "hand-20": Setup(TWO_PACKS, 4, holds(20), gathers(20, 4)),
    "hand-30": Setup(TWO_PACKS, 8, holds(30), gathers(30, 4)),
    "wish": Setup("mau-mau hand_size=7 match_end=rounds:1", 4, wished),
    "wishing": Setup("mau-mau hand_size=7 match_end=rounds:1", 4, may_wish),
    "seven": Setup("mau-mau hand_size=7 match_end=rounds:1", 6, sevens(4)),
    "six-due": Setup("mau-mau hand_size=7 match_end=rounds:1", 8, sevens(6)),
    "others-turn": Setup("mau-mau hand_size=7 match_end=rounds:1", 5, others_turn),
    "low-time": Setup("mau-mau turn_seconds=10 match_end=rounds:1", 3, holds(5)),
    "spectator": Setup("mau-mau hand_size=7 match_end=rounds:1", 5, others_turn, looks_on=True),
    "reversed": Setup("mau-mau reverse_rank=9 hand_size=7 match_end=rounds:1", 7, turned),
    "mau": Setup("mau-mau match_end=rounds:1", 4, may_say_mau, says_mau),
    "out": Setup("mau-mau play_on=on match_end=rounds:1", 4, viewer_out, says_mau),
    "stand-in": Setup("mau-mau hand_size=7 match_end=rounds:1", 4, holds(6), leave=(2,), away=(3,)),
    "chat": Setup(
        "mau-mau match_end=rounds:1", 3, holds(5),
        talk=((1, "Moin zusammen"), (2, "Hallo! Wer gibt?"), (0, "Gleich seht ihr meine Buben :)"), (1, "…")),
    ),
    "round": Setup("mau-mau match_end=rounds:3", 4, round_ended(2), says_mau, most=600),
    "result": Setup("mau-mau match_end=rounds:3", 4, match_ended, says_mau, most=600),
}  # fmt: skip


def of(name: str, site: Server) -> Table:
    """The table in this state."""
    return sit(site, SETUPS[name])


