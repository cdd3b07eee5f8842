"""How things stand for one viewer, in sentences: who is on turn, what fits, what is due, whose wish holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.call_words import call, call_out
from game.card_words import SUITS, card_label, rank_name, suit_name
from game.engine import RuleSet
from game.log_words import Names, rules_of, seat_names
from game.score_text import Aim, Score, ordinal
from game.table_parts import Clock, initial


@dataclass
class Standing:
    """The facts of a view that the sentences are made of, and the sentences on the own plate."""

    view: dict[str, Any]
    wish: str = ""
    lay: str = ""
    tip: str = ""
    _names: Names = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._names = seat_names(self.view)

    # who and when
    @cached_property
    def rules(self) -> RuleSet:
        """The rules of this match."""
        return rules_of(self.view["rules"])

    @cached_property
    def me(self) -> dict[str, Any] | None:
        """The viewer's own seat, None for spectators and for who has left."""
        number = self.view.get("me")
        seat = next((seat for seat in self.view["seats"] if seat["seat"] == number), None)
        return None if seat is None or seat.get("removed") or seat.get("gone") else seat

    @cached_property
    def legal(self) -> list[str]:
        """The words that are legal for the viewer."""
        return self.view.get("legal") or []

    @property
    def knocked_out(self) -> bool:
        """The viewer's seat is out of the match and watches."""
        return self.me is not None and not self.me.get("in_match", True)

    @property
    def bare(self) -> bool:
        """The viewer has no cards left, but the last one is still being played through."""
        return self.playing and self.me is not None and self.me["seat"] in self.view.get("bare", [])

    @cached_property
    def strict(self) -> bool:
        """Nothing may be raised, dimmed or named playable."""
        return self.rules.strict == "on"

    @cached_property
    def trying(self) -> bool:
        """The viewer is on turn and every card is his to try."""
        return self.strict and self.my_turn and not self.view.get("wish_owed")

    @property
    def late(self) -> bool:
        """The viewer laid down to one card without “Mau” and may still say it."""
        return self.playing and self.me is not None and self.view.get("mau_open") == self.me["seat"]

    @property
    def mau_word(self) -> str:
        """What is called for one card left."""
        return f"{call(self.rules)}!"

    @property
    def mau_mau_word(self) -> str:
        """What is called with the last card."""
        return f"{call_out(self.rules)}!"

    @property
    def turn_word(self) -> str:
        """What the seat on turn has called last."""
        return self.mau_mau_word if "mau-mau" in self.view.get("said", []) else self.mau_word

    @cached_property
    def playing(self) -> bool:
        """Cards are in play."""
        return bool(self.view["state"] == "play")

    @cached_property
    def resting(self) -> bool:
        """Nobody was there, so the match waits."""
        return self.view.get("status") == "rest"

    @cached_property
    def my_turn(self) -> bool:
        """The viewer may act now."""
        return (
            self.playing and self.me is not None and self.view["turn"] == self.view["me"] and not self.resting
        )

    @property
    def holding(self) -> bool:
        """The viewer sits at the table with cards to show."""
        return self.me is not None and not self.me["out"] and bool(self.view.get("hand"))

    @property
    def clock(self) -> Clock | None:
        """The time of the seat on turn, None without a limit."""
        left, of = self.view.get("left"), self.view.get("of")
        return Clock(left, of) if self.playing and left is not None and of else None

    @property
    def reversed(self) -> bool:
        """Play goes against the clock."""
        return self.playing and self.view["dir"] < 0

    @property
    def reversed_words(self) -> str:
        """What the top line says then."""
        return "↺ " + _("reversed")

    @property
    def wish_suit(self) -> str:
        """The wished suit's letter, "" for none."""
        wish = self.view.get("wish")
        return str(wish) if wish and wish in SUITS else ""

    @property
    def wish_name(self) -> str:
        """The wished suit in words, "" for none."""
        return capfirst(suit_name(self.wish_suit)) if self.wish_suit else ""

    # the own plate
    @property
    def headline(self) -> str:
        """Who is on turn, or how things stand."""
        if self.resting:
            return _("The match rests")
        if not self.playing:
            return self._round_over_headline()
        if self.my_turn:
            return _("Your turn")
        return _("%(name)s to play") % {"name": self._names(self.view["turn"])}

    def _round_over_headline(self) -> str:
        winner = self.view.get("winner")
        if winner is None:
            return _("The round is over")
        mine = self.me is not None and winner == self.me["seat"]
        return (
            _("You win the round") if mine else _("%(name)s wins the round") % {"name": self._names(winner)}
        )

    @property
    def line(self) -> str:
        """What counts now: what fits, what is due, whose wish stands."""
        if self.resting:
            return _("It goes on when somebody is back")
        if not self.playing:
            return ""
        if self.me is None:
            return self._standing()
        if self._done:
            return self._done
        if self.late:
            return _("Say it before somebody notices")
        if self.my_turn:
            return self.what_to_try() if self.strict else self.what_fits()
        return self._standing() or self._own_cards()

    @property
    def _done(self) -> str:
        """For who has no part in this round any more, "" for all others."""
        if self.me is None:
            return ""
        if self.knocked_out:
            return _("You are out of the match")
        if self.me["out"]:
            place = self.me["place"]
            return _("You are %(place)s") % {"place": ordinal(place)} if place else _("You are out")
        return _("No cards left, not yet settled") if self.bare and not self.my_turn else ""

    def what_fits(self) -> str:
        """For the seat on turn: what may be done now, in a few words."""
        if self.view.get("wish_owed"):
            return _("Wish for a suit")
        if self.view["due"]:
            return _("%(n)s due, %(answer)s") % {"n": self.view["due"], "answer": self._answer()}
        if self.view["skip"]:
            return _("Sit out, or lay an eight")
        if self.view.get("drawn"):
            return self._after_drawing(self.view["drawn"])
        if self.view.get("again"):
            return self._one_more()
        return self._standing() or self._suit_or_rank()

    def what_to_try(self) -> str:
        """Under `strict`: how things stand, but not which card would do."""
        if self.view.get("wish_owed"):
            return _("Wish for a suit")
        if self.view["skip"]:
            return _("Sit out, or lay an eight")
        if self.view.get("drawn"):
            return _("Try the %(card)s or pass") % {"card": card_label(self.view["drawn"])}
        if self.view.get("again"):
            return _("One more card")
        return self._standing() or self._own_cards()

    def _one_more(self) -> str:
        if "d" in self.legal:
            return _("One more card, but none fits: draw")
        if "-" in self.legal:
            return _("One more card, but none fits: pass")
        return _("One more card: %(what)s") % {"what": self._standing() or self._suit_or_rank()}

    def _after_drawing(self, drawn: str) -> str:
        if any(word.startswith(f"p {drawn}") for word in self.view["legal"]):
            return _("Lay the %(card)s or pass") % {"card": card_label(drawn)}
        return _("It does not fit: pass")

    def _answer(self) -> str:
        rank = (self.view.get("top") or "7")[0]
        stacks = self.rules.six == "stack" if rank == "6" else self.rules.seven == "stack"
        if not stacks:
            return _("take them")
        return _("only a six helps") if rank == "6" else _("only a seven helps")

    def _due_words(self) -> str:
        due = self.view["due"]
        return ngettext("%(n)d card due", "%(n)d cards due", due) % {"n": due}

    def _suit_or_rank(self) -> str:
        top = self.view.get("top")
        if not top:
            return ""
        suit, rank = capfirst(suit_name(top[1])), rank_name(top[0])
        if top[0] == self.rules.wish_rank and self.rules.wish_fits == "not-on-wish":
            return suit
        return _("%(suit)s or %(rank)s") % {"suit": suit, "rank": rank}

    def _standing(self) -> str:
        if self.view["due"]:
            return self._due_words()
        if self.view.get("wish") == "*":
            return _("Any card fits")
        if not self.wish_suit:
            return ""
        seat = self.wisher
        if seat is None:
            return _("%(suit)s wished") % {"suit": self.wish_name}
        if self.me is not None and seat == self.me["seat"]:
            return _("You wished for %(suit)s") % {"suit": suit_name(self.wish_suit)}
        return _("%(suit)s wished by %(name)s") % {"suit": self.wish_name, "name": self._names(seat)}

    @cached_property
    def wisher(self) -> int | None:
        """The seat whose wish was the last one in the log."""
        for event in reversed(self.view.get("log", [])):
            if event.get("e") == "wished" or (event.get("e") == "played" and event.get("wish")):
                return int(event["seat"])
        return None

    def _own_cards(self) -> str:
        n = len(self.view.get("hand") or [])
        words = ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}
        return f"{words} · {self.reversed_words}" if self.reversed else words

    @property
    def my_initial(self) -> str:
        """The letter on the own avatar."""
        return initial(self.me["name"]) if self.me else ""

    @property
    def aim(self) -> Aim:
        """What the match is about."""
        return Aim(self.rules)

    @property
    def my_score(self) -> Score | None:
        """How the viewer stands in the match."""
        return self.aim.score(self.me) if self.me else None

    @property
    def watch_line(self) -> str:
        """In place of a hand."""
        if self.me is None:
            return _("You are watching")
        if self.view["state"] == "match-over":
            return ""
        if self.knocked_out:
            return _("You are out of the match. Watch the others finish.")
        if self.me["out"]:
            return _("You are out. Watch the others finish.")
        return _("No cards left. The others may still answer.") if self.bare else ""
